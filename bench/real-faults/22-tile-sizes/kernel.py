"""The gradient of the queries of block-sparse attention, up to a factor: sum of exp(q k - lse) k over the listed tiles."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(q, k, lse, tile_list, tile_count, tile_size, dq, blocks, scale, D: tl.constexpr, BLOCK: tl.constexpr):
    block, head = tl.program_id(0), tl.program_id(1)
    lane, column = tl.arange(0, BLOCK), tl.arange(0, D)
    row = (head * blocks + block) * BLOCK + lane
    queries = tl.load(q + row[:, None] * D + column[None, :])
    row_lse = tl.load(lse + row)
    tiles = tile_list + (head * blocks + block) * blocks
    size = tl.load(tile_size + block)
    acc = tl.zeros([BLOCK, D], tl.float32)
    for place in range(tl.load(tile_count + head * blocks + block)):
        tile = tl.load(tiles + place)
        key_row = (head * blocks + tile) * BLOCK + lane
        keys = tl.load(k + key_row[:, None] * D + column[None, :])
        scores = tl.dot(queries, tl.trans(keys)) * scale
        p = tl.where(lane[None, :] < size, tl.exp(scores - row_lse[:, None]), 0.0)
        acc = tl.dot(p.to(keys.dtype), keys, acc)
    tl.store(dq + row[:, None] * D + column[None, :], acc)


@triton.jit
def kernel_after(q, k, lse, tile_list, tile_count, tile_size, dq, blocks, scale, D: tl.constexpr, BLOCK: tl.constexpr):
    block, head = tl.program_id(0), tl.program_id(1)
    lane, column = tl.arange(0, BLOCK), tl.arange(0, D)
    row = (head * blocks + block) * BLOCK + lane
    queries = tl.load(q + row[:, None] * D + column[None, :])
    row_lse = tl.load(lse + row)
    tiles = tile_list + (head * blocks + block) * blocks
    acc = tl.zeros([BLOCK, D], tl.float32)
    for place in range(tl.load(tile_count + head * blocks + block)):
        tile = tl.load(tiles + place)
        size = tl.load(tile_size + tile)
        key_row = (head * blocks + tile) * BLOCK + lane
        keys = tl.load(k + key_row[:, None] * D + column[None, :])
        scores = tl.dot(queries, tl.trans(keys)) * scale
        p = tl.where(lane[None, :] < size, tl.exp(scores - row_lse[:, None]), 0.0)
        acc = tl.dot(p.to(keys.dtype), keys, acc)
    tl.store(dq + row[:, None] * D + column[None, :], acc)

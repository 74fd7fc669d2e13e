"""Kernels whose warps or blocks wait for each other: barriers around global memory, flags, locks, tickets, queues.

A line with `# orders` has something without which there is a data race by PTX's memory model in the cases of this benchmark:
a barrier, a wait, or the order and the scope of an atomic operation. Where an order is written, all of it is needed. Triton
has barriers of its own before atomic operations: `# orders, as the next line does` says that either is enough.
"""

import triton
import triton.language as tl


@triton.jit
def exchanged(x, scratch, out, rounds, N: tl.constexpr):
    """In each round, threads leave their values in global memory, and take those of another warp."""
    at = tl.program_id(0) * N + tl.arange(0, N)
    value = tl.load(x + at)
    for step in range(rounds):
        tl.store(scratch + at, value)
        tl.debug_barrier()  # orders
        value = value * 0.5 + tl.load(scratch + (at ^ (N // 2)))
        tl.debug_barrier()  # orders
    tl.store(out + at, value)


@triton.jit
def turned_row(x, scale, scratch, out, cols, D: tl.constexpr):
    """A row is normalised and stored; then its halves are loaded and turned against each other."""
    row = tl.program_id(0)
    at = tl.arange(0, D)
    values = tl.load(x + row * cols + at, mask=at < cols, other=0.0)
    factor = 1.0 / tl.sqrt(tl.sum(values * values) / cols + 1e-5)
    weight = tl.load(scale + at, mask=at < cols, other=0.0)
    tl.store(scratch + row * D + at, values * factor * weight)
    tl.debug_barrier()  # orders
    half = tl.arange(0, D // 2)
    left = tl.load(scratch + row * D + half)
    right = tl.load(scratch + row * D + cols // 2 + half, mask=half < cols // 2)
    tl.store(out + row * cols + half, left - right, mask=half < cols // 2)
    tl.store(out + row * cols + cols // 2 + half, left + right, mask=half < cols // 2)


@triton.jit
def meet(counter, total):
    """All blocks of the grid wait for each other. `total`: how many have come then."""
    tl.debug_barrier()  # orders, as the next line does
    tl.atomic_add(counter, 1, sem="release")  # orders
    while tl.atomic_add(counter, 0, sem="acquire") < total:  # orders
        pass
    tl.debug_barrier()


@triton.jit
def shares(x, part, counter, out, rows, cols, ROWS: tl.constexpr, COLS: tl.constexpr):
    """Each element divided by the sum of its column: two passes with a barrier of the grid in between."""
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    col = tl.arange(0, COLS)
    exists = (row < rows) & (col < cols)[None, :]
    values = tl.exp(tl.load(x + row * cols + col[None, :], mask=exists, other=float("-inf")))
    tl.store(part + tl.program_id(0) * COLS + col, tl.sum(values, 0))
    meet(counter, tl.num_programs(0))  # orders
    total = tl.zeros([COLS], tl.float32)
    for each in range(tl.num_programs(0)):
        total += tl.load(part + each * COLS + col)
    tl.store(out + row * cols + col[None, :], values / total[None, :], mask=exists)


@triton.jit
def smoothed(a, b, counter, n, rounds, BLOCK: tl.constexpr):
    """Sweeps over an array and back; neighbours of other blocks are read after a barrier of the grid."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    for step in range(rounds):
        source = a
        target = b
        if step % 2 == 1:
            source = b
            target = a
        left = tl.load(source + at - 1, mask=(at > 0) & (at < n), other=0.0)
        right = tl.load(source + at + 1, mask=at + 1 < n, other=0.0)
        tl.store(target + at, (left + right) * 0.5, mask=at < n)
        meet(counter, (step + 1) * tl.num_programs(0))  # orders


@triton.jit
def chained(x, flag, prefix, out, n, BLOCK: tl.constexpr):
    """Prefix sums of a whole array: each block waits for the sum of the block before."""
    block = tl.program_id(0)
    at = block * BLOCK + tl.arange(0, BLOCK)
    values = tl.cumsum(tl.load(x + at, mask=at < n, other=0))
    before = 0
    if block > 0:
        while tl.atomic_add(flag + block - 1, 0, sem="acquire") == 0:  # orders
            pass
        before = tl.load(prefix + block - 1)
    tl.store(prefix + block, before + tl.sum(tl.load(x + at, mask=at < n, other=0)))
    tl.debug_barrier()
    tl.atomic_xchg(flag + block, 1, sem="release")  # orders
    tl.store(out + at, values + before, mask=at < n)


@triton.jit
def handed_over(x, ring, filled, emptied, out, tiles, BLOCK: tl.constexpr, SLOTS: tl.constexpr):
    """Even blocks write tiles to a ring of slots, odd ones read them; both count how far they are."""
    pair = tl.program_id(0) // 2
    at = tl.arange(0, BLOCK)
    for tile in range(tiles):
        slot = ring + (pair * SLOTS + tile % SLOTS) * BLOCK + at
        place = (pair * tiles + tile) * BLOCK + at
        if tl.program_id(0) % 2 == 0:
            while tl.atomic_add(emptied + pair, 0, sem="acquire") + SLOTS <= tile:  # orders
                pass
            tl.store(slot, tl.load(x + place) * 2.0)
            tl.debug_barrier()  # orders, as the next line does
            tl.atomic_xchg(filled + pair, tile + 1, sem="release")  # orders
        else:
            while tl.atomic_add(filled + pair, 0, sem="acquire") <= tile:  # orders
                pass
            tl.store(out + place, tl.load(slot) + 1.0)
            tl.debug_barrier()  # orders, as the next line does
            tl.atomic_xchg(emptied + pair, tile + 1, sem="release")  # orders


@triton.jit
def locked(x, lock, total, rows, cols, TILES: tl.constexpr, BLOCK: tl.constexpr):
    """Adds rows to one of several sums, each of which has a lock."""
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    values = tl.load(x + row * cols + at, mask=at < cols, other=0.0)
    tile = row % TILES
    while tl.atomic_cas(lock + tile, 0, 1, sem="acquire") == 1:  # orders
        pass
    place = total + tile * cols + at
    tl.store(place, tl.load(place, mask=at < cols, other=0.0) + values, mask=at < cols)
    tl.debug_barrier()  # orders, as the next line does
    tl.atomic_xchg(lock + tile, 0, sem="release")  # orders


@triton.jit
def product(a, b, M, N, K, m, n, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    """A tile of a product, of the part of K that belongs to this block."""
    k = tl.program_id(2) * BLOCK_K + tl.arange(0, BLOCK_K)
    left = tl.load(a + m[:, None] * K + k[None, :], mask=(m < M)[:, None] & (k < K)[None, :], other=0.0)
    right = tl.load(b + n[None, :] * K + k[:, None], mask=(n < N)[None, :] & (k < K)[:, None], other=0.0)
    return tl.dot(left, right)


@triton.jit
def split_by_ticket(a, b, part, ticket, c, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    """Blocks of one tile leave their parts; the last one to come adds them up."""
    row = tl.arange(0, BLOCK_M)
    col = tl.arange(0, BLOCK_N)
    m = tl.program_id(0) * BLOCK_M + row
    n = tl.program_id(1) * BLOCK_N + col
    tile = tl.program_id(0) * tl.num_programs(1) + tl.program_id(1)
    inside = row[:, None] * BLOCK_N + col[None, :]
    base = part + tile * tl.num_programs(2) * BLOCK_M * BLOCK_N
    tl.store(base + tl.program_id(2) * BLOCK_M * BLOCK_N + inside, product(a, b, M, N, K, m, n, BLOCK_M, BLOCK_N, BLOCK_K))
    tl.debug_barrier()  # orders, as the next line does
    if tl.atomic_add(ticket + tile, 1, sem="acq_rel") == tl.num_programs(2) - 1:  # orders
        total = tl.zeros([BLOCK_M, BLOCK_N], tl.float32)
        for each in range(tl.num_programs(2)):
            total += tl.load(base + each * BLOCK_M * BLOCK_N + inside)
        tl.store(c + m[:, None] * N + n[None, :], total, mask=(m < M)[:, None] & (n < N)[None, :])


@triton.jit
def split_in_turns(a, b, turn, c, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    """Blocks of one tile add to it one after the other, as the semaphore says."""
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    tile = tl.program_id(0) * tl.num_programs(1) + tl.program_id(1)
    total = product(a, b, M, N, K, m, n, BLOCK_M, BLOCK_N, BLOCK_K)
    exists = (m < M)[:, None] & (n < N)[None, :]
    place = c + m[:, None] * N + n[None, :]
    while tl.atomic_add(turn + tile, 0, sem="acquire") != tl.program_id(2):  # orders
        pass
    if tl.program_id(2) > 0:
        total += tl.load(place, mask=exists, other=0.0)
    tl.store(place, total, mask=exists)
    tl.debug_barrier()  # orders, as the next line does
    tl.atomic_add(turn + tile, 1, sem="release")  # orders


@triton.jit
def queued(x, queue, out, tiles, n, BLOCK: tl.constexpr):
    """Blocks take tiles from a counter until there are no more."""
    tile = tl.atomic_add(queue, 1, sem="relaxed")  # orders
    while tile < tiles:
        at = tile * BLOCK + tl.arange(0, BLOCK)
        tl.store(out + at, tl.load(x + at, mask=at < n) * 3.0, mask=at < n)
        tile = tl.atomic_add(queue, 1, sem="relaxed")  # orders


@triton.jit
def fence(value):
    """All threads execute a fence. Returns the value, so that the compiler keeps the order."""
    return tl.inline_asm_elementwise("fence.acq_rel.gpu;\nmov.b32 $0, $1;", "=r,r", [value], tl.int32, is_pure=False, pack=1)  # orders


@triton.jit
def fenced(x, part, ticket, out, n, BLOCK: tl.constexpr):
    """The sum of an array by relaxed tickets between fences: the last block adds up all parts."""
    block = tl.program_id(0)
    at = block * BLOCK + tl.arange(0, BLOCK)
    tl.store(part + block * BLOCK + tl.arange(0, BLOCK), tl.load(x + at, mask=at < n, other=0.0))
    tl.debug_barrier()  # orders
    came = tl.atomic_add(ticket, fence(1), sem="relaxed")  # orders
    if fence(came) == tl.num_programs(0) - 1:
        tl.debug_barrier()
        total = tl.zeros([BLOCK], tl.float32)
        for each in range(tl.num_programs(0)):
            total += tl.load(part + each * BLOCK + tl.arange(0, BLOCK))
        tl.store(out, tl.sum(total))

"""Blocks of a matrix through tensor descriptors, made by the host and made by the device."""

import triton
import triton.language as tl


@triton.jit
def store_block(out, block, row, column, pitch, BM: tl.constexpr, BN: tl.constexpr):
    rows = row + tl.arange(0, BM)[:, None]
    columns = column + tl.arange(0, BN)[None, :]
    # Not masked: what lies outside of the matrix shows how it was filled.
    tl.store(out + rows * pitch + columns, block + block)


@triton.jit
def host_descriptor(matrix, out, rows, columns, pitch, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    store_block(out, matrix.load([row, column]), row, column, pitch, BM, BN)


@triton.jit
def device_descriptor(matrix, out, rows, columns, pitch, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    described = tl.make_tensor_descriptor(matrix, [rows, columns], [columns, 1], [BM, BN])
    store_block(out, described.load([row, column]), row, column, pitch, BM, BN)


@triton.jit
def two_descriptors(left, right, out, pitch, B: tl.constexpr):
    row = tl.program_id(0) * B
    column = tl.program_id(1) * B
    product = tl.dot(left.load([row, 0]), right.load([0, column]))
    rows = row + tl.arange(0, B)[:, None]
    columns = column + tl.arange(0, B)[None, :]
    tl.store(out + rows * pitch + columns, product)

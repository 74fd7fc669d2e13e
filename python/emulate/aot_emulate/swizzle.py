"""How matrices lie in shared memory, in units of 16 bytes. Sections 5.5.7, 9.7.15.5.1.2 and 9.7.16.10.6 of the PTX ISA 9.0."""

import numpy as np


def swizzled(addresses: np.ndarray, row: int) -> np.ndarray:
    """Where units of 16 bytes are with a swizzle pattern of `row` bytes: 32, 64 or 128; 16: none."""
    return addresses ^ (addresses >> 3 & row - 16)


def matrix_units(
    leading: int | np.ndarray,
    stride: int | np.ndarray,
    row: int,
    transposed: bool,
    rows: int,
    depth: int,
    group: int = 8,
) -> np.ndarray:
    """Where the units of a matrix lie before swizzling, from its start, with the offsets of its descriptor in bytes.

    Of [row, unit] with two units a row if K is the axis of adjacent elements; if not (`transposed`), of [k, unit]:
    `depth` numbers k, and a unit for each 8 of 2 bytes, 16 of 1 or 4 of 4. `group` is how many k are in one pattern.
    """
    if not transposed:
        first, unit = np.arange(rows)[:, None], np.arange(2)
        return first // 8 * stride + first % 8 * row + (unit * 16 if row > 16 else unit * leading)
    k, byte = np.arange(depth)[:, None], np.arange(0, rows * (32 // depth), 16)
    if row == 16:
        return k // 8 * leading + k % 8 * 16 + byte // 16 * stride
    return k // group * stride + k % group * row + byte // row * leading + byte % row

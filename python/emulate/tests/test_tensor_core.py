"""Sums of tensor cores, against those of a GPU."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from aot_emulate.formats import decode
from aot_emulate.tensor_core import Core, core_of, multiplied

# Matrices of random bits, with exponents of two spreads, and what an H200 (driver 580.159.04) made of them: D = A * B + C.
MEASURED = np.load(Path(__file__).parent / "tensor_cores.npz")
NAMES = sorted({each.rsplit(".", 1)[0] for each in MEASURED.files})
WIDE = {np.dtype(np.uint16): np.float16, np.dtype(np.uint32): np.float32}


@pytest.mark.parametrize("name", NAMES)
def test_a_product_has_the_bits_that_an_h200_gives_it(name: str) -> None:
    a, b, c, d = (MEASURED[f"{name}.{each}"] for each in "abcd")
    unit, kind = name.split(".", maxsplit=1)[0].split("_")[:2]
    c, d = (each.view(WIDE[each.dtype]) for each in (c, d))
    core = core_of("sm_90a", kind, {"wg": "wgmma"}.get(unit, unit))
    got = multiplied(decode(a, kind), decode(b, kind), c, (kind, kind), core)
    np.testing.assert_array_equal(got.view(f"u{d.itemsize}"), d.view(f"u{d.itemsize}"))


@pytest.mark.parametrize(
    ("core", "expected"), [(Core(25, 32), 2.0**-10), (Core(24, 16), 2.0**-10), (Core(13, 32), 0.0)]
)
def test_what_is_small_beside_the_largest_product_of_a_step_is_cut_off(core: Core, expected: float) -> None:
    a, b = np.zeros((1, 16), np.float32), np.zeros((16, 1), np.float32)
    a[0, :3], b[:3, 0] = (128, 2.0**-5, -128), (128, 2.0**-5, 128)
    assert multiplied(a, b, np.zeros((1, 1), np.float32), ("f16", "f16"), core)[0, 0] == expected


def test_infinity_and_nan_stay_in_their_rows() -> None:
    a, b = np.ones((3, 16), np.float32), np.ones((16, 2), np.float32)
    a[0, 3], a[1, 4] = np.inf, np.nan
    got = multiplied(a, b, np.zeros((3, 2), np.float32), ("f16", "f16"), Core(25, 32))
    np.testing.assert_array_equal(got, [[np.inf] * 2, [np.nan] * 2, [16] * 2])


def test_a_sum_beyond_the_range_of_its_type_is_infinite() -> None:
    a, b = np.full((1, 16), 2.0**100, np.float32), np.full((16, 1), 2.0**100, np.float32)
    assert multiplied(a, b, np.zeros((1, 1), np.float32), ("bf16", "bf16"), Core(25, 32))[0, 0] == np.inf

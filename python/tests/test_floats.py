"""The formats of floats are the same in all tables: TypeScript's and C++'s tests read this file, too."""

import json
from pathlib import Path

import numpy as np
import pytest
from aot_compiled.floats import FLOATS
from aot_emulate import formats

TABLE = json.loads((Path(__file__).parents[2] / "test/fixtures/floats.json").read_text())


def test_the_file_has_the_formats() -> None:
    assert {name: [*form[1:]] for name, form in FLOATS.items()} == TABLE


@pytest.mark.parametrize("name", FLOATS)
def test_the_largest_number_is_that_of_numpy(name: str) -> None:
    form = FLOATS[name]
    known = {"fp64": np.float64, "fp32": np.float32, "fp16": np.float16}.get(name)
    if known is not None:
        largest = np.array(form.largest, f"u{form.bytes}").view(known)
        assert largest == np.finfo(known).max


@pytest.mark.parametrize(
    ("name", "ptx"), [("fp32", "f32"), ("fp16", "f16"), ("bf16", "bf16"), ("fp8e4nv", "e4m3"), ("fp8e5", "e5m2")]
)
def test_the_emulator_has_the_same_formats(name: str, ptx: str) -> None:
    form, own = FLOATS[name], formats.FORMATS[ptx]
    assert (own.bits, own.exponent, own.mantissa) == (8 * form.bytes, form.exponent, form.fraction)
    assert (own.largest, own.lowest) == (form.largest, 1 - form.bias)
    assert own.infinity == (form.largest + 1 if form.specials == "ieee" else None)

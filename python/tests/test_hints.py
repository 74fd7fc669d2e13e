"""How often the compiler runs to find the hints of a kernel, and with which answer."""

import importlib.util
import os
import tempfile
from pathlib import Path

import pytest

os.environ.setdefault("TMPDIR", tempfile.gettempdir())

from aot_bridge import hinted_code
from aot_bridge.compilation import triton_source
from aot_bridge.hints import HintFinder, find_hints, those_that_matter
from triton.backends.compiler import GPUTarget

EXAMPLE = Path(__file__).parents[2] / "examples/layernorm-linear/layernorm_linear.py"
MATRICES = ("x_ptr", "gamma_ptr", "beta_ptr", "weight_ptr", "bias_ptr", "out_ptr")
SIZES = ("rows", "outputs", "features")
BLOCKS = {"BLOCK_M": 64, "BLOCK_N": 64, "BLOCK_K": 32}


@pytest.fixture
def compiles(monkeypatch):
    """The hints that the compiler has run with, each time."""
    runs = []
    own = hinted_code.stages_of

    def noted(*args):
        runs.append(args[3])
        return own(*args)

    monkeypatch.setattr(hinted_code, "stages_of", noted)
    return runs


def find(calls):
    """Finds the hints of the example's matrix product for calls with known hints."""
    spec = importlib.util.spec_from_file_location("layernorm_linear", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function = module.normalised_linear_kernel
    pointers = {**dict.fromkeys(MATRICES, "*fp16"), "mean_ptr": "*fp32", "rstd_ptr": "*fp32"}
    types = {**pointers, **dict.fromkeys(SIZES, "i32"), **dict.fromkeys(BLOCKS, "constexpr")}
    signature = {name: types[name] for name in function.arg_names}
    config = {"constants": {}, "options": {"num_warps": 4, "num_stages": 3}}
    aligned = dict.fromkeys(pointers, 16)
    job = {
        "configs": [config],
        "free": [*pointers, *SIZES],
        "fixed": {},
        "pointers": list(pointers),
        "isCalled": True,
        "ones": [],
        "calls": [{**aligned, **call} for call in calls],
    }

    def make_source(_config, hints):
        ones = {name: 1 for name, value in hints.items() if value == 1}
        divisors = {name: value for name, value in hints.items() if value != 1}
        return triton_source(function, {**signature, **dict.fromkeys(ones, "constexpr")}, {**BLOCKS, **ones}, divisors)

    finder = HintFinder(make_source, GPUTarget("cuda", 80, 32), function, signature, job)
    return find_hints(finder, job)


def test_the_compiler_runs_for_what_differs_and_not_for_each_hint(compiles):
    choices = find([dict.fromkeys(SIZES, 16), {"rows": 4, "outputs": 2}])
    aligned = choices[0]["kept"]
    assert {name: aligned[name] for name in SIZES} == {"rows": 4, "outputs": 8, "features": 8}
    # With all hints to where LLVM optimises, and with the weakest. Only as the code differs there, both to the end.
    assert compiles == [choices[0]["asked"], aligned, choices[0]["asked"]]


def test_names_that_matter_are_found_in_halves():
    asked = []

    def matter(names):
        asked.append("".join(names))
        return "f" in names

    assert those_that_matter(list("abcdefgh"), matter) == ["f"]
    assert asked == ["abcdefgh", "abcd", "efgh", "ef", "e", "f", "gh"]
    asked.clear()
    assert those_that_matter(list("abcd"), matter) == []
    assert asked == ["abcd"]
    assert those_that_matter([], matter) == []

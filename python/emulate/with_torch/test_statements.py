"""Compares what PyTorch says emulated with what it says on a GPU, in statements that `programs/statements.py` tries.

A statement gets the same answer, or fails with the words of this product, or is listed here with the reason.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = Path(__file__).parent / "programs"
GPU = json.loads((PROGRAMS / "statements.json").read_text(encoding="utf-8"))

WORDS = "fails as on a GPU, in other words of PyTorch: "
DOCUMENTED = {
    "mixed: rms_norm": WORDS + "the GPU has a kernel of its own for it",
    "mixed: gru, state forgotten": WORDS + "code in C++ compares devices first, and sees the CPU",
    "mixed: take_along_dim": WORDS + "code in C++ compares devices first, and sees the CPU",
    "mixed: out of sum": WORDS + "reductions have words of their own",
    "mixed: grad of the CPU": "code in C++ compares the devices, and sees the CPU",
    "a gradient of the wrong place is refused": "autograd's engine in C++ compares the devices, and sees the CPU",
    "the state of a generator has 16 bytes": "the first seed of the default generator is always the same",
    "addresses are multiples of 512": "the CPU's allocator aligns to 64",
    "addresses of copies are multiples of 512": "the CPU's allocator aligns to 64",
    "addresses of data are multiples of 512": "the CPU's allocator aligns to 64",
    "addresses of parameters are multiples of 512": "the CPU's allocator aligns to 64",
    "numpy's from_dlpack": "NumPy gets the memory: nothing tells it from another library that asks for the GPU's",
    "too much": WORDS + "another GPU has another size",
    "a legacy instance": "types of the CPU are PyTorch's own, and C++ sees the CPU",
    "in place on what backward needs": WORDS + "C++ names the type of the CPU",
    "deterministic algorithms refuse": "kernels for the CPU are deterministic where CUDA's are not",
    "a default type": "C++ would ask a driver",
    "sync debug mode": "nothing waits for the GPU",
    "an operator without a kernel": "the CPU's kernel stands in: a build for the CPU has no others",
    "works: sparse indices of the CPU": "the parts of sparse tensors are not compared",
    "works: a scalar of the CPU begins, in lerp": "PyTorch fails in an assertion of its own",
    "works: a print in a capture": "PyTorch leaves the modes while it prints",
    "mixed with a legacy constructor of sizes": "code in C++ makes the tensor, which could be for either device",
}
# What other versions of PyTorch say or do otherwise is compared by the kind of answer.
SAME_VERSION = GPU["ran"]["torch"].split(".")[:2]


@pytest.fixture
def emulated(tmp_path, run_python) -> dict[str, Any]:
    file = tmp_path / "answers.json"
    done = run_python("-m", "triton_aot_emulate", "--gpu=H200", str(PROGRAMS / "statements.py"), str(file), AT_ONCE="2")
    assert file.is_file(), done.stdout + done.stderr
    answers: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return answers


def test_each_statement_is_the_same_or_refused_or_documented(emulated):
    answers, same_version = emulated["answers"], emulated["ran"]["torch"].split(".")[:2] == SAME_VERSION
    assert answers.keys() == GPU["answers"].keys()
    assert len(answers) >= 120
    other = {
        name: (GPU["answers"][name], answer)
        for name, answer in answers.items()
        if not is_refused(answer) and not is_same(GPU["answers"][name], answer, same_version)
    }
    assert {name: pair for name, pair in other.items() if name not in DOCUMENTED} == {}
    if same_version:
        assert DOCUMENTED.keys() - other.keys() <= CHANCE, "they are the same by now"


# Addresses that are multiples of 512 by chance.
CHANCE = {name for name in DOCUMENTED if name.startswith("addresses")}


def is_refused(answer: dict[str, Any]) -> bool:
    """Whether a statement failed because this product emulates no such thing, and says so."""
    return answer.get("raises") == "NeedsGpu" and "cannot be emulated" in answer["words"]


def is_same(there: dict[str, Any], here: dict[str, Any], same_version: bool) -> bool:
    if "raises" in there and not same_version:
        return there["raises"] == here.get("raises")
    return rounded(there) == rounded(here)


def rounded(value: Any) -> Any:
    """Numbers to five digits: sums have another order on a GPU."""
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return float(f"{value:.5g}") if isinstance(value, float) else value

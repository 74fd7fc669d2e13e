"""What the engine answers is what TypeScript reads."""

from pathlib import Path

import pytest
from aot_evidence.entry import to_json
from aot_evidence.recorded.infer import Asked, infer_entries
from aot_evidence.static.find import guess
from aot_evidence.text import KernelText
from aot_sources.modules import Project
from aot_wire.check import WireError, parse
from aot_wire.messages import InferredEntry, KernelGuess
from test_recorded_rules import recorded

SOURCE = """import triton
import triton.language as tl

@triton.jit
def k(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, 1.0, mask=at < n)

def run(x):
    k[(triton.cdiv(x.numel(), 64),)](x, x.numel(), BLOCK=64, num_warps=8)
"""


def test_a_guess(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(SOURCE)
    answer = to_json(guess("k.py", "k", Project(tmp_path.resolve())))
    assert parse(KernelGuess, answer)["entry"]["source"] == "k.py:k"
    del answer["entry"]["grid"]
    with pytest.raises(WireError, match="grid is missing"):
        parse(KernelGuess, answer)


def test_an_entry_of_a_recording() -> None:
    asked = Asked("/app", False, [], {"num_warps": 4}, lambda _draft: KernelText(["n <= 4096"]))
    (entry,), refusals = infer_entries([recorded()], asked)
    found = parse(InferredEntry, to_json(entry))
    assert refusals == []
    assert found["entry"]["requires"]["conditions"] == ["n <= 4096"]

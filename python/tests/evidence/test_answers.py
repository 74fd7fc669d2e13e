"""What the engine answers is what TypeScript reads."""

import ast
from pathlib import Path

import pytest
from aot_evidence.entry import to_json
from aot_evidence.recorded.infer import Asked, infer_entries
from aot_evidence.text.callers import call_of
from aot_evidence.text.calls import KernelText
from aot_evidence.text.describe import describe_kernel
from aot_sources.modules import Project
from aot_wire import messages
from aot_wire.check import WireError, parse
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


def test_a_description(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(SOURCE)
    answer = to_json(describe_kernel("k.py", "k", Project(tmp_path.resolve())))
    assert parse(messages.KernelText, answer)["entry"]["source"] == "k.py:k"
    assert answer["call"] == "run(x)"
    del answer["entry"]["grid"]
    with pytest.raises(WireError, match="grid is missing"):
        parse(messages.KernelText, answer)


LAUNCH = "k[(1,)](x, 1)"


@pytest.mark.parametrize(
    ("text", "call"),
    [
        (
            f"def run(x: Tensor, /, n: int, size: int = 64, *more, eps, scale=1.5, **rest):\n    {LAUNCH}",
            "run(x, n, size=64, eps=…, scale=1.5)",
        ),
        (
            f"def _inner(x):\n    {LAUNCH}\nif True:\n    {LAUNCH}\ndef run(x):\n    other[(1,)](x); ops.{LAUNCH}",
            "run(x)",
        ),
        (f"def _inner(x):\n    {LAUNCH}\ndef run(x):\n    return _inner(x)", "_inner(x)"),
        (
            f"class F(torch.autograd.Function):\n  def backward(ctx, dy): {LAUNCH}\n  def forward(ctx, x, eps=1e-6): pass",
            "F.apply(x, eps=1e-06)",
        ),
        (f"class Norm(nn.Module):\n  def forward(self, x): {LAUNCH}", "Norm(…)(x)"),
        (f"class Launcher:\n  def start(self, x): {LAUNCH}", None),
        ("def run(x):\n    other[(1,)](x, 1); k(x)", None),
    ],
)
def test_the_function_that_launches_a_kernel_is_shown_as_it_is_called(text: str, call: str | None) -> None:
    assert call_of(ast.parse(text), "k") == call


def test_an_entry_of_a_recording() -> None:
    asked = Asked("/app", False, [], {"num_warps": 4}, lambda _draft: KernelText(["n <= 4096"]))
    (entry,), refusals = infer_entries([recorded()], asked)
    found = parse(messages.InferredEntry, to_json(entry))
    assert refusals == []
    assert found["entry"]["requires"]["conditions"] == ["n <= 4096"]

"""What the engine answers is what TypeScript reads."""

import ast
from pathlib import Path

import pytest
from aot_evidence.entry import to_json
from aot_evidence.recorded.drafts import draft_entries
from aot_evidence.recorded.infer import Asked, infer_entries
from aot_evidence.static.callers import call_of
from aot_evidence.static.find import guess
from aot_evidence.text import KernelText
from aot_sources.modules import Project
from aot_wire.check import WireError, parse
from aot_wire.messages import InferredEntry, KernelGuess
from infer_entries import Texts
from test_recorded_rules import PACKAGE, recorded

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
    assert answer["call"] == "run(x)"
    del answer["entry"]["grid"]
    with pytest.raises(WireError, match="grid is missing"):
        parse(KernelGuess, answer)


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
    found = parse(InferredEntry, to_json(entry))
    assert refusals == []
    assert found["entry"]["requires"]["conditions"] == ["n <= 4096"]


@pytest.mark.parametrize("file", ["lib/ops/k.py", "k.py"])
def test_of_an_installed_package_no_file_of_another_one_is_read(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("big/__init__.py", "big/calls.py", "lib/__init__.py", "lib/ops/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        # It would be found by its words.
        (tmp_path / name).write_text("k = None  # k[(1,)](x, n)\n" if "big" in name else "")
    (tmp_path / file).write_text(f"import big.calls\nfrom big import calls\n{SOURCE}")
    opened = []
    read = Path.read_bytes

    def read_bytes(path: Path) -> bytes:
        opened.append(path)
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    monkeypatch.setattr("aot_sources.files.read_source", lambda name: read_bytes(Path(name)))
    module = file.removesuffix(".py").replace("/", ".")
    package = {**PACKAGE, "module": module, "root": str(tmp_path)}
    kernel = recorded({"name": "k", "file": str(tmp_path / file), "package": package})
    (draft,), _refusals = draft_entries([kernel], str(tmp_path / "project"))
    text = Texts(tmp_path / "project").of(draft)
    assert text.sizes == ["cdiv(n, BLOCK)"]
    assert {each.name for each in opened} <= {"k.py", "__init__.py"}
    assert not any("big" in each.parts for each in opened)

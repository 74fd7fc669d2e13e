"""Kernels that decide by approximate results, as Triton compiles them: those that are wrong on a GPU, and those that are not."""

import json

PROGRAM = """
import importlib
import sys
import torch

sys.path.insert(0, ".")
N = 256
HEAD = "import triton, triton.language as tl\\nfrom triton.language.extra.cuda import libdevice\\n\\n@triton.jit\\n"

def kernel(number, statement):
    lines = ["def each(x, o, t, w, B: tl.constexpr):", "i = tl.arange(0, B)", "v = tl.load(x + i)", statement, "tl.store(o + i, r)"]
    with open(f"kernel{number}.py", "w") as file:
        file.write(HEAD + "\\n    ".join(lines) + "\\n")
    return importlib.import_module(f"kernel{number}").each

numbers = torch.arange(N, device="cuda", dtype=torch.float32)
multiples, ties, table = numbers * 41, (numbers % 100 + 0.5) * 41, numbers * 10
noise = torch.randn(N, device="cuda") * 300
CASES = [
    ("floor", "r = tl.math.floor(v / w)", multiples),
    ("integer", "r = (v / w).to(tl.int32)", multiples),
    ("of integers", "r = (i * 41 / w.to(tl.int32)).to(tl.int32)", multiples),
    ("sine", "r = libdevice.fast_sinf(v + 37000)", multiples),
    ("logarithm", "r = libdevice.fast_logf(1 + v * 1e-8)", multiples),
    ("may: root", "r = ((tl.sqrt(8.0 * i + 1.0) - 1.0) * 0.5).to(tl.int32)", multiples),
    ("may: at least", "r = tl.where(v / w >= 5.0, 1.0, 0.0)", multiples),
    ("right: div_rn", "r = tl.math.floor(tl.div_rn(v, w))", multiples),
    ("right: integers", "r = i * 41 // 41", multiples),
    ("right: random", "r = tl.math.floor(v / w)", noise),
    ("right: power", "r = tl.math.floor(v / 4.0)", multiples),
    ("right: half", "r = tl.math.floor(v / w + 0.5).to(tl.int8)", ties),
    ("right: round", "r = libdevice.round(v / w).to(tl.int8)", ties),
    ("right: rint", "r = libdevice.rint(v / w).to(tl.int8)", ties),
    ("right: signs", "q = v / w; r = (q + tl.where(q >= 0, 0.5, -0.5)).to(tl.int8)", ties),
    ("right: clipped", "q = v / w; r = tl.where(q > 5.0, 5.0, q)", multiples),
    ("right: interpolated", "q = v / w; k = q.to(tl.int32); a = tl.load(t + k); r = a + (tl.load(t + tl.minimum(k + 1, 255)) - a) * (q - k)", multiples),
    ("right: softmax", "e = tl.exp(v - tl.max(v, 0)); r = e / tl.sum(e, 0)", noise),
    ("right: sine", "r = libdevice.fast_sinf(v)", noise),
    ("right: tl.sin", "r = tl.sin(v + 37000)", multiples),
]
for number, (name, statement, x) in enumerate(CASES):
    out = torch.zeros(N, device="cuda")
    try:
        kernel(number, statement)[(1,)](x, out, table, 41.0, N)
    except RuntimeError as error:
        print(name, "|", error)
    else:
        print(name, "| none")
"""


def test_kernels_that_decide_by_approximate_results(run_python, tmp_path):
    (tmp_path / "app.py").write_text(PROGRAM)
    argv = ("-B", "-m", "triton_aot_emulate", "--gpu=H100", "--report=report.json", "app.py")
    done = run_python(*argv, TRITON_CACHE_DIR=str(tmp_path / "cache"))
    says = dict(line.split(" | ") for line in done.stdout.splitlines() if " | " in line)
    assert len(says) == 20, done.stdout + done.stderr
    wrong = {name for name, text in says.items() if "an approximate" in text}
    assert wrong == {"floor", "integer", "of integers", "sine", "logarithm"}, says
    assert {text for name, text in says.items() if name not in wrong} == {"none"}
    assert "rounds an approximate quotient to an integer" in says["floor"]
    assert "Use tl.div_rn" in says["floor"]
    found = json.loads((tmp_path / "report.json").read_text())["found"]
    assert {each["kind"] for each in found} == {"approximation"}
    warnings = [each["message"] for each in found if each["level"] == "warning"]
    assert len(warnings) == 2, warnings
    assert "square root" in warnings[0]
    assert "compares" in warnings[1]
    assert done.returncode == 6, done.stderr

"""A kernel that uses what nothing has written fails, unless memory is kept as the CPU has it."""

import pytest

# So much memory comes from the system, which clears it.
PROGRAM = """
import sys
import torch
import triton
import triton.language as tl

@triton.jit
def gather(x, at, o, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(o + i, tl.load(x + tl.load(at + i) * 128 + 1))

dtype = getattr(torch, sys.argv[1])
indices = torch.empty(24 << 20, dtype=dtype, device="cuda")
gather[(1,)](torch.zeros(16, device="cuda"), indices, torch.zeros(16, device="cuda"), 16)
"""


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_an_index_that_nothing_has_written_is_outside(run_python, tmp_path, dtype):
    (tmp_path / "app.py").write_text(PROGRAM)
    argv = ("-B", "-m", "triton_aot_emulate")
    filled, kept = (run_python(*argv, *more, "app.py", dtype) for more in ((), ("--uninitialized=keep",)))
    assert filled.returncode == 1, filled.stderr
    assert "out-of-bounds in gather at app.py:10" in filled.stderr
    assert kept.returncode == 0, kept.stderr


def test_nan_of_a_kernel_is_told_from_what_nothing_has_written(run_python, tmp_path):
    (tmp_path / "app.py").write_text("""
import torch
import triton
import triton.language as tl

@triton.jit
def divide(x, o, n, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(o + i, v / v, mask=i < n)

for value in (1, 0):
    divide[(1,)](torch.full((16,), value, dtype=torch.float32, device="cuda"), torch.empty(16, device="cuda"), 8, 16)
    print("right for", value, flush=True)
""")
    done = run_python("-B", "-m", "triton_aot_emulate", "--nan", "app.py")
    assert done.stdout == "right for 1\n"
    assert "nan in divide" in done.stderr

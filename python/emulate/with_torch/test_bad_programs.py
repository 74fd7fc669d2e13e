"""Programs that do what programs should not do: the messages are clear, memory is bounded, and nothing is left."""

import json

import pytest

KERNELS = """
import os, sys
import torch, triton
import triton.language as tl

@triton.jit
def scale(x, out, n, more: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n + more
    tl.store(out + at, 2 * tl.load(x + at, mask=mask), mask=mask)

x, out = torch.ones(20, device="cuda"), torch.empty(20, device="cuda")
def run(more=0):
    scale[(1,)](x, out, 20, more, 32)
"""


@pytest.fixture
def emulate(run_python, tmp_path):
    """Runs a program that has the function `run`, and returns how it ended and its report."""

    def start(text, name="app.py", argv=("app.py",)):
        (tmp_path / name).write_text(KERNELS + text)
        (tmp_path / "tmp").mkdir()
        options = ["-m", "triton_aot_emulate", "--report=report.json"]
        ended = run_python(*options, *argv, TMPDIR=str(tmp_path / "tmp"))
        left = [each.name for each in (tmp_path / "tmp").iterdir() if each.name.startswith("triton-aot")]
        assert left == []
        return ended, json.loads((tmp_path / "report.json").read_text())

    return start


def launches(report):
    return sum(each["launches"] for each in report["kernels"])


def test_forks_launch_too(emulate):
    ended, report = emulate(
        """
run()
for more in (0, 1):
    if os.fork() == 0:
        run(); run(more); os._exit(0)
    os.wait()
run()
"""
    )
    # The second child ended by its error.
    assert (ended.returncode, launches(report)) == (6, 6), ended.stderr
    assert [(each["kind"], each["launches"]) for each in report["found"]] == [("out-of-bounds", 1)]


# Launches that a program gives up, and goes on without: PTX that cannot be read, a signal that ends the launch, an argument that fails.
FALLBACKS = {
    "load": """
@triton.jit
def other(x, out):
    value = tl.inline_asm_elementwise("{ .callseq z; mov.b32 $0, $1; }", "=r,r", [tl.load(x)], tl.int32, True, 1)
    tl.store(out, value)
launch = lambda: other[(1,)](x.to(torch.int32), out.to(torch.int32))
""",
    "timeout": """
import signal
@triton.jit
def other(x):
    for _ in range(1 << 20): tl.store(x, tl.load(x) + 1)
def end(*_): raise TimeoutError("the test takes too long")
signal.signal(signal.SIGALRM, end)
def launch():
    other.warmup(x, grid=(1,))
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    other[(1,)](x)
""",
    "argument": """
class Strange:
    dtype = torch.float32
    @property
    def base(self): raise KeyError("no base")
    def data_ptr(self): return x.data_ptr()
launch = lambda: scale[(1,)](Strange(), out, 20, 0, 32)
""",
}


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("load", 6, "1 not emulated"),
        ("timeout", 3, "1 not judged"),
        ("argument", 3, "1 not judged"),
    ],
)
def test_launch_that_the_program_gives_up_is_not_all_right(emulate, name, code, says):
    ended, report = emulate(
        f"{FALLBACKS[name]}\nrun()\ntry: launch()\nexcept Exception as error: print('fallback', type(error).__name__)\n"
    )
    assert ended.stdout.startswith("fallback "), ended.stderr
    assert (ended.returncode, ended.stderr.rstrip().endswith(says)) == (code, True), ended.stderr
    assert sum(each["launches"] - each["judged"] for each in report["kernels"]) == 1


REFUSED = """
for values in [(x.cpu(), out, 20, 0, 32), ("text", out, 20, 0, 32), (x, out, "many", 0, 32), (x, out, 1 << 70, 0, 32)]:
    try: scale[(1,)](*values)
    except Exception as error: print(type(error).__name__)
try: scale[(1, 1 << 20)](x, out, 20, 0, 32)
except Exception as error: print(type(error).__name__)
scale[(0,)](x, out, 20, 0, 32)
run()
"""


def test_launch_that_a_gpu_refuses_too_is_no_reason_to_fail(emulate):
    ended, report = emulate(REFUSED)
    assert len(ended.stdout.split()) == 5, ended.stdout + ended.stderr
    assert (ended.returncode, launches(report)) == (0, 1), ended.stderr
    assert ended.stderr.endswith("all right\n")


def test_finding_is_written_where_the_current_folder_is_gone(emulate):
    ended, _ = emulate("os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone')\ntry: run(1)\nexcept Exception: pass")
    assert (ended.returncode, "out-of-bounds in scale" in ended.stderr) == (6, True), ended.stderr


def test_worker_that_is_killed_during_a_launch_is_not_judged(emulate):
    ended, report = emulate(
        """
import signal
def test_right(): run()
def test_killed():
    # The first write of the launch's end ends the process.
    from triton_aot_emulate.activate import active
    active().emulation.tally.end = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
    run()
""",
        "test_killed.py",
        ["-m", "pytest", "-q", "-n", "1", "--max-worker-restart=0", "test_killed.py"],
    )
    assert (ended.returncode, launches(report)) == (1, 2), ended.stdout + ended.stderr
    assert ended.stderr.endswith("1 not judged\n")


def test_error_of_a_spawned_process_reaches_its_parent(emulate):
    ended, report = emulate(
        """
from concurrent.futures import ProcessPoolExecutor
import multiprocessing
if __name__ == "__main__":
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        try:
            pool.submit(run, 1).result()
        except RuntimeError as error:
            print(type(error).__name__, error)
"""
    )
    assert ended.stdout.startswith("KernelFault scale: reads"), ended.stderr
    assert (ended.returncode, launches(report)) == (6, 1)


@pytest.mark.parametrize("argv", [(), ("-n", "2")], ids=["alone", "worker"])
def test_test_that_ends_by_a_signal_is_red_and_the_others_are_reported(emulate, argv):
    ended, report = emulate(
        """
def test_right():
    run()
def test_killed():
    run(); os.kill(os.getpid(), 9)
""",
        "test_it.py",
        ("-m", "pytest", "-q", *argv, "test_it.py"),
    )
    assert ended.returncode == (1 if argv else 137), ended.stderr
    assert launches(report) >= 1
    assert ("crashed while running 'test_it.py::test_killed'" in ended.stdout) == bool(argv)
    assert ("ended by signal 9 (SIGKILL)" in ended.stderr) == (not argv)


def test_many_launches_take_no_more_memory(emulate):
    ended, report = emulate(
        """
import resource
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in range(300): run()
before = peak()
for _ in range(1700):
    run()
    try:
        run(1)
    except RuntimeError:
        pass
print(peak() - before)
"""
    )
    assert (ended.returncode, launches(report)) == (6, 3700), ended.stderr
    assert int(ended.stdout) < 30_000, "KiB"
    (found,) = report["found"]
    assert found["launches"] == 1700


def test_more_memory_than_the_gpu_has_is_refused_as_by_a_gpu(emulate):
    ended, _ = emulate(
        """
run()
try:
    torch.empty(100 * 2**30, dtype=torch.uint8, device="cuda")
except torch.OutOfMemoryError as error:
    print(error)
"""
    )
    assert ended.returncode == 0, ended.stderr
    assert "100.00 GiB" in ended.stdout


def test_pointer_that_is_no_tensors_is_out_of_bounds(emulate):
    """So is a tensor of a real GPU: its memory is not this process's."""
    ended, report = emulate(
        """
class Foreign:
    dtype = torch.float32
    def data_ptr(self): return 0x7F0000000000
scale[(1,)](Foreign(), out, 20, 0, 32)
"""
    )
    assert ended.returncode == 1
    assert [each["kind"] for each in report["found"]] == ["out-of-bounds"], ended.stderr


@pytest.mark.parametrize("before", ["", "os.environ['CUDA_VISIBLE_DEVICES'] = '0'\n"], ids=["as it is", "chosen"])
def test_gpus_of_this_machine_are_hidden(run_python, tmp_path, before):
    child = "import os, torch; print(os.environ['CUDA_VISIBLE_DEVICES'])"
    (tmp_path / "app.py").write_text(f"""
import os, subprocess, sys, warnings
warnings.simplefilter("error")
{before}import torch
print(torch._C._cuda_getDeviceCount(), torch.cuda.device_count(), os.environ["CUDA_VISIBLE_DEVICES"], flush=True)
subprocess.run([sys.executable, "-c", {child!r}], check=True)
""")
    ended = run_python("-m", "triton_aot_emulate", "app.py", CUDA_VISIBLE_DEVICES="0")
    assert ended.stdout == "0 1 -1\n-1\n", ended.stderr


def test_memory_of_arguments_that_are_no_tensors_has_its_name(emulate):
    ended, report = emulate(
        """
class Duck:
    dtype = torch.float32
    def __init__(self, address):
        self.address = address
    def data_ptr(self):
        return self.address
for address, more in ((x.data_ptr(), 1), (0x7000, 0)):
    try:
        scale[(1,)](Duck(address), out, 20, more, 32)
    except RuntimeError as error:
        print(error)
"""
    )
    assert (ended.returncode, launches(report)) == (6, 2)
    first, second = ended.stdout.splitlines()
    assert "reads 4 bytes at element 20 of x, whose shape is (20,)" in first
    assert "reads 4 bytes at element 0 of x (no tensor has its address)" in second

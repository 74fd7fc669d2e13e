"""Programs that do what programs should not do: the messages are clear, memory is bounded, and nothing is left."""

import json
import sys

import pytest
from varied import HEAD

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


# Files with functions that launch `double_kernel` by `double`.
FILES = {
    "double": """
def double(x):
    assert x.stride(-1) == 1
    out = torch.empty(x.shape, device=x.device)
    double_kernel[(len(x),)](x, out, x.stride(0), x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return out
""",
    "calls": """
import os, resource, sys, threading, time, urllib.request
from double import *
CALLS = []
def endless(x):
    double(x.view(1, -1))
    while True: pass
def leaves_thread(x):
    threading.Thread(target=time.sleep, args=(1000,)).start()
    return double(x)
def thread_in_call(x):
    def endless(x):
        double_kernel[(1,)](x, x, 0, 1, 1)
        time.sleep(1000)
    threading.Thread(target=endless, args=(x,)).start()
def raises(x):
    double(x)
    raise ValueError("too late")
def once(x):
    CALLS.append(x)
    assert len(CALLS) == 1
    return double(x)
def once_and_waits(x):
    CALLS.append(x)
    if len(CALLS) > 1: time.sleep(1000)
    return double(x)
def once_and_dies(x):
    CALLS.append(x)
    if len(CALLS) > 1: os.kill(os.getpid(), 11)
    return double(x)
def remote(x):
    return urllib.request.urlopen("http://127.0.0.1:9/x")
def large(x):
    return torch.empty(100 * 2**30, dtype=torch.uint8, device="cuda")
def large_on_cpu(x):
    resource.setrlimit(resource.RLIMIT_AS, (50 * 2**30, 50 * 2**30))
    return torch.zeros(100 * 2**30, dtype=torch.uint8)
def loud(x):
    print("loud" * 100)
    os.write(2, b"loud" * 100)
    os.system("echo loud")
    return double(x)
def failing_late(x):
    return double(x) / torch.zeros(len(x) - 1, 1, device=x.device)
""",
    "changes": """
import os
from double import *
class Model:
    calls = 0
    def __init__(self): self.total = torch.zeros(4, 100, device="cuda")
TIMES, SIZES, MODEL = 2, {}, Model()
def changes(x):
    global TIMES
    TIMES *= 2
    Model.calls += 1
    SIZES[len(SIZES)] = x.shape
    MODEL.total += double(x) if x.shape == (4, 100) else 0
    os.environ["TIMES"] = str(TIMES)
    os.makedirs("below", exist_ok=True)
    os.chdir("below")
    return double(x)
changes(torch.ones(4, 100, device="cuda"))
print(TIMES, Model.calls, SIZES, MODEL.total.max().item(), os.environ["TIMES"], os.getcwd().count("below"))
""",
    "ending": """
import atexit, sys
atexit.register(lambda: print("calls are watched by", sys.getprofile()))
from double import *
double(torch.ones(4, 100, device="cuda"))
""",
    "threads": """
from double import *
torch.set_num_threads(4)
torch.randn(300, 300) @ torch.randn(300, 300)
def double_sum(x):
    return double(x).sum()
print(double_sum(torch.randn(300, 400, device="cuda")).shape, torch.get_num_threads())
""",
    "two": """
from double import *
@triton.jit
def tiles_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, 2 * tl.load(x_ptr + at))
@triton.jit
def copy_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.load(x_ptr + at))
def tiles(x):
    out = torch.empty_like(x)
    tiles_kernel[(max(x.numel() // 64, 1),)](x, out, BLOCK=64)
    return out
def copies(x):
    out = torch.empty_like(x)
    copy_kernel[(max(x.numel() // 32, 1),)](x, out, BLOCK=32)
    return out
if __name__ == "__main__":
    tiles(torch.randn(256, device="cuda"))
    copies(torch.randn(256, device="cuda"))
""",
    "test_fails": "from double import *\ndef test_fails():\n    x = torch.ones(4, 100, device='cuda')\n    assert double(x).sum() == x.sum()\n",
    "alone": "from double import *\nx = torch.ones(4, 100, device='cuda')\ndouble_kernel[(4,)](x, x, 100, 100, BLOCK=128)\n",
    "syntax": "import torch\ndef f(:\n    pass\n",
    "missing": "from double import *\nimport no_such_package.part\n",
    "arguments": "import argparse\nfrom double import *\nparser = argparse.ArgumentParser()\nparser.add_argument('steps')\nparser.parse_args()\n",
    "effects": "import os\nfrom double import *\nos.chdir('/')\nos.environ.clear()\nprint('imported')\n",
}
NOT_REPEATED = "error: no call was repeated, so no other size, layout or content was tried"
REPEATED = "\n1 call repeated with variations\n"
CUDA = "others need `.cuda()`"


def call(name, code="{}(torch.randn(4, 100))"):
    return ["--limit=3", "--call", code.format(name), "calls.py"]


# What is run, its exit code, what is printed, and what is not.
BAD = {
    "a call never ends": (
        call("endless"),
        3,
        ["`endless(torch.randn(4, 100))` did not end within 60 s", "it ends by an exception after its first launch"],
        ["all right", "catching.py"],
    ),
    "a thread is left": (
        call("leaves_thread"),
        3,
        ["the call has left a thread running: Thread-", REPEATED],
        ["all right"],
    ),
    "a call in a thread does not end": (
        call("thread_in_call"),
        3,
        [
            "has left a thread running",
            "1 call not repeated: it did not end\n    thread_in_call.<locals>.endless at calls.py:",
        ],
        ["all right"],
    ),
    "a call raises after its launch": (
        call("raises"),
        2,
        ["raised ValueError: too late\n", "1 call not repeated: it ends by an exception after its first launch"],
        [CUDA, "all right"],
    ),
    "a call is right and its result is not used": (
        call("failing_late"),
        2,
        ["raised RuntimeError: The size of tensor", "1 call not repeated: it ends by an exception"],
        ["all right"],
    ),
    "a call cannot be repeated": (
        call("once"),
        3,
        [
            "1 call not repeated: it cannot be called again with copies of its arguments\n    once at calls.py:",
            NOT_REPEATED,
        ],
        ["all right"],
    ),
    "a repeated call waits": (
        call("once_and_waits"),
        3,
        ["1 call not repeated: a repeated call did not end", NOT_REPEATED],
        [],
    ),
    "a repeated call ends the process": (
        [*call("", "once_and_dies(torch.randn(4, 100)); print('goes on')")],
        3,
        ["goes on\n", "1 call not repeated: a repeated call has ended its process", NOT_REPEATED],
        ["signal"],
    ),
    "a test fails": (
        ["-m", "pytest", "-q", "-p", "no:cacheprovider", "test_fails.py"],
        1,
        ["1 call repeated with variations\n  1 test not repeated, since it fails\n    test_fails at test_fails.py:"],
        ["all right"],
    ),
    "no function gets tensors": (
        ["alone.py"],
        3,
        [f"{NOT_REPEATED}: no function of the program gets tensors"],
        ["all right"],
    ),
    "a call launches nothing": (
        ["--call", "1+1", "double.py"],
        2,
        [
            "error: `1+1` launched no Triton kernel",
            'complete this call: python -m triton_aot_emulate --vary --call "double(x=',
        ],
        ["python -I"],
    ),
    "a file has a syntax error": (
        ["--call", "f(1)", "syntax.py"],
        2,
        ["error: importing syntax.py: syntax.py:2: invalid syntax\n    Python 3."],
        ["Traceback", "Any program"],
    ),
    "a package is missing": (
        ["--call", "double(1)", "missing.py"],
        2,
        ["No module named 'no_such_package'", f"`{sys.executable} -m pip install no_such_package`"],
        [],
    ),
    "a file reads its arguments": (
        ["--call", "double(1)", "arguments.py"],
        2,
        ["ended the program with sys.exit(2) at arguments.py:", "such as what reads its arguments, below `if __name__"],
        ["Traceback"],
    ),
    "a file has effects": (
        ["--call", "double(torch.randn(4, 100))", "effects.py"],
        0,
        ["imported\n", REPEATED, "all right"],
        [],
    ),
    "a network is missing": (call("remote"), 2, ["Connection refused", "It needs a network."], [CUDA]),
    "the GPU has too little memory": (
        call("large"),
        2,
        ["Tried to allocate 100.00 GiB", "The GPU that is emulated has no memory for it."],
        [CUDA],
    ),
    "the machine has too little memory": (call("large_on_cpu"), 2, ["This machine has no memory for it."], [CUDA]),
    "a tensor is on the CPU": (call("double", "{}(torch.ones(4, 100, device='cpu'))"), 2, [CUDA], []),
    "a call prints": (call("loud"), 0, [REPEATED, "all right"], []),
    "a program changes what others see": (
        ["changes.py"],
        0,
        ["\n4 1 {0: torch.Size([4, 100])} 2.0 4 1\n", "1 call repeated with variations"],
        [],
    ),
    "PyTorch has threads": (["threads.py"], 0, ["torch.Size([]) 4\n", REPEATED, "all right"], ["deterministic"]),
    "Python ends": (["ending.py"], 0, [REPEATED, "calls are watched by None\n"], []),
    "one of several kernels is named": (
        ["--find", "two.py:copy_kernel"],
        0,
        ["copies assumes x.shape[0] % 32 == 0", REPEATED],
        ["tiles"],
    ),
}


@pytest.fixture
def bad(run_python, tmp_path):
    """Runs a program of `FILES` with --vary."""
    for name, text in FILES.items():
        (tmp_path / f"{name}.py").write_text((HEAD if name == "double" else "") + text)
    return lambda words, *options: run_python("-B", "-m", "triton_aot_emulate", "--vary", *options, *words)


@pytest.mark.parametrize("name", BAD)
def test_bad_program_has_a_clear_message_and_the_right_exit_code(bad, name):
    words, code, says, says_not = BAD[name]
    ended = bad(words)
    text = f"\n{ended.stdout}{ended.stderr}"
    assert (ended.returncode, [each for each in says if each not in text]) == (code, []), text
    assert [each for each in says_not if each in text] == [], text
    assert text.count("loud") in (0, 201 + len("loud\n") // 5), "what repeats print is not shown"


def test_call_that_is_not_repeated_is_named_in_all_reports(bad, tmp_path):
    ended = bad(call("once"), "--report=report.json", "--sarif=report.sarif", "--junit=report.xml")
    why = "it cannot be called again with copies of its arguments"
    assert ended.returncode == 3
    report = json.loads((tmp_path / "report.json").read_text())
    (row,) = report["varied"]
    assert (row["function"], row["how"], row["why"], row["kernels"]) == ("once", "not", why, ["double_kernel"])
    assert report["right"] is False
    sarif = json.loads((tmp_path / "report.sarif").read_text())["runs"][0]
    assert [each["ruleId"] for each in sarif["results"]] == ["not-repeated"]
    assert sarif["results"][0]["message"]["text"] == f"once was not repeated: {why}"
    assert sarif["invocations"][0]["executionSuccessful"] is False
    junit = (tmp_path / "report.xml").read_text()
    assert f"once was not repeated: {why}" in junit
    assert '<error message="no call was repeated' in junit

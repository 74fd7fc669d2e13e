"""A launch is judged only if its result is known and the journal has it: whatever else happens is counted, and is never all right."""

import ast
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
import triton_aot_emulate
from aot_emulate.launch import Launch
from aot_emulate.memory import Buffer, GlobalMemory
from aot_emulate.ptx import parse
from program import emulate, report_of, write_program
from triton_aot_emulate.emulation import Emulation, Request
from triton_aot_emulate.events import Grouped, Launched, Variant
from triton_aot_emulate.findings import as_on_gpu
from triton_aot_emulate.gpus import gpu_named
from triton_aot_emulate.journal import Journal
from triton_aot_emulate.options import Options
from triton_aot_emulate.reading import read_run
from triton_aot_emulate.tally import Tally

PTX = ".version 8.4\n.target sm_80\n.address_size 64\n.visible .entry add()\n{\nret;\n}\n"


class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError("no text")


def start(folder):
    return Emulation(Options(order=True), gpu_named("sm_80"), Journal(str(folder)))


def run(emulation, error=None):
    """Launches a kernel that is right. An `error` is raised while it is executed."""

    def contents():
        raise error

    memory = GlobalMemory(np.zeros(4, np.uint8), 1 << 32)
    memory.allow(Buffer("x", 1 << 32, 4, 4))
    emulation.options = Options(order=error is not None)
    launch = Launch(b"", (1, 1, 1), (32, 1, 1), 0)
    emulation.run(Request(parse(PTX), Variant("", "add"), memory, launch, contents, []))


def counts(folder):
    (kernel,) = [each for each in read_run(str(folder)).events if isinstance(each, Launched)]
    return kernel.launches, kernel.judged, kernel.failed


def findings(folder):
    return [(each.kind, each.message) for each in read_run(str(folder)).events if isinstance(each, Grouped)]


@pytest.mark.parametrize(
    "error", [MemoryError("no room"), KeyError("x"), RecursionError(), KeyboardInterrupt(), OSError(5, "x")]
)
def test_any_exception_in_a_launch_is_said_and_reaches_the_program(tmp_path, error):
    emulation = start(tmp_path)
    run(emulation)
    with pytest.raises(type(error)) as raised:
        run(emulation, error)
    assert raised.value is error
    assert counts(tmp_path) == (2, 1, 1)
    ((kind, message),) = findings(tmp_path)
    assert kind == "not-judged"
    assert message.startswith(
        f"add: nothing is known about this launch: its emulation ended with {type(error).__name__}"
    )


def test_each_launch_that_has_begun_is_counted(tmp_path):
    tally = Tally(Journal(str(tmp_path)))
    expected = []
    for step in ["begin", "begin", "end", "begin", "end", "begin", "begin", "begin", "end"]:
        expected = [*expected, "add"] if step == "begin" else expected
        tally.begin("add") if step == "begin" else tally.end("add", 0.5, is_judged=True)
        assert counts(tmp_path)[0] == len(expected)
    assert counts(tmp_path) == (6, 3, 0)


def test_launch_whose_finding_cannot_be_made_did_not_end(tmp_path):
    emulation = start(tmp_path)
    with pytest.raises(RuntimeError, match="no text"):
        run(emulation, Unprintable())
    assert (counts(tmp_path), findings(tmp_path)) == ((1, 0, 0), [])


def test_launch_that_fails_before_it_is_executed_is_said(tmp_path):
    emulation = start(tmp_path)
    with pytest.raises(AttributeError), emulation.preparing("add"):
        raise AttributeError("no storage")
    assert counts(tmp_path) == (1, 0, 1)
    assert [kind for kind, _ in findings(tmp_path)] == ["not-judged"]


def test_launch_that_a_gpu_refuses_too_shows_nothing(tmp_path):
    emulation = start(tmp_path)
    run(emulation)
    with pytest.raises(ValueError, match="cpu tensor"), emulation.preparing("add"):
        raise as_on_gpu(ValueError("cpu tensor"))
    assert (counts(tmp_path), findings(tmp_path)) == ((1, 1, 0), [])


# The ends of a process between two launches, which every program may have, and during one.
ENDS = {
    "os._exit": "if os.fork() == 0: {}; os._exit(0)\nos.wait()",
    "SIGKILL": "if os.fork() == 0: {}; os.kill(os.getpid(), 9)\nos.wait()",
    "an exception": "if os.fork() == 0: {}; 1 / 0\nos.wait()",
    "exec": "if os.fork() == 0: {}; os.execvp('true', ['true'])\nos.wait()",
    "terminate": (
        "import multiprocessing\n"
        "context = multiprocessing.get_context('fork')\n"
        "def work(queue):\n    {}; queue.put(1); import time; time.sleep(60)\n"
        "queue = context.SimpleQueue(); child = context.Process(target=work, args=(queue,)); child.start(); queue.get()\n"
        "child.terminate(); child.join()"
    ),
}


@pytest.mark.parametrize("end", ENDS)
def test_process_that_ends_between_launches_has_judged_all(tmp_path, end):
    write_program(tmp_path, "launched()\n" + ENDS[end].format("launched(times=2)"))
    ended = emulate(tmp_path, "app.py")
    assert ended.returncode == 0, ended.stderr
    assert "3 launches of 1 kernel" in ended.stderr
    assert ended.stderr.endswith(", all right\n")


@pytest.mark.parametrize("end", ENDS)
def test_process_that_ends_during_a_launch_has_not_judged_it(tmp_path, end):
    write_program(tmp_path, "launched()\n" + ENDS[end].format("launched(); tally.begin('mul')"))
    ended = emulate(tmp_path, "--report=report.json", "--junit=junit.xml", "app.py")
    assert ended.returncode == 3, ended.stderr
    assert "not-judged in mul: 1 launch\n    a process began this launch and did not write how it ended" in ended.stderr
    assert "3 launches of 2 kernels emulated for sm_80" in ended.stderr
    assert ended.stderr.endswith(", 1 not judged\n")
    report = report_of(tmp_path)
    assert (report["right"], [(each["kind"], each["launches"]) for each in report["found"]]) == (
        False,
        [("not-judged", 1)],
    )
    assert {each["kernel"]: (each["launches"], each["judged"]) for each in report["kernels"]} == {
        "add": (2, 2),
        "mul": (1, 0),
    }
    assert ET.parse(tmp_path / "junit.xml").getroot().get("errors") == "1"


def test_process_that_outlives_its_run_changes_no_verdict(tmp_path):
    wait = "import time\n        while not os.path.exists('go'): time.sleep(0.01)"
    write_program(
        tmp_path,
        f"""
if os.fork() == 0:
    launched()
    if os.fork() == 0:
        os.setsid(); os.close(0); os.close(1); os.close(2)
        launched()
        open("ready", "w").close()
        {wait}
        found()
        open("done", "w").close()
    os._exit(0)
os.wait()
while not os.path.exists("ready"): pass
""",
    )
    ended = emulate(tmp_path, "--keep=kept", "app.py")
    assert (ended.returncode, "2 launches" in ended.stderr) == (0, True), ended.stderr
    (tmp_path / "go").touch()
    while not (tmp_path / "done").exists():
        pass
    ended = emulate(tmp_path, "--from=kept")
    assert (ended.returncode, "was changed after the run had ended" in ended.stderr) == (6, True), ended.stderr


def test_wrong_is_more_than_not_judged(tmp_path):
    write_program(tmp_path, "launched(); found(); tally.begin('mul')")
    ended = emulate(tmp_path, "app.py")
    assert (ended.returncode, "1 wrong, 1 not judged" in ended.stderr) == (6, True), ended.stderr


FULL = """
import glob, resource
for kernel in ("add", "first", "second", "third"):
    launched(kernel)
def fill():
    (path,) = glob.glob(f"{Options.from_environment(os.environ).folder}/{os.getpid()}-*")
    resource.setrlimit(resource.RLIMIT_FSIZE, (os.path.getsize(path),) * 2)
fill()
"""


@pytest.mark.parametrize(
    "then", ["tally.begin('add'); found(); tally.end('add', 1, True)", "launched('mul')", "launched(); found()"]
)
def test_full_disk_is_said(tmp_path, then):
    """The journal cannot get longer: findings and kernels that are new are lost, and counts can still change."""
    write_program(tmp_path, FULL + then)
    ended = emulate(tmp_path, "app.py")
    assert (ended.returncode, "all right" in ended.stderr) == (3, False), ended.stderr
    assert "File too large" in ended.stderr
    assert (", 1 not judged" in ended.stderr) == ("begin" in then)


def test_finding_is_written_by_a_fork_that_can_open_no_file(tmp_path):
    write_program(
        tmp_path,
        """
import resource
launched()
if os.fork() == 0:
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    files = []
    try:
        while True: files.append(open(os.devnull))
    except OSError:
        launched(); found(); os._exit(0)
os.wait()
""",
    )
    ended = emulate(tmp_path, "app.py")
    assert (ended.returncode, "2 launches" in ended.stderr) == (6, True), ended.stderr


def test_program_that_closes_all_files_keeps_its_journal_and_its_own_files(tmp_path):
    text = "launched(); os.closerange(3, 64); mine = [open(f'mine{each}', 'w') for each in range(9)]; launched(times=3); found()"
    write_program(tmp_path, text)
    ended = emulate(tmp_path, "app.py")
    assert (ended.returncode, "4 launches" in ended.stderr) == (6, True), ended.stderr
    assert [path.read_text() for path in tmp_path.glob("mine*")] == [""] * 9


@pytest.mark.parametrize(
    ("removed", "says"),
    [("/*-*", "the program has removed it"), ("/run*", "run.jsonl cannot be read"), ("", "run.jsonl cannot be read")],
)
def test_program_that_removes_journals_is_not_judged(tmp_path, removed, says):
    text = f"launched(); os.system('rm -r ' + Options.from_environment(os.environ).folder + '{removed}'); launched()"
    write_program(tmp_path, text)
    ended = emulate(tmp_path, "app.py")
    assert (ended.returncode, says in ended.stderr) == (3, True), ended.stderr


# What handles an exception on the way of a launch, by module and function, and why no launch is all right by it.
HANDLERS = {
    "caller.from_here": "the text stays as it is",
    "emulation._check": "raises",
    "emulation._decide_otherwise": "the launch itself is judged; what the repeated one does wrong is a finding, or raised",
    "emulation.preparing": "counts what failed as not judged, and raises",
    "emulation._run": "what is recorded decides; the program gets the error",
    "emulation._execute": "raises a CannotTell",
    "emulation._run_reversed": "the launch was judged in the usual order, and a warning says that it was in no other",
    "emulation._try": "the program has not made this launch; raises",
    "too_long.run_sample": "the launch is too long in any case, and raises",
    "vary.accepting._holds": "the condition has no value for this call, and excuses nothing",
    "vary.apart._in_child": "the launches of the program were executed before; the report says why they were not repeated",
    "vary.apart._said": "the report says that the call was not repeated",
    "vary.apart._used": "the fork has ended",
    "vary.checking._try": "there is no memory for a call that the program has not made, and it is not made",
    "vary.gradients.wrong": "a wrong launch is reported; a function without a backward pass has no gradient to compare",
    "vary.kernel_text._function": "the kernel has no text, and nothing is known of what it tests for",
    "vary.kernel_text._number": "what a kernel compares with is no number, and no sign that it tests for",
    "vary.pasting.__init__": "the call has no text, and the finding is reported without one",
    "vary.reference._load": "the report says that there is no such reference",
    "vary.reference.bound": "the reference does not say what it takes, and is not called",
    "vary.reference.results": "the reference refuses these arguments, and nothing is compared",
    "vary.reporting._pasted": "the call has no text, and the finding is reported without one",
    "vary.rerunning.run": "what ends a repeated test is its result",
    "vary.trying.attempt": "a call that the program has not made is refused, or not known",
    "vary.values._context_fields": "the program has saved no such field yet",
    "vary.watching._as_tensor": "what is no array is not compared",
    "vary.watching._watched": "raises",
    "vary.watching.failed": "the error is no comparison of numbers, and no case",
    "vary.watching.watched": "raises",
    "journal._put": "raises",
    "journal.mark": "the line is written again",
    "journal._stat": "the journal is opened again, or the write is lost",
    "journal.write": "the write is lost, and the run says so",
    "journal._note_loss": "nobody reads the journals any more",
    "triton_side.launcher._allocate": "the program's allocator failed, as on a GPU",
    "triton_side.arguments.add": "Triton refuses the value",
    "triton_side.arguments.address_of": "Triton refuses the value",
    "triton_side.tensor_maps._written": "CUDA refuses the tensor map",
    "triton_side.stages._ptx_in_place": "ptxas failed, as for a GPU",
    "triton_side.stages.run": "ptxas failed, as for a GPU",
    "triton_side.stages.assembled": "ptxas failed, as for a GPU",
    "triton_side.autotune._fits": "a GPU does not take this config either, and another is launched",
    "triton_side.autotune._naming": "raises",
    "triton_side.tensors._elements": "the whole storage is taken",
    "triton_side.tensors._address_of": "the tensor has no storage, so a kernel cannot reach it",
}
PATH = """
caller contents emulation journal tally replays too_long variants vary/* triton_side/arguments triton_side/autotune
triton_side/handles triton_side/launcher triton_side/tensor_maps triton_side/stages triton_side/tensors triton_side/utils
"""
PACKAGE = Path(triton_aot_emulate.__file__).parent


def functions():
    """The functions on the way of a launch, by the name of their module and theirs."""
    for name in PATH.split():
        for file in sorted(PACKAGE.glob(f"{name}.py")):
            module = ".".join(file.relative_to(PACKAGE).with_suffix("").parts)
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.FunctionDef):
                    yield f"{module}.{node.name}", node


def calls(node, name):
    return [each for each in ast.walk(node) if isinstance(each, ast.Call) and ast.unparse(each.func).endswith(name)]


def test_each_handler_of_an_exception_says_why_no_launch_is_all_right_by_it():
    found = {name for name, node in functions() if any(isinstance(each, ast.ExceptHandler) for each in ast.walk(node))}
    assert found == set(HANDLERS), "add the handler with its reason, or remove it"


def test_only_one_line_makes_a_launch_judged():
    ends = [(name, ast.unparse(call)) for name, node in functions() for call in calls(node, "tally.end")]
    assert sorted(ends) == [
        ("emulation._run", "self.tally.end(name, time.perf_counter() - start, is_judged)"),
        ("emulation.preparing", "self.tally.end(kernel, 0.0, is_judged=False)"),
    ]
    changes = [
        (name, ast.unparse(each))
        for name, node in functions()
        for each in ast.walk(node)
        if isinstance(each, (ast.Assign, ast.AugAssign, ast.AnnAssign)) and "judged" in ast.unparse(each).split("=")[0]
    ]
    assert sorted(changes) == [
        ("emulation._run", "is_judged = error is None or isinstance(error, KernelFault)"),
        ("tally.end", "counts.judged += is_judged"),
    ]


# Functions that a launch comes through, and what they return before their end.
RETURNS = {
    "emulation.run": [],
    "emulation._run": ["threading.get_ident() in self._idle", "trial is not None"],
    "emulation._check": ["contents is None"],
    "triton_side.launcher.__call__": [],
    "triton_side.launcher._request": ["math.prod(grid) == 0"],
    "triton_side.utils.load_binary": [],
}


def test_launches_end_early_only_where_they_were_executed_or_not_asked_for():
    found = {
        name: [
            ast.unparse(branch.test)
            for branch in ast.walk(node)
            if isinstance(branch, ast.If) and any(isinstance(each, ast.Return) for each in ast.walk(branch))
        ]
        for name, node in functions()
        if name in RETURNS
    }
    assert found == RETURNS

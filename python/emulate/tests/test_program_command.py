"""`python -m triton_aot_emulate`: how it starts programs, what it says, and how it ends."""

import os
import signal
import subprocess
import sys
import time

import pytest
from program import NOTES, PACKAGES, emulate, report_of, write_program

ARGUMENTS = "launched()\nprint(sys.argv)"
PYTEST_IS_IDLE = "pytest was not asked to run a test"


def test_help_answers_without_a_program(tmp_path):
    ended = emulate(tmp_path, "--help")
    assert ended.returncode == 0
    for text in ("--gpu NAME", "--limit SECONDS", "--report FILE.json", "-m pytest tests"):
        assert text in ended.stdout


def test_program_that_fails_first_is_said_to_fail(tmp_path):
    ended = emulate(tmp_path, "-m", "pytest", "nowhere")
    assert ended.returncode == 4
    assert "not found: nowhere" in ended.stdout + ended.stderr
    assert ended.stderr.endswith(
        "no launch was emulated: the program exited with status 4 before it launched a kernel. "
        "Its own messages, above, say why\n"
    )


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ([], "name a program"),
        (["--"], "name a program after `--`"),
        (["-m"], "name a module after `-m`"),
        (["-c"], "name the code after `-c`"),
        (["nothing.py"], "there is no file nothing.py"),
        (["--", "no-such-program"], "there is no program `no-such-program`"),
        (["--gpu", "sm_70", "app.py"], "--gpu: unknown GPU `sm_70`; it must be a GPU such as H100"),
        (["--gpu", "sm_80, ,H100", "app.py"], "--gpu: the name of a GPU is missing"),
        (["--gpu", "", "app.py"], "--gpu: the name of a GPU is missing"),
        (["--gpu", "A100,h10O", "app.py"], "--gpu: unknown GPU `h10O`; it must be a GPU such as H100"),
        (["--gpu", "A100,h10O", "app.py"], "; did you mean H100?"),
        (["--gpu", "sm90", "app.py"], "; did you mean sm_90?"),
        (["--limit", "nan", "app.py"], "--limit: a time must be a number of seconds, 0 or more, not nan"),
        (["--limit", "inf", "app.py"], "--limit: a time must be a number of seconds, 0 or more, not inf"),
        (["--limit=-1", "app.py"], "--limit: a time must be a number of seconds, 0 or more, not -1"),
        (["--processes=-1", "app.py"], "--processes: a count must be 0 or more, not -1"),
        (["--report", "no/report.json", "app.py"], "--report: cannot write no/report.json: there is no folder no"),
        (["--junit", ".", "app.py"], "--junit: cannot write .: Is a directory"),
        (["--coverage", "taken/a", "app.py"], "--coverage: cannot write taken/a: there is no folder taken"),
        (["--keep", "taken/kept", "app.py"], "--keep: cannot write to taken/kept: "),
        (["--record", "taken", "app.py"], "taken is no folder"),
        (["--views", "maybe", "app.py"], "--views: `maybe` is none of error, warning, off"),
        (["--uninitialized", "no", "app.py"], "--uninitialized: `no` is none of fill, keep"),
        (
            ["--vary", "--reference", "f", "app.py"],
            "`f` is not MODULE:FUNCTION, FILE.py:FUNCTION or NAME=MODULE:FUNCTION",
        ),
        (["--gradients", "app.py"], "--gradients needs --vary"),
        (["--sample", "-1", "app.py"], "--sample: a count must be 0 or more, not -1"),
        (["--limit", "soon", "app.py"], "--limit"),
        (["--wrong", "app.py"], "unrecognized arguments: --wrong"),
        (["--call", "f(1", "app.py"], "--call: `f(1` is not Python: '(' was never closed at line 1, column 2"),
        (["--call", "f(1)", "-m", "app"], "--call: expected one FILE.py, not `-m app`"),
        (["--call", "f(1)", "--"], "--call: expected one FILE.py, not ``"),
        (["--call", "f(1)", "no.py"], "--call: there is no file no.py"),
        (["--from", "taken", "--call", "f(1)"], "--from taken: it runs no program"),
    ],
)
def test_wrong_use_says_what_is_wrong(tmp_path, argv, says):
    (tmp_path / "taken").write_text("")
    (tmp_path / "app.py").write_text("open('ran', 'w')")
    ended = emulate(tmp_path, *argv)
    assert (ended.returncode, says in ended.stderr) == (2, True), ended.stderr
    assert sorted(each.name for each in tmp_path.iterdir()) == ["app.py", "taken"]


def test_names_of_gpus_may_have_blanks_around(tmp_path):
    write_program(tmp_path, "launched()")
    ended = emulate(tmp_path, "--gpu", " A100, H100", "app.py")
    assert (ended.returncode, "emulated for A100 and H100" in ended.stderr) == (0, True), ended.stderr


def test_files_are_written_where_the_command_was_started(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    write_program(tmp_path, "launched(); os.chdir('elsewhere')")
    files = ["report.json", "report.xml", "all.lcov"]
    options = [f"--{name}={file}" for name, file in zip(("report", "junit", "coverage"), files)]
    ended = emulate(tmp_path, *options, "--keep=kept", "--report=/dev/stdout", "--report=report.json", "app.py")
    assert ended.returncode == 0, ended.stderr
    assert {*files, "kept"} <= {each.name for each in tmp_path.iterdir()}


def test_program_gets_its_arguments_and_ends_as_it_does(tmp_path):
    write_program(tmp_path, "launched()\nprint(sys.argv[1:])\nsys.exit(9)")
    ended = emulate(tmp_path, "--gpu", "H100", "app.py", "--gpu", "x", "--", "-m")
    assert (ended.returncode, ended.stdout) == (9, "['--gpu', 'x', '--', '-m']\n")


@pytest.mark.parametrize(("words", "stdin"), [(["-c", NOTES + ARGUMENTS], ""), (["-"], NOTES + ARGUMENTS)])
@pytest.mark.parametrize("before", [[], ["--", sys.executable]])
def test_code_as_python_takes_it_gets_its_arguments(tmp_path, before, words, stdin):
    ended = emulate(tmp_path, "--gpu", "H100", *before, *words, "--gpu", "x", stdin=stdin)
    assert (ended.returncode, ended.stdout) == (0, f"['{words[0]}', '--gpu', 'x']\n"), ended.stderr
    assert "1 launch of 1 kernel emulated for H100" in ended.stderr


def test_right_launches_end_well(tmp_path):
    write_program(tmp_path, "launched(times=3); launched('silu')")
    ended = emulate(tmp_path, "--report=report.json", "app.py")
    assert ended.returncode == 0, ended.stderr
    assert "4 launches of 2 kernels emulated for sm_80" in ended.stderr
    assert report_of(tmp_path)["right"] is True


def test_swallowed_finding_is_red(tmp_path):
    write_program(tmp_path, "launched(); found()")
    ended = emulate(tmp_path, "--report=report.json", "app.py")
    assert ended.returncode == 6
    assert (
        "out-of-bounds in add at kernels.py:6: 1 launch\n    add: reads too far\n    launched at app.py:3\n"
        in ended.stderr
    )
    assert report_of(tmp_path)["right"] is False


def test_launch_that_was_not_emulated_is_red_too(tmp_path):
    write_program(tmp_path, "launched(); found(kind='too-long', message='add: too long', is_known=False)")
    ended = emulate(tmp_path, "app.py")
    assert (ended.returncode, "1 not emulated" in ended.stderr) == (6, True), ended.stderr


def test_warning_is_not_red(tmp_path):
    write_program(tmp_path, "launched(); found(level='warning')")
    assert emulate(tmp_path, "app.py").returncode == 0


def test_program_without_launches_is_red(tmp_path):
    (tmp_path / "app.py").write_text("print('nothing')")
    ended = emulate(tmp_path, "app.py")
    assert ended.returncode == 6
    assert "no launch was emulated: the program did not import Triton" in ended.stderr


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["--allow-no-launch", "app.py"], "it was allowed to launch nothing"),
        (["app.py", "--help"], "`--help` was asked for"),
        (["-m", "pytest", "--version"], "`--version` was asked for"),
        (["-m", "pytest", "--collect-only", "test_it.py"], PYTEST_IS_IDLE),
        (["-m", "pytest", "-q", "--help"], PYTEST_IS_IDLE),
        (["--", sys.executable, "-m", "pytest", "--markers"], PYTEST_IS_IDLE),
        (["-m", "pytest", "--fixtures", "test_it.py"], PYTEST_IS_IDLE),
        (["-m", "pytest", "--setup-only", "test_it.py"], PYTEST_IS_IDLE),
    ],
)
def test_program_that_launches_nothing_on_purpose_is_not_red(tmp_path, argv, says):
    (tmp_path / "app.py").write_text("")
    (tmp_path / "test_it.py").write_text("def test_it(tmp_path): pass")
    ended = emulate(tmp_path, "--report=report.json", *argv)
    assert ended.returncode == 0, ended.stderr
    assert f"no launch was emulated, and none was needed: {says}" in ended.stderr
    report = report_of(tmp_path)
    assert (report["right"], report["no_launch"]) == (False, says)


TRITON_ELSEWHERE = "from triton_aot_emulate.journal import Journal; from triton_aot_emulate.events import Imported; import json, os; options = json.loads(os.environ['TRITON_AOT_EMULATE']); Journal(options['folder']).write(Imported('3.9.0', os.getpid()))"


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("{python} -m pytest test_it.py", 6),
        ("{python} -m pytest test_skipped.py", 6),
        ("{python} -m pytest --collect-only test_it.py; {python} -m pytest test_it.py", 6),
        ("{python} -m pytest --collect-only test_it.py; {python} -c '{other}'", 6),
        ("{python} -m pytest -k nothing test_it.py || true", 6),
        ("{python} -m pytest -k nothing test_it.py", 5),
        ("{python} -c 0 --help", 6),
    ],
)
def test_tests_that_launch_nothing_are_red(tmp_path, script, code):
    (tmp_path / "test_it.py").write_text("def test_it(): pass")
    (tmp_path / "test_skipped.py").write_text("import pytest\n@pytest.mark.skip\ndef test_it(): pass")
    other = TRITON_ELSEWHERE.replace("'", '"')
    ended = emulate(tmp_path, "--", "sh", "-c", script.format(python=sys.executable, other=other))
    assert (ended.returncode, "error: no launch was emulated: the program" in ended.stderr) == (code, True), (
        ended.stderr
    )


def test_program_that_ends_by_a_signal_is_named(tmp_path):
    write_program(tmp_path, "launched(); found(); os.kill(os.getpid(), 9)")
    ended = emulate(tmp_path, "app.py")
    assert ended.returncode == 137
    assert "out-of-bounds in add" in ended.stderr
    assert "the program was ended by signal 9 (SIGKILL)" in ended.stderr


@pytest.mark.parametrize(("number", "name"), [(40, "SIGRTMIN+6"), (15, "SIGTERM")])
def test_every_signal_has_a_name(tmp_path, number, name):
    write_program(tmp_path, f"launched(); os.kill(os.getpid(), {number})")
    ended = emulate(tmp_path, "app.py")
    assert (ended.returncode, f"ended by signal {number} ({name})" in ended.stderr) == (128 + number, True), (
        ended.stderr
    )


# The program, one that it starts in a session of its own, and one that has another environment but is the program.
LEFT = """
import subprocess, time
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
print("ready", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize(
    "program",
    [["app.py"], ["--", "env", "-i", sys.executable, "-c", "import time; print('ready', flush=True); time.sleep(60)"]],
)
def test_nothing_is_left_when_the_command_is_killed(tmp_path, program):
    write_program(tmp_path, f"launched()\n{LEFT}")
    environment = {**os.environ, "PYTHONPATH": str(PACKAGES)}
    process = subprocess.Popen(
        [sys.executable, "-m", "triton_aot_emulate", *program],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "ready\n"
    process.kill()
    # Its output ends when the last one that has it is gone.
    start = time.monotonic()
    process.communicate(timeout=60)
    assert (process.returncode, time.monotonic() - start < 30) == (-9, True)


@pytest.mark.parametrize("end", ["os._exit(0)", "os.kill(os.getpid(), 9)"])
def test_counts_survive_the_end_of_a_process(tmp_path, end):
    write_program(tmp_path, f"launched(times=10_000)\nif os.fork() == 0:\n    launched(times=5); {end}\nos.wait()")
    emulate(tmp_path, "--report=report.json", "app.py")
    assert [each["launches"] for each in report_of(tmp_path)["kernels"]] == [10_005]


def test_signals_reach_the_program(tmp_path):
    text = "import signal, time\nsignal.signal(15, lambda *_: sys.exit(21))\nlaunched()\nprint('ready', flush=True)\ntime.sleep(60)"
    write_program(tmp_path, text)
    environment = {**os.environ, "PYTHONPATH": str(PACKAGES)}
    argv = [sys.executable, "-m", "triton_aot_emulate", "app.py"]
    process = subprocess.Popen(
        argv, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGTERM)
    start = time.monotonic()
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, time.monotonic() - start < 30) == (21, True), errors


def test_nothing_is_left_in_the_temporary_folder(tmp_path):
    write_program(tmp_path, "launched()")
    (tmp_path / "tmp").mkdir()
    assert emulate(tmp_path, "app.py", environment={"TMPDIR": str(tmp_path / "tmp")}).returncode == 0
    assert list((tmp_path / "tmp").iterdir()) == []


def test_sitecustomize_of_the_program_runs_too(tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text("import sys; sys.own_site = True")
    (tmp_path / "app.py").write_text("import sys; print(sys.own_site, [each for each in sys.path if 'aot' in each])")
    paths = os.pathsep.join([str(PACKAGES), str(tmp_path / "site")])
    ended = emulate(tmp_path, "app.py", environment={"PYTHONPATH": paths})
    assert ended.stdout.startswith("True ["), ended.stderr
    assert "start" not in ended.stdout


def write_package(folder, name, version):
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(f"__version__ = '{version}'")


@pytest.mark.parametrize(
    ("packages", "says"),
    [
        (
            {"triton": "3.4.0", "torch": "2.0"},
            "Triton 3.4.0 in {python} is too old to be emulated: it must be 3.6 to 3.9",
        ),
        ({"triton": "3.9.0"}, "PyTorch is missing in {python}"),
        ({"triton": "3.9.0", "torch": "2.0", "numpy": "1.26.4"}, "NumPy 1.26.4 in {python} is too old"),
    ],
)
@pytest.mark.parametrize("caught", [False, True])
def test_what_is_installed_and_does_not_fit_is_named(tmp_path, packages, says, caught):
    for name, version in packages.items():
        write_package(tmp_path, name, version)
    text = "try:\n    import triton\nexcept Exception:\n    pass" if caught else "import triton"
    (tmp_path / "app.py").write_text(text)
    ended = emulate(tmp_path, "app.py")
    assert ended.returncode == (6 if caught else 1)
    assert f"error: {says.format(python=sys.executable)}" in ended.stderr


def test_missing_numpy_is_named(tmp_path):
    write_package(tmp_path, "triton", "3.9.0")
    write_package(tmp_path, "torch", "2.0")
    (tmp_path / "numpy.py").write_text("raise ImportError('no NumPy here')")
    (tmp_path / "app.py").write_text("import triton")
    ended = emulate(tmp_path, "app.py")
    assert (ended.returncode, "NumPy cannot be imported" in ended.stderr) == (1, True), ended.stderr


def test_old_python_is_named(tmp_path):
    write_package(tmp_path, "triton", "3.9.0")
    write_package(tmp_path, "torch", "2.0")
    start = PACKAGES / "triton_aot_emulate" / "start" / "sitecustomize.py"
    text = "import runpy, sys; sys.version_info = (3, 9, 18); runpy.run_path(sys.argv[1]); import torch, triton"
    environment = {**os.environ, "TRITON_AOT_EMULATE": "{}", "PYTHONPATH": str(tmp_path)}
    argv = [sys.executable, "-c", text, str(start)]
    ended = subprocess.run(argv, env=environment, capture_output=True, text=True, check=False)
    says = f"RuntimeError: Python 3.9.18 in {sys.executable} is too old to be emulated: it must be 3.10 or later"
    assert (ended.returncode, says in ended.stderr) == (1, True), ended.stderr


CALLED = """
import time, socket
def good(): launched(times=2); print(__name__, sys.argv)
def wrong(value): raise ValueError(f"too large: {value}")
def endless(): launched(); time.sleep(60)
def remote(): raise ConnectionError("example.org is unreachable")
def fault():
    from triton_aot_emulate import KernelFault
    from triton_aot_emulate.findings import Finding
    launched(); found()
    raise RuntimeError("the launch failed") from KernelFault(Finding("add", "out-of-bounds", "reads too far"))
"""


@pytest.mark.parametrize(
    ("code", "exit_code", "says"),
    [
        ("good()", 0, "2 launches of 1 kernel emulated"),
        # What a launch raises is in the report, however the program hands it on.
        ("fault()", 6, "out-of-bounds in add at kernels.py:6: 1 launch"),
        ("print()", 2, "error: `print()` launched no Triton kernel"),
        ("wrong(\n3)", 2, "error: `wrong(\n3)` raised ValueError: too large: 3\nerror: no launch was emulated"),
        ("wrong(3)", 2, 'File "--call", line 1, in <module>\n    wrong(3)\n'),
        ("other(3)", 2, "raised NameError: name 'other' is not defined\n    The code can use the names of app.py"),
        ("remote()", 2, "raised ConnectionError: example.org is unreachable\n    It needs a network."),
        ("sys.exit()", 2, "error: `sys.exit()` ended the program with sys.exit(None)"),
        ("import nothing_at_all", 2, "Install the package with `"),
        ("endless()", 3, "error: `endless()` did not end within 1 s\n    Use smaller sizes, or raise `--limit`"),
    ],
)
def test_call_ends_with_what_is_wrong(tmp_path, code, exit_code, says):
    write_program(tmp_path, CALLED)
    ended = emulate(tmp_path, "--limit=0.05", "--call", code, "app.py")
    assert (ended.returncode, says in ended.stderr) == (exit_code, True), ended.stderr
    assert "call.py" not in ended.stderr


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sys.exit(0)", "ended the program with sys.exit(0) at sub/bad.py:"),
        ("def (", "importing sub/bad.py: sub/bad.py:"),
        ("import nothing_at_all", "importing sub/bad.py raised ModuleNotFoundError: No module named 'nothing_at_all'"),
        ("import time; time.sleep(60)", "importing sub/bad.py did not end within 1 s"),
        ("1 / 0", "in <module>\n    1 / 0\n"),
    ],
)
def test_file_of_a_call_that_cannot_be_imported_is_named(tmp_path, text, says):
    (tmp_path / "sub").mkdir()
    write_program(tmp_path, text, "sub/bad.py")
    ended = emulate(tmp_path, "--limit=0.05", "--call", "print()", "sub/bad.py")
    assert (ended.returncode in (2, 3), says in ended.stderr) == (True, True), ended.stderr


def test_call_is_in_the_module_as_its_package_has_it(tmp_path):
    (tmp_path / "project/pkg/ops").mkdir(parents=True)
    (tmp_path / "project/pkg/__init__.py").write_text("from .ops.types import TIMES")
    (tmp_path / "project/pkg/ops/__init__.py").write_text("")
    write_program(tmp_path, "from .. import ops\nfrom .more import *\nTIMES = 3", "project/pkg/ops/types.py")
    (tmp_path / "project/pkg/ops/more.py").write_text("print('once', __name__)")
    code = "launched(times=TIMES); print(launched.__module__)"
    for file in ("project/pkg/ops/types.py", str(tmp_path / "project/pkg/ops/types.py")):
        ended = emulate(tmp_path, "--call", code, file)
        assert (ended.returncode, ended.stdout) == (0, "once pkg.ops.more\npkg.ops.types\n"), ended.stderr
    # A file beside another's name, here of a module of Python.
    (tmp_path / "names").mkdir()
    write_program(tmp_path, "", "names/types.py")
    ended = emulate(tmp_path, "--call", "launched(); print(launched.__module__)", "--", "names/types.py")
    assert (ended.returncode, ended.stdout) == (0, "types_\n"), ended.stderr

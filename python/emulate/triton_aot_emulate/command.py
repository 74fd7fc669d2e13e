"""Starts a program whose launches are emulated, and says at its end what they showed."""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn

from .assumptions import require
from .call import ENDS, LAUNCHES, command_of
from .guard import end_all, guarded
from .options import Instead, Options, Outputs, chosen, rows
from .reading import read_runs
from .report.annotations import annotation_lines
from .report.files import write_files
from .report.text import report_lines
from .report.values import WRONG, make_report, with_accepted
from .run import Run, folder_of_runs, report_on
from .sources.running import Search, with_call

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .report.values import Report

# Exit codes, as those of triton-aot.
USAGE, ENVIRONMENT = 2, 3
# Seconds for the repeats of calls that take no time.
REPEATS = 60
LONGER = f"Use smaller sizes, or raise `--limit`: it may take {LAUNCHES} times as long as a launch"
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
FORWARDED = (*ENDING, signal.SIGUSR1, signal.SIGUSR2)

USE = """%(prog)s [OPTIONS] (-m MODULE | FILE.py | -c CODE | - | -- PROGRAM) [ARGUMENTS…]
       %(prog)s [OPTIONS] --find (FILE.py | FILE.py:KERNEL | FOLDER)…"""
# How Python is told what to run, if it is no file; what must follow the word.
PYTHON_RUNS = {"-m": "a module", "-c": "the code", "-": ""}
DESCRIPTION = """\
Runs a Python program, such as a test suite, without a GPU: its Triton kernels are compiled as for a GPU, and the compiled
code is executed on the CPU. The program is not changed. Its tensors on `cuda` are on the CPU."""
EPILOG = """\
examples:
  %(prog)s -m pytest tests
  %(prog)s --gpu A100,H100 -m pytest -n 4 tests/kernels
  %(prog)s train.py --steps 1
  %(prog)s -- pytest tests
  %(prog)s --vary --find kernels.py
  %(prog)s --vary --call 'softmax(torch.randn(64, 1000))' kernels.py
  %(prog)s --from kept

The exit code is that of the program. It is 6 if the program ended well, but a launch was wrong or was not emulated, or no
kernel was launched, unless --allow-no-launch is given, or pytest or the program is only asked for something, as with
--collect-only or --help; 3 if nothing was wrong, but a launch was not judged for another reason; 2 for wrong options, and 3 if
the program cannot be started. With --find, it is 6 before 2: a file cannot be read, or nothing launches its kernels."""


def main(argv: list[str]) -> int:
    """Returns the exit code: the program's, or that of the report if it ended well although a launch was not right."""
    parser = _parser()
    own, program = split(argv)
    values = parser.parse_args(own)
    gpus = dict.fromkeys(each.strip() for each in values.gpu.split(","))
    try:
        choices = [_options(values, gpu) for gpu in gpus]
        outputs: Outputs = chosen(Outputs, lambda name: getattr(values, name))
        instead: Instead = chosen(Instead, lambda name: getattr(values, name))
        if not instead.from_:
            require(choices[0], outputs.accept)
    except ValueError as error:
        parser.error(str(error))
    if instead.from_:
        if program or instead.call or not os.path.isdir(instead.from_):
            why = "there is no such folder" if not (program or instead.call) else "it runs no program"
            parser.error(f"--from {instead.from_}: {why}")
        return _finish(make_report(read_runs(instead.from_)), outputs)
    if not program:
        parser.error("name a program: `-m MODULE`, `FILE.py`, `-c CODE`, `-` (standard input), or any other after `--`")
    search, command, seconds = None, [sys.executable], _seconds(choices[0])
    if instead.find:
        if instead.call:
            parser.error("--find and --call exclude each other")
        search = Search(program[1:] if program[0] == "--" else program, choices[0].limit)
    elif instead.call:
        command = command_of([instead.call], _file_of_call(program, parser), choices[0].limit)
        seconds += 2 * ENDS
    else:
        command, seconds = _command(program), 0
    try:
        with folder_of_runs(outputs.keep) as folder:
            if search is None:
                runs = _run_each(choices, command, folder, seconds)
            else:
                runs = search.run(lambda command, folders: _run_each(choices, command, folder, seconds, folders))
            report = report_on(runs)
    except OSError as error:
        print(
            f"error: cannot start `{command[0]}`: {': '.join(filter(None, (error.filename, error.strerror)))}",
            file=sys.stderr,
        )
        return ENVIRONMENT
    if search is not None:
        report = search.report(report)
    elif instead.call:
        report = with_call(report, _file_of_call(program, parser), instead.call)
    return _finish(report, outputs)


def _seconds(options: Options) -> float:
    """The time in which all that is found of a file must end. Repeats may take as long as the program, and some seconds more."""
    seconds = options.limit * LAUNCHES
    return 2 * seconds + REPEATS if seconds and options.vary else seconds


def _options(values: argparse.Namespace, gpu: str) -> Options:
    options: Options = chosen(Options, lambda name: gpu if name == "gpu" else getattr(values, name))
    return options


def _run_each(
    choices: list[Options], command: list[str], folder: str, seconds: float, on_path: Sequence[str] = ()
) -> list[Run]:
    """Runs a program to its end, or for some seconds if they are not 0, for each GPU, also if it fails for one. A signal ends all."""
    runs = []
    for options in choices:
        if len(choices) > 1:
            print(f"for {options.gpu}: {' '.join(command)}", file=sys.stderr, flush=True)
        this = Run(options, command, folder)
        runs.append(this)
        environment = dict(os.environ)
        path = [environment.get("PYTHONPATH", ""), *map(os.path.abspath, on_path)]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, path))
        this.options.to_environment(environment)
        _add_plugin(environment)
        code, is_interrupted = run(command, environment, this.options.folder, seconds)
        this.end(code)
        if is_interrupted:
            break
    return runs


def _finish(report: Report, outputs: Outputs) -> int:
    """Prints a report, and writes its files. Returns the exit code."""
    report = with_accepted(report) if outputs.accept else report
    sys.stdout.flush()
    for line in report_lines(report, outputs):
        print(line, file=sys.stderr)
    for line in annotation_lines(report, os.environ):
        print(line, flush=True)
    for problem in write_files(report, outputs):
        print(problem, file=sys.stderr)
    return exit_code(report)


def exit_code(report: Report) -> int:
    """The program's, as a shell has it, if that is not 0. Of sources, what they show comes first."""
    if report.exit < 0:
        why = ". It may have asked for more memory than this machine has" if report.exit == -signal.SIGKILL else ""
        print(f"error: the program was ended by signal {-report.exit} ({_name(-report.exit)}){why}", file=sys.stderr)
        return 128 - report.exit
    if report.sources and report.code in (USAGE, WRONG):
        return report.code
    return report.exit or report.code


def _name(number: int) -> str:
    """The name of a signal. Real-time signals have none of their own."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"SIGRTMIN{number - signal.SIGRTMIN:+d}"


def run(command: list[str], environment: dict[str, str], folder: str, seconds: float) -> tuple[int, bool]:
    """Runs a program to its end, or for some seconds if they are not 0, with an environment that has the run's folder.

    Returns its exit code, and whether this process got a signal to end, which it hands on.
    """
    with guarded(folder) as started:
        process = subprocess.Popen(command, env=environment)
        started(process.pid)
        with _forwarding(process) as received:
            try:
                code = process.wait(seconds or None)
            except subprocess.TimeoutExpired:
                _end(process, folder)
                print(f"error: the program did not end within {seconds:g} s. {LONGER}", file=sys.stderr)
                code = ENVIRONMENT
            return code, any(number in ENDING for number in received)


def _end(process: subprocess.Popen[bytes], folder: str) -> None:
    """Ends a program and the processes that it has started. It has some seconds to say where it was."""
    process.send_signal(signal.SIGINT)
    with suppress(subprocess.TimeoutExpired):
        process.wait(ENDS)
    end_all(folder)
    process.kill()
    process.wait()


def _add_plugin(environment: dict[str, str]) -> None:
    """Has pytest load its part, if the program is pytest or starts it. Source: pytest's reference, PYTEST_PLUGINS."""
    others = [each for each in environment.get("PYTEST_PLUGINS", "").split(",") if each]
    environment["PYTEST_PLUGINS"] = ",".join([*others, "triton_aot_emulate.pytest_plugin"])


@contextmanager
def _forwarding(process: subprocess.Popen[bytes]) -> Iterator[list[int]]:
    """Hands signals on to a process. Gives a list that gets their numbers."""
    received: list[int] = []

    def forward(number: int, _frame: object) -> None:
        received.append(number)
        # Ctrl-C reaches all processes of a terminal by itself.
        if number not in (signal.SIGINT, signal.SIGQUIT) or not sys.stdin.isatty():
            process.send_signal(number)

    before = {number: signal.signal(number, forward) for number in FORWARDED}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def split(argv: list[str]) -> tuple[list[str], list[str]]:
    """The options before the program, and the program as Python is given it, or any after `--`."""
    with_value = {row.flag for row in rows(Options, Outputs, Instead) if row.value}
    index = 0
    while index < len(argv) and argv[index].startswith("-") and argv[index] not in (*PYTHON_RUNS, "--"):
        index += 2 if argv[index] in with_value else 1
    return argv[:index], argv[index:]


def _file_of_call(program: list[str], parser: argparse.ArgumentParser) -> str:
    """The file of which the code can use the names. It may follow `--`."""
    file, *more = (program[1:] if program[0] == "--" else program) or [""]
    if more or not file.endswith(".py"):
        parser.error(f"--call: expected one FILE.py, not `{' '.join([file, *more])}`")
    if not os.path.isfile(file):
        parser.error(f"--call: there is no file {file}")
    return file


def _command(program: list[str]) -> list[str]:
    """What to start. Ends this process with a message if a file is not there, or a program not on PATH."""
    problem = None
    if program[0] == "--":
        command = program[1:]
        if not command:
            problem = "name a program after `--`"
        elif shutil.which(command[0]) is None:
            problem = f"there is no program `{command[0]}`, on PATH or as a file that can be executed"
    else:
        command = [sys.executable, *program]
        needs = PYTHON_RUNS.get(program[0])
        if needs and len(program) == 1:
            problem = f"name {needs} after `{program[0]}`"
        elif needs is None and not os.path.exists(program[0]):
            problem = f"there is no file {program[0]}; put programs that are no Python files after `--`"
    if problem is not None:
        print(f"error: {problem}", file=sys.stderr)
        sys.exit(USAGE)
    return command


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"error: {message}\nFor more information, try --help.\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m triton_aot_emulate",
        usage=USE,
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    for row in rows(Options, Outputs, Instead):
        parser.add_argument(row.flag, dest=row.name, **row.arguments())
    return parser

"""What to run of sources: the first of their tests, their program and their examples that launches a kernel of them."""

from __future__ import annotations

import errno
import importlib.util
import os
import sys
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..call import command_of
from ..events import Covered, Launched
from ..reading import read_run
from ..report.sources import CheckedSource, SourceKernel
from .importing import MOST_RUN, importing_tests, python_files
from .imports import module_name, package_parent
from .source import Source, read_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..report.values import Report
    from ..run import Run


NEEDED = {"triton": "Triton", "torch": "PyTorch"}


@dataclass(frozen=True)
class Step:
    """A program to run for some sources. `says` is what is printed first, and `folders` get on the path."""

    says: str
    command: list[str]
    sources: list[Source]
    folders: list[str] = field(default_factory=list)


def sources_of(words: Iterable[str]) -> tuple[list[Source], list[str]]:
    """The sources that files, folders and `FILE.py:KERNEL` name, each once, and warnings of those without kernels."""
    found: dict[str, Source] = {}
    warnings = []
    for word in words:
        file, _, kernel = word.rpartition(":") if not os.path.exists(word) else (word, "", "")
        if not file:
            file, kernel = word, ""
        if os.path.isdir(file):
            sources = [each for each in map(read_source, _below(file)) if each.kernels]
            if not sources:
                warnings.append(
                    f"{file}: there is no Python file with a kernel, a function with @triton.jit, in this folder"
                )
        else:
            sources = [read_source(file)]
        for source in sources:
            if not (source.problem or source.kernels or source.has_launch):
                warnings.append(f"{file} has no kernels: a kernel is a function with @triton.jit")
                continue
            known = found.setdefault(source.path, source)
            if kernel and kernel not in [each.name for each in source.kernels]:
                names = ", ".join(f"`{each.name}`" for each in source.kernels) or "none"
                known.problem = known.problem or f"{file}: there is no kernel `{kernel}` in it; its kernels: {names}"
            elif kernel and (known is source or known.only):
                known.only.append(kernel)
            else:
                known.only.clear()
    return list(found.values()), warnings


def _below(folder: str) -> Iterator[str]:
    for file in python_files(folder):
        relative = os.path.relpath(file)
        yield file if relative.startswith("..") else relative


class Search:
    """Runs what launches the kernels of sources."""

    def __init__(self, words: Iterable[str], limit: float) -> None:
        self._sources, warnings = sources_of(words)
        self._limit = limit
        for each in warnings:
            print(f"warning: {each}", file=sys.stderr)

    def run(self, run: Callable[[list[str], list[str]], list[Run]]) -> list[Run]:
        """Gives each program, and the folders that must be on its path, to `run`, until each source has a launch."""
        runs: list[Run] = []
        for step in self._steps():
            _check_python()
            print(f"running {step.says}", file=sys.stderr, flush=True)
            new = run(step.command, step.folders)
            for each in step.sources:
                each.ran.append(step.says)
                each.launched |= _launched(each, new)
            runs += new
        return runs

    def _steps(self) -> Iterator[Step]:
        """What to run, in order. The next ones are for the sources of which nothing has launched a kernel yet."""
        sources = [each for each in self._sources if not each.problem]
        yield from _test_steps(sources)
        yield from (_program(each) for each in sources if each.is_program and not each.launched)
        for each in sources:
            if each.examples and not each.launched:
                command = command_of(each.examples, each.file, self._limit)
                yield Step(f"the examples in docstrings of {each.file}", command, [each])

    def report(self, report: Report) -> Report:
        """The report on the kernels that the user has named, with what is not known of the sources."""
        sources = [_checked(each) for each in self._sources]
        named = {name for each in self._sources for name in each.only}
        others = {kernel.name for each in self._sources if each.only for kernel in each.kernels} - named
        is_only = all(each.only for each in self._sources)

        def is_wanted(kernel: str) -> bool:
            return kernel in named or not (is_only or kernel in others) or not kernel

        found = [each for each in report.found if is_wanted(each.kernel)]
        kernels = [each for each in report.kernels if is_wanted(each.kernel)]
        # What only launches other kernels is not asked for.
        left_out = {each.place for each in report.varied if not any(map(is_wanted, each.kernels))}
        left_out -= {each.place for each in report.varied if any(map(is_wanted, each.kernels))}
        functions: dict[str, Any] = {
            name: [each for each in getattr(report, name) if each.place not in left_out]
            for name in ("varied", "assumptions", "accepted", "agreements")
        }
        # The program may have failed because of the others.
        exit = 0 if len(found) < len(report.found) else report.exit
        why = report.no_launch if sources else "there are no kernels"
        return replace(report, found=found, kernels=kernels, exit=exit, sources=sources, no_launch=why, **functions)


def with_call(report: Report, file: str, code: str) -> Report:
    """The report on a call of --call. If that launched nothing, it has the lines that do."""
    if report.launches or report.exit or report.found or report.problems or report.no_launch:
        return report
    checked = _checked(read_source(file))
    return replace(report, sources=[replace(checked, problem=f"`{code}` launched no Triton kernel")])


def _check_python() -> None:
    """Raises OSError unless this Python can launch kernels."""
    missing = [name for module, name in NEEDED.items() if importlib.util.find_spec(module) is None]
    if missing:
        hint = "Install it, or name a Python that has it: of `triton-aot`, with --python"
        raise OSError(errno.ENOENT, f"it has no {' and no '.join(missing)}. {hint}")


def _checked(source: Source) -> CheckedSource:
    named = [each for each in source.kernels if not source.only or each.name in source.only]
    kernels = [SourceKernel(each.name, each.line, each.name in source.launched, each.call) for each in named]
    problem = source.problem
    if not problem and not source.launched:
        what = "its kernels" if source.kernels else "a kernel"
        problem = (
            f"{source.file}: nothing that ran launches {what}: {'; '.join(source.ran)}"
            if source.ran
            else f"{source.file}: nothing launches {what}: no test imports it, it runs nothing as a program, and no docstring has an example"
        )
    return CheckedSource(source.file, kernels, source.ran, problem)


def _test_steps(sources: Sequence[Source]) -> Iterator[Step]:
    files: dict[str, None] = {}
    folders: dict[str, None] = {}
    having = []
    left_out = 0
    for source in sources:
        tests = importing_tests(source)
        files.update(dict.fromkeys(os.path.relpath(each) for each in tests.files))
        folders.update(dict.fromkeys(tests.folders))
        left_out += tests.left_out
        if tests.files:
            having.append(source)
    if not files:
        return
    more = f", and {left_out} others do it less directly; at most {MOST_RUN} are run for a file" if left_out else ""
    names = ", ".join(each.file for each in having)
    if importlib.util.find_spec("pytest") is not None:
        runner = ["pytest", "-q", "--continue-on-collection-errors"]
    else:
        runner = ["unittest"]
    yield Step(
        f"{' '.join(files)}: tests that import {names}{more}",
        [sys.executable, "-m", *runner, *files],
        having,
        list(folders),
    )


def _program(source: Source) -> Step:
    path = source.path
    parent = package_parent(path)
    if source.is_module and parent != os.path.dirname(path):
        words = ["-m", module_name(path)]
    else:
        words = [os.path.relpath(path)]
    return Step(f"{source.file} as a program", [sys.executable, *words], [source], [parent])


def _launched(source: Source, runs: Sequence[Run]) -> set[str]:
    """The kernels of a source that runs launched. Of a kernel whose code never ran, only the name is known."""
    events = [event for run in runs for event in read_run(run.options.folder).events]
    names = {event.kernel for event in events if isinstance(event, Launched)}
    ran = [event for event in events if isinstance(event, Covered)]
    own = [event for event in ran if os.path.realpath(event.file) == source.path]
    names -= {event.kernel for event in ran}
    if not source.kernels:
        return names | {event.kernel for event in ran}
    return {
        each.name
        for each in source.kernels
        if each.name in names or any(each.first <= event.line <= each.line for event in own)
    }

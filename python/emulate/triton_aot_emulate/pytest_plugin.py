"""`pytest --triton-emulate=sm_90`: the launches of a test session are emulated, and what is wrong fails its test.

pytest finds this file when the package is installed, and `python -m triton_aot_emulate` names it to the processes it starts.
With `pytest -n`, each worker emulates what it runs, and the process that reports puts their journals together.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from . import events
from .accepted import HELP, MARKER, accepted_by
from .activate import activate, active
from .assumptions import require
from .caller import end_at_launch
from .findings import CannotEmulate, LaunchError
from .journal import Journal
from .options import VARIABLE, Options, Outputs, chosen
from .pytest_options import NAME, Given, add_options
from .report.annotations import annotation_lines
from .report.text import report_lines
from .report.values import with_accepted
from .run import Run, folder_of_runs, report_on

if TYPE_CHECKING:
    from collections.abc import Generator

    from .report.values import Report


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", HELP)


def pytest_addoption(parser: pytest.Parser) -> None:
    add_options(parser)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Starts before any conftest.py imports Triton or PyTorch."""
    if VARIABLE in os.environ:
        early_config.pluginmanager.register(Idleness(), f"{NAME}_idleness")
        return
    given = Given(early_config)
    if given.value("gpu") is None:
        return
    try:
        options: Options = chosen(Options, given.value, given.called)
        outputs: Outputs = chosen(Outputs, given.value, given.called)
        options = replace(options, prefix=f"--{NAME.replace('_', '-')}-")
        require(options, outputs.accept)
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    session = Session(options, outputs, early_config.invocation_params.args)
    # Workers and other processes that tests start emulate too.
    session.options.to_environment(os.environ)
    activate(session.options)
    early_config.pluginmanager.register(session, f"{NAME}_session")
    early_config.pluginmanager.register(Idleness(), f"{NAME}_idleness")


class Idleness:
    """Notes in the journal whether this pytest was asked to run tests: with --collect-only or --fixtures, it needs no launch."""

    def __init__(self) -> None:
        options = Options.from_environment(os.environ)
        self._journal = Journal("" if options is None else options.folder)
        self._is_idle = True
        self._write()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test was run or skipped. With --setup-only, there is a report on its setup only."""
        if self._is_idle and (report.when == "call" or report.outcome != "passed"):
            self._is_idle = False
            self._write()

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """A session that did not end well was not idle, even if a script ignores its exit status."""
        if exitstatus != pytest.ExitCode.OK:
            self._is_idle = False
            self._write()

    def _write(self) -> None:
        self._journal.write(events.Session(os.getpid(), self._is_idle), "pytest")


class Session:
    """The process that reports: it has the journals of all others."""

    def __init__(self, options: Options, outputs: Outputs, arguments: tuple[str, ...]) -> None:
        self._open = ExitStack()
        self._run = Run(options, ["pytest", *arguments], self._open.enter_context(folder_of_runs(outputs.keep)))
        self.options = self._run.options
        self._outputs = outputs
        self._report: Report | None = None

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """A session in which a launch was wrong fails, also if a test caught the error."""
        self._run.end(int(exitstatus))
        self._report = report_on([self._run])
        if self._outputs.accept:
            self._report = with_accepted(self._report)
        if exitstatus == pytest.ExitCode.OK and not self._report.ends_well:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self._report is None:
            return
        terminalreporter.section(f"Triton kernels, emulated for {self.options.gpu}")
        for line in report_lines(self._report, self._outputs):
            terminalreporter.write_line(line)

    def pytest_unconfigure(self) -> None:
        from .report.files import write_files

        if self._report is not None:
            for line in annotation_lines(self._report, os.environ):
                print(line, flush=True)
            for problem in write_files(self._report, self._outputs):
                print(problem, flush=True)
        self._open.close()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    process = active()
    if process is None:
        return
    if process.emulation is not None:
        process.emulation.tally.start_test()
        process.emulation.forget_uses()
    try:
        accepted_by(item)
    except ValueError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, Any, None]:
    """With --vary, repeats a test that has passed with other numbers: its own comparison says whether they are right."""
    process = active()
    emulation = None if process is None else process.emulation
    if emulation is not None and emulation.calls is not None:
        emulation.calls.begin_test()
    outcome = yield
    process = active()
    emulation = None if process is None else process.emulation
    if emulation is None or emulation.calls is None or any(each.level == "error" for each in emulation.tally.recent()):
        return
    from .vary.items import note_test, repeat_test

    if outcome.excinfo is None:
        repeat_test(emulation, pyfuncitem)
    elif not issubclass(outcome.excinfo[0], pytest.skip.Exception):
        note_test(emulation, pyfuncitem, "failed", "")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    """Shortens the tracebacks of findings, and fails tests that caught one and passed, or do not show what they accept."""
    error = None if call.excinfo is None else call.excinfo.value
    if isinstance(error, (LaunchError, CannotEmulate)):
        end_at_launch(error)
        if error.__traceback__ is not None:
            call.excinfo = pytest.ExceptionInfo.from_exc_info((type(error), error, error.__traceback__))
    report = (yield).get_result()
    process = active()
    if process is None:
        return
    tally = None if process.emulation is None else process.emulation.tally
    if hasattr(report, "wasxfail"):
        if tally is not None:
            tally.expect_recent()
        return
    try:
        accepted = accepted_by(item)
    except ValueError:
        return
    if process.emulation is not None and report.failed and not isinstance(error, LaunchError):
        report.sections += [("Triton kernels", says) for says in process.emulation.report_uses()]
    recent = [] if tally is None else tally.recent()
    if isinstance(error, LaunchError) and error.finding.kind in accepted:
        report.outcome, report.wasxfail = "skipped", f"accepts {error.finding.kind}: {accepted[error.finding.kind]}"
    elif report.when == "call" and report.passed:
        errors = [each for each in recent if each.level == "error" and each.kind not in accepted]
        missing = accepted.keys() - {each.kind for each in recent}
        if errors:
            report.outcome = "failed"
            caught = "The test caught this error, or it was raised in another thread."
            why = "Its own call is right; --vary has made others." if "call" in errors[0].fault else caught
            report.longrepr = f"{errors[0].message}\n{why}"
        elif missing:
            report.outcome = "failed"
            report.longrepr = (
                f"no launch shows the kind {', '.join(sorted(missing))} any more: remove the marker {MARKER}"
            )
    if tally is not None:
        tally.accept_recent(accepted)

"""Executes the launches of a process, one at a time, and writes down what they show."""

from __future__ import annotations

import math
import os
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from aot_emulate.approximate import LIKELY, MOST_BYTES
from aot_emulate.arrival import tells_arrival
from aot_emulate.counts import Counts
from aot_emulate.decode import decode
from aot_emulate.fault import FailedAssertion, Fault, TooLong, Unsupported
from aot_emulate.launch import Launch, LaunchResult, launch
from aot_emulate.limit import Limit

from .caller import from_here, launched_at, running_test
from .findings import NOT_JUDGED, Finding, KernelFault, LaunchError, NotEmulated, is_refusal
from .ordering import order
from .replays import recording
from .tally import Tally
from .too_long import run_sample, sample_size, with_remedy
from .upgrade.comparing import Comparison
from .upgrade.comparisons import Comparisons
from .variants import Variants
from .vary.catching import Catcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from aot_emulate.approximate import Decisions
    from aot_emulate.memory import GlobalMemory
    from aot_emulate.program import Program

    from .contents import Contents, Saved
    from .events import Variant
    from .gpus import Gpu
    from .journal import Journal
    from .options import Options
    from .upgrade.seconds import Second

# What PyTorch says of a failed assertion at the next synchronisation.
DEVICE_ASSERT = ": device-side assert triggered"


@dataclass
class Request:
    """A launch as the program asks for it: `memory` allows what the kernel may access, and `contents()` is what is in its tensors.

    `numbers` are its integers and `tensors` its tensors, by the names of the kernel's arguments. `storages` are those in the memory.
    `is_dependent`: by programmatic dependent launch. `seconds` are other codes of the kernel, whose results are compared.
    """

    program: Program
    variant: Variant
    memory: GlobalMemory
    launch: Launch
    contents: Callable[[], Contents]
    numbers: Sequence[tuple[str, int]]
    tensors: Sequence[tuple[str, Any]] = ()
    storages: Sequence[Any] = ()
    is_dependent: bool = False
    seconds: Sequence[Second] = ()


@dataclass
class Trial:
    """Launches that are no part of the program: what they show is kept here, and not reported as the program's.

    `places` are where they were launched.
    """

    requests: list[Request] = field(default_factory=list)
    places: list[tuple[str, int] | None] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    limit: Limit | None = None


# The seconds that a launch of a trial may take, or how many times as long as the longest launch of the program, if that is more.
TRIAL_LIMIT, TRIAL_TIMES = 3.0, 3.0


class Emulation:
    """One for each process. Threads take turns."""

    def __init__(self, options: Options, gpu: Gpu, journal: Journal) -> None:
        self.options, self.gpu, self.journal = options, gpu, journal
        self.tally, self._variants = Tally(journal), Variants(journal)
        self.comparisons = Comparisons(options, gpu, journal)
        self._limit = Limit(options.limit)
        self._longest = 0.0  # seconds of a launch of the program
        self._limit_trials(TRIAL_LIMIT)
        self._idle: set[int] = set()  # threads in `without_executing`
        self._trials: dict[int, Trial] = {}  # by thread
        self._rereads: set[int] = set()  # threads with a launch that may read what one before it has left
        self.calls = Catcher(self) if options.vary else None
        order.report = self._found_unordered
        self._unlock()
        os.register_at_fork(after_in_child=self._unlock)

    def _limit_trials(self, seconds: float) -> None:
        self._trial_limit = Limit(min(self.options.limit or seconds, seconds))

    def _unlock(self) -> None:
        # In a child of a fork, no thread that held the lock exists.
        self._lock = threading.RLock()

    @contextmanager
    def without_executing(self) -> Iterator[None]:
        """What this thread launches inside is compiled and loaded, and does nothing."""
        thread = threading.get_ident()
        self._idle.add(thread)
        try:
            yield
        finally:
            self._idle.discard(thread)

    @contextmanager
    def trying(self, is_long: bool = False) -> Iterator[Trial]:
        """What this thread launches inside is executed, and is no part of the program. `is_long`: it may take as long as what is."""
        thread, trial = threading.get_ident(), Trial(limit=self._limit if is_long else self._trial_limit)
        self._trials[thread] = trial
        try:
            yield trial
        finally:
            del self._trials[thread]

    def takes_rereads(self) -> bool:
        """Whether this thread has, since it asked, made a launch of the program that may read what another one has left."""
        thread = threading.get_ident()
        found = thread in self._rereads
        self._rereads.discard(thread)
        return found

    @property
    def is_trying(self) -> bool:
        return self._trial() is not None

    def _trial(self) -> Trial | None:
        """The trial of this thread, if it makes one."""
        return self._trials.get(threading.get_ident()) if self._trials else None

    @contextmanager
    def preparing(self, kernel: str) -> Iterator[None]:
        """What is done inside leads to a launch of a kernel. If it fails, this launch was not judged, unless a GPU refuses it too."""
        try:
            yield
        except BaseException as error:
            if isinstance(error, LaunchError) or is_refusal(error) or self._trial() is not None:
                raise
            with self._lock:
                self.tally.begin(kernel)
                shown = self._recorded(kernel, error)
                self.tally.end(kernel, 0.0, is_judged=False)
            if shown is error:
                raise
            raise shown from None

    def run(self, request: Request) -> None:
        """Executes a launch. Raises KernelFault if the kernel does something wrong, and NotEmulated if that is not known."""
        capture = recording()
        if capture is not None:
            with self.preparing(request.program.name):
                for address, size in request.memory.allowed():
                    capture.save(address, size)
                capture.step(partial(self._run, request))
        self._run(request)

    def known_wrong(self, kernel: str, says: str, values: dict[str, object]) -> None:
        """A launch of code that Triton is known to have compiled wrongly. The emulator may not show it, or only for some values."""
        self._at_level(self.options.known_wrong, kernel, says, values)

    def _run(self, request: Request) -> None:
        if threading.get_ident() in self._idle:
            return
        name = request.program.name
        trial = self._trial()
        if trial is not None:
            self._try(request, trial)
            return
        if self.calls is not None:
            self.calls.launching(name)
        with self._lock, np.errstate(all="ignore"):
            start = time.perf_counter()
            self.tally.begin(name)
            error: BaseException | None = None
            try:
                self._check(request)
            except BaseException as raised:
                error = self._recorded(name, raised)
            self._variants.launched(request.variant, request.program)
            # The only place where a launch becomes judged: the emulator has returned its result, or its finding is written.
            is_judged = error is None or isinstance(error, KernelFault)
            self.tally.end(name, time.perf_counter() - start, is_judged)
        if error is not None:
            if self.calls is not None:
                self.calls.failing()
            try:
                raise error
            finally:
                del error  # It keeps this frame, and with it the memory of the launch.

    def _try(self, request: Request, trial: Trial) -> None:
        """Executes a launch of a trial."""
        trial.requests.append(request)
        trial.places.append(launched_at())
        with self._lock, np.errstate(all="ignore"):
            try:
                self._note(request, self._execute(request, request.launch))
            except (Fault, Unsupported) as raised:
                raise self._recorded(request.program.name, raised) from None

    def _recorded(self, kernel: str, error: BaseException) -> BaseException:
        """Writes a finding of what a launch has raised, and returns what the program gets."""
        if isinstance(error, LaunchError):
            return error
        if isinstance(error, FailedAssertion):
            # The program may expect it. If not, the exception ends it.
            return KernelFault(self._found(kernel, f"{error}{DEVICE_ASSERT}", error.values(), level="warning"))
        if isinstance(error, Fault):
            return KernelFault(self._found(kernel, str(error), error.values()))
        if isinstance(error, Unsupported):
            values = {"kind": error.kind, "says": [str(error)], **error.facts}
            return NotEmulated(self._found(kernel, str(error), values, is_known=False))
        says = f"nothing is known about this launch: its emulation ended with {type(error).__name__}"
        says += f": {error}" if str(error) else ""
        self._found(kernel, says, {"kind": NOT_JUDGED, "says": [says], "error": type(error).__name__}, is_known=False)
        return error

    def _check(self, request: Request) -> None:
        """Executes a launch as the options say. Only the first execution changes what the program sees."""
        options = self.options
        # What other processes see at once cannot be put back.
        acquires = decode(request.program).acquires and request.memory.is_private
        size = sum(size for _, size in request.memory.allowed())
        decides = bool(decode(request.program).approximations) and size <= MOST_BYTES
        is_kept = options.order or options.nan or acquires or decides or request.seconds
        contents = request.contents() if is_kept or sample_size(request.launch, options) else None
        if contents is None:
            self._note(request, self._execute_in_order(request))
            return
        before = contents.save()
        fault: Fault | None = None
        counts = Counts() if request.seconds else None
        try:
            try:
                result = self._execute_in_order(request, partial(contents.restore, before), counts)
                self._note(request, result)
            except Fault as raised:
                fault = raised
                raise
            finally:
                if counts is not None and (fault is not None or sys.exc_info()[0] is None):
                    self.comparisons.add(request, counts, Comparison(request, contents, before, fault, self._counted))
            if options.nan:
                for tensor in contents.with_new_nan(before):
                    self._wrong(request, "nan", f"makes NaN in {tensor}, though all that it was given is finite")
            if options.order or (acquires and result.may_differ):
                self._run_reversed(request, contents, before)
            if decides and result.decisions is not None:
                self._decide_otherwise(request, contents, before, result.decisions)
        finally:
            # Whoever keeps an exception of this launch, as pytest does, keeps this frame.
            before.clear()

    def _counted(self, request: Request, counts: Counts) -> LaunchResult:
        """Executes a launch that is no part of the program, and counts what it does."""
        return self._execute(request, request.launch, counts=counts)

    def _run_reversed(self, request: Request, contents: Contents, before: Saved) -> None:
        """Executes a launch once more in another order. Results are compared if the user asks for it."""
        try:
            _, differ = self._again(request, contents, before, reverse=True)
        except Fault as fault:
            fault.because += ", if the blocks run in another order"
            raise
        except Unsupported as error:
            if self.options.order:
                raise
            self._unwatched(request, f"the blocks were not run in another order: {error}")
            return
        if differ and self.options.order:
            self._depends_on_order(request, differ)

    def _again(self, request: Request, contents: Contents, before: Saved, **changes: Any) -> tuple[LaunchResult, str]:
        """Launches once more on what was there before. Returns what that shows, and where the results differ."""
        after = contents.save()
        contents.restore(before)
        try:
            # What it prints, it has printed.
            result = self._execute(request, replace(request.launch, write=lambda text: None, **changes))
            return result, "; ".join(contents.differences(after))
        finally:
            contents.restore(after)
            after.clear()

    def _decide_otherwise(self, request: Request, contents: Contents, before: Saved, first: Decisions) -> None:
        """Launches with other results of approximate instructions. It is an error if those that are likely on a GPU change the outputs."""
        approximations = decode(request.program).approximations
        for nudge in approximations.nudges(first):
            try:
                result, differ = self._again(request, contents, before, nudge=nudge)
                fault = result.decisions and approximations.fault(
                    first, result.decisions, nudge, differ, request.launch.grid
                )
            except Unsupported:
                return
            except Fault as error:
                fault = approximations.blamed(error, first)
            if fault and nudge == LIKELY:
                raise fault
            if fault:
                self._found(request.program.name, str(fault), fault.values(), level="warning")
                approximations.tries = 0
                return

    def _depends_on_order(self, request: Request, differ: str) -> None:
        """An error, or a warning if the kernel asks for the order."""
        says = f"has other results if its blocks run in another order: {differ}"
        asks = tells_arrival(request.program)
        if asks is None:
            self._wrong(request, "order", says)
        else:
            says += f". That may be meant: {asks.where()} returns what depends on the order, and the kernel uses it"
            values: dict[str, object] = {"kind": "order", "says": [says]}
            if asks.place is not None:
                values["at"] = dict(zip(("file", "line"), asks.place))
            self._found(request.program.name, says, values, level="warning")

    def _note(self, request: Request, result: LaunchResult) -> None:
        """Adds what a launch has shown that is no fault."""
        if result.rereads and self._trial() is None:
            self._rereads.add(threading.get_ident())
        for stray in result.strays:
            self._stray(request.program.name, stray)
        if result.unwatched:
            self._unwatched(request, result.unwatched)

    def _unwatched(self, request: Request, why: str) -> None:
        values: dict[str, object] = {"kind": "unwatched", "says": [why]}
        text = f"not all races in device memory were watched: {why}"
        self._found(request.program.name, text, values, level="warning")

    def _execute_in_order(
        self, request: Request, restore: Callable[[], None] | None = None, counts: Counts | None = None
    ) -> LaunchResult:
        """Executes a launch of the program, and compares what it accesses with what nothing orders with it."""
        name = request.program.name
        work = order.begin(f"the kernel {name}", name, request.is_dependent)
        if work is None:
            return self._execute(request, request.launch, restore, counts)
        earlier = order.earlier(work, request.storages)
        config = replace(request.launch, earlier=earlier, notes="all" if order.is_open else "writes")
        result = self._execute(request, config, restore, counts)
        if result.notes is not None:
            order.launched(work, request.storages, result.notes, request.is_dependent)
        return result

    def _execute(
        self,
        request: Request,
        config: Launch,
        restore: Callable[[], None] | None = None,
        counts: Counts | None = None,
    ) -> LaunchResult:
        """Executes a launch within the limit. `restore` makes memory what it was before, if that is known."""
        blocks = math.prod(config.grid)
        trial = self._trial()
        limit = (trial.limit if trial is not None else None) or self._limit
        try:
            # What takes too long in another order does not in the usual one.
            with limit.launch((request.variant.hash, config.reverse), blocks) as deadline:
                start = time.monotonic()
                result = launch(request.program, request.memory, config, deadline, self._processes(), counts)
                if trial is None and time.monotonic() - start > max(self._longest, TRIAL_LIMIT / TRIAL_TIMES):
                    self._longest = time.monotonic() - start
                    self._limit_trials(TRIAL_TIMES * self._longest)
                return result
        except TooLong as error:
            if restore is None or not sample_size(config, self.options):
                raise with_remedy(error, self.options) from None
            restore()
            shown, says = run_sample(request.program, request.memory, config, error, self.options)
            self._note(request, shown)
            raise says from None

    def _processes(self) -> int:
        """In how many processes a launch may run: as many as there are cores for each worker of pytest-xdist."""
        if self.options.processes:
            return self.options.processes
        return max(1, len(os.sched_getaffinity(0)) // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))

    def _stray(self, kernel: str, values: dict[str, object]) -> None:
        """An access to what is in the storage of a tensor, but not in the view of it that the kernel was given."""
        text = "".join(str(part) for part in values["says"]) if isinstance(values["says"], list) else ""
        says = f"{text}: it is in the tensor's storage, but not in the view that the kernel was given"
        self._at_level(self.options.views, kernel, says, values)

    def _at_level(self, level: str, kernel: str, says: str, values: dict[str, object]) -> None:
        """Adds a finding whose level is an option."""
        if level == "off":
            return
        finding = self._found(kernel, says, values, level=level)
        if level == "error":
            raise KernelFault(finding)

    def wrong(self, kernel: str, kind: str, says: str, at: tuple[str, int]) -> None:
        """Adds a finding of something that several launches show together, and raises KernelFault."""
        values: dict[str, object] = {"kind": kind, "says": [says], "at": dict(zip(("file", "line"), at))}
        raise KernelFault(self._found(kernel, says, values))

    def _wrong(self, request: Request, kind: str, says: str) -> None:
        values: dict[str, object] = {"kind": kind, "says": [says]}
        raise KernelFault(self._found(request.program.name, says, values))

    def _found(
        self, kernel: str, says: str, values: dict[str, object], is_known: bool = True, level: str = "error"
    ) -> Finding:
        kind = str(values["kind"])
        text = f"{kernel}: {says}" if kernel else says
        finding = Finding(kernel, kind, from_here(text), values, launched_at(), running_test(), is_known, level)
        self.report(finding)
        return finding

    def _found_unordered(self, kernel: str, says: str, values: dict[str, object]) -> Finding:
        """Adds what is wrong between launches: the calls that it is in need not be repeated to show it."""
        if self.calls is not None:
            self.calls.failing()
        return self._found(kernel, says, values)

    def forget_uses(self) -> None:
        """A test begins."""
        from .torch_side.unwritten_uses import forget_uses

        forget_uses()

    def report_uses(self) -> list[str]:
        """A test, or the program, has failed: says which elements it has used that no kernel has written."""
        from .torch_side.unwritten_uses import report_uses

        return report_uses(self)

    def report(self, finding: Finding) -> None:
        """Adds a finding: to the report, or to the trial in which it was found."""
        trial = self._trial()
        if trial is None:
            self.tally.found(finding)
        else:
            trial.findings.append(finding)

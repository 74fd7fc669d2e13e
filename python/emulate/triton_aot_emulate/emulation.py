"""Executes the launches of a process, one at a time, and writes down what they show."""

from __future__ import annotations

import math
import os
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from aot_emulate.arrival import tells_arrival
from aot_emulate.fault import FailedAssertion, Fault, TooLong, Unsupported
from aot_emulate.launch import Launch, LaunchResult, launch
from aot_emulate.limit import Limit

from .caller import from_here, launched_at, running_test
from .findings import NOT_JUDGED, Finding, KernelFault, LaunchError, NotEmulated, is_refusal
from .replays import recording
from .tally import Tally
from .too_long import run_sample, sample_size, with_remedy
from .variants import Variants
from .vary.catching import Catcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from aot_emulate.memory import GlobalMemory
    from aot_emulate.program import Program

    from .contents import Contents, Saved
    from .events import Variant
    from .gpus import Gpu
    from .journal import Journal
    from .options import Options

# What PyTorch says of a failed assertion at the next synchronisation.
DEVICE_ASSERT = ": device-side assert triggered"


@dataclass
class Request:
    """A launch as the program asks for it: `memory` allows what the kernel may access, and `contents()` is what is in its tensors.

    `numbers` are its integers and `tensors` its tensors, by the names of the kernel's arguments.
    """

    program: Program
    variant: Variant
    memory: GlobalMemory
    launch: Launch
    contents: Callable[[], Contents]
    numbers: Sequence[tuple[str, int]]
    tensors: Sequence[tuple[str, Any]] = ()


@dataclass
class Trial:
    """Launches that are no part of the program: what they show is kept here, and not reported as the program's.

    `places` are where they were launched.
    """

    requests: list[Request] = field(default_factory=list)
    places: list[tuple[str, int] | None] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    limit: Limit | None = None


# The seconds that a launch of a trial may take.
TRIAL_LIMIT = 3.0


class Emulation:
    """One for each process. Threads take turns."""

    def __init__(self, options: Options, gpu: Gpu, journal: Journal) -> None:
        self.options, self.gpu, self.journal = options, gpu, journal
        self.tally, self._variants = Tally(journal), Variants(journal)
        self._limit = Limit(options.limit)
        self._trial_limit = Limit(min(options.limit or TRIAL_LIMIT, TRIAL_LIMIT))
        self._idle: set[int] = set()  # threads in `without_executing`
        self._trials: dict[int, Trial] = {}  # by thread
        self._rereads: set[int] = set()  # threads with a launch that may read what one before it has left
        self.calls = Catcher(self) if options.vary else None
        self._unlock()
        os.register_at_fork(after_in_child=self._unlock)

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
            self.calls.launching()
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
        is_compared = options.order or options.nan
        contents = request.contents() if is_compared or sample_size(request.launch, options) else None
        if contents is None:
            self._note(request, self._execute(request, request.launch))
            return
        before = contents.save()
        try:
            result = self._execute(request, request.launch, partial(contents.restore, before))
            self._note(request, result)
            self._compare(request, contents, before)
        finally:
            # Whoever keeps an exception of this launch, as pytest does, keeps this frame.
            before.clear()

    def _compare(self, request: Request, contents: Contents, before: Saved) -> None:
        """Compares what a launch has written with what was there before, and with what it writes in another order."""
        if self.options.nan:
            for tensor in contents.with_new_nan(before):
                self._wrong(request, "nan", f"makes NaN in {tensor}, though all that it was given is finite")
        if self.options.order:
            after = contents.save()
            contents.restore(before)
            try:
                # What it prints, it has printed.
                self._execute(request, replace(request.launch, reverse=True, write=lambda text: None))
                differ = contents.differences(after)
            finally:
                contents.restore(after)
                after.clear()
            if differ:
                self._depends_on_order(request, "; ".join(differ))

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
            values: dict[str, object] = {"kind": "unwatched", "says": [result.unwatched]}
            text = f"not all races in device memory were watched: {result.unwatched}"
            self._found(request.program.name, text, values, level="warning")

    def _execute(self, request: Request, config: Launch, restore: Callable[[], None] | None = None) -> LaunchResult:
        """Executes a launch within the limit. `restore` makes memory what it was before, if that is known."""
        blocks = math.prod(config.grid)
        trial = self._trial()
        limit = (trial.limit if trial is not None else None) or self._limit
        try:
            with limit.launch(request.variant.hash, blocks) as deadline:
                return launch(request.program, request.memory, config, deadline, self._processes())
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
        finding = Finding(
            kernel, kind, from_here(f"{kernel}: {says}"), values, launched_at(), running_test(), is_known, level
        )
        self.report(finding)
        return finding

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

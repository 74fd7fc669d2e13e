"""Sees every launch of a kernel, and writes down each that differs from those before.

A kernel sees its integers, its blocks and its pointers. So a launch is known if the compiled kernel, the grid and the
integers are. Looking that up is all that most launches cost. The shapes of the tensors are read when a launch is new,
and again after 1, 2, 4, …, 1024, 1024, … launches that looked the same.
"""

import contextlib
import functools
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from operator import itemgetter
from typing import Any

from .contents import Contents, Snapshot, snapshot_of
from .describe import describe_call, describe_kernel, integer_positions, unwrap
from .journal import Journal
from .sources import Sources
from .tables import casts_addresses
from .timing import Timer

# Launches of one compiled kernel that are written down. Later ones are only counted.
MOST_CALLS = 2000
LONGEST_INTERVAL = 1024
SECONDS_BETWEEN_COUNTS = 2


class Calls:
    def __init__(self, journal: Journal, golden_limit: int, sources: Sources, measures: bool) -> None:
        self._journal = journal
        self._measures = measures
        self._golden_limit = golden_limit
        self._sources = sources
        self._autotuners: dict = {}
        self._lock = threading.RLock()
        self._kernels: dict = {}
        # What the replaced function looks at: the known calls of each kernel, and how to get the integers.
        self._fast: dict = {}
        # The threads that measure configs: what they launch is a trial.
        self._paused: set = set()
        # What the tensors of the function that was measured last held before that.
        self._before_trials: tuple[Any, Snapshot] | None = None
        self._flushed = time.monotonic()

    def start_again(self) -> None:
        """Forgets what was seen: in a child process after a fork, since the parent writes that."""
        self._lock = threading.RLock()
        self._kernels.clear()
        self._fast.clear()
        self._paused.clear()
        self._before_trials = None
        self._journal.start_again()
        finish_with_child(self)

    def add_autotuner(self, autotuner: Any) -> None:
        function = unwrap(autotuner)
        if function is not None:
            # The function is kept too, so that its id stays its own.
            self._autotuners[id(function)] = (autotuner, function)

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        thread = threading.get_ident()
        is_first = thread not in self._paused
        self._paused.add(thread)
        try:
            yield
        finally:
            if is_first:
                self._paused.discard(thread)

    def hook(self, original: Any, runtime: Any) -> Any:
        """Returns the replacement of `CompiledKernel.launch_metadata`, which Triton calls before each launch."""
        kernels, paused = self._fast, self._paused

        @functools.wraps(original)
        def launch_metadata(kernel: Any, grid: tuple, stream: Any, *args: Any) -> Any:
            if paused and threading.get_ident() in paused:
                self._look_at_trial(kernel, tuple(grid), args)
                return original(kernel, grid, stream, *args)
            try:
                known, integers_of = kernels[kernel]
                call = known[grid if type(grid) is tuple else tuple(grid), integers_of(args)]
                call.remaining = remaining = call.remaining - 1
            except (KeyError, TypeError):
                remaining = 0
            if remaining > 0:
                return original(kernel, grid, stream, *args)
            metadata = original(kernel, grid, stream, *args)
            self._look(kernel, tuple(grid), args, metadata, runtime)
            return metadata

        return launch_metadata

    def _look(self, kernel: Any, grid: tuple, args: tuple, metadata: Any, runtime: Any) -> None:
        try:
            with self._lock:
                seen = self._kernels.get(kernel) or self._add_kernel(kernel)
                seen.look(grid, args, metadata, runtime, self._taken_before_trials(kernel))
                if time.monotonic() - self._flushed > SECONDS_BETWEEN_COUNTS:
                    self.flush()
        except Exception:
            # The program goes on as if there were no recorder.
            self._journal.write("fault", message=traceback.format_exc())

    def _look_at_trial(self, kernel: Any, grid: tuple, args: tuple) -> None:
        """A launch that measures a config shows how the grid depends on the constants, and the first one also what the
        tensors held before all of them."""
        try:
            with self._lock:
                seen = self._kernels.get(kernel) or self._add_kernel(kernel)
                seen.look_at_trial(grid, args)
                function = getattr(kernel.src, "fn", None)
                known = self._before_trials
                if function is not None and (known is None or known[0] is not function):
                    snapshot = snapshot_of(kernel, function, args)
                    self._before_trials = None if snapshot is None else (function, snapshot)
        except Exception:
            self._journal.write("fault", message=traceback.format_exc())

    def _taken_before_trials(self, kernel: Any) -> Snapshot | None:
        """Forgets the snapshot: its copies take memory, and what comes next is another launch."""
        known = self._before_trials
        if known is None or known[0] is not getattr(kernel.src, "fn", None):
            return None
        self._before_trials = None
        return known[1]

    def _add_kernel(self, kernel: Any) -> Any:
        function = getattr(kernel.src, "fn", None)
        autotuner, _ = self._autotuners.get(id(function), (None, None))
        seen = SeenKernel(kernel, function, len(self._kernels), self._journal, self._golden_limit, self._measures)
        self._kernels[kernel] = seen
        facts = self._sources.facts(function, autotuner is not None)
        self._journal.write("kernel", id=seen.number, **describe_kernel(kernel, function, autotuner), **facts)
        self._fast[kernel] = (seen.calls, seen.integers_of)
        return seen

    def flush(self) -> None:
        """Writes how often each launch was seen."""
        with self._lock:
            self._flushed = time.monotonic()
            for seen in list(self._kernels.values()):
                seen.write_counts()


class SeenCall:
    """A launch that was seen before. At the last look it had been seen `looked` times."""

    def __init__(self, number: int):
        self.number = number
        self.looked = 0
        # Launches between two looks, and until the next one.
        self.interval = 1
        self.remaining = 1
        self.written = 0
        self.timer = Timer()

    def look(self) -> None:
        if self.looked == 0:
            self.looked = 1
        else:
            self.looked += self.interval
            self.interval = min(2 * self.interval, LONGEST_INTERVAL)
        self.remaining = self.interval

    @property
    def count(self) -> int:
        return self.looked + self.interval - max(self.remaining, 0)


class SeenKernel:
    def __init__(
        self, kernel: Any, function: Any, number: int, journal: Journal, golden_limit: int, measures: bool
    ) -> None:
        self.number = number
        self.calls: dict = {}
        self._descriptions: set = set()
        self._trials: set = set()
        self._more = 0
        self._kernel = kernel
        self._function = function
        self._journal = journal
        self._measures = measures
        self._has_addresses = casts_addresses(kernel)
        self._contents = Contents(journal, number, golden_limit)
        positions = [] if function is None else integer_positions(kernel)
        self.integers_of = itemgetter(*positions) if positions else no_integers

    def look(self, grid: tuple, args: tuple, metadata: Any, runtime: Any, first: Snapshot | None) -> None:
        """`first` is what the tensors held before the launches that measured configs."""
        if self._function is None:
            return
        key = (grid, self.integers_of(args))
        call = self.calls.get(key)
        if call is None and len(self.calls) >= MOST_CALLS:
            self._more += 1
            return
        if call is None:
            call = self.calls[key] = SeenCall(len(self.calls))
        call.look()
        description = describe_call(self._kernel, self._function, grid, args)
        tables = self._contents.tables(self._kernel, self._function, args) if self._has_addresses else {}
        description["tables"] = {name: each.describe() for name, each in tables.items()}
        if repr(description) not in self._descriptions:
            self._descriptions.add(repr(description))
            integers = self._contents.integers(self._kernel, self._function, args)
            for name, table in tables.items():
                description["tables"][name]["range"] = self._contents.range_of_all(table.tensors)
            self._journal.write("call", kernel=self.number, call=call.number, **description, integers=integers)
        ends = [self._contents.before(call.number, self._kernel, self._function, args, first)]
        # The first launch also loads the kernel.
        if call.looked > 1 and self._measures:
            ends.append(call.timer.start())
        after_launch(metadata, runtime, [end for end in ends if end is not None])

    def look_at_trial(self, grid: tuple, args: tuple) -> None:
        key = (grid, self.integers_of(args))
        if self._function is None or key in self._trials or len(self._trials) >= MOST_CALLS:
            return
        self._trials.add(key)
        self._journal.write("trial", kernel=self.number, **describe_call(self._kernel, self._function, grid, args))

    def write_counts(self) -> None:
        for call in list(self.calls.values()):
            count = call.count
            if count != call.written:
                call.written = count
                self._journal.write(
                    "count", kernel=self.number, call=call.number, count=count, gpuMs=call.timer.median()
                )
        if self._more:
            self._journal.write("more", kernel=self.number, count=self._more)


def no_integers(_args: Any) -> None:
    return None


def after_launch(metadata: Any, runtime: Any, ends: list) -> None:
    """Calls the functions when the launch with this metadata has been made."""
    if not ends or metadata is None:
        return

    def hook(launched: Any) -> None:
        if launched is not metadata:
            return
        runtime.launch_exit_hook.remove(hook)
        for end in reversed(ends):
            end()

    runtime.launch_exit_hook.add(hook)


def finish_with_child(calls: Calls) -> None:
    """Children of `multiprocessing` end without running atexit functions, and forget finalizers of the parent."""
    util = sys.modules.get("multiprocessing.util")
    if util is not None:
        util.register_after_fork(calls, lambda own: util.Finalize(None, own.flush, exitpriority=0))

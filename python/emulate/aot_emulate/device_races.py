"""Accesses of two warps to the same place in device memory that nothing orders, at any number of blocks.

For each place it is known which warp has written it last, and when, and who has read it: the last warp, one more of its
cluster, and one of another cluster. What is no race: strong operations whose scopes include each other, and a read beside a store
of the bits that are there already. What the threads of one block store by one instruction is in `winners`.

Where it is not sure, it says nothing. It takes the lanes of a warp to be in order, and forgets other readers.
"""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from .access import RELAXED, WEAK
from .clocks import Clocks
from .far import Far
from .fault import Other, Race
from .reads import Reads
from .sharers import WARP, Sharers
from .tables import Table, flags_for, runs_of
from .tensor_maps import TensorMaps
from .touched import Touched, TouchedRows
from .units import Units

if TYPE_CHECKING:
    from collections.abc import Callable

    from .access import Access
    from .code import Code
    from .earlier import EarlierAccesses
    from .far import Wrote
    from .machine import Machine
    from .memory import GlobalMemory
    from .program import Instruction
    from .rows import Rows
    from .touched import Alike
    from .types import Lanes, Test

# The bits of an entry: a warp plus 1, a time, an instruction. The flags say that several warps have written the same bits,
# of several clusters, and that the scope is the own block.
AT, TIME = 18, 20
VERBS = {"read": "reads", "write": "writes", "update": "updates", "copy": "copies"}
SEVERAL, MANY, LOCAL = (1 << AT + TIME + WARP + bit for bit in range(3))


class DeviceRaces:
    """What the warps of a launch have done with device memory, in units of `unit` bytes. `limit` says why it stopped to watch; empty if it has not."""

    def __init__(self, code: Code, memory: GlobalMemory, blocks: int, per_block: int, per_cluster: int) -> None:
        self.memory, self.code = memory, code
        self.unit, self.limit = code.unit, ""
        self.warps = per_block // 32
        self.group = self.warps * per_cluster
        self.far = Far(blocks * self.warps, self.group, code.has_fences) if code.is_strong else None
        self.changes = 0  # of device memory
        self.maps = TensorMaps()
        is_watched = blocks * self.warps < (1 << WARP) - 1 and len(code.instructions) < 1 << AT
        self.order = np.zeros(blocks if is_watched else 0, np.int64)  # the blocks in the order in which they begin
        self._begun = 0
        self.units = Units(memory.spans(), self.unit)
        count = self.units.count
        # Which units any thread has stored and loaded, if somebody asks.
        self.stored: np.ndarray | None = None
        self.loaded: np.ndarray | None = None
        self.earlier: EarlierAccesses | None = None  # what nothing orders with the launch
        self._tables: list[Table] = []
        self._sharers = Sharers()
        ends = [np.array([start, end - 1]) // self.unit for start, end in memory.spans() if start < end]
        self._reads = Reads([(int(first), int(last)) for first, last in map(self.units.of, ends)], self._note_reader)
        if not is_watched:
            self.limit = f"the launch has more than {(1 << WARP) - 2} warps"
            return
        try:
            # What nothing touches takes no memory.
            for size in (count,) * 5 + (count if code.is_strong else 0,) * 2:
                self._tables.append(Table(size))
            # `same`: the last store of the bits that were there.
            self.written, self.same, self.last, self.near, self.elsewhere, self.updated, self.observed = self._tables
        except MemoryError:
            self.limit = "there is too little memory for the accesses to buffers of this size"

    @property
    def unwatched(self) -> str:
        """Why not all races were watched; empty if they were."""
        return self.limit or (self.far.limit if self.far is not None else "")

    @property
    def rereads(self) -> bool:
        """Whether the launch may have read and changed one unit, so that a second one may read what the first has left there."""
        if self.limit:
            return True
        readers = (self.last, self.observed)
        return bool(self.updated.has_any(slice(0, len(self.updated)))) or any(map(self.written.meets, readers))

    def free(self) -> None:
        """The launch has ended."""
        for each in self._tables:
            each.free()

    def clocks(self, blocks: np.ndarray, per_cluster: int) -> Clocks:
        """The clocks of the next blocks that begin."""
        first, self._begun = self._begun, self._begun + len(blocks)
        if len(self.order):
            self.order[first : self._begun] = blocks
        return Clocks(self.warps * 32, len(blocks), per_cluster, first, self.far)

    def read(
        self, m: Machine, threads: np.ndarray, places: np.ndarray, size: int, how: Access = WEAK, verb: str = "read"
    ) -> None:
        """Threads (indices, in order) read bytes at places."""
        if how.is_strong:
            m.poll()
        if not self._watches(m):
            return
        touched = self._touched(threads, places, size)
        if not how.is_strong:
            self._read(m, touched, verb)
            return
        self._look_back(m, touched, VERBS[verb], self.loaded)
        self._check(m, touched, self.written, verb, "written")
        self._check(m, touched, self.updated, verb, "updated", how)
        self.observed[touched.at] = touched.by_warp(self._entries(m, m.instruction, how))
        self._synchronise(m, touched, how, None)

    def read_rows(self, m: Machine, threads: Alike, places: Rows, size: int) -> None:
        """Threads read whole units of bytes by weak operations, at places that are in rows."""
        if self._watches(m):
            self._read(m, self._touched_rows(threads, places, size), "read")

    def note_all(self) -> None:
        """Notes from now on which units any thread stores and loads."""
        with contextlib.suppress(MemoryError):
            self.stored, self.loaded = flags_for(self.units.count), flags_for(self.units.count)

    def spans(self, writes: bool) -> np.ndarray:
        """The first addresses, and those after the ends, of what the launch is known to have written, or read."""
        flags = self.stored if writes else self.loaded
        if flags is not None:
            runs = runs_of(flags)
        elif writes and not self.limit:
            tables = [each.runs() for each in (self.written, self.updated) if len(each)]
            runs = np.concatenate([each for each in tables if each is not None] or [np.zeros((0, 2), np.int64)])
            runs = runs[np.argsort(runs[:, 0])]
            runs[:, 1] = np.maximum.accumulate(runs[:, 1])
        else:
            runs = np.zeros((0, 2), np.int64)
        # A run may go on from one part of memory to the next, and is a run in each of them.
        return (
            np.concatenate(
                [
                    np.clip(
                        runs[(runs[:, 0] < numbers.stop) & (runs[:, 1] > numbers.start)], numbers.start, numbers.stop
                    )
                    + (units.start - numbers.start)
                    for numbers, units in self.units.runs()
                ]
            )
            * self.unit
            + self.memory.address
        )

    def _look_back(
        self, m: Machine, touched: Touched, verb: str, flags: np.ndarray | None, writes: bool = False
    ) -> None:
        """Notes what is touched, and compares it with what nothing orders with the launch."""
        if flags is not None:
            touched.mark(flags)
        if self.earlier is not None:
            self.earlier.require_none(m, touched, verb, writes)

    def _read(self, m: Machine, touched: Touched, verb: str) -> None:
        self._look_back(m, touched, VERBS[verb], None)

        def is_unused(found: np.ndarray, _entries: np.ndarray, race: Race) -> bool:
            wrong = np.zeros(m.threads, bool)
            wrong[touched.threads[found // touched.count]] = True
            m.mark(wrong, race)
            return True

        excuse = is_unused if verb == "read" else None
        self._check(m, touched, self.written, verb, "written", is_unused=excuse)
        if len(self.updated):
            self._check(m, touched, self.updated, verb, "updated", is_unused=excuse)
        self._note_read(m, touched)

    def write(
        self,
        m: Machine,
        threads: np.ndarray,
        places: np.ndarray,
        size: int,
        changed: Lanes,
        is_kept: Callable[[], np.ndarray] | None = None,
        is_result: Test = lambda: False,
        how: Access = WEAK,
        instruction: Instruction | None = None,
    ) -> None:
        """Threads have stored bytes. `changed`: whether each unit has other bits than before; `is_kept()`: whether those are still there;
        None if one thread has stored all.
        """
        if not how.is_strong and changed.any():
            m.has_changed()
        if not self._watches(m):
            return
        if how.is_strong:
            self.update(m, threads, places, size, how, None, changed.reshape(-1))
            return
        touched = self._touched(threads, places, size)
        self._write(m, touched, changed.reshape(-1), is_kept, is_result, instruction or m.instruction)

    def write_rows(
        self, m: Machine, threads: Alike, places: Rows, size: int, changed: Lanes, is_result: Test = lambda: False
    ) -> None:
        """Threads have stored whole units of bytes by weak operations, at places that are in rows and apart; `changed` as in `write`."""
        if changed.any():
            m.has_changed()
        if self._watches(m):
            self._write(
                m, self._touched_rows(threads, places, size), changed.reshape(-1), None, is_result, m.instruction
            )

    def _write(
        self,
        m: Machine,
        touched: Touched,
        changed: Lanes,
        is_kept: Callable[[], np.ndarray] | None,
        is_result: Test,
        instruction: Instruction,
    ) -> None:
        self._look_back(m, touched, "writes", self.stored, writes=True)
        among = None
        if not changed.all():
            self._write_same(m, touched.only(~changed), instruction)
            if isinstance(touched, TouchedRows) and changed.any():
                among = changed
            else:
                touched = touched.only(changed)
        if not touched.count:
            return
        self._reads.settle(touched)
        # What `winners` says of one block holds also if one of its threads stores what is there.
        for table, excuse in ((self.written, is_result), (self.same, lambda: True)):
            self._check(m, touched, table, "write", "written", excuse=(instruction, excuse), among=among)
        for table in (self.last, self.near, self.elsewhere):
            self._check(m, touched, table, "write", "read", is_unused=partial(_forget, m), among=among)
        for table, did in ((self.updated, "updated"), (self.observed, "read")):
            if len(table):
                self._check(m, touched, table, "write", did, among=among)
        entries = touched.by_warp(self._entries(m, instruction))
        self.written[touched.span] = entries if among is None else np.where(among, entries, self.written[touched.span])
        if is_kept is not None and touched.may_meet:
            self._write_at_once(m, touched, entries, lambda: is_kept().reshape(-1)[changed])

    def update(
        self,
        m: Machine,
        threads: np.ndarray,
        places: np.ndarray,
        size: int,
        how: Access = RELAXED,
        wrote: Lanes | None = None,
        changed: Lanes | None = None,
        instruction: Instruction | None = None,
    ) -> None:
        """Threads access bytes by strong operations. `wrote`: which of them write, None: all, by a store. `changed`: which, or which
        of their units, have other bits than before; None: all.
        """
        if changed is None or changed.any():
            m.has_changed()
        else:
            m.poll()
        if not self._watches(m):
            return
        touched = self._touched(threads, places, size)
        at = touched.at
        changed = np.ones(len(at), bool) if changed is None else np.repeat(changed, len(at) // changed.size)
        changing = touched.only(changed)
        self._look_back(m, touched, "updates", self.stored, writes=True)
        self._reads.settle(touched)
        self._check(m, touched, self.written, "update", "written")
        self._check(m, changing, self.same, "update", "written")
        self._check(m, touched, self.updated, "update", "updated", how)
        self._check(m, changing, self.observed, "update", "read", how)
        for table in (self.last, self.near, self.elsewhere):
            self._check(m, changing, table, "update", "read", is_unused=partial(_forget, m))
        entries = touched.by_warp(self._entries(m, instruction or m.instruction, how))
        self.updated[at[changed]] = entries[changed]
        self.observed[at[~changed]] = entries[~changed]
        if how.is_local:  # those that update at once
            self._check(m, touched, self.updated, "update", "updated", how)
        self._synchronise(m, touched, how, "stores" if wrote is None else np.repeat(wrote, touched.count))

    def has_written(self, place: int, size: int) -> bool:
        """Whether the launch is known to have stored bytes from a place on."""
        first = int(self.units.of(np.array(place // self.unit)))
        span = slice(first, first + max(size // self.unit, 1))
        return not self.limit and bool(self.written.has_any(span) and self.written[span].any())

    def by_unit(self, places: np.ndarray, flags: np.ndarray) -> np.ndarray:
        """A row of flags of bytes for each place as one of its whole units."""
        count, first = self._count(places, flags.shape[1])
        columns = (first * self.unit - places)[:, None] + np.arange(count * self.unit)
        return np.any(np.take_along_axis(flags, columns, 1).reshape(len(places), count, self.unit), 2)

    def _count(self, places: np.ndarray, size: int) -> tuple[int, np.ndarray]:
        first = -(-places // self.unit)
        return max(int(((places + size) // self.unit - first).min(initial=size)), 0), first

    def _watches(self, m: Machine) -> bool:
        if m.clocks.turns >= 1 << TIME:
            self.limit = self.limit or f"its blocks meet at more than {1 << TIME} barriers"
        return not self.limit

    def _touched(self, threads: np.ndarray, places: np.ndarray, size: int) -> Touched:
        """The units of threads; of bytes that are not whole units only those between."""
        if size == self.unit:
            return Touched(threads, self.units.of(places // size))
        count, first = self._count(places, size)
        return Touched(threads, (self.units.of(first)[:, None] + np.arange(count)).reshape(-1))

    def _touched_rows(self, threads: Alike, places: Rows, size: int) -> Touched:
        rows = places.scaled(self.unit)
        # Of one buffer: all units have the same distance from their numbers.
        return TouchedRows(threads, rows.shifted(self.units.shift(rows.ends[0])), size // self.unit)

    def _entries(self, m: Machine, instruction: Instruction, how: Access = WEAK) -> np.ndarray:
        """The entry of each warp for what it does now."""
        clocks = m.clocks
        return (
            (clocks.number + 1 << AT + TIME)
            + (clocks.now() << AT)
            + (instruction.index + (LOCAL if how.is_local else 0))
        )

    def _note_read(self, m: Machine, touched: Touched) -> None:
        # Of many blocks that read the same, the last one is kept, the others of its cluster, and one of another cluster.
        touched = touched.last(m.per_cluster + 1)
        if self.loaded is not None:
            touched.mark(self.loaded)
        entries = self._entries(m, m.instruction)
        if isinstance(touched, TouchedRows):
            self._reads.add(touched, entries)
        else:
            self._reads.settle(touched)
            self._note_reader(touched, entries)

    def _note_reader(self, touched: Touched, by_warp: np.ndarray) -> None:
        span, entries = touched.span, touched.by_warp(by_warp)
        before = self.last[span].copy() if self.last.has_any(span) else entries[:0]
        self.last[span] = entries
        if before.any():
            self._keep(touched.at, before, entries)
        if touched.may_meet:
            self._keep(touched.at, entries, self.last[touched.at])  # of those that read at once

    def _keep(self, at: np.ndarray, entries: np.ndarray, last: np.ndarray) -> None:
        """Keeps entries of other warps than those of the last entries."""
        other = np.flatnonzero((entries ^ last) >> AT + TIME)
        other = other[entries[other] != 0]
        if len(other):
            at, entries, last = at[other], entries[other], last[other]
            is_near = _warp(entries) // self.group == _warp(last) // self.group
            self.near[at[is_near]] = entries[is_near]
            self.elsewhere[at[~is_near]] = entries[~is_near]

    def _write_same(self, m: Machine, touched: Touched, instruction: Instruction) -> None:
        """Warps store the bits that are there."""
        self.same[touched.span] = touched.by_warp(self._entries(m, instruction))
        warps, at = touched.warps, touched.at
        entries = self.written[at]
        other = np.flatnonzero(entries)
        other = other[_warp(entries[other]) != m.clocks.number[warps[other]]]
        if len(other):
            other = other[~m.clocks.knows(warps[other], _warp(entries[other]), _time(entries[other]))]
            rows = warps[other]
            self._share(m, at[other], m.clocks.number[rows], m.clocks.now()[rows], _warp(entries[other]))

    def _share(self, m: Machine, at: np.ndarray, numbers: np.ndarray, times: np.ndarray, others: np.ndarray) -> None:
        """Warps at some times have stored what others have stored too."""
        far = numbers // m.clocks.group != others // m.clocks.group
        np.bitwise_or.at(self.written.entries, at, np.where(far, SEVERAL | MANY, SEVERAL))
        self._sharers.add(at, numbers, times)

    def _write_at_once(
        self,
        m: Machine,
        touched: Touched,
        entries: np.ndarray,
        is_kept: Callable[[], np.ndarray],
    ) -> None:
        """Looks at units that several warps have stored by one instruction."""
        at = touched.at
        other = np.flatnonzero((self.written[at] ^ entries) >> AT + TIME)
        if not len(other):
            return
        kept = is_kept()[other]
        last, mine = _warp(self.written[at[other]]), _warp(entries[other])
        differ = ~kept & (last // self.warps != mine // self.warps)
        if differ.any():
            first = int(np.argmax(differ))
            raise self._race(
                int(mine[first]), "write", int(at[other][first]), int(last[first]), "written", m.instruction
            )
        self._share(m, at[other[kept]], mine[kept], _time(entries[other[kept]]), last[kept])

    def _synchronise(self, m: Machine, touched: Touched, how: Access, wrote: Wrote) -> None:
        """`wrote`: None if they read, or which of them write, or "stores"."""
        if self.far is None:
            return
        pairs, where = np.unique((touched.warps << 40) + touched.at, return_inverse=True)
        if isinstance(wrote, np.ndarray):
            wrote = np.bincount(where.reshape(-1), wrote, len(pairs)) > 0
        m.clocks.access(pairs >> 40, pairs & (1 << 40) - 1, how, wrote)

    def _check(
        self,
        m: Machine,
        touched: Touched,
        table: Table,
        verb: str,
        did: str,
        how: Access | None = None,
        excuse: tuple[Instruction, Test] | None = None,
        is_unused: Callable[[np.ndarray, np.ndarray, Race], bool] | None = None,
        among: Lanes | None = None,
    ) -> None:
        """Refuses accesses that come after one of a table without knowing of it. `how` if both are strong. `among`: to some of the units only.

        `is_unused`: whether it does not matter what warps of one block read, from the found units, their entries and the race.
        """
        if not table.has_any(touched.span):
            return
        entries = table[touched.span]
        if not entries.any():
            return
        clocks = m.clocks
        foreign = (_warp(entries) != touched.by_warp(clocks.number)) & (entries != 0)
        if among is not None:
            foreign &= among
        if not foreign.any():
            return
        found, warps = np.flatnonzero(foreign), touched.warps
        entries, mine = entries[found], clocks.number[warps[found]]
        others = _warp(entries)
        is_near = mine // self.group == others // self.group
        shared = entries & np.where(is_near, SEVERAL, MANY) != 0
        # The last of those that store the same may do so after another has updated it.
        candidate = ~shared if verb == "write" else np.ones(len(entries), bool)
        if how is not None:
            candidate &= ~is_near
            if not how.is_local:
                candidate &= entries & LOCAL != 0
        if excuse is not None and candidate.any():
            instruction, is_result = excuse
            same = (entries & (1 << AT) - 1 == instruction.index) & (mine // self.warps == others // self.warps)
            if (candidate & same).any() and is_result():
                candidate &= ~same
        chosen = np.flatnonzero(candidate)
        if len(chosen):
            unknown = ~clocks.knows(warps[found[chosen]], others[chosen], _time(entries[chosen]))
            several = np.flatnonzero(unknown & shared[chosen])
            if len(several) and verb != "update":
                at = found[chosen[several]]
                unknown[several] = ~self._sharers.precede(clocks, warps[at], touched.at[at])
            if unknown.any():
                wrong = chosen[unknown]
                between = mine[wrong] // self.warps != others[wrong] // self.warps
                first = wrong[int(np.argmax(between))]
                before = self.code.instructions[int(entries[first]) & (1 << AT) - 1]
                race = self._race(
                    int(mine[first]), verb, int(touched.at[found[first]]), int(others[first]), did, before
                )
                if race.element is not None and race.element.buffer in self.memory.unwatched:
                    return
                race.at(m.instruction, m.launch.grid)
                if between.any() or is_unused is None or not is_unused(found[wrong], entries[wrong], race):
                    raise race

    def _race(self, warp: int, verb: str, at: int, other: int, did: str, before: Instruction) -> Race:
        one, two = (int(self.order[each // self.warps]) for each in (warp, other))
        element = self.memory.element_of(self.units.place(at))
        own, others = (warp % self.warps, other % self.warps) if one == two else (None, None)
        return Race(VERBS[verb], element, one, own, Other(did, two, others, before.place or before.where()))


def _forget(m: Machine, _found: np.ndarray, entries: np.ndarray, race: Race) -> bool:
    """Whether the warps that have read, as entries say, do not use what they have read."""
    loads = entries & (1 << AT) - 1
    return all(
        m.forget(load, _warp(entries[loads == load]) - m.clocks.first, race) for load in np.unique(loads).tolist()
    )


def _warp(entries: np.ndarray) -> np.ndarray:
    return (entries >> AT + TIME & (1 << WARP) - 1) - 1


def _time(entries: np.ndarray) -> np.ndarray:
    return entries >> AT & (1 << TIME) - 1

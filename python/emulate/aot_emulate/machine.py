"""The threads of some blocks, their registers, and which of them runs next.

Every register is an array with one element for each thread. Threads at the same instruction run together. If threads
are at different instructions, those at the first one run, so that branches meet again as early as possible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

from .barriers import END, HELD, RETRY, ClusterBarrier, MemoryBarriers, NamedBarriers
from .doubt import Doubt
from .endless import Endless
from .fault import Deadlock, Fault, OutOfBounds, Race, Unsupported, undefined
from .memory import RANK, UNSIGNED, Constants, GlobalMemory, OwnMemory
from .races import SharedRaces
from .special import CLOCKS, special_registers
from .unwritten import Unwritten
from .winners import put

if TYPE_CHECKING:
    from collections.abc import Callable

    from .code import Code
    from .device_races import DeviceRaces
    from .fault import Cause
    from .grid import Launch
    from .program import Instruction
    from .types import Mask, Test
    from .watch import Watch

Unit = TypeVar("Unit")

# After this many turns of the first threads, the others run once, so that a spinning thread cannot starve them.
PATIENCE = 256
# Instructions after which the watch may end the launch: less than a second.
INSTRUCTIONS = 128


class Machine:
    """Runs some blocks of a launch: all blocks of their clusters. It can stop before their end, and go on later."""

    def __init__(
        self,
        code: Code,
        memory: GlobalMemory,
        launch: Launch,
        device: DeviceRaces,
        watch: Watch,
        blocks: np.ndarray,
    ) -> None:
        self.code, self.memory, self.launch, self.watch = code, memory, launch, watch
        self.per_block = int(np.prod(launch.block))
        if self.per_block % 32:
            raise Unsupported(f"a block of {self.per_block} threads, which is not a multiple of 32")
        self.blocks = len(blocks)
        self.threads = self.per_block * self.blocks
        lane = np.arange(self.threads)
        self.block = lane // self.per_block
        self.lane = lane % 32
        self.per_cluster = int(np.prod(launch.cluster))
        # What the addresses of shared variables have in each thread, as `OwnMemory.places` reads it; None without clusters.
        self.ranks = _ranks(self.block, self.per_cluster) if self.per_cluster > 1 else None
        self.counter = np.full(self.threads, code.program.kernel.start)
        self.returns: dict[str, np.ndarray] = {}  # function -> where each thread goes on after it
        self.arguments: dict[tuple[str, str], np.ndarray] = {}  # (function, parameter) -> its bytes in each thread
        size = code.program.shared_bytes + launch.shared_bytes
        self.shared = OwnMemory("shared memory", size, self.blocks, self.per_cluster, code.is_asynchronous)
        self.local = OwnMemory("local memory", code.program.local_bytes, self.threads)
        self.constants = Constants(code.program.constants)
        self.parameters = Constants(launch.parameters)
        # The state of units of hardware that few kernels use, by the function that makes it, and its bytes.
        self.units: dict[Callable, object] = {}
        self.unit_bytes = 0
        self.device = device
        self.clocks = device.clocks(blocks, self.per_cluster)
        self.races = SharedRaces(self.shared, self.per_block, blocks, self.clocks)
        # Copies by cp.async that no wait has completed: (places, bytes, threads, their groups, when).
        self.pending: list[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, int]] = []
        self.groups = np.zeros(self.threads, np.int64)  # committed groups of cp.async
        self.unwritten = Unwritten(memory)
        self.named = NamedBarriers(self)
        self.cluster_barrier = ClusterBarrier(self)
        self.barriers = MemoryBarriers(self)
        self.at_end: list[Callable[[], object]] = []  # work of asynchronous units for which no thread has waited
        self.time = 0  # executed instructions
        self.printed = 0  # lines
        self.hidden = 0  # those that change what `Endless` does not compare
        self.turns = 0  # of threads that run together
        self.polls = 0  # accesses to device memory that wait for others, perhaps, since the last change of its own
        self.waits_at: Instruction | None = None  # the last such instruction
        self.waiting: Mask = None  # the threads of blocks that let others run after such an access; None: no thread
        self.endless = Endless()
        self.numbers = blocks  # of the blocks in the grid
        self.instruction: Instruction  # the one that is executed
        self.acting: int | None = None  # the thread for which it is executed, if threads take turns
        # The lines at which threads store copies of a result that differ to one place.
        self.varies: dict[str, None] = {}
        # Of 1 element for each thread, or narrow: 2 axes, for blocks and for the threads of each, one of which has 1 element for all.
        self.registers = special_registers(self, blocks)
        self._whole: dict[str, np.ndarray] = {}  # narrow registers as one element for each thread, once somebody asks
        self.partial: dict[str, np.ndarray] = {}  # register -> the threads in which it has a value, if not all
        self.partial_causes: dict[str, Cause] = {}  # register -> why it has no value in the others
        # Register -> a function that computes its value, for the active threads.
        self.promised: dict[str, Callable[[str], None]] = {}
        self.active: Mask = None  # the threads of `mask` that run this instruction; None: all
        # The threads in which an operand of this instruction has no value; None: no thread.
        self.taint: np.ndarray | None = None
        self.doubt = Doubt(self)
        # The threads of which it is undefined whether they run this instruction; None: no thread.
        self.doubtful: np.ndarray | None = None
        self.cause: Cause = ""  # why an operand has no value in an active thread

    def read(self, name: str, bits: int) -> np.ndarray:
        """A register as unsigned integers, or as booleans if `bits` is 1."""
        value = self.registers.get(name)
        if value is None:
            if clock := CLOCKS.get(name):
                return clock(self)
            if name in self.code.written:  # if not, it is LLVM's `undef`, such as a half that is not used
                self.mark(np.ones(self.threads, bool), _unwritten(name))
            return np.zeros(self.threads, bool if bits == 1 else UNSIGNED[bits])
        if name in self.promised:
            self._keep(name)
            value = self.registers[name]
        if name in self.partial:
            self.mark(~self.partial[name], self.partial_causes.get(name) or _unwritten(name))
        return value if value.ndim == 1 else self.whole(name)

    def narrow(self, name: str) -> np.ndarray | None:
        """A register with a value in all threads that is the same in all blocks, or in all threads of each: with 1 element on that axis.

        None if it is not known to be so.
        """
        value = self.registers.get(name)
        if value is None or value.ndim == 1 or name in self.partial or name in self.promised:
            return None
        return value

    def whole(self, name: str) -> np.ndarray:
        """A register, whose value may be missing in some threads, with one element for each."""
        value = self.registers[name]
        if value.ndim == 1:
            return value
        if name not in self._whole:
            self._whole[name] = self._widened(value)
        return self._whole[name]

    def _widened(self, value: np.ndarray) -> np.ndarray:
        return np.broadcast_to(value, (self.blocks, self.per_block)).reshape(-1)

    def _keep(self, name: str) -> None:
        """Computes the value of a register that is promised, for this instruction."""
        taint, cause = self.taint, self.cause
        self.promised[name](name)
        self.taint, self.cause = taint, cause

    def mark(self, threads: np.ndarray, cause: Cause) -> None:
        """Records that an operand of this instruction has no value in some threads, and why: a text or a race."""
        if not self._is_active(self.taint):
            self.cause = cause
        self.taint = threads if self.taint is None else self.taint | threads

    def _is_active(self, threads: np.ndarray | None) -> bool:
        return threads is not None and bool((threads if self.active is None else threads & self.active).any())

    def write(self, name: str, value: np.ndarray, mask: Mask) -> None:
        """Writes the threads of `mask`, all if it is None."""
        if name in self.promised:
            self._keep(name)
        if self.doubtful is not None:
            self.mark(self.doubtful, self.doubt.cause)
        if self.taint is not None and self._is_active(self.taint):
            self.partial_causes[name] = self.cause
        if value.ndim == 2 and (mask is not None or value.size == self.threads):
            value = self._widened(value)
        old = self.registers.get(name)
        if old is not None and old.ndim == 2:
            old = None if mask is None else self.whole(name)
            self._whole.pop(name, None)
        if mask is None:
            self.registers[name] = value
            if self.taint is not None and self.taint.any():
                self.partial[name] = ~self.taint
            elif name in self.partial:
                self._is_complete(name)
            return
        self.registers[name] = np.where(mask, value, value.dtype.type(0) if old is None else old)
        if self.taint is None and old is not None and name not in self.partial:
            return
        had = np.zeros(self.threads, bool) if old is None else self.partial.get(name, np.True_)
        has = np.where(mask, True if self.taint is None else ~self.taint, had)
        if has.all():
            self._is_complete(name)
        else:
            self.partial[name] = has

    def forget(self, at: int, warps: np.ndarray, race: Race) -> bool:
        """What some warps have loaded at an instruction depends on a race. Returns False if they have used it, and forgets it if not."""
        uses = self.code.uses_of(at)
        if uses is None:
            return False
        threads = np.zeros(self.threads, bool)
        threads.reshape(-1, 32)[warps] = True
        taint, cause = self.taint, self.cause
        stores = any(((self.read(guard, 1) != negated) & threads).any() for guard, negated in uses.guards)
        self.taint, self.cause = taint, cause
        if stores:
            return False
        for name in uses.names & self.registers.keys():
            self.partial[name] = self.partial.get(name, np.True_) & ~threads
            self.partial_causes[name] = race
        return True

    def _is_complete(self, name: str) -> None:
        self.partial.pop(name, None)
        self.partial_causes.pop(name, None)

    def require(self, mask: Mask, use: str, place_of: Callable[[int], int] | None = None) -> None:
        """Raises Fault if an operand that was read has no value in a thread of `mask`.

        `place_of` returns where in device memory a thread stores it, if it does.
        """
        if self.taint is None:
            return
        wrong = self.taint if mask is None else self.taint & mask
        if wrong.any():
            element = None if place_of is None else self.memory.element_of(place_of(int(wrong.argmax())))
            raise undefined(use, self.cause, element).of(wrong)

    def load_shared(self, threads: np.ndarray, addresses: np.ndarray, size: int) -> np.ndarray:
        """The `size` bytes of shared memory at the address of each thread, a row for each. Marks undefined bytes."""
        places = self.shared.places(addresses, self.block[threads], size, "reads")
        self.note_read(threads, places, size)
        rows: np.ndarray = self.shared.content.view(f"V{size}")[places // size]
        return rows.view(np.uint8).reshape(len(places), size)

    def note_read(self, threads: np.ndarray, places: np.ndarray, size: int) -> None:
        """Checks reads of shared memory by threads (indices, in order) at places of its content."""
        unwritten = self.shared.unwritten(places, size)
        if unwritten.any():
            lanes = np.zeros(self.threads, bool)
            lanes[threads[unwritten]] = True
            self.mark(lanes, self.shared.cause)
        own = self.races.own(threads)
        self.races.read(threads[own], places[own, None] + np.arange(size))

    def store_shared(
        self, threads: np.ndarray, addresses: np.ndarray, data: np.ndarray, is_result: Test = lambda: False
    ) -> None:
        """Writes rows of bytes to shared memory at the address of each thread; `is_result` as in `winners`."""
        size = data.shape[1]
        places = self.shared.places(addresses, self.block[threads], size, "writes")
        rows = places[:, None] + np.arange(size)
        self.races.write(threads, rows, data)
        put(self, self.shared.content, rows, data, threads, self.shared, is_result)
        self.shared.mark_written(places, size)
        if self.taint is not None:
            self.mark_shared(places[self.taint[threads]], size)

    def mark_shared(self, places: np.ndarray, size: int) -> None:
        """An undefined value was stored to places of shared memory. Raises the race that it depends on."""
        if len(places) and isinstance(self.cause, Race):
            raise self.cause
        self.shared.mark_undefined(places, size)

    def run(self, polls: int) -> bool:
        """Runs the blocks to their end, or until they seem to wait for others: after so many polls. Returns whether they have ended."""
        self.polls, self.waiting = 0, None
        with np.errstate(all="ignore"):
            while True:
                at = int(self.counter.min())
                if at >= END:
                    break
                if self.polls >= polls or self.endless.is_found(self):
                    return False
                self.turns += 1
                if self.waiting is not None:
                    at = self._others(at)
                if self.turns % PATIENCE == 0:
                    at, self.waiting = int(self.counter[self.counter < END].max()), None
                mask = self.counter == at
                self.endless.ran(mask)
                self._straight(at, None if mask.all() else mask)
            if (self.counter > END).any():
                raise self._stuck()
            self.barriers.finish()
            for work in self.at_end:
                work()
        return True

    def _others(self, first: int) -> int:
        """Where the first threads are that do not wait, if any: they may change what the others wait for."""
        if self.waiting is not None:
            at = int(self.counter[~self.waiting].min(initial=END))
            if at < END:
                return at
            self.waiting = None
        return first

    def poll(self) -> None:
        """This instruction reads what others may change, and changes nothing in device memory. Its blocks let others run."""
        self.polls += 1
        self.waits_at = self.instruction
        if self.active is not None:
            own = np.repeat(self.active.reshape(self.blocks, -1).any(1), self.per_block)
            self.waiting = own if self.waiting is None else self.waiting | own

    def has_changed(self) -> None:
        """This instruction has changed device memory."""
        self.device.changes += 1
        self.polls, self.waiting = 0, None

    def running(self) -> int:
        """How many blocks have not ended."""
        return int((self.counter != END).reshape(self.blocks, -1).any(1).sum())

    def waits(self) -> Instruction:
        """Where threads wait."""
        return self.waits_at or self.code.instructions[int(self.counter[self.counter < END].min())]

    def deadlock(self, does: str, because: str = "") -> Deadlock:
        """Says that the first of its blocks that has not ended waits for ever."""
        block = int(self.numbers[self.block[(self.counter != END).argmax()]])
        found = Deadlock(does, because=because)
        found.at(self.waits(), self.launch.grid, block)
        return found

    def unit(self, make: Callable[[Machine], Unit]) -> Unit:
        """The state of a unit of hardware, which `make` returns at the first use."""
        if make not in self.units:
            self.units[make] = make(self)
        return cast("Unit", self.units[make])

    def size(self) -> int:
        """The bytes that its registers and its memory take."""
        arrays = [*self.registers.values(), *self._whole.values(), *self.partial.values(), *self.arguments.values()]
        own = sum(each.nbytes for each in arrays if isinstance(each, np.ndarray) and each.base is None)
        return (
            own
            + self.unit_bytes
            + self.clocks.known.nbytes
            + 3 * (self.shared.content.nbytes + self.local.content.nbytes)
            + self.races.nbytes
        )

    def wake(self) -> None:
        """Lets the threads that wait to run an instruction again do so."""
        self.counter[(self.counter >= RETRY) & (self.counter < HELD)] -= RETRY

    def _stuck(self) -> Fault:
        waits = self.counter > END
        counter = self.counter[waits]
        places: dict[str, Instruction] = {}
        for at in np.unique(np.where(counter >= HELD, counter - HELD - 1, counter - RETRY)).tolist():
            places.setdefault(self.code.instructions[at].where(), self.code.instructions[at])
        (_, first), *others = places.items()
        because = f"; others wait at {', '.join(where for where, _ in others)}" if others else ""
        fault = Deadlock("waits forever, and no thread can go on", because=because)
        return fault.at(first, self.launch.grid, int(self.numbers[self.block[waits.argmax()]]))

    def _straight(self, at: int, mask: Mask) -> None:
        """Runs instructions from `at` up to one that changes the order, or that other threads are at."""
        code = self.code
        stop = len(code.instructions)
        if mask is not None:
            others = self.counter[(self.counter > at) & (self.counter < END)]
            stop = int(others.min()) if others.size else stop
        while at < stop:
            instruction, step = code.instructions[at], code.steps[at]
            self.taint, self.active, self.instruction = None, mask, instruction
            self.time += 1
            if self.time % INSTRUCTIONS == 0:
                self.watch.tick()
            self.hidden += code.hidden[at]
            try:
                self.doubtful = None if self.doubt.end is None else self.doubt.at(at, instruction, mask)
                if instruction.guard:
                    self.active = self._guarded(at, instruction, instruction.guard, mask)
                active = self.active
                runs = active is None or active.any()
                if runs:
                    code.ran[at] = 1
                    if self.launch.chosen is not None:
                        code.offsets.check(self, instruction, active)
                if code.turns[at]:
                    self._set(mask, at + 1)
                    waits = step(self, active) if runs else None
                    if waits is not None:
                        self.counter[waits] = at + RETRY
                    return
                if runs:
                    step(self, active)
            except Fault as fault:
                raise self._placed(fault, instruction) from None
            at += 1
        self._set(mask, at)

    def _placed(self, fault: Fault, instruction: Instruction) -> Fault:
        """Adds where a fault was. Its block is that of its thread, or the only one that runs the instruction."""
        active = np.arange(self.threads) if self.active is None else np.flatnonzero(self.active)
        thread = self.acting if fault.thread is None else fault.thread
        if thread is None and fault.row is not None and fault.row[1] == len(active):
            thread = active[fault.row[0]]
        if isinstance(fault, OutOfBounds) and fault.element is not None and not fault.because and thread is not None:
            fault.because = self.code.offsets.cause(self, instruction, int(thread))
        blocks = np.unique(self.block[active if thread is None else thread])
        return fault.at(instruction, self.launch.grid, int(self.numbers[blocks[0]]) if len(blocks) == 1 else None)

    def _set(self, mask: Mask, at: int) -> None:
        if mask is None:
            self.counter[:] = at
        else:
            self.counter[mask] = at

    def _guarded(self, at: int, instruction: Instruction, guard: str, mask: Mask) -> Mask:
        chosen = self.read(guard, 1)
        if instruction.negated:
            chosen = ~chosen
        if self.taint is not None:
            undefined, self.taint = self.taint if mask is None else self.taint & mask, None
            if undefined.any() and self.doubt.guard(at, instruction, undefined):
                chosen = chosen | undefined
                self.doubtful = undefined if self.doubtful is None else self.doubtful | undefined
        active = chosen if mask is None else chosen & mask
        return None if active.all() else active


def _ranks(block: np.ndarray, per_cluster: int) -> np.ndarray:
    return (block % per_cluster).astype(np.uint64) << np.uint64(RANK)


def _unwritten(name: str) -> str:
    return f"register {name.split('@', maxsplit=1)[0]} is read before anything wrote it"

"""Bulk copies, with and without tensor maps. Sections 9.7.9.25.5 (cp.async.bulk), 9.7.9.27 and 9.7.9.28 of the PTX ISA 9.0.

They are asynchronous. A copy to shared memory arrives when a thread waits for its mbarrier; until then its destination
has no value. A copy from shared memory reads it when a thread waits for its group, and writes device memory when a
thread waits for that, or at the end of the kernel: always as late as hardware may.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np

from ..fault import Fault, Misaligned, OutOfBounds, Race, Undefined, Unsupported
from ..formats import decode, encode
from ..memory import KIND, PARAMETER, RANK
from ..ptx import split_operands
from ..swizzle import swizzled
from ..tensor_map import BYTES, FIELDS, MAGIC, PADDED, SIZE, TensorMap, read_tensor_map, replaced
from ..values import bits_of, operand
from .loads import address, chosen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from ..types import Compute

    # From the type of an element to a function that combines bytes of device memory with those of a copy.
    Reduction: TypeAlias = Callable[[str], Compute]

    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Step
    from ..types import Compute, Mask

    # The groups of copies of each thread.
    Groups: TypeAlias = "dict[int, list[list[Store]]]"

ARRIVE, MULTICAST, GROUPS = "mbarrier::complete_tx::bytes", "multicast::cluster", ("cta_group::1", "cta_group::2")
MODES = ("tile::gather4", "tile::scatter4", "im2col")
ALIGNMENT = 128
UNIT = 16

_map_of = lru_cache(maxsize=256)(read_tensor_map)


class Shared:
    """The part of a block's shared memory that one copy reads or writes, in units of 16 bytes."""

    def __init__(self, m: Machine, start: int, owner: int, size: int, swizzle: int, alignment: int, verb: str) -> None:
        if start % alignment:
            raise Misaligned(f"{verb} shared memory at an address that is not a multiple of {alignment}")
        place = int(m.shared.places(np.array([start]), np.array([owner]), 16, verb)[0])
        own = place % m.shared.stride
        if own + size > m.shared.size:
            raise OutOfBounds(f"{verb} {size} bytes of shared memory at byte {own} of {m.shared.size}")
        self.memory = m.shared
        self.units = (place - own + swizzled(np.arange(own, own + size, 16), 16 << swizzle)) // 16

    def note_read(self, m: Machine, thread: int) -> None:
        """A thread issues a copy from here. The first byte of each unit stands for it."""
        if m.races.watches(thread):
            m.races.read(np.array([thread]), self.units[None] * 16)

    def expect(self, m: Machine, thread: int, barrier: int) -> None:
        """A thread issues a copy to here."""
        if m.races.watches(thread):
            places = self.units[None] * 16
            m.races.write(np.array([thread]), places, ~self.memory.content[places])
        m.barriers.release(barrier, thread)
        self.memory.expect_units(self.units)


class Device:
    """The rows in device memory of one copy: of each, `begin` to `end` of its bytes is in the tensor.

    A store writes `begin` to `written`.
    """

    def __init__(self, m: Machine, starts: np.ndarray, begin: int, end: int, size: int, align: int, verb: str) -> None:
        self.shape, self.size, self.begin, self.end = (len(starts), size), len(starts) * size, begin, end
        self.counted = self.size  # by mbarriers: padding is not
        self.chosen = np.flatnonzero(starts) if end > begin else np.zeros(0, int)
        self.swizzle, self.alignment, self.fill, self.element = 0, 16, 0, "u8"
        self.written = end
        if len(self.chosen):
            self.places = m.memory.places(starts[self.chosen] + begin, end - begin, verb, align)
            self._use(m)

    def write_whole_units(self, m: Machine) -> None:
        """Stores that end with the tensor write up to the next multiple of 16 bytes in device memory (Triton issue #11583)."""
        if not len(self.chosen):
            return
        ends = self.places + self.end - self.begin
        more = min(-(int(ends[0]) + m.memory.address) % UNIT, self.shape[1] - self.end)
        if more == 0:
            return
        try:
            m.memory.places(ends + m.memory.address, more, "writes", 1)
        except Fault as fault:
            fault.because += f", because stores of TMA write whole units of {UNIT} bytes (Triton issue #11583)"
            raise
        self.written = self.end + more
        self._use(m)

    def _use(self, m: Machine) -> None:
        self.content = np.lib.stride_tricks.sliding_window_view(
            m.memory.content, self.written - self.begin, writeable=True
        )

    def note_read(self, m: Machine, thread: int) -> None:
        """A thread issues a copy from here."""
        if len(self.chosen):
            m.unwritten.require_written(self.places, self.end - self.begin, "copies")
            m.device.read(m, np.repeat(thread, len(self.places)), self.places, self.end - self.begin, verb="copy")

    def inside(self, data: np.ndarray) -> np.ndarray:
        """The bytes of all rows that are in the tensor."""
        return data.reshape(self.shape)[self.chosen, self.begin : self.end]

    def read(self) -> np.ndarray:
        """All rows. What is outside of the tensor is 0 or NaN."""
        bits = BYTES[self.element]
        fill = b"\xff" * (bits - 1) + b"\x7f" if self.fill else bytes(bits)
        data = np.tile(np.frombuffer(fill, np.uint8), self.shape[0] * self.shape[1] // bits).reshape(self.shape)
        if len(self.chosen):
            data[self.chosen, self.begin : self.end] = self.content[self.places]
        if self.element == PADDED:
            return np.pad(data.reshape(-1, UNIT // 2), ((0, 0), (0, UNIT // 2)))
        if self.element == "tf32":
            return encode(data.view(np.float32), "tf32").view(np.uint8)
        return data

    def changes(self, data: np.ndarray, combine: Compute | None) -> tuple[np.ndarray, int]:
        """The places of the rows that a copy of all rows changes, and the bytes of each that it writes."""
        if not len(self.chosen):
            return np.zeros(0, int), 0
        values, before = data.reshape(self.shape)[self.chosen, self.begin : self.written], self.content[self.places]
        changed = (before != (combine(before, values) if combine else values)).any(1)
        return self.places[changed], self.written - self.begin

    def write(
        self, m: Machine, thread: int, instruction: Instruction, data: np.ndarray, combine: Compute | None
    ) -> None:
        """A copy that a thread has issued writes all rows."""
        if not len(self.chosen):
            return
        values, before = data.reshape(self.shape)[self.chosen, self.begin : self.written], self.content[self.places]
        self.content[self.places] = values = combine(before, values) if combine else values
        threads, size = np.repeat(thread, len(self.places)), self.written - self.begin
        if combine:
            m.device.update(m, threads, self.places, size, instruction=instruction)
        else:
            changed = m.device.by_unit(self.places, before != values)
            m.device.write(m, threads, self.places, size, changed, instruction=instruction)


def _box(m: Machine, map_: TensorMap, coordinates: list[int], mode: str, verb: str) -> Device:
    """The rows of a box of a tensor. In im2col mode, the offsets follow the coordinates."""
    if mode == "im2col":
        rank = len(coordinates) // 2 + 1
        if rank != map_.rank:
            raise Fault(f"{verb} a box with {rank} coordinates of a tensor with {map_.rank} axes")
        return _rows_of(m, map_, coordinates[0], map_.pixels(coordinates[:rank], coordinates[rank:]), verb)
    if map_.corners is not None:
        raise Fault(f"{verb} a box with a tensor map that is for im2col mode")
    _require_start(map_, coordinates, verb)
    start = coordinates[0]
    axes = [start + np.arange(map_.box[0])]
    for place, side, stride in zip(coordinates[1:], map_.box[1:], map_.element_strides[1:]):
        axes.append(place + np.arange(0, side, stride))
    if mode:
        if map_.rank != 2 or map_.box[1] != 1:
            raise Fault(f"{verb} four rows of a tensor with a tensor map whose box is not one row")
        axes[1] = np.array(coordinates[1:])
    elif len(coordinates) != map_.rank:
        raise Fault(f"{verb} a box with {len(coordinates)} coordinates of a tensor with {map_.rank} axes")
    return _rows_of(m, map_, start, map_.rows(axes), verb)


def _require_start(map_: TensorMap, coordinates: list[int], verb: str) -> None:
    """Refuses where a box cannot begin. An H200 (driver 580.159.04) raises CUDA_ERROR_ILLEGAL_INSTRUCTION for all of it, with every width
    of elements and swizzle mode, inside the tensor and outside.
    """
    bits = coordinates[0] * (4 if map_.element == PADDED else 8 * BYTES[map_.element])
    if bits % (8 * UNIT):
        raise Misaligned(
            f"{verb} a box of a tensor from the last coordinate {coordinates[0]} on, which is {bits / 8:g} bytes behind the start of a row:"
            f" TMA needs a multiple of {UNIT}"
        )
    if verb == "writes" and min(coordinates) < 0:
        raise OutOfBounds(
            f"{verb} a box of a tensor from the coordinates {coordinates[::-1]} on: TMA stores no box that begins before its tensor"
        )


def _rows_of(m: Machine, map_: TensorMap, start: int, rows: tuple[int, int, np.ndarray], verb: str) -> Device:
    """Rows of a tensor that begin with the element `start`. `rows` are what `TensorMap.rows` returns."""
    (begin, end, addresses), size = rows, BYTES[map_.element]
    bits = 4 if map_.element == PADDED else 8 * size
    if map_.element == PADDED and (start % 128 or verb != "copies"):
        raise Unsupported(f"a copy of elements of 4 bits that {verb} from the element {start} on")
    addresses = np.where(addresses, addresses + start * bits // 8, 0)
    first, last, whole = ((each - start) * bits // 8 for each in (begin, end, start + map_.box[0]))
    device = Device(m, addresses, first, last, whole, min(size, bits // 4), verb)
    if map_.element == PADDED:
        device.size *= 2
    device.swizzle, device.alignment, device.fill, device.element = map_.swizzle, ALIGNMENT, map_.fill, map_.element
    return device


def tensor_map_at(m: Machine, place: int, thread: int) -> TensorMap:
    """The tensor map at a generic address, which a thread uses: of a parameter or in device memory."""
    if place % 64:
        raise Misaligned("uses a tensor map at an address that is not a multiple of 64")
    if place & KIND == PARAMETER:
        content, at = m.parameters.content, place - PARAMETER
    else:
        content, at = m.memory.content, int(m.memory.places(np.array([place]), SIZE, "uses a tensor map of", 64)[0])
        m.device.maps.require_acquired(m, thread, at)
    data = content[at : at + SIZE].tobytes()
    if len(data) < SIZE:
        raise Fault("uses memory that holds no tensor map")
    return _map_of(data)


def _threads(m: Machine, mask: Mask) -> Iterator[int]:
    """The threads that run an instruction, one after the other."""
    for thread in range(m.threads) if mask is None else np.flatnonzero(mask).tolist():
        m.acting = thread
        yield thread
    m.acting = None


def bulk(instruction: Instruction, function: Function, program: Program) -> Step | None:
    words = instruction.words[1:]
    reduce, words = words[0] == "reduce", words[words.index("bulk") + 1 :]
    if words[0] in ("commit_group", "wait_group"):
        return _group(instruction, words)
    if words[0] == "prefetch":
        return lambda m, mask: None
    tensor = words[0] == "tensor"
    words = words[2 if tensor else 0 :]
    mode = next((word for word in words if word in MODES), "")
    words = [word for word in words if word not in ("tile", "L2::cache_hint", mode)]
    options = [word for word in words if word in (MULTICAST, *GROUPS)]
    rest = [word for word in words if word not in options]
    if rest in (["shared::cta", "global", ARRIVE], ["shared::cluster", "global", ARRIVE]) and not reduce:
        return _load(instruction, tensor, mode, options, program)
    if words == ["global", "shared::cta", "bulk_group"] and not reduce:
        return _store(instruction, tensor, mode, None, program)
    if (
        words[:2] == ["global", "shared::cta"]
        and words[2] in REDUCTIONS
        and words[3:] == ["bulk_group"]
        and reduce
        and tensor
    ):
        return _store(instruction, tensor, mode, REDUCTIONS[words[2]], program)
    return None


def _device(
    text: str, sizes: list[str], tensor: bool, mode: str, verb: str, program: Program, offsets: str = ""
) -> Callable[[Machine], Callable[[int], Device]]:
    """Decodes an operand in device memory: `[map, {coordinates}]`, or an address whose size is the next operand.

    `offsets` are those of im2col mode, `{registers}`.

    Returns a function from a machine to one that takes a thread and returns the Device.
    """
    if tensor:
        place, coordinates = split_operands(text.strip("[] "))
        start, values = (
            address(f"[{place}]", 64, program),
            [operand(each, "s32", program) for each in split_operands(coordinates.strip("{} "))],
        )
        if offsets:
            values += [operand(each, "u16", program) for each in split_operands(offsets.strip("{} "))]
    else:
        start, values = address(text, 64, program), [operand(sizes.pop(0), "u32", program)]

    def read(m: Machine) -> Callable[[int], Device]:
        places, numbers = start(m), [value(m) for value in values]

        def of(thread: int) -> Device:
            place, own = int(places[thread]), [int(each[thread]) for each in numbers]
            if tensor:
                return _box(m, tensor_map_at(m, place, thread), own, mode, verb)
            if own[0] % 16:
                raise Fault(f"{verb} {own[0]} bytes, which is not a multiple of 16")
            return Device(m, np.array([place]), 0, own[0], own[0], 16, verb)

        return of

    return read


def _load(instruction: Instruction, tensor: bool, mode: str, options: list[str], program: Program) -> Step:
    """Operands: destination, source, size if there is no tensor map, mbarrier, offsets of im2col, mask of blocks, cache policy."""
    to, source, *rest = instruction.operands
    offsets = rest.pop(1) if mode == "im2col" else ""
    target, origin = address(to, 32, program), _device(source, rest, tensor, mode, "copies", program, offsets)
    signal = address(rest[0], 32, program)
    blocks = operand(rest[1], "u16", program) if MULTICAST in options else None

    def run(m: Machine, mask: Mask) -> None:
        places, source, signals = target(m), origin(m), signal(m)
        chosen = None if blocks is None else blocks(m)
        for thread in _threads(m, mask):
            device, start, barrier = source(thread), int(places[thread]), int(signals[thread])
            device.note_read(m, thread)
            targets = [(start, barrier)]
            if chosen is not None:
                targets = list(_copies(m, start, barrier, int(chosen[thread]), "cta_group::2" in options))
            for start, barrier in targets:
                _expect(m, thread, start, barrier, device)

    return run


def _copies(m: Machine, start: int, barrier: int, blocks: int, in_pairs: bool) -> Iterator[tuple[int, int]]:
    """The addresses in each block of a mask, and those of the mbarriers: of the same block, or of its pair if so.

    Section 9.7.9.27.1.2, `.multicast::cluster`."""
    if blocks >> m.per_cluster:
        raise Fault(f"copies to blocks {blocks:#x} of a cluster that has {m.per_cluster}")
    within = (1 << RANK) - 1
    for rank in range(m.per_cluster):
        if blocks >> rank & 1:
            signalled = rank & ~1 | barrier >> RANK & 1 if in_pairs else rank
            yield start & within | rank << RANK, barrier & within | signalled << RANK


def _expect(m: Machine, thread: int, start: int, barrier: int, device: Device) -> None:
    """A thread issues a copy to a place in shared memory."""
    block = int(m.block[thread])
    signalled = int(m.shared.places(np.array([barrier]), np.array([block]), 8, "signals an mbarrier of")[0])
    shared = Shared(m, start, block, device.size, device.swizzle, device.alignment, "copies to")
    shared.expect(m, thread, signalled)
    m.barriers.later(signalled, partial(_arrive, m, signalled, shared, device))


def _arrive(m: Machine, barrier: int, shared: Shared, device: Device) -> None:
    shared.memory.write_units(shared.units, device.read())
    m.barriers.complete(barrier, device.counted)


class Store:
    """A copy from shared memory whose group no thread has waited for."""

    def __init__(self, m: Machine, thread: int, shared: Shared, device: Device, combine: Compute | None) -> None:
        self.issued = m, thread, m.instruction
        self.shared, self.device, self.combine = shared, device, combine
        self.is_read = self.is_written = False
        shared.memory.require_fence(shared.units)
        self.data, undefined = shared.memory.read_units(shared.units)
        if device.inside(undefined).any():
            raise Undefined(
                "copies shared memory before anything wrote it, or before a wait for the copy that writes it"
            )
        m.unwritten.copies[self] = m.instruction

    def changes(self) -> tuple[np.ndarray, int]:
        """The places of the rows in device memory that it will change, and the bytes of a row."""
        return self.device.changes(self.data, self.combine)

    def read(self) -> None:
        """Reads shared memory. It must be as it was when the copy was issued."""
        if not self.is_read:
            data, undefined = self.shared.memory.read_units(self.shared.units)
            if self.device.inside(undefined).any() or (self.device.inside(data) != self.device.inside(self.data)).any():
                raise Race("waits for a copy from shared memory that has been overwritten since the copy was issued")
            self.is_read = True

    def write(self) -> None:
        """Writes device memory."""
        self.read()
        if not self.is_written:
            m, _, instruction = self.issued
            del m.unwritten.copies[self]
            try:
                self.device.write(*self.issued, self.data, self.combine)
            except Fault as fault:
                raise fault.at(instruction, m.launch.grid) from None
            self.is_written = True


def _store(instruction: Instruction, tensor: bool, mode: str, reduction: Reduction | None, program: Program) -> Step:
    """Operands: destination, source, size if there is no tensor map, cache policy."""
    to, source, *rest = instruction.operands
    origin, target = address(source, 32, program), _device(to, rest, tensor, mode, "writes", program)

    def run(m: Machine, mask: Mask) -> None:
        places, target_of = origin(m), target(m)
        for thread in _threads(m, mask):
            device = target_of(thread)
            device.write_whole_units(m)
            shared = Shared(
                m, int(places[thread]), int(m.block[thread]), device.size, device.swizzle, device.alignment, "copies"
            )
            shared.note_read(m, thread)
            m.unit(_groups).setdefault(thread, [[]])[-1].append(
                Store(m, thread, shared, device, reduction and reduction(device.element))
            )

    return run


def _groups(m: Machine) -> Groups:
    """The groups of copies of each thread that has issued one. The last group is not committed."""
    made: Groups = {}
    m.at_end.append(partial(_write_all, made))
    return made


def _write_all(groups: Groups) -> None:
    for each in groups.values():
        for group in each:
            for store in group:
                store.write()


def _group(instruction: Instruction, words: list[str]) -> Step | None:
    def own(m: Machine, mask: Mask) -> list[list[list[Store]]]:
        return [groups for thread, groups in m.unit(_groups).items() if mask is None or mask[thread]]

    def commit(m: Machine, mask: Mask) -> None:
        for groups in own(m, mask):
            groups.append([])

    if words == ["commit_group"]:
        return commit
    if words not in (["wait_group"], ["wait_group", "read"]):
        return None
    left, complete = int(instruction.operands[0], 0), Store.read if "read" in words else Store.write

    def wait(m: Machine, mask: Mask) -> None:
        for groups in own(m, mask):
            for group in groups[: max(len(groups) - 1 - left, 0)]:
                for each in group:
                    complete(each)
            if complete is Store.write:
                del groups[: max(len(groups) - 1 - left, 0)]

    return wait


def _reduction(compute: Compute, kinds: str) -> Reduction:
    """A function from a type to one that combines bytes of device memory with those of a copy."""

    def of(element: str) -> Compute:
        if element not in kinds.split():
            raise Fault(f"cannot reduce elements of the type {element} so")
        if element == "bf16":
            return lambda old, new: encode(
                compute(*(decode(each.view(np.uint16), "bf16") for each in (old, new))), "bf16"
            ).view(np.uint8)
        kind = np.dtype(element.replace("s", "i")[0] + str(bits_of(element) // 8))
        wide = np.float32 if kind == np.float16 else kind
        return lambda old, new: (
            compute(old.view(kind).astype(wide), new.view(kind).astype(wide)).astype(kind).view(np.uint8)
        )

    return of


REDUCTIONS = {
    "add": _reduction(np.add, "u32 s32 u64 f16 bf16 f32 f64"),
    "min": _reduction(np.fmin, "u32 s32 u64 s64 f16 bf16"),
    "max": _reduction(np.fmax, "u32 s32 u64 s64 f16 bf16"),
    "and": _reduction(np.bitwise_and, "u32 s32 u64 s64"),
    "or": _reduction(np.bitwise_or, "u32 s32 u64 s64"),
    "xor": _reduction(np.bitwise_xor, "u32 s32 u64 s64"),
}


def tensormap(instruction: Instruction, function: Function, program: Program) -> Step | None:
    words = instruction.words
    if words[1] == "cp_fenceproxy":
        return _publish(instruction, program)
    if words[1:3] != ["replace", "tile"] or words[4] != "shared::cta":
        return None
    field, (where, *ordinal, value) = words[3], instruction.operands
    if field not in FIELDS:
        return None
    place, new = address(where, 64, program), operand(value, words[-1].replace("b", "u"), program)
    axis = int(ordinal[0], 0) if ordinal else 0

    def run(m: Machine, mask: Mask) -> None:
        start, value = place(m), new(m)
        for thread in _threads(m, mask):
            at = int(
                m.shared.places(
                    start[thread : thread + 1], m.block[thread : thread + 1], 64, "replaces a tensor map of"
                )[0]
            )
            for offset, data in ((0, MAGIC), replaced(field, axis, int(value[thread]))):
                m.shared.content[at + offset : at + offset + len(data)] = np.frombuffer(data, np.uint8)
                m.shared.undefined[at + offset : at + offset + len(data)] = False

    return run


def _publish(instruction: Instruction, program: Program) -> Step | None:
    """tensormap.cp_fenceproxy: a warp copies a tensor map from shared memory to device memory."""
    if instruction.words[2:4] != ["global", "shared::cta"]:
        return None
    to, source, size = instruction.operands
    target, origin = address(to, 64, program), address(source, 64, program)
    if int(size, 0) != SIZE:
        return None

    def run(m: Machine, mask: Mask) -> None:
        to, source = target(m), origin(m)
        for thread in _threads(m, mask):
            if thread % 32 and (mask is None or mask[thread - 1]):
                continue
            at = int(m.shared.places(source[thread : thread + 1], m.block[thread : thread + 1], SIZE, "copies")[0])
            if m.shared.undefined[at : at + SIZE].any():
                raise Undefined("copies a tensor map from shared memory that is not written in full")
            place = int(m.memory.places(to[thread : thread + 1], SIZE, "writes")[0])
            m.memory.content[place : place + SIZE] = m.shared.content[at : at + SIZE]
            m.device.maps.publish(place)
            m.has_changed()

    return run


def fence(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """A fence of the asynchronous proxy lets asynchronous units see what threads have written; see `TensorMaps` for that of tensor maps."""
    if instruction.words[1:4] == ["proxy", "tensormap::generic", "acquire"]:
        place = address(instruction.operands[0], 64, program)

        def acquire(m: Machine, mask: Mask) -> None:
            threads = np.arange(m.threads)[chosen(m, mask)]
            m.device.maps.acquire(m, threads, m.memory.places(place(m)[threads], SIZE, "fences"))

        return acquire
    if instruction.words[2] != "async":
        return lambda m, mask: None
    return lambda m, mask: m.shared.fence(slice(None) if mask is None else np.unique(m.block[mask]))

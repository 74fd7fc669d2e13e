"""Device memory, and the memory of blocks and threads. Every access is checked against what it may touch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .fault import Element, Fault, Misaligned, OutOfBounds, Race

if TYPE_CHECKING:
    from collections.abc import Callable

    from .rows import Rows

UNSIGNED: dict[int, type[np.unsignedinteger]] = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}

# Generic addresses of what is not device memory: the kind is in the highest bits.
CONSTANT, PARAMETER, SHARED, LOCAL = (kind << 59 for kind in (1, 2, 3, 4))
KIND = 7 << 59
# None of the others has more bytes, with the ranks of a cluster's blocks in the address.
MOST_BYTES = 1 << 30


def kinds_of(addresses: np.ndarray) -> np.ndarray:
    """The kind of each generic address (int64); 0 for device memory.

    An index that is far too large adds to the address of a tensor so much that the highest bits are those of another kind. The
    lower bits tell: no memory of that kind is so large.
    """
    kinds = addresses & KIND
    if not kinds.any():
        return kinds
    rest = addresses & ~KIND
    return np.where((kinds <= LOCAL) & (rest >= 0) & (rest < MOST_BYTES), kinds, 0)


# The lowest bit of the rank of a block in its cluster in an address of shared memory. GPUs of sm_90 and later have it there too, and
# code relies on that: Triton and CUTLASS clear this bit to get the address in the even block of a pair.
RANK = 24


@dataclass(frozen=True)
class Buffer:
    """Memory that kernels may access: `size` bytes from `address` on, in elements of `element` bytes.

    `first` is the address of element 0, before which there may be others; None: it is `address`. `given` has, for each
    element from `address` on, whether it belongs to what the kernel was given; None: all do. The others are gaps.
    """

    name: str
    address: int
    size: int
    element: int = 1
    first: int | None = None
    shape: tuple | None = None
    given: np.ndarray | None = None

    def element_at(self, address: int) -> Element:
        """The element at an address, which may be outside."""
        first = self.address if self.first is None else self.first
        count = (self.address + self.size - first) // self.element
        return Element((address - first) // self.element, self.name, count, self.shape)


class GlobalMemory:
    """Device memory: one array of bytes that starts at `address`. Only what was allowed can be accessed."""

    def __init__(self, content: np.ndarray, address: int) -> None:
        self.content = content
        self.address = address
        self._buffers: dict[int, Buffer] = {}  # by address
        self._sorted: tuple[np.ndarray, np.ndarray] | None = None  # the starts and the ends
        self._with_gaps: list[Buffer] = []
        self.is_private = False  # whether other processes have nothing of it, so that a fork has its own copy
        self.unwatched: set[str] = set()  # names of buffers in which races do not matter
        self.in_gap: Callable[[str, Element], None] | None = (
            None  # called with what an access to a gap does, such as `reads`
        )

    def allow(self, buffer: Buffer) -> None:
        """Lets kernels access a buffer; faults name it and count its elements."""
        self._buffers[buffer.address] = buffer
        self._sorted = None
        self._with_gaps = [each for each in self._buffers.values() if each.given is not None]

    def forbid(self, address: int) -> None:
        self._buffers.pop(address, None)
        self._sorted = None
        self._with_gaps = [each for each in self._buffers.values() if each.given is not None]

    def allowed(self) -> list[tuple[int, int]]:
        """The address and the size of each buffer."""
        return [(each.address, each.size) for each in self._buffers.values()]

    def places(self, addresses: np.ndarray, size: int, verb: str, align: int = 0, is_word: bool = False) -> np.ndarray:
        """Returns the offsets of checked addresses in `content`. `verb` is what the access does, such as `reads`.

        The addresses must be multiples of `align`, or of the size. `is_word`: one byte that may be accessed is enough, since
        allocations consist of whole words. See `require_unchanged`.
        """
        align = align or size
        wanted = addresses.astype(np.int64)
        misaligned = _rest(wanted, align) != 0
        if misaligned.any():
            raise self._fault(
                Misaligned, f"{verb} {size} bytes at an address that is not a multiple of {align},", wanted, misaligned
            )
        if self._with_gaps:
            self._look_for_gaps(wanted, size, verb)
        if self._is_inside(wanted, size):
            return wanted - self.address
        outside = self._outside(wanted, size)
        if is_word and outside.any():
            outside &= np.all([self._outside(wanted + byte, 1) for byte in range(size)], axis=0)
        if outside.any():
            raise self._fault(OutOfBounds, f"{verb} {size} bytes", wanted, outside)
        return wanted - self.address

    def places_of_rows(self, addresses: Rows, size: int) -> Rows | None:
        """The offsets in `content` of addresses in rows, None if it takes `places` to check them. `size` is a power of two."""
        if self._with_gaps or self.address % size or not addresses.are_multiples(size):
            return None
        first, last = addresses.ends
        starts, ends = self._limits()
        found = int(np.searchsorted(starts, first, "right")) - 1 if 0 <= first < 1 << 63 else -1
        return addresses.shifted(-self.address) if found >= 0 and last + size <= ends[found] else None

    def require_unchanged(self, places: np.ndarray, before: np.ndarray) -> None:
        """Raises Fault if words are not as before in bytes that must not be accessed."""
        rows = places[:, None] + np.arange(before.shape[1])
        changed = (self.content[rows] != before) & self._outside(rows + self.address, 1)
        if changed.any():
            raise self._fault(
                OutOfBounds, "updates 1 byte", rows[:, np.argmax(changed.any(0))] + self.address, changed.any(1)
            )

    def saved(self) -> list[tuple[int, np.ndarray]]:
        """Copies of what is in the buffers, with their places."""
        return [(start, self.content[start:end].copy()) for start, end in self.spans()]

    def restore(self, saved: list[tuple[int, np.ndarray]]) -> None:
        """Writes copies back."""
        for start, content in saved:
            self.content[start : start + len(content)] = content

    def spans(self) -> list[tuple[int, int]]:
        """Where each buffer starts and ends in `content`, in order."""
        return sorted((start - self.address, start - self.address + each.size) for start, each in self._buffers.items())

    @property
    def has_gaps(self) -> bool:
        """Whether accesses to gaps of a buffer are reported."""
        return bool(self._with_gaps)

    def element_of(self, place: int) -> Element | None:
        """The element at an offset in `content`; None if nothing is allocated."""
        return self._element(int(place) + self.address)

    def _fault(self, kind: type[Fault], does: str, addresses: np.ndarray, wrong: np.ndarray) -> Fault:
        """The fault of the first thread whose access is wrong."""
        row = int(np.argmax(wrong))
        element = self._element(int(addresses[row]))
        return kind(
            f"{does} of memory that is not allocated" if element is None else f"{does} at", element, (row, len(wrong))
        )

    def _is_inside(self, addresses: np.ndarray, size: int) -> bool:
        """Whether all are in one buffer, as most are: this takes a fifth of the time of `_outside`."""
        starts, ends = self._limits()
        if not len(addresses) or not len(starts):
            return False
        first, last = int(addresses.min()), int(addresses.max())
        found = int(np.searchsorted(starts, first, "right")) - 1
        return found >= 0 and last + size <= int(ends[found])

    def _limits(self) -> tuple[np.ndarray, np.ndarray]:
        """The first addresses of the buffers, in order, and the addresses after their ends."""
        if self._sorted is None:
            starts = np.array(sorted(self._buffers), np.int64)
            self._sorted = starts, np.array([start + self._buffers[start].size for start in starts.tolist()], np.int64)
        return self._sorted

    def _outside(self, addresses: np.ndarray, size: int) -> np.ndarray:
        starts, ends = self._limits()
        found = np.searchsorted(starts, addresses, "right") - 1
        return found < 0 if len(starts) == 0 else (found < 0) | (addresses > ends[np.maximum(found, 0)] - size)

    def _element(self, address: int) -> Element | None:
        """The element at an address, or outside of it, of the buffer that is nearest."""
        if not self._buffers:
            return None

        def distance(start: int) -> int:
            return start - address if address < start else max(0, address - start - self._buffers[start].size + 1)

        return self._buffers[min(self._buffers, key=distance)].element_at(address)

    def _look_for_gaps(self, addresses: np.ndarray, size: int, verb: str) -> None:
        """Reports the first access to a gap of each buffer."""
        for each in self._with_gaps:
            if each.given is None or self.in_gap is None:
                continue
            inside = addresses[(addresses >= each.address) & (addresses + size <= each.address + each.size)]
            first = (inside - each.address) // each.element
            elements = first[:, None] + np.arange(max(size // each.element, 1))
            wrong = ~each.given[elements]
            if wrong.any():
                element = int(elements[wrong][0])
                self.in_gap(f"{verb} {size} bytes at", each.element_at(each.address + element * each.element))


def _rest(addresses: np.ndarray, align: int) -> np.ndarray:
    """What is left of addresses divided by a number. That of a power of two, as almost all are, is in the lowest bits."""
    return addresses & (align - 1) if align & (align - 1) == 0 else addresses % align


class OwnMemory:
    """Memory of `count` blocks or threads, `size` bytes each. Remembers which bytes have no value.

    If asynchronous units use it (`is_fenced`), it also remembers which bytes threads have stored without a
    `fence.proxy.async` after it: the units may not see them. Those of cp.async need one too by the manual, but Triton 3.6
    has none there, and hardware computes right with its code.
    """

    def __init__(self, kind: str, size: int, count: int, cluster: int = 1, is_fenced: bool = False) -> None:
        self.kind, self.size, self.cluster = kind, size, cluster
        self.stride = -(-size // 128) * 128
        self.content = np.zeros(self.stride * count, np.uint8)
        self.undefined = np.ones(self.stride * count, bool)
        self.unfenced = np.zeros(self.stride * count, bool) if is_fenced else None
        copied = ", or before a wait for the copy that writes it" if kind == "shared memory" else ""
        self.cause = f"{kind} is read before anything wrote it{copied}"

    def places(self, addresses: np.ndarray, owners: np.ndarray, size: int, verb: str) -> np.ndarray:
        """Returns the offsets of checked addresses, which `owners` use.

        In clusters, the bits from RANK on are the rank of the block whose memory it is.
        """
        wanted = addresses.astype(np.int64)
        if self.cluster > 1:
            rank = wanted >> RANK
            if (rank >= self.cluster).any():
                first = int(np.argmax(rank >= self.cluster)), len(rank)
                raise OutOfBounds(
                    f"{verb} {self.kind} of block {int(rank[first[0]])} of a cluster of {self.cluster}", row=first
                )
            owners = owners // self.cluster * self.cluster + rank
            wanted = wanted & ((1 << RANK) - 1)
        misaligned = _rest(wanted, size) != 0
        if misaligned.any():
            first = int(np.argmax(misaligned)), len(misaligned)
            raise Misaligned(
                f"{verb} {size} bytes of {self.kind} at an address that is not a multiple of {size}", row=first
            )
        outside = (wanted < 0) | (wanted + size > self.size)
        if outside.any():
            row = int(np.argmax(outside))
            raise OutOfBounds(
                f"{verb} {size} bytes of {self.kind} at byte {int(wanted[row])} of {self.size}", row=(row, len(outside))
            )
        return wanted + owners * self.stride

    def unwritten(self, places: np.ndarray, size: int) -> np.ndarray:
        """Whether any of the `size` bytes at each place has no value."""
        flags, index = self._flags(places, size)
        return np.any([flags[index + step] != 0 for step in range(max(1, size // 8))], axis=0)

    def mark_undefined(self, places: np.ndarray, size: int) -> None:
        """Marks bytes to which a value was written that is undefined itself."""
        self.undefined[places[:, None] + np.arange(size)] = True

    def mark_written(self, places: np.ndarray, size: int, needs_fence: bool = True) -> None:
        """Marks the bytes as written."""
        flags, index = self._flags(places, size)
        for step in range(max(1, size // 8)):
            flags[index + step] = 0
        if self.unfenced is not None:
            flags = self.unfenced.view(flags.dtype)
            for step in range(max(1, size // 8)):
                flags[index + step] = int.from_bytes(bytes([needs_fence] * flags.itemsize), "little")

    def fence(self, owners: slice | np.ndarray) -> None:
        """Threads of these owners execute a `fence.proxy.async`."""
        if self.unfenced is not None:
            self.unfenced.reshape(-1, self.stride)[owners] = False

    def require_fence(self, units: np.ndarray) -> None:
        """An asynchronous unit is told to read 16 bytes at each of `units`."""
        if self.unfenced is not None and _units(self.unfenced)[units].any():
            raise Race(
                f"reads {self.kind} asynchronously that threads have written without a fence.proxy.async after it"
            )

    def read_units(self, units: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What an asynchronous unit reads, and which of the bytes have no value."""
        return _units(self.content)[units].view(np.uint8), _units(self.undefined)[units].view(bool)

    def expect_units(self, units: np.ndarray) -> None:
        """An asynchronous unit will write: until then no thread may read."""
        _units(self.undefined)[units] = 0x0101010101010101

    def write_units(self, units: np.ndarray, data: np.ndarray) -> None:
        """What an asynchronous unit writes: 16 bytes at each of `units`."""
        _units(self.content)[units] = data.reshape(-1).view(np.uint64).reshape(*units.shape, 2)
        for flags in (self.undefined, self.unfenced):
            if flags is not None:
                _units(flags)[units] = 0

    def _flags(self, places: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
        width = min(size, 8)
        return self.undefined.view(UNSIGNED[8 * width]), places // width


def _units(array: np.ndarray) -> np.ndarray:
    return array.view(np.uint64).reshape(-1, 2)


class Constants:
    """Bytes that cannot be written: the variables of a module that have values, one after the other, or the parameters."""

    def __init__(self, content: bytes) -> None:
        self.content = np.frombuffer(content.ljust(-(-len(content) // 8) * 8, b"\0"), np.uint8)
        self._size = len(content)

    def places(self, addresses: np.ndarray, size: int, verb: str) -> np.ndarray:
        places = addresses.astype(np.int64) & ~KIND
        wrong = (places + size > self._size) | (_rest(places, size) != 0) | (verb != "reads")
        if wrong.any():
            row = int(np.argmax(wrong))
            raise OutOfBounds(
                f"{verb} {size} bytes of constants or parameters at byte {int(places[row])} of {self._size}",
                row=(row, len(wrong)),
            )
        return places

"""Device memory and shared memory. Every access is checked against the tensor or array that it may touch."""

import numpy as np

from .fault import Fault

UNSIGNED = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}

# Generic addresses of what is not device memory: the kind is in the highest bits.
CONSTANT, PARAMETER, SHARED, LOCAL = (kind << 59 for kind in (1, 2, 3, 4))
KIND = 7 << 59


class GlobalMemory:
    """Device memory: one array of bytes that starts at `address`. Only what was allowed can be accessed."""

    def __init__(self, content: np.ndarray, address: int):
        self.content = content
        self.address = address
        self._buffers = {}
        self._sorted = None

    def allow(self, name: str, address: int, size: int, element_size: int) -> None:
        """Lets kernels access `size` bytes from an address; faults name the buffer and count its elements."""
        self._buffers[address] = (name, size, max(element_size, 1))
        self._sorted = None

    def forbid(self, address: int) -> None:
        self._buffers.pop(address, None)
        self._sorted = None

    def places(self, addresses: np.ndarray, size: int, verb: str, align: int = 0) -> np.ndarray:
        """Returns the offsets of checked addresses in `content`. `verb` is what the access does, such as `reads`.

        The addresses must be multiples of `align`, or of the size.
        """
        align = align or size
        if self._sorted is None:
            starts = np.array(sorted(self._buffers), np.int64)
            self._sorted = starts, np.array([start + self._buffers[start][1] for start in starts.tolist()], np.int64)
        starts, ends = self._sorted
        wanted = addresses.astype(np.int64)
        misaligned = wanted % align != 0
        if misaligned.any():
            raise Fault(f"{verb} {size} bytes at an address that is not a multiple of {align}, {self._where(wanted[misaligned][0])}")
        found = np.searchsorted(starts, wanted, "right") - 1
        outside = found < 0 if len(starts) == 0 else (found < 0) | (wanted + size > ends[np.maximum(found, 0)])
        if outside.any():
            raise Fault(f"{verb} {size} bytes {self._where(wanted[outside][0])}")
        return wanted - self.address

    def _where(self, address) -> str:
        """Names the buffer that is nearest to an address, and the element."""
        if not self._buffers:
            return "of memory that is not allocated"
        address = int(address)

        def distance(start: int) -> int:
            return start - address if address < start else max(0, address - start - self._buffers[start][1] + 1)

        start = min(self._buffers, key=distance)
        name, size, element = self._buffers[start]
        return f"at element {(address - start) // element} of {name}, which has {size // element} elements"


class SharedMemory:
    """The shared memory of several blocks, `size` bytes each. Remembers which bytes nobody has written."""

    def __init__(self, size: int, blocks: int):
        self.size = size
        self.stride = -(-max(size, 16) // 128) * 128
        self.content = np.zeros(self.stride * blocks, np.uint8)
        self.undefined = np.ones(self.stride * blocks, bool)

    def places(self, addresses: np.ndarray, blocks: np.ndarray, size: int, verb: str) -> np.ndarray:
        """Returns the offsets of checked addresses of threads in `blocks`."""
        wanted = addresses.astype(np.int64)
        if (wanted % size != 0).any():
            raise Fault(f"{verb} {size} bytes of shared memory at an address that is not a multiple of {size}")
        outside = wanted + size > self.size
        if outside.any():
            raise Fault(f"{verb} {size} bytes of shared memory at byte {int(wanted[outside][0])} of {self.size}")
        return wanted + blocks * self.stride

"""Inputs, memory and judgement, the same on a machine with a GPU and on one without."""

import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
GUARD = 1 << 20  # bytes before, between and after buffers
CANARY = 0xFF  # a NaN in every floating-point type
TYPES = {"fp16": np.float16, "bf16": np.uint16, "fp32": np.float32, "fp64": np.float64}
TYPES["i1"] = np.int8
TYPES |= {f"i{bits}": np.dtype(f"int{bits}") for bits in (8, 16, 32, 64)} | {f"u{bits}": np.dtype(f"uint{bits}") for bits in (8, 16, 32, 64)}
# The product's default limits of the error of a whole buffer; that of one element is five times as large.
NORMS = {"fp64": 1e-12, "fp32": 1e-5, "tf32": 2e-3, "fp16": 2e-3, "bf16": 1.6e-2, "fp8": 0.2}


@dataclass(frozen=True)
class Buffer:
    """`shape` is that in memory, rows with their padding; `inside` are the extents of what has a meaning."""

    type: str
    shape: tuple
    fill: object = "uniform"  # or (low, high) for integers, a number, or a function of the case's shape
    out: bool = False
    inside: tuple = ()
    rounding: str = ""  # the least precise type on the way to this output
    is_scratch: bool = False  # what it holds after the launch does not matter

    @property
    def view(self) -> tuple:
        return tuple(slice(0, extent) for extent in self.inside or self.shape)


def random_bits(count: int, seed: int) -> np.ndarray:
    """The same 64 bits on every machine and with every NumPy: splitmix64 of the index."""
    with np.errstate(over="ignore"):
        value = (np.arange(1, count + 1, dtype=np.uint64) + np.uint64(seed * 1000003)) * np.uint64(0x9E3779B97F4A7C15)
        value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return value ^ (value >> np.uint64(31))


def to_bf16(value: np.ndarray) -> np.ndarray:
    bits = value.astype(np.float32).view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def numbers(array: np.ndarray, kind: str) -> np.ndarray:
    """The values of an array in memory, in float64 (integers: as they are)."""
    if kind == "bf16":
        return (array.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return array.astype(np.float64) if kind.startswith("fp") else array


def content(name: str, buffer: Buffer, seed: int) -> np.ndarray:
    """What a buffer holds before the launch."""
    count, kind = int(np.prod(buffer.shape)), TYPES[buffer.type]
    if (buffer.out or buffer.is_scratch) and buffer.fill == "uniform":
        return np.full(count * np.dtype(kind).itemsize, CANARY, np.uint8).view(kind).reshape(buffer.shape)
    bits = random_bits(count, seed)
    if callable(buffer.fill):
        values = buffer.fill(bits)
    elif isinstance(buffer.fill, tuple) and buffer.type[0] in "iu":
        low, high = buffer.fill
        values = low + (bits % np.uint64(high - low)).astype(np.int64)
    elif isinstance(buffer.fill, (int, float)):
        values = np.full(count, buffer.fill)
    else:
        low, high = buffer.fill if isinstance(buffer.fill, tuple) else (-1.0, 1.0)
        values = low + (high - low) * ((bits >> np.uint64(11)).astype(np.float64) / 2.0**53)
    return (to_bf16(values) if buffer.type == "bf16" else values.astype(kind)).reshape(buffer.shape)


class Arena:
    """All buffers of a case in one piece of memory, with guards that no kernel may change."""

    def __init__(self, case):
        self.case, self.places = case, {}
        end = GUARD
        self.before = {name: content(name, buffer, index + 1) for index, (name, buffer) in enumerate(case.buffers.items())}
        for name, array in self.before.items():
            self.places[name] = end
            end = -(-(end + array.nbytes + GUARD) // 4096) * 4096
        self.image = np.full(end, CANARY, np.uint8)
        for name, array in self.before.items():
            self.image[self.places[name] :][: array.nbytes] = array.reshape(-1).view(np.uint8)
        self.guards = np.ones(end, bool)
        for name, array in self.before.items():
            self.guards[self.places[name] :][: array.nbytes] = False
        values = {name: numbers(array, case.buffers[name].type)[case.buffers[name].view] for name, array in self.before.items()}
        result = case.reference(values)
        outputs = [name for name, buffer in case.buffers.items() if buffer.out]
        self.expected = result if isinstance(result, dict) else {outputs[0]: result}

    def parameters(self, base: int, layout: list) -> bytes:
        """The parameter buffer for memory at `base`. `layout` has the offset and size of each parameter."""
        data = bytearray(max(offset + size for offset, size in layout) if layout else 0)
        for (kind, value), (offset, size) in zip(self.case.arguments, layout):
            if kind == "buffer":
                raw = np.uint64(base + self.places[value]).tobytes()
            elif kind == "null":
                raw = bytes(8)
            else:
                raw = np.array(value).astype(TYPES[kind]).tobytes()
            data[offset : offset + size] = raw
        return bytes(data)

    def judge(self, image: np.ndarray) -> dict:
        """Compares memory after a launch with what it must be."""
        written = int(((image != self.image) & self.guards).sum())
        if written:
            return {"outcome": "canary", "detail": f"{written} bytes outside of all buffers changed"}
        worst, digest = 0.0, hashlib.sha256()
        for name, buffer in self.case.buffers.items():
            before = self.before[name]
            after = image[self.places[name] :][: before.nbytes].view(before.dtype).reshape(before.shape)
            if buffer.is_scratch:
                continue
            if not buffer.out:
                if after.tobytes() != before.tobytes():
                    return {"outcome": "canary", "detail": f"the input {name} changed"}
                continue
            digest.update(after.tobytes())
            outside = np.ones(buffer.shape, bool)
            outside[buffer.view] = False
            if after[outside].tobytes() != before[outside].tobytes():
                return {"outcome": "canary", "detail": f"the padding of {name} changed"}
            worst = max(worst, self._error(name, buffer, numbers(after, buffer.type)[buffer.view]))
        return {"outcome": "wrong" if worst > 1 else "right", "error": worst, "digest": digest.hexdigest()[:16]}

    def _error(self, name: str, buffer: Buffer, got: np.ndarray) -> float:
        """The error of an output, in units of what is allowed."""
        wanted = np.broadcast_to(self.expected[name], got.shape)
        if not buffer.type.startswith("fp") and buffer.type != "bf16":
            return 0.0 if (got == wanted).all() else 1e9
        wanted = wanted.astype(np.float64)
        if not np.isfinite(got).all():
            return 1e9
        norm = NORMS[buffer.rounding or buffer.type]
        length = np.sqrt((wanted**2).sum())
        typical = length / np.sqrt(max(wanted.size, 1))
        difference = np.abs(got - wanted)
        whole = np.sqrt((difference**2).sum()) / (norm * length) if length else float(difference.max() > 0) * 1e9
        single = (difference / (5 * norm * np.maximum(np.abs(wanted), typical) + 1e-300)).max(initial=0)
        return float(min(max(whole, single), 1e9))


def load_module(path: Path, name: str):
    """Imports a file by its path."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def reference(path: str, function: str, **constants):
    """A reference of an example, which takes buffers and constants by their names."""
    module = load_module(ROOT / path, "reference_" + path.replace("/", "_").replace(".", "_"))
    call = getattr(module, function)
    names = call.__code__.co_varnames[: call.__code__.co_argcount]
    return lambda values: call(**{name: (values | constants)[name] for name in names})

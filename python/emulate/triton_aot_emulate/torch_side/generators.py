"""Random numbers of the GPU: generators with a seed and an offset, apart from the CPU's.

The numbers are a function of both, but not those of CUDA's Philox generator: the CPU's generator makes them.
"""

from __future__ import annotations

import random
import threading
import weakref
from typing import Any

import torch

_Real: Any = torch._C.Generator
# What a generator starts with that nobody seeded. PyTorch's number for both devices.
_FIRST_SEED = 67280421310721
# Of each draw, however large: it is a multiple of 4, as on a GPU.
_STEP = 4
_WORD = 1 << 64
_lock = threading.RLock()


class _State:
    """What decides the next numbers. Several generators can share one, as those of CUDA graphs do."""

    def __init__(self, seed: int, offset: int = 0) -> None:
        self.seed, self.offset = seed, offset


class Generator(_Real):
    """A generator for the GPU. The generator of the CPU that it is draws after it got a seed from the state."""

    __module__ = "torch._C"

    def __new__(cls, device: Any = "cuda") -> Any:
        made = super().__new__(cls, device="cpu")
        made._device = torch.device("cuda", device) if isinstance(device, int) else torch.device(device)
        made._state = _State(_FIRST_SEED)
        # PyTorch makes another object for a generator that went through its code in C++.
        _by_number[made._cdata] = made
        return made

    @property
    def device(self) -> Any:
        return self._device

    def manual_seed(self, seed: int) -> Any:
        self._state.seed, self._state.offset = int(seed) % _WORD, 0
        return self

    def seed(self) -> int:
        self.manual_seed(random.SystemRandom().getrandbits(53))
        return self.initial_seed()

    def initial_seed(self) -> int:
        return int(self._state.seed)

    def get_offset(self) -> int:
        return int(self._state.offset)

    def set_offset(self, offset: int) -> Any:
        if offset % 4:
            raise RuntimeError("offset must be a multiple of 4")
        self._state.offset = offset
        return self

    def get_state(self) -> Any:
        words = [word - _WORD if word >= _WORD // 2 else word for word in vars(self._state).values()]
        return torch.tensor(words, dtype=torch.int64, device="cpu").view(torch.uint8)

    def set_state(self, state: Any) -> Any:
        if not isinstance(state, torch.Tensor) or state.dtype is not torch.uint8 or state.device.type != "cpu":
            raise TypeError("RNG state must be a torch.ByteTensor")
        if state.numel() not in (8, 16):  # older versions had no offset
            raise RuntimeError("RNG state is wrong size")
        words = [word % _WORD for word in state.contiguous().view(torch.int64).tolist()]
        self._state.seed = words[0]
        return self.set_offset(words[1] if len(words) > 1 else 0)

    def clone_state(self) -> Any:
        clone = Generator(self._device)
        clone._state = _State(self._state.seed, self._state.offset)
        return clone

    def graphsafe_get_state(self) -> Any:
        shared = Generator(self._device)
        shared._state = self._state
        return shared

    def graphsafe_set_state(self, generator: Any) -> Any:
        self._state = generator._state
        return self

    def __reduce__(self) -> Any:
        return torch.Generator, (self._device,), self.get_state()

    def __setstate__(self, state: Any) -> None:
        self.set_state(state)

    def next_seed(self) -> int:
        """The seed of the numbers that are drawn next. Another draw gets another one."""
        state = self._state
        mixed = random.Random(state.seed << 64 | state.offset).getrandbits(64)
        state.offset = (state.offset + _STEP) % _WORD
        return mixed


_by_number: weakref.WeakValueDictionary[int, Generator] = weakref.WeakValueDictionary()
_random: dict[Any, bool] = {}


class _Generators(type(_Real)):  # type: ignore[misc]
    """What `torch.Generator` is: it makes generators of either device, and all of them are instances."""

    def __call__(cls, device: Any = "cpu") -> Any:
        return Generator(device) if str(device).startswith("cuda") or isinstance(device, int) else _Real(device)

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, _Real)


def replace_generators() -> None:
    torch.Generator = _Generators("Generator", (_Real,), {"__module__": "torch", "__doc__": _Real.__doc__})
    torch.cuda.default_generators = (Generator(torch.device("cuda", 0)),)


def draws(func: Any) -> bool:
    """Whether an operator draws random numbers."""
    known = _random.get(func)
    if known is None:
        known = _random[func] = torch.Tag.nondeterministic_seeded in func.tags
    return known


def drawn(on_gpu: bool, args: Any, kwargs: dict[str, Any], compute: Any) -> Any:
    """Calls an operator that draws random numbers with those of the right device. One of another device is refused, in PyTorch's words."""
    given = next((value for value in (*args, *kwargs.values()) if isinstance(value, _Real)), None)
    own = _by_number.get(given._cdata) if given is not None else None
    if given is not None and on_gpu != (own is not None):
        expected, found = ("cuda", "cpu") if on_gpu else ("cpu", "cuda")
        raise RuntimeError(f"Expected a '{expected}' device type for generator but found '{found}'")
    if not on_gpu:
        return compute()
    source = own if own is not None else torch.cuda.default_generators[0]
    drawing = torch.default_generator if given is None else given
    with _lock:
        before = _Real.get_state(drawing)
        _Real.manual_seed(drawing, source.next_seed())
        try:
            return compute()
        finally:
            _Real.set_state(drawing, before)

"""Random numbers: the CPU's generator is the GPU's too, so that seeds of either decide what follows.

The numbers are not those of CUDA's Philox generator.
"""

from __future__ import annotations

from typing import Any

import torch

from .places import CPU, GPU, asks_for_gpu


class Generator(torch._C.Generator):
    """A generator for the GPU: it draws on the CPU, and says `cuda:0`."""

    def __new__(cls, device: Any = "cpu") -> Any:
        made = super().__new__(cls, device="cpu" if asks_for_gpu(device) else device)
        made._says = GPU if asks_for_gpu(device) else CPU
        return made

    @property
    def device(self) -> Any:
        return self._says


def replace_generators() -> None:
    torch.Generator = Generator


def random_answers() -> dict[str, Any]:
    """Functions of `torch.cuda` about random numbers, by name."""
    default = torch.default_generator

    def seed(*_: Any) -> None:
        default.seed()

    def manual_seed(value: int) -> None:
        default.manual_seed(int(value))

    def get_rng_state(*_: Any) -> Any:
        return default.get_state()

    def set_rng_state(state: Any, *_: Any) -> None:
        default.set_state(state)

    return {
        **dict.fromkeys(("manual_seed", "manual_seed_all"), manual_seed),
        **dict.fromkeys(("seed", "seed_all"), seed),
        "initial_seed": default.initial_seed,
        "get_rng_state": get_rng_state,
        "set_rng_state": set_rng_state,
        "get_rng_state_all": lambda: [get_rng_state()],
        "set_rng_state_all": lambda states: set_rng_state(next(iter(states))),
        "default_generators": (default,),
    }

"""The choice of a config by `triton.autotune`, without timing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from triton.compiler.errors import CompileTimeAssertionFailure
from triton.runtime.autotuner import Autotuner
from triton.runtime.errors import OutOfResources, PTXASError

from ..findings import KernelFault
from .tensors import contents_of, tensors_in
from .trials import note_trial, watch_tuning

if TYPE_CHECKING:
    from ..configs import Configs
    from ..emulation import Emulation

# The times that an autotuner compares. It takes the first of the shortest.
WANTED, OTHER, NOT_COMPILED, UNFIT = 1.0, 2.0, 3.0, float("inf")
DOES_NOT_FIT = (OutOfResources, CompileTimeAssertionFailure, PTXASError)


def choose_configs(wanted: Configs, emulation: Emulation) -> None:
    """Makes autotuners choose as `wanted` says. One that has its own function to measure uses that, unless values are wanted.

    A recording has all configs, since an autotuner on a GPU compiles all.
    """
    measure = Autotuner._bench

    def bench(self: Any, *args: Any, config: Any, **meta: Any) -> Any:
        note_trial(self, config)
        if wanted.all:
            with emulation.preparing(self.base_fn.__name__):
                restored = _restored([*args, *meta.values()])
            with restored:
                return _naming(config, lambda: measure(self, *args, config=config, **meta))
        if self._do_bench is not None and not wanted.values:
            return measure(self, *args, config=config, **meta)
        # A run of the autotuner has its own dict of arguments, so the best time so far is of this run if it is beside this dict.
        arguments, best = vars(self).get("emulated_choice", (None, UNFIT))
        best = best if arguments is self.nargs else UNFIT
        time = WANTED if wanted.matches(config.all_kwargs()) else OTHER
        if emulation.options.record:
            with emulation.without_executing():
                fits = measure(self, *args, config=config, **meta)[0] < UNFIT
        elif time >= best:
            return [NOT_COMPILED] * 3
        else:
            fits = _fits(self, args, config, meta)
        time = time if fits else UNFIT
        self.emulated_choice = (self.nargs, min(time, best))
        return [time] * 3

    Autotuner._bench = bench
    watch_tuning(emulation, wanted.all)


def _fits(tuner: Any, args: Any, config: Any, meta: dict[str, Any]) -> bool:
    """Whether the kernel compiles with a config, and the GPU has what it needs. Does not launch it."""
    values = {**meta, **config.all_kwargs()}
    if config.pre_hook:
        config.pre_hook({**tuner.nargs, **values})
    try:
        kernel = tuner.fn.run(*args, **{**values, "warmup": True})
        if kernel is not None:  # a hook of the program may refuse to compile it
            _ = kernel.run  # loads it
    except DOES_NOT_FIT:
        return False
    return True


def _naming(config: Any, call: Any) -> Any:
    try:
        return call()
    except KernelFault as fault:
        fault.args = (f"{fault.args[0]}, with the config {config}",)
        raise


class _restored:
    """Puts the content of tensors back at the end: each config gets the same."""

    def __init__(self, values: list[Any]) -> None:
        self._contents = contents_of([("", each) for each in tensors_in(values)])
        self._before = self._contents.save()

    def __enter__(self) -> None:
        """The content is saved already."""

    def __exit__(self, *error: object) -> None:
        self._contents.restore(self._before)

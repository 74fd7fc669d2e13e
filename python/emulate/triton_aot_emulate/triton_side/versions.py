"""What differs between the versions of Triton, 3.6 to 3.9."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from triton.backends.nvidia import driver as nvidia
from triton.runtime import _allocation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def expanded(descriptor: Any, described: dict[str, Any] | None) -> Iterable[Any]:
    """The values that a kernel gets for a host descriptor: a tensor map or a pointer first, then sizes and strides.

    Triton's own function makes them, with the emulated `fill_tma_descriptor`. From 3.8 on it takes the launch too.
    """
    make = nvidia.make_tensordesc_arg
    more = (None,) * (len(inspect.signature(make).parameters) - 2)
    return make(descriptor, described, *more)


def check_count(kinds: list[str], given: int) -> None:
    """Raises TypeError if a compiled kernel is called with too few arguments. `kinds` are the types of all.

    The launcher that Triton 3.6 generates wants all of them, after 13 values of its own, and Python says so in these words. The
    launcher of 3.9 skips constants without counting, and reads past the end if another argument is missing.
    """
    if not hasattr(nvidia, "annotate_arguments"):
        if given < len(kinds):
            raise TypeError(f"function takes exactly {13 + len(kinds)} arguments ({13 + given} given)")
        return
    needed = max((number for number, kind in enumerate(kinds, 1) if kind != "constexpr"), default=0)
    if given < needed:
        raise TypeError(f"the kernel needs {needed} arguments, and got {given}; on a GPU, Triton reads past their end")


def global_scratch() -> Callable[..., Any]:
    """Allocates what `triton.set_allocator` has set."""
    return _allocation._allocator.get()


def profile_scratch(default: Callable[..., Any]) -> Callable[..., Any]:
    """Allocates the memory of profilers. From 3.8 on the driver does so if there is no allocator."""
    has_allocator = getattr(_allocation, "has_profile_allocator", lambda: True)
    return _allocation._profile_allocator.get() if has_allocator() else default


# The functions of `driver.active.utils` that make tensor maps. 3.6 and 3.7 have only tiled ones.
TILED = ("fill_tma_descriptor", "fill_tma_descriptor_tiled")

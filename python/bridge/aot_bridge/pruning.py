"""Leaves out configs of @triton.autotune as its `early_config_prune` does before it measures them for a call."""

import copy
import inspect
from typing import Any

from aot_sources.constants import from_wire
from aot_wire.messages import UnknownValue as UnknownDescription
from aot_wire.messages import WireConstant

from .device import UnknownValue
from .slice_modules import Unknown

# The arguments of a call by name: see `pruneCallSchema` in src/toolchain/workers/protocol.ts.
Call = dict[str, WireConstant | int | None]


class NotPruned(Exception):
    """The function needs more than what is known of a call."""


def pruned(configs: list, prune: Any, calls: list[Call]) -> list:
    """Returns the configs that are kept for any of the calls, whose arguments are given by name.

    @raise NotPruned: with the reason.
    """
    if not callable(prune):
        raise NotPruned("it is no function")
    return [config for call in calls for config in pruned_for(configs, prune, call)]


def pruned_for(configs: list, prune: Any, call: Call) -> list:
    touched: list[UnknownDescription] = []
    arguments = {name: argument(name, wire, touched) for name, wire in call.items()}
    try:
        parameters = inspect.signature(prune).parameters
        # Whether a call passes an argument by position or by name is not known, so both places have it.
        takes_any = any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters.values())
        by_name = {
            name: value
            for name, value in arguments.items()
            if name not in list(parameters)[:2] and (takes_any or name in parameters)
        }
        # Triton gives the functions of people its own list.
        kept = list(prune(copy.deepcopy(configs), dict(arguments), **by_name))
    except KeyboardInterrupt:
        raise
    except UnknownValue as error:
        raise NotPruned(str(error)) from error
    except Exception as error:
        raise NotPruned(f"{type(error).__name__}: {error}") from error
    if touched:
        raise NotPruned(touched[0]["message"])
    if not kept:
        known = ", ".join(f"{name}={wire[1]}" for name, wire in call.items() if isinstance(wire, list))
        raise NotPruned(f"it leaves no config for {known}")
    return kept


def argument(name: str, known: WireConstant | int | None, touched: list[UnknownDescription]) -> Any:
    description: UnknownDescription = {"message": f"it needs `{name}`, which no case gives", "hint": ""}
    if known is None:
        return Unknown(description, touched)
    if isinstance(known, int):
        description["message"] = f"it needs more of the tensor `{name}` than the size of its elements"
        return Tensor(description, touched, known)
    return from_wire(known)


class Tensor(Unknown):
    """A tensor. Only the size of its elements is known."""

    def __init__(self, description: UnknownDescription, touched: list[UnknownDescription], element_size: int):
        super().__init__(description, touched)
        self.__dict__["element_size"] = lambda: element_size
        # Functions ask for it, although few use it.
        self.__dict__["dtype"] = Unknown(description, touched)

"""Reads the options of a launch, such as num_warps."""

from typing import Any

from ..entry import Setting
from .host import Host, evaluated, possible


def launch_options(sites: list, passed: dict, constants: dict) -> list[Setting]:
    """The options that the first launch sets to a number, such as num_warps, also those that it computes from constants."""
    options = sites[0].options if sites else {}
    given = {name: options[name] for name in ("num_warps", "num_stages", "num_ctas") if name in options}
    sizes = {each.host.size: constants[name] for name, each in passed.items() if type(constants.get(name)) is int}
    known = {name: option_of(name, each, sizes) for name, each in given.items()}
    if known.get("num_stages") == 0:
        # Both 0 and 1 mean that loops are not pipelined.
        known["num_stages"] = 1
    return [Setting(name, ("int", str(value))) for name, value in known.items() if type(value) is int and value > 0]


def option_of(name: str, host: Host, sizes: dict) -> Any:
    """The value of an option: of several that an unknown condition chooses from, the first one, or as few stages as there are."""
    if host.value is not None:
        return host.value
    values = possible(host.size)
    computed = evaluated(host.size, sizes)
    return computed if not values or computed is not None else min(values) if name == "num_stages" else values[0]

"""Launches that take longer than the limit: what the user can do, and what a sample of their blocks shows all the same."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from aot_emulate.fault import CannotTell, TooLong
from aot_emulate.grid import Choice
from aot_emulate.launch import Launch, LaunchResult, launch
from aot_emulate.limit import Deadline

if TYPE_CHECKING:
    from aot_emulate.memory import GlobalMemory
    from aot_emulate.program import Program

    from .options import Options


def sample_size(config: Launch, options: Options) -> int:
    """How many blocks a sample of a launch has; 0 if there is none, also since it would be the whole launch."""
    count = options.sample * math.prod(config.cluster)
    return count if count < math.prod(config.grid) else 0


def with_remedy(error: TooLong, options: Options) -> TooLong:
    """The error, with what the user can do about it."""
    sample = "" if options.sample else f", or check only some of its blocks for faults with {options.flag('sample')} 8"
    return TooLong(f"{_with_limit(error, options)}. {_remedy(error, options)}{sample}", **error.facts)


def run_sample(
    program: Program, memory: GlobalMemory, config: Launch, error: TooLong, options: Options
) -> tuple[LaunchResult, TooLong]:
    """Executes some blocks of a launch, in memory as it was before. Returns what they show, and the error that says so.

    The results of all others are missing, so the program cannot go on. Raises Fault if one of the blocks does something wrong.
    """
    sample = replace(config, chosen=Choice(sample=options.sample), write=lambda text: None)
    count = sample_size(config, options)
    blocks = f"{count} block{'s' * (count > 1)}"
    shown = LaunchResult([], "")
    try:
        shown = launch(program, memory, sample, Deadline(options.limit, count))
        says = f"A sample of {blocks}, spread over the grid, has no fault; nothing is known about the others"
    except CannotTell as cause:
        says = f"A sample of {blocks} shows nothing: {cause}"
    return shown, TooLong(
        f"{_with_limit(error, options)}. {says}. The program cannot go on without the results. {_remedy(error, options)}",
        **error.facts,
    )


def _with_limit(error: TooLong, options: Options) -> str:
    return f"{error.says}; the limit is {options.limit:g} s"


def _remedy(error: TooLong, options: Options) -> str:
    done, blocks, seconds = (error.facts.get(name, 0) for name in ("done", "blocks", "seconds"))
    if isinstance(done, int) and isinstance(blocks, int) and isinstance(seconds, float) and done > 0:
        value = f"{_rounded_up(1.5 * seconds * blocks / done):g}"
    else:
        value = "0, which means no limit"
    return f"Make the sizes of the test smaller, or give the launch more time with {options.flag('limit')} {value}"


def _rounded_up(seconds: float) -> float:
    """One digit and zeros."""
    unit = 10.0 ** math.floor(math.log10(max(seconds, 1)))
    return math.ceil(seconds / unit) * unit

"""Finds signs that ptxas loses in the maximum or minimum of three integers (Triton #11032).

From sm_90 on, ptxas makes one instruction, VIMNMX3, of two. Up to 13.3 it takes the second operand without its sign.
"""

import os
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from .ptxas import ptxas_for, release_of, target_of

NEGATION = re.compile(r"\bneg(\.s32\s+(%\w+), (%\w+);)")
EXTREMUM = re.compile(r"\b(max|min)\.s32\s+(%\w+), (%\w+), (%\w+);")
# No compiler writes the extremum of a value and itself: one of the two was negated.
SAME_TWICE = re.compile(r"\bVIMNMX3(?:\.\w+)* R\w+, (R\d+)(?:\.reuse)?, (?:\1\b|(R\w+)(?:\.reuse)?, (?:\1|\2)\b)")
RIGHT_PTXAS = (13, 4)
# Each costs one run of ptxas.
MOST_NEGATIONS = 16


class Negation(NamedTuple):
    start: int
    # From the name of the type to the end of the instruction.
    rest: tuple[int, int]
    # True if it is the negative of the value that it is compared with.
    is_absolute: bool


def negations(ptx: str) -> Iterator[Negation]:
    """Yields the negations that can be the second operand of an extremum of three."""
    extrema = [found.groups() for found in EXTREMUM.finditer(ptx)] if "neg.s32" in ptx else []
    if not extrema:
        return
    times = Counter(re.findall(r"%\w+", ptx))
    by_operand = {name: each for each in extrema for name in each[2:]}
    for found in NEGATION.finditer(ptx):
        inner = by_operand.get(found[2])
        if inner is None:
            continue
        outer = by_operand.get(inner[1])
        # A register with one definition and one use occurs twice.
        if outer is not None and outer[0] == inner[0] and times[found[2]] == times[inner[1]] == 2:
            yield Negation(found.start(), found.span(1), found[3] in inner[2:])


def second_operand(ptx: str) -> int | None:
    """Returns where PTX has such a negation."""
    return next((each.start for each in negations(ptx)), None)


def has_lost_sign(ptx: str, code: str, ptxas: Any = None) -> bool:
    """True if the machine code does not have the sign of a negation.

    It is lost if `ptxas` makes the same code of PTX without it. The default is the ptxas of Triton for the target.
    """
    if SAME_TWICE.search(code):
        return True
    target, ptxas = target_of(ptx), ptxas or ptxas_for(ptx)
    if "VIMNMX3" not in code or release_of(ptxas) >= RIGHT_PTXAS:
        return False
    others = [each for each in negations(ptx) if not each.is_absolute][:MOST_NEGATIONS]
    made = assembled(ptx, target, ptxas.path) if others else b""
    return any(
        assembled(f"{ptx[: each.start]}mov{ptx[slice(*each.rest)]}{ptx[each.rest[1] :]}", target, ptxas.path) == made
        for each in others
    )


def assembled(ptx: str, target: str, ptxas: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        source, cubin = os.path.join(folder, "k.ptx"), os.path.join(folder, "k.cubin")
        with open(source, "w") as file:
            file.write(ptx)
        subprocess.run(
            [ptxas, f"--gpu-name={target}", source, "-o", cubin], check=True, capture_output=True, close_fds=False
        )
        with open(cubin, "rb") as file:
            return file.read()

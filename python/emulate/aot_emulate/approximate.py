"""Results of approximate instructions with which a kernel decides: where the exact result is on the edge, a GPU may decide otherwise.

Approximate results are rounded correctly here, and the manual allows others. For most kernels that is a last bit. But if `x / w` is
exactly 3, its floor is 2 for the number below. Such results are noted. A launch with `nudge` has others in their places, and who
compares the outcomes of the decisions and the outputs of the two launches knows whether that matters.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .fault import OnTheEdge
from .memory import UNSIGNED
from .program import names_in
from .unused import computes
from .values import is_float, operand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from .fault import Fault
    from .machine import Machine
    from .program import Function, Instruction, Program
    from .steps import Step
    from .types import Mask

    # From a correctly rounded result and the operands, as float64, to another result, or to places.
    Other: TypeAlias = Callable[..., np.ndarray]


# Memory of more bytes is not copied, so launches with it are not repeated.
MOST_BYTES = 1 << 30
# In so many launches of a program, the numbers below and above are tried.
TRIES = 4
# What a launch has in the places of results that are noted: those that are likely on a GPU, or the numbers below or above them.
LIKELY, BELOW, ABOVE = "likely", "below", "above"


@dataclass(frozen=True)
class Approximation:
    """What is known of a mnemonic.

    `matters` says where a result other than the correctly rounded one matters, if the kernel decides by it; without `decides`, in any
    kernel. `likely` is the result of GPUs there; None: it is not known, and may be the same. `remedy` is what to do.
    """

    noun: str
    matters: Other
    likely: Other | None
    remedy: str
    decides: bool = True


def _single(x: np.ndarray) -> np.ndarray:
    return x.astype(np.float32).astype(np.float64)


def _is_power(x: np.ndarray) -> np.ndarray:
    """Whether numbers are powers of two: roots that are such, and the quotients by such, are exact on GPUs."""
    return np.abs(np.frexp(x)[0]) == 0.5


def _is_beyond(result: np.ndarray, x: np.ndarray) -> np.ndarray:
    return np.isfinite(x) & (np.abs(x) > 100 * math.pi)


def _turned(function: Callable[[np.ndarray], np.ndarray]) -> Other:
    """The function of an angle that is rounded as a number of turns."""
    return lambda result, x: function(2 * math.pi * _single(x * _single(np.array(0.5 / math.pi))))


_ANGLE = "angles beyond 100π, for which PTX guarantees no accuracy"
# The largest errors are those of section 9.7.3 of the PTX ISA 9.0: quotients 2 units in the last place, roots 2^-23 of the result,
# logarithms between 0.5 and 2 an absolute 2^-22, sines and cosines 2^-14.7 up to 100π. GPUs compute a quotient as the product with
# a reciprocal, and reduce an angle by such a product. Other functions are exact where they can be: at powers of two.
APPROXIMATE = {
    "div": Approximation(
        "quotient",
        lambda result, x, y: (result * y == x) & (result != 0) & np.isfinite(result) & ~_is_power(y),
        lambda result, x, y: _single(x * _single(1 / y)),
        "Use tl.div_rn, or // for integers",
    ),
    "sqrt": Approximation(
        "square root", lambda result, x: (result**2 == x) & (result != 0) & ~_is_power(result), None, "Use tl.sqrt_rn"
    ),
    "sin": Approximation(f"sine of {_ANGLE}", _is_beyond, _turned(np.sin), "Use tl.sin", decides=False),
    "cos": Approximation(f"cosine of {_ANGLE}", _is_beyond, _turned(np.cos), "Use tl.cos", decides=False),
    "lg2": Approximation(
        "logarithm of numbers so near 1 that its absolute error of up to 2^-22 matters",
        lambda result, x: (np.abs(result) < 2.0**-12) & (result != 0),
        lambda result, x: result + 2.0**-22,
        "Use tl.log or tl.log2",
        decides=False,
    ),
}


@dataclass(frozen=True)
class Decisions:
    """What a launch has shown: the instructions with results that may be others, with whether it is likely, and the sum of the outcomes of each decision."""

    nudged: dict[int, bool]
    outcomes: dict[int, int]

    @property
    def is_likely(self) -> bool:
        """Whether a GPU has other results."""
        return any(self.nudged.values())


class Approximations:
    """Those of a program that may matter, by the index of the instruction, and the instructions that decide by them."""

    def __init__(self, functions: Iterable[Function]) -> None:
        self.sources: dict[int, Instruction] = {}
        self.deciders: dict[int, tuple[Instruction, frozenset[int]]] = {}  # with the sources
        for function in functions:
            given = [each for each in function.instructions if _is_approximate(each)]
            if given:
                self._add(function, given)
        self.tries = TRIES
        self.reset()

    def _add(self, function: Function, given: list[Instruction]) -> None:
        for each, sources in _deciders(function, [each for each in given if APPROXIMATE[each.words[0]].decides]):
            self.deciders[each.index] = each, sources
        used = frozenset[int]().union(*(sources for _, sources in self.deciders.values()))
        self.sources |= {
            each.index: each for each in given if each.index in used or not APPROXIMATE[each.words[0]].decides
        }

    def __bool__(self) -> bool:
        return bool(self.sources)

    def reset(self) -> None:
        """A launch begins."""
        self.noted: dict[int, bool] = {}
        self.outcomes = dict.fromkeys(self.deciders, 0)

    def add(self, noted: dict[int, bool], outcomes: dict[int, int]) -> None:
        """Adds what another process has noted."""
        for index, is_likely in noted.items():
            self.noted[index] = self.noted.get(index, False) or is_likely
        for index, count in outcomes.items():
            self.outcomes[index] += count

    def shown(self) -> Decisions | None:
        """What the launch has shown; None if no result can be another."""
        if not self.noted:
            return None
        return Decisions(dict(sorted(self.noted.items())), dict(self.outcomes))

    def nudges(self, first: Decisions) -> list[str]:
        """The nudges with which to launch once more."""
        decides = any(APPROXIMATE[self.sources[index].words[0]].decides for index in first.nudged)
        self.tries -= decides
        return [LIKELY] * first.is_likely + [BELOW, ABOVE] * (decides and self.tries >= 0)

    def blamed(self, fault: Fault, first: Decisions) -> Fault:
        """Says of a fault in a nudged launch what it depends on."""
        names = " or ".join(dict.fromkeys(self.sources[index].where() for index in first.nudged))
        fault.because += f"; it does so if a GPU rounds an approximate result ({names}) to another number"
        return fault

    def fault(
        self, first: Decisions, other: Decisions, nudge: str, differ: str, grid: tuple[int, int, int]
    ) -> Fault | None:
        """The fault of a kernel whose outputs differ in a nudged launch: of the first decision that does; None if none does."""
        if not differ:
            return None
        for source in map(self.sources.__getitem__, first.nudged):
            each = APPROXIMATE[source.words[0]]
            if not each.decides:
                says = f": an error of the size that it allows changes {differ}. {each.remedy}"
                return OnTheEdge(f"takes an approximate {each.noun}", because=says).at(source, grid)
            for index, (decider, sources) in self.deciders.items():
                if source.index in sources and first.outcomes[index] != other.outcomes[index]:
                    computes = (
                        "a GPU computes another number than" if nudge == LIKELY else "PTX allows the number next to"
                    )
                    says = f"{computes} the exact one ({source.where()}), which changes {differ}. {each.remedy}"
                    verb, edge = _decision(decider)
                    return OnTheEdge(verb.format(f"an approximate {each.noun}"), because=f" {edge}: {says}").at(
                        decider, grid
                    )
        return None

    def watch(self, steps: list[Step], program: Program) -> None:
        """Changes the steps of the sources and of the deciders, to note what they do."""
        for index, instruction in self.sources.items():
            steps[index] = self._noting(index, instruction, steps[index], program)
        for index, (instruction, _) in self.deciders.items():
            target = next(name for name in instruction.targets if name != "_")
            steps[index] = self._counting(index, target, steps[index])

    def _noting(self, index: int, instruction: Instruction, step: Step, program: Program) -> Step:
        target, *sources = instruction.operands
        reads = [operand(text, "f32", program) for text in sources]
        result, known = operand(target, "f32", program), APPROXIMATE[instruction.words[0]]

        def run(m: Machine, mask: Mask) -> Mask:
            values = [read(m).astype(np.float64) for read in reads]
            step(m, mask)
            exact = result(m).astype(np.float64)
            chosen = known.matters(exact, *values)
            chosen = chosen if mask is None else chosen & mask
            if not chosen.any():
                return None
            likely = exact if known.likely is None else known.likely(exact, *values)
            self.add({index: bool((likely != exact)[chosen].any())}, {})
            if m.launch.nudge:
                other = likely if m.launch.nudge == LIKELY else _next(exact, m.launch.nudge)
                m.write(target, np.where(chosen, other, exact).astype(np.float32).view(UNSIGNED[32]), mask)
            return None

        return run

    def _counting(self, index: int, target: str, step: Step) -> Step:
        def run(m: Machine, mask: Mask) -> Mask:
            step(m, mask)
            outcome = m.whole(target)
            self.outcomes[index] += int((outcome if mask is None else outcome[mask]).sum(dtype=np.uint64))
            return None

        return run


def _next(result: np.ndarray, nudge: str) -> np.ndarray:
    """The float32 before a number, or after it: nearer to 0, or further away."""
    return np.nextafter(
        result.astype(np.float32), np.where(nudge == BELOW, 0, np.copysign(np.inf, result)), dtype=np.float32
    )


def _decision(decider: Instruction) -> tuple[str, str]:
    """A verb for what it does, and where."""
    name, *words = decider.words
    if name != "cvt":
        return "compares {}", "with a number that it is equal to"
    return ("rounds" if is_float(words[-2]) else "converts") + " {} to an integer", "at the edge between two"


def _is_approximate(instruction: Instruction) -> bool:
    if ".approx" not in instruction.opcode and ".full" not in instruction.opcode:
        return False
    name, *words = instruction.words
    return name in APPROXIMATE and words[-1] == "f32"


def _deciders(function: Function, given: list[Instruction]) -> Iterator[tuple[Instruction, frozenset[int]]]:
    """The instructions that decide by results of others in the registers of a thread, with the indices of these others."""
    if not given:
        return
    halves, found = _halves(function), {name: {each.index} for each in given for name in each.targets}
    read = [(each, [name for text in each.operands[1:] for name in names_in(text)]) for each in function.instructions]
    carrying = [(each, names) for each, names in read if computes(each) and not _ends(each, halves)]
    changed = True
    while changed:
        changed = False
        for each, names in carrying:
            sources = set().union(*(found[name] for name in names if name in found))
            for name in each.targets if sources else ():
                changed |= not sources <= found.get(name, set())
                found.setdefault(name, set()).update(sources)
    for each, names in read:
        sources = set().union(*(found[name] for name in names if name in found))
        if sources and _decides(each):
            yield each, frozenset(sources)


def _decides(instruction: Instruction) -> bool:
    """Whether a last bit of an operand can change the result by more than that. At the edges of `.rni`, both results are as good."""
    name, *words = instruction.words
    if name in ("setp", "set"):
        return is_float(words[-1])
    return (
        name == "cvt"
        and is_float(words[-1])
        and "rni" not in words
        and (not is_float(words[-2]) or not {"rmi", "rpi", "rzi"}.isdisjoint(words))
    )


# 0.5 and -0.5, as PTX writes them.
_HALF = {"0f3F000000", "0fBF000000", "1056964608", "-1090519040", "3204448256"}


def _halves(function: Function) -> set[str]:
    """The texts that are 0.5 or -0.5: immediates, and registers that get their bits."""
    found = set(_HALF)
    for each in function.instructions:
        if each.words[0] in ("mov", "selp", "or", "xor", "and", "lop3", "copysign") and found & set(each.operands[1:]):
            found.update(each.targets)
    return found


def _ends(instruction: Instruction, halves: set[str]) -> bool:
    """Whether results do not depend on last bits of operands, or the next decision rounds to the nearest: a half is added."""
    name, *words = instruction.words
    if name in ("add", "sub"):
        return bool(halves & set(instruction.operands[1:]))
    if name in ("fma", "mad"):
        return instruction.operands[-1] in halves
    return _decides(instruction) or "rni" in words

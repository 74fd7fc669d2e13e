"""What a warp does with a value that it has loaded.

Triton lets all warps load elements of which there are fewer than threads, and one of them store what it has computed. What the
others have loaded does not matter, even if it is not known whether they load before or after that store.
"""

from dataclasses import dataclass

from .access import bytes_of
from .doubt import paths_from
from .program import Function, Instruction, names_in


@dataclass(frozen=True)
class Uses:
    """`names`: the registers that depend on the value. `guards`: (register, negated) of the stores that do, which run if it holds."""

    names: frozenset
    guards: frozenset


def uses_of(function: Function, load: Instruction) -> Uses | None:
    """Returns what depends on what an instruction loads; None if something does that is not known to stay in the warp."""
    if load.mnemonic.accesses != "reads":
        return None
    names, guards = set(load.targets), set()
    while True:
        before = len(names)
        for each in function.instructions:
            if each is load or not (names & _sources(each) or each.guard in names):
                continue
            if each.guard and each.guard not in names and _stores(each) and not names & _address(each):
                guards.add((each.guard, each.negated))
                names.update(each.targets)
            elif computes(each):
                names.update(each.targets)
            elif _branches(each) and (written := _computed_on_paths(function, each)) is not None:
                names.update(written)
            else:
                return None
        if len(names) == before:
            return Uses(frozenset(names), frozenset(guards))


def _computed_on_paths(function: Function, branch: Instruction) -> set[str] | None:
    """The registers that are written until all paths from a branch meet; None if something else happens on one of them."""
    _, inside = paths_from(function, branch.index - function.start)
    instructions = [function.instructions[index] for index in inside]
    if not all(computes(each) or _branches(each) for each in instructions):
        return None
    return {name for each in instructions for name in each.targets}


def computes(instruction: Instruction) -> bool:
    """Whether a warp computes with values of its own, but not with those of other warps."""
    row = instruction.mnemonic
    return row.changes in ("registers", "warp") and row.next == "after" and not row.accesses


def _branches(instruction: Instruction) -> bool:
    return instruction.mnemonic.next in ("label", "table")


def _stores(instruction: Instruction) -> bool:
    return instruction.mnemonic.accesses in ("writes", "updates") and bytes_of(instruction) > 0


def _address(instruction: Instruction) -> set:
    return set(names_in(instruction.operands[bool(instruction.targets)]))


def _sources(instruction: Instruction) -> set:
    return {name for operand in instruction.operands[bool(instruction.targets) :] for name in names_in(operand)}

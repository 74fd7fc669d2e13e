"""What a warp does with a value that it has loaded.

Triton lets all warps load elements of which there are fewer than threads, and one of them store what it has computed. What the
others have loaded does not matter, even if it is not known whether they load before or after that store.
"""

from dataclasses import dataclass

from .doubt import EXCHANGES, PURE, paths_from
from .program import Function, Instruction, names_in

# With these, a warp computes with values of its own, but not with those of other warps.
COMPUTES = PURE - {"ld", "bra", "brx"} | {"mma", "redux", "createpolicy"}
STORES = ("st", "red", "atom")
LOCAL = {"shared", "shared::cta", "shared::cluster", "local", "param"}


@dataclass(frozen=True)
class Uses:
    """`names`: the registers that depend on the value. `guards`: (register, negated) of the stores that do, which run if it holds."""

    names: frozenset
    guards: frozenset


def uses_of(function: Function, load: Instruction) -> Uses | None:
    """Returns what depends on what an instruction loads; None if something does that is not known to stay in the warp."""
    if load.words[0] != "ld":
        return None
    names, guards = set(load.targets), set()
    while True:
        before = len(names)
        for each in function.instructions:
            if each is load or not (names & _sources(each) or each.guard in names):
                continue
            name = each.words[0]
            is_store = name in STORES and not LOCAL & set(each.words)
            if (
                is_store
                and each.guard
                and each.guard not in names
                and not names & set(names_in(each.operands[name == "atom"]))
            ):
                guards.add((each.guard, each.negated))
                if name == "atom":
                    names.update(each.targets)
            elif name in COMPUTES or name in EXCHANGES:
                names.update(each.targets)
            elif name in ("bra", "brx") and (written := _computed_on_paths(function, each)) is not None:
                names.update(written)
            else:
                return None
        if len(names) == before:
            return Uses(frozenset(names), frozenset(guards))


def _computed_on_paths(function: Function, branch: Instruction) -> set[str] | None:
    """The registers that are written until all paths from a branch meet; None if something else happens on one of them."""
    _, inside = paths_from(function, branch.index - function.start)
    instructions = [function.instructions[index] for index in inside]
    if any(each.words[0] not in COMPUTES | {"bra", "brx"} for each in instructions):
        return None
    return {name for each in instructions for name in each.targets}


def _sources(instruction: Instruction) -> set:
    first = 0 if instruction.words[0] in ("st", "red") else 1
    return {name for operand in instruction.operands[first:] for name in names_in(operand)}

"""Which conditions explain wrong cases: every right case keeps them, and some right case keeps them with other sizes than the program's."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .conditions import LEAST_TOGETHER, RIGHT, WRONG, AtLeast, Divided, Elements, InBlock, Multiple, Positive, Related
from .of_integers import Below, Distinct, NoGap, bounds
from .sizes import POWERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .conditions import Condition, Judged
    from .relations import Relation
    from .sizes import Sizes


def candidates(
    call: Sizes, known: Sequence[Relation], blocks: Sequence[int], computed: Sequence[str]
) -> Iterator[Condition]:
    """Conditions that may explain wrong cases, the simplest first."""
    sizes = [*call.sizes, *call.ones]
    for size in sizes:
        base = call.values[size]
        for factor in sorted({*POWERS, *blocks, *(call.values[each] for each in call.numbers)}):
            if factor > 1 and base % factor == 0:
                yield Multiple(size, factor)
    for size in sizes:
        for by in sizes:
            if call.values[size] > call.values[by] > 1 and call.values[size] % call.values[by] == 0:
                yield Divided(size, by)
    for relation in known:
        yield from (Related(relation, sign) for sign in (("==",) if relation.kind == "parts" else ("==", "<=", ">=")))
    for path in call.largest:
        for within in bounds(call, path):
            yield Below(path, within, math.prod(call.values[each] for each in within) == call.largest[path])
        yield Distinct(path)
    yield from (NoGap(path) for path in call.prefix_sums)
    for size in call.sizes:
        yield from (InBlock(size, name) for name in computed)
    yield from (
        Elements(path, shape, block) for path, shape in call.shapes.items() for block in (*reversed(blocks), *POWERS)
    )
    yield from (Positive(size) for size in sizes)
    yield from (AtLeast(size, call.values[size]) for size in sizes if call.values[size] > LEAST_TOGETHER)


def explained(
    call: Sizes, tried: Sequence[Judged[Any]], conditions: Iterable[Condition]
) -> tuple[list[tuple[Condition, list[Judged[Any]]]], list[Judged[Any]]]:
    """The fewest conditions that explain wrong cases, each with those that it explains; and what none explains."""
    right = [each for each in tried if each.outcome.verdict == RIGHT]
    # That a relation is none needs no explanation.
    wrong = [
        each for each in tried if each.outcome.verdict == WRONG and len(each.case.sizes) == 1 and not each.case.below
    ]
    if not wrong:
        return [], []
    conditions = [each for each in dict.fromkeys(conditions) if each.is_plausible(call, tried)]
    valid = [
        each
        for each in conditions
        if all(each.holds(call, one) for one in right) and any(each.is_supported(call, one) for one in right)
    ]
    # Integers that are too large can read inside of a tensor by chance. With smaller ones, wrong cases are right.
    repaired = [each for each in conditions if isinstance(each, Below) and each.is_repaired(tried)]
    # That a case is right says only that nothing shows it to be wrong: sizes that belong together can be right apart.
    together = [
        each
        for each in conditions
        if isinstance(each, (Divided, Related))
        and not any(each.holds(call, one) for one in tried if one.outcome.verdict == WRONG)
        and sum(each.holds(call, one) and each.is_supported(call, one) for one in right) >= LEAST_TOGETHER
    ]
    found: list[tuple[Condition, list[Judged[Any]]]] = []
    for usable in (valid, repaired, together):
        while wrong:
            broken = [(each, [one for one in wrong if not each.holds(call, one)]) for each in usable]
            best: tuple[Any, list[Judged[Any]]] = max(broken, key=lambda each: len(each[1]), default=(None, []))
            if not best[1]:
                break
            found.append(best)
            wrong = [one for one in wrong if one not in best[1]]
    return found, wrong

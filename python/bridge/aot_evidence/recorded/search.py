"""Finds the most likely expression that has given values in all calls: a number, a name, `cdiv` of them, a product of up to
three of these, or a `min` of two. Every expression is checked against every call."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

Values = tuple[int, ...]


@dataclass(frozen=True)
class Term:
    """Something that an expression can use: a name, or a part made of names. One value per call."""

    text: str
    values: Values
    # The lower, the more likely it is what the program computes.
    cost: float
    # True if the text needs parentheses as a factor.
    is_sum: bool = False
    is_constant: bool = False
    # True if it is unlikely as a part of more.
    is_whole: bool = False
    # Another expression with the same values that is as likely.
    rival: str | None = None

    @property
    def is_number(self) -> bool:
        return self.text.isdigit()


@dataclass(frozen=True)
class Names:
    """What expressions are made of."""

    # Run-time values: arguments, grid parameters.
    values: list[Term]
    # Integer constants of the kernel.
    constants: list[Term] = field(default_factory=list)
    # True if `cdiv`, divisions and `min` are tried: for sizes and strides they are not.
    has_quotients: bool = False


# The difference in cost up to which two expressions are equally likely.
CLOSE = 0.3
# The cost of a quotient with a remainder, which a program would not compute: it is likely only if several calls show it.
FLOORED = 5
# Factors that are tried for products of three, and quotients for products in a `min`.
MOST_FACTORS = 24
MOST_QUOTIENTS = 60
POWERS = [2**power for power in range(1, 11)]


def find_expression(targets: Values, names: Names) -> Term | None:
    if not targets:
        return None
    is_fixed = len(set(targets)) == 1
    candidates = [literal(targets)] if is_fixed else []
    if is_fixed and targets[0] in (0, 1):
        return candidates[0]
    terms = terms_of(names)
    candidates += [each for each in terms if each.values == targets]
    candidates += products(targets, terms)
    # Grids are limited to what the GPU has; tensors are not.
    candidates += minima(targets, terms) if names.has_quotients else []
    ordered = sorted(candidates, key=lambda each: each.cost)
    best, following = [*ordered[:2], None, None][:2]
    if best is None or following is None or following.cost - best.cost >= CLOSE or following.text == best.text:
        return best
    return replace(best, rival=following.text)


def literal(targets: Values) -> Term:
    """A number that is the same in all calls: with one call, almost anything is."""
    return Term(str(targets[0]), targets, 6 if len(targets) > 1 else 9)


def terms_of(names: Names) -> list[Term]:
    """Every name, and everything that `cdiv` and divisions make of two names."""
    values, constants = names.values, [replace(each, is_constant=True) for each in names.constants]
    found = [*values, *constants]
    if not names.has_quotients:
        return found
    for value in values:
        for constant in constants:
            found += quotients(value, constant)
        for power in POWERS:
            found += quotient_by_number(value, power)
    for at, value in enumerate(values):
        for other in values[at + 1 :]:
            for constant in constants:
                found += quotient_of_product(value, other, constant)
    return found


def quotients(value: Term, constant: Term) -> list[Term]:
    divisors = constant.values
    if min(divisors) <= 0 or max(divisors) == 1:
        return []
    cost = value.cost + 1 + affinity(value.text, constant.text)
    found = [Term(f"cdiv({value.text}, {constant.text})", divided(value.values, divisors), cost)]
    # Without a remainder, `//` says the same, and `cdiv` is what programs write.
    if any(each % divisor for each, divisor in zip(value.values, divisors)):
        floored = tuple(each // divisor for each, divisor in zip(value.values, divisors))
        found.append(Term(f"{value.text} // {constant.text}", floored, cost + FLOORED, is_sum=True))
    return found


def quotient_by_number(value: Term, divisor: int) -> list[Term]:
    """A number as divisor is only believed if there are several values to see it in."""
    if len(set(value.values)) < 2:
        return []
    values = divided(value.values, (divisor,) * len(value.values))
    return [Term(f"cdiv({value.text}, {divisor})", values, value.cost + 4)]


def quotient_of_product(value: Term, other: Term, constant: Term) -> list[Term]:
    if min(constant.values) <= 1:
        return []
    values = divided(multiplied([value, other]), constant.values)
    text = f"cdiv({value.text} * {other.text}, {constant.text})"
    return [Term(text, values, value.cost + other.cost + 2, is_whole=True)]


def products(targets: Values, terms: Sequence[Term]) -> list[Term]:
    """Products of two terms, or else of three. A term that is 1 in all calls says nothing."""
    factors = sorted(
        (each for each in terms if not each.is_whole and set(each.values) != {1} and divides(each.values, targets)),
        key=lambda each: each.cost,
    )
    by_values: dict[Values, Term] = {}
    for each in factors:
        by_values.setdefault(each.values, each)
    places = {id(each): at for at, each in enumerate(factors)}
    found = []
    for left in factors:
        right = by_values.get(quotient(targets, left.values))
        # Programs do not multiply constants on the host.
        if right is not None and not (left.is_constant and right.is_constant):
            ordered = [right, left] if places[id(right)] < places[id(left)] else [left, right]
            found.append(product(ordered, left.cost + right.cost + 1))
    if found:
        return found
    likely = factors[:MOST_FACTORS]
    for left in likely:
        rest = quotient(targets, left.values)
        for middle in likely:
            right = by_values.get(quotient(rest, middle.values)) if divides(middle.values, rest) else None
            if right is not None and not all(each.is_constant for each in (left, middle, right)):
                found.append(product([left, middle, right], left.cost + middle.cost + right.cost + 2))
    return found


def product(factors: list[Term], cost: float) -> Term:
    texts = [f"({each.text})" if each.is_sum else each.text for each in factors]
    return Term(" * ".join(texts), multiplied(factors), cost)


def minima(targets: Values, terms: Sequence[Term]) -> list[Term]:
    """`min` of a limit and a term: as many blocks as there is work, but no more than the GPU has."""
    most = max(targets)
    limits = [each for each in terms if len(set(each.values)) == 1]
    limit = next((each for each in limits if each.values[0] == most), None)
    text, cost = (str(most), 4.0) if limit is None else (limit.text, limit.cost)
    return [
        Term(f"min({text}, {work.text})", targets, work.cost + cost + 1)
        for work in [*terms, *pairs_of(terms)]
        if work.values != targets
        and tuple(min(each, most) for each in work.values) == targets
        and any(each == target for each, target in zip(work.values, targets))
    ]


def pairs_of(terms: Sequence[Term]) -> list[Term]:
    quotients_only = [each for each in terms if each.text.startswith("cdiv(")][:MOST_QUOTIENTS]
    return [
        product([left, right], left.cost + right.cost + 1)
        for at, left in enumerate(quotients_only)
        for right in quotients_only[at + 1 :]
    ]


def affinity(value: str, constant: str) -> float:
    """How well a constant fits an argument by name: `BLOCK_M` is for `M`, and `BLOCK_N` is not. Negative: well."""
    own, last = words_of(value), (words_of(constant) or [""])[-1]
    if own == [last] or constant.lower() == f"b{value.lower()}":
        return -0.6
    is_other = len(last) == 1 and len(own) == 1 and len(own[0]) == 1
    is_block = re.search("block|tile|chunk|^b[a-z]$", constant, re.IGNORECASE)
    return (1 if is_other else 0) + (-0.2 if is_block else 0.6)


def words_of(name: str) -> list[str]:
    return [each for each in name.lower().split("_") if each]


def divided(values: Values, divisors: Values) -> Values:
    """Rounds up."""
    return tuple(-(-value // divisor) if divisor else 0 for value, divisor in zip(values, divisors))


def multiplied(factors: list[Term]) -> Values:
    return tuple(map(math.prod, zip(*(each.values for each in factors))))


def divides(factors: Values, targets: Values) -> bool:
    return all(factor > 0 and target % factor == 0 for factor, target in zip(factors, targets))


def quotient(targets: Values, factors: Values) -> Values:
    return tuple(target // (factor or 1) for target, factor in zip(targets, factors))

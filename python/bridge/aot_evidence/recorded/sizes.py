"""Finds what sizes, strides and scalars follow from, for the cases of a draft. What follows from nothing is set by each case."""

import json
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ..expressions import evaluate
from ..text.calls import KernelText
from ..types import parse_type
from .constants import word_of
from .drafts import Call, Constants, Draft
from .grid import Grid, expression_names, is_stride, name_cost, size_name
from .recording import Constant, Layout
from .search import Names, Term, Values, find_expression

# The cost of a size that the cases set, or that is a grid parameter.
KNOWN_SIZE = 1.8
# That of an expression that the text has: a name is more likely, and a constant that happens to be equal is not.
COMPUTED_SIZE = 2.2
NUMBER = 2.5
FIXED = 3.4

Expression = tuple[str, str]


@dataclass(frozen=True)
class Shape:
    """Expressions for the axes. Without strides, a buffer is contiguous in every call."""

    sizes: list[str]
    strides: list[str] | None = None


class Sheet:
    """The values that the cases set, and those that follow from them. Expressions hold in every call of the draft, also in
    those that no case describes."""

    def __init__(self, draft: Draft, grid: Grid, calls: list[Call], text: KernelText):
        self.draft = draft
        self.calls = calls
        # One value for all cases, or an expression.
        self.arguments: dict[str, Constant | Expression] = {}
        # Sizes that each case sets, with their values in every call of the draft.
        self.sizes: dict[str, Values] = {each.text: each.values for each in grid.parameters}
        # The elements of buffers that differ between cases: of each of them in turn.
        self.elements: dict[str, list[tuple[float, ...]]] = {}
        # The scalars that each case sets.
        self.in_cases: list[str] = []
        names = expression_names(draft, draft.calls)
        self.names = Names(
            [*(replace(each, cost=KNOWN_SIZE) for each in grid.parameters), *names.values],
            [each for each in names.constants if each.text in draft.constants],
        )
        # The sizes that the kernel's text or the grid computes.
        self.computed = self.terms_of(filter(is_computed, [*text.sizes, *grid.axes]), COMPUTED_SIZE)
        self.place_scalars()

    def place_scalars(self) -> None:
        """Decides for each scalar whether the cases set it, or one value or expression does for all."""
        values = [each for each in self.names.values if each.text not in self.draft.types]
        types = {name: type_ for name, text in self.draft.types.items() if (type_ := parse_type(text)) is not None}
        scalars = [name for name, type_ in types.items() if type_.kind == "scalar"]
        # Strides follow from sizes, also from those of later parameters.
        for name in (each for each in scalars if not is_stride(each)):
            given = [call.scalars.get(name) for call in self.calls]
            is_same = len({None if each is None else word_of(each) for each in given}) == 1
            is_size = len(self.calls) == 1 and not types[name].is_float
            if given[0] is not None and is_same and not is_size:
                self.arguments[name] = given[0]
            else:
                self.in_cases.append(name)
            values += [term for term in self.names.values if term.text == name]
        strides = [each for each in scalars if is_stride(each)]
        for place, name in enumerate(strides):
            own = next((term for term in self.names.values if term.text == name), None)
            # What is computed of this stride, or of one that may follow from it, would make it depend on itself.
            later = set(strides[place:])
            computed = [each for each in self.computed if later.isdisjoint(re.findall(r"\w+", each.text))]
            found = own and find_expression(own.values, Names([*values, *computed], self.names.constants))
            if found is None:
                self.in_cases.append(name)
            else:
                self.arguments[name] = ("expression", found.text)
            if own is not None:
                values.append(own)

    def shape_of(self, name: str) -> Shape:
        layouts = [call.buffers[name] for call in self.draft.calls if name in call.buffers]
        axes = range(len(layouts[0].shape) if layouts else 0)
        is_same_rank = all(len(each.shape) == len(axes) for each in layouts)
        is_plain = all(each.is_contiguous for each in layouts)
        sizes = [column(layouts, axis, "shape") for axis in axes]
        found = [self.find(each, name_cost) for each in sizes]
        # A kernel that gets the number of elements only treats the buffer as a vector.
        # The first axis of tensors behind addresses is their number.
        is_list = any(name in call.tables for call in self.draft.calls)
        if is_plain and not is_list and (not is_same_rank or None in found or not found):
            counts = tuple(math.prod(each.shape) for each in layouts)
            count = self.find(counts, name_cost)
            if count is not None:
                return Shape([count.text])
            if not is_same_rank:
                return Shape([self.in_case(counts, size_name(name, 0, self.draft))])
        shape = [
            self.in_case(values, size_name(name, axis, self.draft)) if term is None else term.text
            for axis, (term, values) in enumerate(zip(found, sizes))
        ]
        return Shape(shape, None if is_plain else [self.stride_of(name, layouts, axis) for axis in axes])

    def stride_of(self, name: str, layouts: list[Layout], axis: int) -> str:
        values = column(layouts, axis, "strides")
        found = self.find(values, lambda each: stride_cost(each, name))
        stride = size_name(name, axis, self.draft).replace("_size_", "_stride_")
        return self.in_case(values, stride) if found is None else found.text

    def terms_of(self, expressions: Iterable[str], cost: float) -> list[Term]:
        """Those of the expressions that have a value in every call. A number says less than a name."""
        known = {each.text: each.values for each in (*self.names.values, *self.names.constants)}
        found = []
        for text in dict.fromkeys(expressions):
            values = values_in(text, known, len(self.draft.calls))
            if values is not None:
                is_sum = is_computed(text) and not re.fullmatch(r"cdiv\([^()]*\)", text)
                found.append(Term(text, values, self.cost_of(text, cost), is_sum))
        return found

    def cost_of(self, text: str, cost: float) -> float:
        """Numbers say less than names, and expressions of constants alone less than constants."""
        names = set(re.findall(r"[A-Za-z_]\w*", text)) - {"cdiv", "min", "max"}
        is_fixed = is_computed(text) and names <= {each.text for each in self.names.constants}
        return NUMBER if text.isdigit() else FIXED if is_fixed else cost

    def find(self, targets: Values, cost_of: Callable[[str], float]) -> Term | None:
        names = [each.text for each in self.names.values]
        sizes = [Term(text, values, KNOWN_SIZE) for text, values in self.sizes.items() if text not in names]
        values = [replace(each, cost=cost_of(each.text)) for each in self.names.values]
        return find_expression(targets, Names([*values, *sizes, *self.computed], self.names.constants))

    def find_among(self, targets: Sequence[int | None]) -> str | None:
        """Finds a size that has these values in the calls for which there are some."""
        known = [at for at, target in enumerate(targets) if target is not None]

        def term(text: str, values: Values) -> Term:
            return Term(text, tuple(values[at] for at in known), name_cost(text))

        named = [term(each.text, each.values) for each in self.names.values if each.text not in self.sizes]
        sizes = [term(text, values) for text, values in self.sizes.items()]
        found = find_expression(tuple(each for each in targets if each is not None), Names([*named, *sizes]))
        return None if found is None else found.text

    def in_case(self, values: Values, name: str) -> str:
        self.sizes[name] = values
        return name

    def cases(self) -> list[Constants]:
        found: list[Constants] = []
        for call in self.calls:
            index = self.draft.calls.index(call)
            scalars = {name: call.scalars[name] for name in self.in_cases if name in call.scalars}
            sizes = {
                name: ("int", str(values[index] if index < len(values) else 0)) for name, values in self.sizes.items()
            }
            fills = {name: {"fill": {"values": rows[len(found)]}} for name, rows in self.elements.items()}
            found.append({**scalars, **sizes, **({"buffers": ("json", json.dumps(fills))} if fills else {})})
        return found


def is_computed(text: str) -> bool:
    return re.fullmatch(r"\w+", text) is None


def values_in(text: str, known: dict[str, Values], calls: int) -> Values | None:
    """The values of an expression in the calls; None if it has none in one of them."""
    try:
        return tuple(evaluate(text, {name: values[at] for name, values in known.items()}) for at in range(calls))
    except (ArithmeticError, LookupError, SyntaxError, TypeError, ValueError):
        return None


def column(layouts: list[Layout], axis: int, kind: str) -> Values:
    rows = [each.shape if kind == "shape" else each.strides for each in layouts]
    return tuple(row[axis] if axis < len(row) else 0 for row in rows)


def stride_cost(name: str, buffer: str) -> float:
    """An argument that is called a stride comes first, and of these one with the buffer's letter."""
    if not is_stride(name):
        return 2
    letters = [word[:1] for word in name.lower().split("_")]
    return 1 if buffer.lower()[:1] in letters else 1.4

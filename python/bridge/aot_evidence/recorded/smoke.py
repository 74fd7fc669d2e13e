"""Describes the test of an entry: calls of the program as cases."""

from dataclasses import dataclass
from typing import Any

from ..access import Access, behind
from ..entry import Buffer, Reference, Setting, Smoke
from ..roles import Memory, role_of
from ..text.calls import KernelText
from ..types import ArgumentType, parse_type
from .calls import calls_to_describe, distinct_cases, is_small, usable_calls
from .drafts import Call, Constants, Draft
from .fills import fill_of
from .golden import Golden
from .grid import Grid, size_name
from .indices import index_fill
from .placeholders import Choices
from .recording import Contents, Layout
from .sizes import Shape, Sheet
from .tables import Table, problem_of, tables_in

ONE_ELEMENT = Layout((1,), (1,))


@dataclass(frozen=True)
class Cases:
    """Values for each of these calls."""

    values: list[Constants]
    calls: list[Call]


def describe_smoke(
    draft: Draft, grid: Grid, access: Access | None, golden: list[Golden] | None, choices: Choices, text: KernelText
) -> Smoke | None:
    """Sizes are expressions of arguments if these hold in every recorded call; otherwise each case sets them. With the
    contents of calls, the cases are these calls. None if no call can be a case."""
    if golden is None:
        calls = calls_to_describe(draft)
    else:
        kept = [each.call for each in golden]
        calls = [call for call in usable_calls(draft) if call in kept]
    if not calls or (golden is not None and len(calls) < len(golden)):
        return None
    sheet = Sheet(draft, grid, calls, text)
    tables = tables_in(draft, access)
    pointers = {
        name: ArgumentType("pointer", tables[name].element) if name in tables else type_
        for name, text in draft.types.items()
        if (type_ := parse_type(text)) is not None and type_.kind != "scalar"
    }
    shapes = {
        name: sheet.shape_of(name) if golden is None else exact_shape(name, draft, calls, choices) for name in pointers
    }
    roles = {name: role_of(memory_of(name, draft, access)) for name in pointers}
    # Indices can be limited by the size of any buffer.
    fills = {
        name: contents_of(name, type_, draft, sheet)
        for name, type_ in pointers.items()
        if roles[name] != "out" and golden is None and (name not in tables or tables[name].is_known)
    }
    cases = Cases(*distinct_cases(draft, sheet.cases(), calls))
    reference, indices = expected_of(cases, access, golden, tables)
    return Smoke(
        reference=reference,
        buffers=[buffer_of(name, roles[name], shapes[name], fills.get(name), tables.get(name)) for name in pointers],
        arguments=[Setting(name, value) for name, value in sheet.arguments.items()],
        cases=case_settings(cases, indices, draft, choices),
        rounded=rounded_outputs(pointers, roles, access),
        deterministic=access is None or "atomics" not in access.marks,
        problem=problem_of(access, tables),
    )


def is_about_tables(name: str, draft: Draft, calls: list[Call]) -> bool:
    """True for integers that differ between calls with lists of addresses: they can be the sizes of the tensors, and belong together.
    One kernel of a `for` has the cases of all."""
    known = [call.integers[name].values if name in call.integers else None for call in calls]
    has_tables = all(call.tables for call in calls) and not draft.choices and "buffers" not in draft.types
    return has_tables and None not in known and len(set(known)) > 1


def buffer_of(name: str, role: str, shape: Shape, fill: Any, table: Table | None) -> Buffer:
    if table is not None and not table.is_known:
        # What was recorded is the list itself.
        return Buffer(name, role, None, table=table.element)
    return Buffer(name, role, shape.sizes, shape.strides, fill, table=None if table is None else table.element)


def memory_of(name: str, draft: Draft, access: Access | None) -> Memory:
    if access is not None and name in access.tables:
        own = behind(name)
        # Tensors that are shorter than the longest one are not written in full.
        is_whole = all(name in call.tables and call.tables[name].is_uniform for call in draft.calls)
        return Memory(own in access.reads, own in access.writes, keeps=not is_whole)
    seen = [member.contents[name] for member in draft.members if name in member.contents]
    type_ = parse_type(draft.types[name]) if name in draft.types else None
    is_tuned = draft.all_configs > 1
    return Memory(
        reads=None if access is None else name in access.reads,
        writes=None if access is None else name in access.writes,
        changes=any(each.unchanged is not None and each.unchanged < each.elements for each in seen),
        keeps=any(keeps(each, type_, is_tuned) for each in seen),
    )


def keeps(contents: Contents, type_: ArgumentType | None, is_tuned: bool) -> bool:
    """True if a call left elements as they were, so that the kernel does not write the whole buffer.

    An element can also be as before because the kernel has written the same value: of an autotuned kernel, what the launches
    that measured configs have written; zeros; and by chance, in memory that was used before."""
    if not contents.unchanged:
        return False
    is_fresh = contents.range is not None and contents.range[0] == contents.range[1]
    if is_tuned and not contents.before_trials:
        return is_fresh and contents.unchanged < contents.elements
    # A tensor of torch.zeros was made so that a part of it can be left.
    if is_fresh or contents.unchanged_nonzero is None or contents.unchanged_neighbours is None:
        return True
    chance = chance_of_equal(type_)
    # Elements that a kernel leaves are mostly neighbours, and those that agree by chance are not.
    return (
        contents.unchanged_nonzero > contents.elements * chance
        or contents.unchanged_neighbours > contents.elements * chance**2
    )


def chance_of_equal(type_: ArgumentType | None) -> float:
    """A bound for the share of numbers in which two tensors of random numbers agree."""
    size = 4 if type_ is None else type_.bytes
    return 0.2 if size == 1 else 0.02 if size == 2 else 0.0


def contents_of(name: str, type_: ArgumentType, draft: Draft, sheet: Sheet) -> Any:
    def in_case(values: tuple[int, ...], end: str) -> str:
        return sheet.in_case(values, size_name(name, 0, draft).replace("_size_0", f"_{end}"))

    if is_about_tables(name, draft, sheet.calls):
        sheet.elements[name] = [call.integers[name].values or () for call in sheet.calls]
        return None
    indices = index_fill(name, draft, sheet.calls, sheet.find_among, in_case)
    if indices is not None:
        return indices
    contents = [member.contents[name] for member in draft.members if name in member.contents]
    ranges = [each.range for each in contents]
    if any(name in call.tables for call in draft.calls):
        ranges = [call.tables[name].range for call in draft.calls if name in call.tables]
    moments = [each.moments for each in contents if each.moments is not None]
    return fill_of(type_, [each for each in ranges if each is not None], moments)


def exact_shape(name: str, draft: Draft, calls: list[Call], choices: Choices) -> Shape:
    """The layout of one call in numbers, to which the files of the call fit. Of choices, each has its own."""
    # A tensor without axes is one element.
    layouts = [found if (found := call.buffers.get(name)) and found.shape else ONE_ELEMENT for call in calls]

    def texts(kind: str) -> list[str]:
        rows = [each.shape if kind == "size" else each.strides for each in layouts]
        return [
            choices.text(
                size_name(name, axis, draft).replace("_size_", f"_{kind}_"),
                [str(row[axis] if axis < len(row) else 1) for row in rows],
            )
            for axis in range(len(rows[0]))
        ]

    sizes = texts("size")
    return Shape(sizes, None if all(each.is_contiguous for each in layouts) else texts("stride"))


def expected_of(
    cases: Cases, access: Access | None, golden: list[Golden] | None, tables: dict[str, Table]
) -> tuple[Reference, list[int]]:
    """Where the expected outputs come from, and the cases for which there are some."""
    every = list(range(len(cases.calls)))
    small = [at for at, call in enumerate(cases.calls) if is_small(call)]
    if golden is not None:
        return Reference("golden"), every
    if access is None:
        reason = "Triton's interpreter does not run Gluon kernels"
    elif "foreign" in access.marks:
        reason = "Triton's interpreter does not run libdevice functions and assembly"
    elif tables:
        reason = "Triton's interpreter cannot follow lists of addresses"
    elif not small:
        reason = "Every recorded call is too large for Triton's interpreter"
    else:
        return Reference("interpreter"), small
    advice = "nothing is compared. Record with --golden, or write a reference."
    if tables:
        advice = "nothing is compared. Write a reference."
    return Reference("none", comment=f"{reason}: {advice}"), every


def case_settings(cases: Cases, indices: list[int], draft: Draft, choices: Choices) -> list[list[Setting]]:
    """With choices, a case has a value for each: a placeholder if they differ."""
    if not draft.choices:
        return [[Setting(name, value) for name, value in cases.values[at].items()] for at in indices]
    kept = [(cases.calls[at], cases.values[at]) for at in indices]
    rows = [[values for call, values in kept if call in part.calls] for part in draft.choices]
    return [
        [
            Setting(name, choices.value(name, [row[at][name] for row in rows if at < len(row) and name in row[at]]))
            for name in first
        ]
        for at, first in enumerate(rows[0])
    ]


def rounded_outputs(pointers: dict[str, ArgumentType], roles: dict[str, str], access: Access | None) -> list[str]:
    """Quantised outputs are judged one step wide: a value between two numbers is rounded to either."""
    if access is None or "rounding" not in access.marks:
        return []
    is_of_wide = any(
        roles[name] != "out" and type_.is_float and not type_.is_quantised for name, type_ in pointers.items()
    )
    return [name for name, type_ in pointers.items() if is_of_wide and roles[name] != "in" and type_.is_quantised]

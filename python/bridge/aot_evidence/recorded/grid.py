"""Finds the grid of an entry: an expression of arguments, constants and sizes that fits every launch."""

import re
from dataclasses import dataclass, replace

from ..rules import Rule, first_of
from ..types import parse_type
from .constants import integer_of
from .drafts import Call, Constants, Draft
from .search import Names, Term, find_expression, terms_of

# The cost from which an expression with sizes is less likely than a number.
MOST_LIKELY = 7
# The expressions that a note lists beside the one that was taken, and how much less likely they are at most.
MOST_EQUAL = 3
UNLIKELIER = 3


@dataclass(frozen=True)
class Grid:
    """The axes, and the parameters that only the grid uses."""

    axes: list[str]
    parameters: list[Term]
    # Remarks for people about the expressions.
    notes: list[str]


@dataclass(frozen=True)
class Axis:
    """What is asked about one axis: its values in these launches."""

    draft: Draft
    index: int
    # Those of the entry, and those of all entries of the function.
    own: list[Call]
    all: list[Call]


def find_grid(draft: Draft, drafts: list[Draft]) -> Grid:
    """Launches that measured other configs, and calls of other entries of the same function, are evidence too."""
    own = [*draft.calls, *draft.trials]
    others = [
        each for each in drafts if each is not draft and (each.file, each.function) == (draft.file, draft.function)
    ]
    all_ = [*own, *(call for each in others for call in (*each.calls, *each.trials))]
    parameters: dict[str, Term] = {}
    notes: dict[str, None] = {}
    axes = []
    for index, axis in enumerate("xyz"):
        found = first_of(AXES, Axis(draft, index, own, all_))
        if found is None:
            name = free_name(f"grid_{axis}", draft)
            parameters[name] = Term(name, targets_of(draft.calls, index), 3)
            notes[f"No expression fits the {axis} axis of the grid in every call: callers pass it."] = None
            axes.append(name)
            continue
        for size in size_terms(draft, draft.calls):
            if size.text in re.findall(r"[A-Za-z_]\w*", found.text):
                parameters[size.text] = size
                notes["The grid depends on a size that the kernel does not get: callers pass it."] = None
        same = equal_to(found, targets_of(own, index), draft, own)
        # Two buffers of the same size are no question.
        if same and not parameters:
            notes[f"The {axis} axis is `{found.text}` in every call, and also {listed(same)}."] = None
        axes.append(found.text)
    is_plain = all(re.fullmatch(r"\w+", each) for each in axes)
    is_same = len({call.grid for call in all_}) == 1
    alike = equal_scalars(draft, own) if is_same else []
    notes.update(dict.fromkeys(f"{listed(each)} are equal in every call." for each in alike))
    if is_same and (notes if parameters == {} else alike):
        notes["Add a call with other sizes: it tells apart what is equal by chance."] = None
    elif is_same and not is_plain:
        notes["Every recorded call had the same grid: check that the expressions are meant."] = None
    while len(axes) > 1 and axes[-1] == "1":
        axes.pop()
    return Grid(axes, list(parameters.values()), list(notes))


def equal_to(found: Term, targets: tuple[int, ...], draft: Draft, calls: list[Call]) -> list[str]:
    """What has the values of an axis too: of several calls with different grids, only what is as likely as the expression that was
    found. A number of blocks that is not computed can be the size of a tensor, which then has it by right."""
    if len(set(targets)) > 1 or targets[0] <= 1:
        return [] if found.rival is None else [found.rival]
    terms = terms_of(axis_names(draft, calls))
    sizes = [] if re.fullmatch(r"\w+", found.text) else size_terms(draft, calls)
    fitting = [each for each in terms if each.values == targets and each.cost <= found.cost + UNLIKELIER]
    others = [*fitting, *(each for each in sizes if each.values == targets)][:MOST_EQUAL]
    texts = dict.fromkeys([*(each.text for each in others), *([found.rival] if found.rival is not None else [])])
    return [each for each in texts if each != found.text]


def equal_scalars(draft: Draft, calls: list[Call]) -> list[list[str]]:
    """The names that have the same values in every call, of arguments and constants that can be sizes, as groups with an argument."""
    names = expression_names(draft, calls)
    groups: dict[tuple[int, ...], list[Term]] = {}
    for term in (*names.values, *names.constants):
        if term.values[0] > 1 and not is_stride(term.text):
            groups.setdefault(term.values, []).append(term)
    return [[each.text for each in group] for group in groups.values() if len(group) > 1 and group[0] in names.values]


def listed(texts: list[str]) -> str:
    *first, last = [f"`{each}`" for each in texts]
    return f"{', '.join(first)} and {last}" if first else last


def find_axis(draft: Draft, calls: list[Call], index: int) -> Term | None:
    """None if only a size fits that is not a likely one."""
    targets = targets_of(calls, index)
    names = axis_names(draft, calls)
    found = find_expression(targets, names)
    is_likely = found is not None and found.cost < MOST_LIKELY and not found.is_number
    if found is not None and (is_likely or found.text == "1"):
        return found
    with_sizes = Names([*names.values, *size_terms(draft, calls)], names.constants, has_quotients=True)
    by_size = find_expression(targets, with_sizes)
    return by_size if by_size is not None and by_size.cost < MOST_LIKELY else found


# Where none says an axis, callers pass it.
AXES = (
    Rule[Axis, Term](
        "an expression fits all entries of the function", lambda at: find_axis(at.draft, at.all, at.index)
    ),
    Rule[Axis, Term]("an expression fits this entry", lambda at: find_axis(at.draft, at.own, at.index)),
)


def targets_of(calls: list[Call], index: int) -> tuple[int, ...]:
    return tuple(call.grid[index] if index < len(call.grid) else 1 for call in calls)


def expression_names(draft: Draft, calls: list[Call]) -> Names:
    """The integer arguments and constants, with their values in every call."""
    scalars = [
        name for name, text in draft.types.items() if (type_ := parse_type(text)) is not None and type_.is_integer
    ]
    tuned = draft.configs[0].constants if draft.configs else {}
    values = [term_of(name, [call.scalars for call in calls], name_cost(name)) for name in scalars]
    fixed = [term_of(name, [call.kernel.constants for call in calls], 3) for name in draft.constants]
    chosen = [term_of(name, [call.config for call in calls], 3) for name in tuned]
    return Names([each for each in values if each], [each for each in (*fixed, *chosen) if each], has_quotients=True)


def term_of(name: str, calls: list[Constants], cost: float) -> Term | None:
    values = [integer_of(each.get(name)) for each in calls]
    known = tuple(each for each in values if each is not None)
    return Term(name, known, cost) if len(known) == len(values) else None


def axis_names(draft: Draft, calls: list[Call]) -> Names:
    """What a number of blocks can be computed from: strides say nothing of it, also where they are sizes by chance."""
    names = expression_names(draft, calls)
    return replace(names, values=[each for each in names.values if not is_stride(each.text)])


def name_cost(name: str) -> float:
    """The cost of an argument in an expression. Strides and seeds rarely decide how many blocks there are."""
    return 4 if is_stride(name) or re.search("seed|offset|eps", name, re.IGNORECASE) else 2


def is_stride(name: str) -> bool:
    return re.search("stride|^ld[a-z]?$", name, re.IGNORECASE) is not None


def size_terms(draft: Draft, calls: list[Call]) -> list[Term]:
    """The sizes of the buffers' axes, under names such as `x_size_0`."""
    found = []
    for name, layout in draft.calls[0].buffers.items():
        for axis in range(len(layout.shape)):
            shapes = [call.buffers[name].shape for call in calls if name in call.buffers]
            values = tuple(shape[axis] for shape in shapes if axis < len(shape))
            if len(values) == len(calls):
                found.append(Term(size_name(name, axis, draft), values, 5))
    return found


def size_name(buffer: str, axis: int, draft: Draft) -> str:
    """A name for the size of an axis: `x_size_0` for `x_ptr`."""
    plain = re.sub("_?ptr$", "", buffer, flags=re.IGNORECASE).strip("_")
    return free_name(f"{plain or buffer}_size_{axis}", draft)


def free_name(name: str, draft: Draft) -> str:
    while name in draft.parameters:
        name += "_"
    return name

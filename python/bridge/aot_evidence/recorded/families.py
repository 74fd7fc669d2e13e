"""Joins the drafts of a function that differ in numbers only, such as a constexpr that is the number of columns: they become
one entry with `for`."""

import re
from dataclasses import replace
from typing import Any

from .calls import is_small, usable_calls
from .drafts import Draft
from .golden import golden_of
from .recording import Constant


def join_drafts(drafts: list[Draft], with_golden: bool) -> list[Draft]:
    """Drafts with configs of @triton.autotune stay apart. `with_golden`: entries get the outputs of recorded calls."""
    families: dict[Any, list[Draft]] = {}
    for draft in drafts:
        key = id(draft) if draft.configs else kind_of(draft, with_golden)
        families.setdefault(key, []).append(draft)
    return [each for family in families.values() for each in joined(family)]


def joined(family: list[Draft]) -> list[Draft]:
    if len(family) == 1:
        return family
    whole = replace(
        family[0],
        calls=[call for each in family for call in each.calls],
        trials=[call for each in family for call in each.trials],
        members=[kernel for each in family for kernel in each.members],
        choices=family,
    )
    return family if choice_names(whole) is None else [whole]


def kind_of(draft: Draft, with_golden: bool) -> tuple[Any, ...]:
    """Everything about a draft but the numbers in its constants and options."""
    golden = golden_of(draft) if with_golden else None
    usable = usable_calls(draft)
    return (
        draft.file,
        draft.function,
        draft.package,
        tuple(draft.globals.items()),
        tuple(draft.types.items()),
        tuple((name, without_number(value)) for name, value in draft.constants.items()),
        tuple((name, "number" if is_number(value) else value) for name, value in draft.options.items()),
        # Whether it can have cases, and some that Triton's interpreter computes.
        (bool(usable), any(map(is_small, usable))),
        # Their numbers of axes are those of the files.
        golden and tuple((name, rank_of(draft, name)) for name in golden.contents),
    )


def rank_of(draft: Draft, name: str) -> int | None:
    layout = draft.calls[0].buffers.get(name)
    return None if layout is None else len(layout.shape)


def without_number(constant: Constant) -> Constant | str:
    return constant[0] if constant[0] in ("int", "float") else constant


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def choice_names(draft: Draft) -> list[str] | None:
    """The constants and options whose values name the choices of a joined draft, as few as that takes. None if no values
    do that are words."""
    words = {name: [each.word_of(name) for each in draft.choices] for name in (*draft.constants, *draft.options)}
    columns = {
        name: texts for name, texts in words.items() if all(re.fullmatch(r"[A-Za-z0-9_]+", each) for each in texts)
    }
    differing = [name for name, texts in columns.items() if len(set(texts)) > 1]
    alone = next((name for name in differing if len(set(columns[name])) == len(draft.choices)), None)
    if alone is not None:
        return [alone]
    rows = set(zip(*(columns[name] for name in differing)))
    return differing if len(rows) == len(draft.choices) else None

"""Names entries after the function and, if there are several of it, after what differs: flags, element types, constants and
options. src/features/authoring/names.ts makes these names free."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from .constants import word_of
from .drafts import Draft
from .families import choice_names
from .recording import Constant

# What makes a good name: flags are better than block sizes, and these than missing arguments.
RANKS = ("bool", "string", "dtype", "int", "float", "tuple", "none")


@dataclass(frozen=True)
class Feature:
    """Something in which entries can differ."""

    key_of: Callable[[Draft], str]
    word_of: Callable[[Draft], str]


@dataclass(frozen=True)
class Name:
    """The words of a name, and for an entry with choices the names of its placeholders, and their words for each choice."""

    words: list[str]
    placeholders: list[str]
    choices: list[list[str]]


def name_of(draft: Draft, all_: list[Draft]) -> Name:
    likes = [each for each in all_ if each.function == draft.function]
    placeholders = (choice_names(draft) or []) if draft.choices else []
    return Name(
        [draft.function, *differences(draft, likes)],
        placeholders,
        [[choice.word_of(each) for each in placeholders] for choice in draft.choices],
    )


def differences(draft: Draft, likes: list[Draft]) -> list[str]:
    """The words that set an entry apart from the others of its function, as few as that takes."""
    chosen: list[Feature] = []

    def groups(features: list[Feature]) -> int:
        return len({tuple(feature.key_of(each) for feature in features) for each in likes})

    for feature in features_of(likes):
        if groups(chosen) == len(likes):
            break
        if groups([*chosen, feature]) > groups(chosen):
            chosen.append(feature)
    return [word for each in chosen if (word := each.word_of(draft))]


def features_of(likes: list[Draft]) -> list[Feature]:
    """Those that say most about an entry come first."""

    def is_fixed(name: str) -> bool:
        # What the choices of an entry differ in is in its `for`.
        return all(len({choice.word_of(name) for choice in each.choices}) < 2 for each in likes)

    def rank(name: str) -> int:
        return RANKS.index(min(each.constants[name][0] if name in each.constants else "none" for each in likes))

    # An argument that some calls leave out is a constant there: `no_bias`.
    types = [name for name in likes[0].types if all(name in each.types for each in likes)]
    constants = dict.fromkeys(name for each in likes for name in each.constants if is_fixed(name))
    options = dict.fromkeys(name for each in likes for name in each.options if is_fixed(name))
    return [
        Feature(lambda each: each.file, lambda each: re.sub(r"^.*/|\.py$", "", each.file)),
        *(feature(name, of_type) for name in types),
        *(feature(name, of_constant) for name in sorted(constants, key=rank)),
        *(feature(name, of_option) for name in options),
    ]


def feature(name: str, word_of: Callable[[str, Draft], str]) -> Feature:
    return Feature(partial(word_of, name), partial(word_of, name))


def of_type(name: str, draft: Draft) -> str:
    return re.sub(r"^tensordesc<(\w+)\[(.*)\]>$", r"\1_\2", draft.types[name].removeprefix("*"))


def of_constant(name: str, draft: Draft) -> str:
    return constant_word(name, draft.constants[name]) if name in draft.constants else ""


def constant_word(name: str, value: Constant) -> str:
    lower = name.lower()
    kind, text = value
    if kind == "none":
        return f"no_{lower}"
    if kind == "bool":
        return lower if text == "true" else f"no_{lower}"
    if kind in ("dtype", "string"):
        return text
    if kind == "tuple":
        return "_".join([lower, *re.findall(r"\w+", word_of(value).replace("-", "minus_"))])
    return f"{lower}_{word_of(value).replace('-', 'minus_', 1).replace('.', 'p', 1)}"


def of_option(name: str, draft: Draft) -> str:
    value = draft.options.get(name, "undefined")
    return f"{name.replace('num_', '')}_{str(value).lower() if isinstance(value, bool) else value}"

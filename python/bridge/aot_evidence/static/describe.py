"""Writes down what was found in the text of a kernel as its entry."""

import re
from typing import Any

from ..entry import Buffer, Entry, Reference, Requires, Setting, Smoke, Value


def entry_of(source: str, guess: dict[str, Any], globals_: list[Setting]) -> Entry:
    parameters = guess["parameters"]
    return Entry(
        source=source,
        is_guess=True,
        choices={} if guess["dtypes"] is None else {"dtype": [("type", each) for each in guess["dtypes"]]},
        launch=guess["launch"],
        globals=globals_,
        arguments=[
            Setting(each["name"], ("type", each["type"]), each["note"] or None)
            for each in parameters
            if each["kind"] in ("pointer", "tensor", "scalar")
        ],
        constants=[constant_of(each) for each in parameters if each["kind"] == "constant"],
        heuristics=[
            f"{each['name']} comes from {heuristics_of(each['line'])}"
            for each in parameters
            if each["kind"] == "heuristic"
        ],
        requires=requires_of(guess["requires"], guess["function"]["heuristics"]),
        configs="autotune" if guess["autotune"] else [],
        grid_parameters=guess["gridParameters"],
        grid=[each["axis"] for each in guess["grid"]],
        grid_note=grid_note([each["note"] for each in guess["grid"]]),
        options=[Setting(name, ("int", str(value))) for name, value in guess["options"]],
        smoke=smoke_of(guess["smoke"]),
    )


def constant_of(parameter: dict[str, Any]) -> Setting:
    computed = parameter.get("computed")
    by = "" if computed is None else f"{heuristics_of(computed)} computes it"
    note = ": ".join(part for part in (parameter["note"], by) if part)
    kind, text = parameter["value"]
    return Setting(parameter["name"], (kind, text), note or None)


def heuristics_of(line: int) -> str:
    return f"@triton.heuristics (line {line})"


def requires_of(requires: list[dict[str, str]], heuristics: list[dict[str, Any]]) -> Requires | None:
    """Nothing checks values of heuristics without translation: a person must add their conditions."""
    untranslated = [each for each in heuristics if "untranslated" in each]
    conditions = [each["condition"] for each in requires]
    note = "; ".join(dict.fromkeys(each["note"] for each in requires))
    if not untranslated:
        return Requires(conditions, note) if conditions else None
    names = [each["parameter"] for each in untranslated if each["parameter"] != "*"]
    return Requires(
        conditions,
        note or "guess: they are always right",
        f"{heuristics_of(untranslated[0]['line'])} computes {', '.join(names) or 'the constants'} for each call, and nothing "
        "checks the values above: list the conditions under which they are right, such as `n <= 1024`",
    )


def grid_note(notes: list[str]) -> str:
    if len(set(notes)) <= 1:
        return "".join(notes[:1])
    return "; ".join(f"axis {axis}: {note}" for axis, note in enumerate(notes))


def smoke_of(smoke: dict[str, Any]) -> Smoke:
    def number(value: float) -> Value:
        return ("int" if isinstance(value, int) else "float", str(value))

    return Smoke(
        reference=Reference("interpreter", "or a NumPy function of yours: reference.py:FUNCTION"),
        buffers=[Buffer(**each) for each in smoke["buffers"]],
        arguments=[Setting(name, ("expression", text)) for name, text in smoke["arguments"]],
        cases=[[Setting(name, number(value)) for name, value in values.items()] for values in smoke["cases"]],
        rounded=smoke["rounded"],
        deterministic=smoke["deterministic"],
        problem=None if smoke["complete"] else smoke.get("why", "the sizes of buffers are not known"),
    )


def needs_hopper(parameters: list[dict[str, Any]]) -> bool:
    """True for types that earlier GPUs do not have."""
    return any(
        each["kind"] == "tensor"
        or (each["kind"] == "pointer" and re.match(r"\*fp8e4nv", each["type"]))
        or (each["kind"] in ("constant", "config") and tuple(each["value"]) == ("dtype", "float8e4nv"))
        for each in parameters
    )

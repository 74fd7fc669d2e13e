"""Checks messages by their JSON Schema, as TypeScript gives it (messages.json)."""

import json
from pathlib import Path
from typing import Any, TypeVar, cast

Message = TypeVar("Message")

SCHEMAS: dict[str, dict] = json.loads(Path(__file__).with_name("messages.json").read_text("utf-8"))
TYPES = {"string": str, "boolean": bool, "object": dict, "array": list, "null": type(None)}


class WireError(Exception):
    """A message is not what the schema says."""


def parse(kind: type[Message], value: object) -> Message:
    """Returns a message as what it is. `kind` is a class of messages.py.

    @raise WireError: with the path of what is wrong.
    """
    problem = problem_of(SCHEMAS[kind.__name__], value, kind.__name__)
    if problem is not None:
        raise WireError(problem)
    return cast("Message", value)


def problem_of(schema: dict, value: Any, path: str) -> str | None:
    """Says what is wrong with a value. Knows what zod writes for the messages, but patterns: those are for answers."""
    if "$ref" in schema:
        return problem_of(SCHEMAS[schema["$ref"].rpartition("/")[2]], value, path)
    choices = schema.get("anyOf", schema.get("oneOf"))
    if choices is not None:
        problems = [problem_of(each, value, path) for each in choices]
        return None if None in problems else nearest(cast("list[str]", problems))
    types = schema.get("type", [])
    if types and not any(is_of(each, value) for each in ([types] if isinstance(types, str) else types)):
        return f"{path}: expected {types}, found {shown(value)}"
    allowed = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if allowed is not None and value not in allowed:
        return f"{path}: expected one of {allowed}, found {shown(value)}"
    if isinstance(value, dict):
        return problem_of_object(schema, value, path)
    if isinstance(value, list):
        return problem_of_list(schema, value, path)
    return None


def problem_of_object(schema: dict, value: dict, path: str) -> str | None:
    properties, others = schema.get("properties", {}), schema.get("additionalProperties", {})
    missing = [key for key in schema.get("required", []) if key not in value]
    if missing:
        return f"{path}: {missing[0]} is missing"
    found = (problem_of(properties.get(key, others), each, f"{path}.{key}") for key, each in value.items())
    return next((problem for problem in found if problem is not None), None)


def problem_of_list(schema: dict, value: list, path: str) -> str | None:
    places = schema.get("prefixItems")
    if places is not None and len(places) != len(value):
        return f"{path}: expected {len(places)} items, found {len(value)}"
    schemas = places or [schema.get("items", {})] * len(value)
    found = (problem_of(each, item, f"{path}[{index}]") for index, (each, item) in enumerate(zip(schemas, value)))
    return next((problem for problem in found if problem is not None), None)


def is_of(kind: str, value: object) -> bool:
    if kind in ("integer", "number"):
        return isinstance(value, int if kind == "integer" else (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[kind])


def nearest(problems: list[str]) -> str:
    """The problem that is deepest in the message: that of the choice that fits best."""
    return max(problems, key=lambda problem: len(problem.partition(": ")[0]))


def shown(value: object) -> str:
    text = json.dumps(value, default=repr)
    return text if len(text) < 100 else f"{text[:100]}…"

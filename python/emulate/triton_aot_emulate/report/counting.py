"""Numbers in sentences."""

from __future__ import annotations


def count(number: int, noun: str) -> str:
    """`1 kernel`, `2 launches`."""
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"

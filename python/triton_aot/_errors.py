from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Problem:
    """A warning or an error, with its place if it has one."""

    message: str
    hint: str | None = None
    """What to do about it."""
    file: str | None = None
    line: int | None = None
    """Counts from 1, as `column` does."""
    column: int | None = None
    path: str | None = None
    """The JSON path in the file."""

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line, self.column) if part is not None]
        at = ":".join(place) + ": " if place else ""
        path = f" (at {self.path})" if self.path else ""
        hint = f"\n{self.hint}".replace("\n", "\n    ") if self.hint else ""
        return f"{at}{self.message}{path}{hint}"


class TritonAotError(Exception):
    """A command failed."""

    def __init__(self, exit_code: int, problems: tuple[Problem, ...] = (), result: Any = None) -> None:
        super().__init__(exit_code, problems, result)
        self.exit_code = exit_code
        """The exit code of the command line, such as 2 for an invalid manifest; negative for a signal."""
        self.problems = problems
        self.result = result
        """What the command found before it failed, such as the results of a test; None if there is nothing."""

    def __str__(self) -> str:
        if not self.problems:
            return f"triton-aot ended with exit code {self.exit_code}; standard error may say why"
        return "\n".join(map(str, self.problems))

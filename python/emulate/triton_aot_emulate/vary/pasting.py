"""Writes a wrong call as a test that can be pasted. Its values are random, from a seed, so the test is short and always the same."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch

from .agreement import BITS, DIFFERENT, agreement
from .constructing import SEED, CannotWrite, Constructing, tensor_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .again import Alone
    from .catching import Caught
    from .trying import Outcome

    Attempt = Callable[[Mapping[str, Any]], Outcome]


class Pasted:
    """The test of a call with these leaves. `text` is empty if its arguments or its function cannot be written.

    `says` is what is special about the call. `shows` writes what shows that it is wrong.
    """

    def __init__(self, caught: Caught, new: Mapping[str, Any], says: str, shows: Shows) -> None:
        self._new = new
        try:
            self.text = _written(caught, Constructing(caught, new), says, shows)
        except CannotWrite:
            self.text = ""

    def leaves(self) -> dict[str, Any]:
        """The leaves of the call as the test makes them, by the same text."""
        torch.manual_seed(SEED)
        return {
            path: eval(tensor_text(each), {"torch": torch}) if isinstance(each, torch.Tensor) else each
            for path, each in self._new.items()
        }


class Shows:
    """What shows that a call is wrong: it fails by itself, or a comparison does."""

    def lines(self, constructed: Constructing) -> list[str]:
        """The lines of the test."""
        return [*constructed.lines, constructed.call()]

    def holds(self, attempt: Attempt, pasted: Pasted, outcome: Outcome) -> bool:
        """Whether the test's own values show it too."""
        return attempt(pasted.leaves()).kind == outcome.kind


@dataclass(frozen=True)
class HasNan(Shows):
    """A result has NaN. `path` is which, such as `result[0]`."""

    path: str

    def lines(self, constructed: Constructing) -> list[str]:
        return [*constructed.lines, f"result = {constructed.call()}", f"assert not {self.path}.isnan().any()"]


class Twice(Shows):
    """The same call again has other results."""

    def lines(self, constructed: Constructing) -> list[str]:
        constructed.modules.add("copy")
        # A later call can write to what this one returns.
        results = f"copy.deepcopy(({', '.join([constructed.call(), *constructed.made])},))"
        made = [f"    {line}" for line in [*constructed.lines, f"return {results}"]]
        return [
            "@torch.no_grad()",
            "def once():",
            *made,
            "",
            "torch.testing.assert_close(once(), once(), equal_nan=True)",
        ]

    def holds(self, attempt: Attempt, pasted: Pasted, outcome: Outcome) -> bool:
        # The first call of a new process is another one than all that can be made here.
        return True


@dataclass(frozen=True)
class OtherLayout(Shows):
    """A tensor without gaps has other results."""

    path: str

    def lines(self, constructed: Constructing) -> list[str]:
        if self.path not in constructed.made:
            raise CannotWrite
        dense = f"{self.path}.clone(memory_format=torch.contiguous_format)"
        return [
            *constructed.lines,
            f"expected = {constructed.call({self.path: dense})}",
            f"torch.testing.assert_close({constructed.call()}, expected, equal_nan=True)",
        ]

    def holds(self, attempt: Attempt, pasted: Pasted, outcome: Outcome) -> bool:
        new = pasted.leaves()
        expected = attempt({**new, self.path: new[self.path].clone(memory_format=torch.contiguous_format)})
        results = [
            {path: each for path, each in one.results.items() if path.startswith("result")}
            for one in (expected, attempt(new))
        ]
        return agreement(*results).how == DIFFERENT


@dataclass(frozen=True)
class RowAlone(Shows):
    """A row alone has other bits than in its batch. `path` is the result that shows it."""

    alone: Alone
    path: str

    def lines(self, constructed: Constructing) -> list[str]:
        row, paths = f"[{self.alone.row}:{self.alone.row + 1}]", {*self.alone.paths}
        if not paths <= {*constructed.made} or not self.path.startswith("result"):
            raise CannotWrite
        changed = {path: f"{path}{row}" for path in paths} | dict.fromkeys(self.alone.numbers, "1")
        part = self.path.removeprefix("result")
        return [
            *constructed.lines,
            f"batch, alone = {constructed.call()}, {constructed.call(changed)}",
            f"assert torch.equal(alone{part}, batch{part}{row})",
        ]

    def holds(self, attempt: Attempt, pasted: Pasted, outcome: Outcome) -> bool:
        new, rows = pasted.leaves(), slice(self.alone.row, self.alone.row + 1)
        cut = {path: each[rows] for path, each in new.items() if path in self.alone.paths}
        alone = attempt({**new, **cut, **dict.fromkeys(self.alone.numbers, 1)})
        batch = attempt(new).results.get(self.path)
        if batch is None or self.path not in alone.results:
            return False
        return agreement({self.path: batch[rows]}, alone.results).how != BITS


def _written(caught: Caught, constructed: Constructing, says: str, shows: Shows) -> str:
    name = re.sub(r"\W+", "_", f"{caught.code.co_name}_{says}").strip("_")
    body = shows.lines(constructed)
    return "\n".join(
        [*constructed.imports(), "", "", f"def test_{name}():", *(f"    {each}" if each else "" for each in body)]
    )

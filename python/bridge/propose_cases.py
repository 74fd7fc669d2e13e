"""Proposes cases that people hardly write: changes of a small case of a kernel, by what the manifest says of its calls.

usage: propose_cases.py BYTES: the memory that it may take.
stdin: CaseQuestions. stdout: CaseProposals.
"""

from __future__ import annotations

import json
import os
import random
import sys
from itertools import zip_longest
from typing import TYPE_CHECKING, TypeVar

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, os.pardir, "emulate")]

from aot_sources.files import limit_memory
from aot_variations.conditions import Divided, InBlock, Multiple, Related
from aot_variations.contents import of_booleans, of_floats, of_integers
from aot_variations.layouts import LATER, PADDED, Layout, layouts, padded
from aot_variations.relations import Relation
from aot_variations.sizes import POWERS, at_limits, values_of
from aot_wire.check import parse
from aot_wire.messages import CaseQuestions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from aot_variations.contents import Contents
    from aot_wire.messages import (
        AskedBuffer,
        CaseContents,
        CaseLayout,
        CaseProposal,
        CaseProposals,
        CaseQuestion,
        ProposedChange,
    )

# The share of cases that change one thing only.
SINGLES = 0.6
# Of these kinds of changes, the shares of things that a case with several changes, and the most changes. Extreme values in
# several inputs overflow together.
SHARES = (("sizes", 0.8, None), ("strides", 0.6, None), ("data", 0.2, 1), ("offsets", 0.15, None))
T = TypeVar("T")
# For each thing that a rule changes, its changes, those that find most first.
Steps = list[list[int]]


def main() -> None:
    limit_memory(int(sys.argv[1]))
    request = parse(CaseQuestions, json.load(sys.stdin))
    proposals: CaseProposals = {"proposals": [_Proposing(each).proposal() for each in request["questions"]]}
    json.dump(proposals, sys.stdout)


class _Proposing:
    def __init__(self, question: CaseQuestion) -> None:
        self._question = question
        self._random = random.Random(f"{question['seed']}\n{question['kernel']}")
        self._changes: list[ProposedChange] = []
        self._strided = [each for each in question["buffers"] if each["strided"]]

    def proposal(self) -> CaseProposal:
        # Those that find most come first.
        rules = {
            "sizes": self._sizes(),
            "strides": self._strides(),
            # Without expected outputs, nothing says which of them are numbers.
            "data": self._data() if self._question["isCompared"] else [],
            "boundaries": self._boundaries(),
            "different strides": self._different_strides(),
            "offsets": self._offsets(),
            "hints": self._hints(),
        }
        rotated = [each if name == "sizes" else self._rotated(each) for name, each in rules.items()]
        single = list(_in_turns([list(_in_turns(each)) for each in rotated]))
        combined = [list(self._combination(rules)) for _ in range(20 * self._question["count"])]
        return {
            "changes": self._changes,
            "single": single,
            "combined": combined,
            "conditions": list(_conditions(self._question)),
        }

    def _step(self, change: ProposedChange) -> int:
        self._changes.append(change)
        return len(self._changes) - 1

    def _size(self, name: str, value: int, why: str) -> int:
        return self._step({"kind": "size", "text": f"{name} = {value}, {why}", "sizes": {name: value}})

    def _sizes(self) -> Steps:
        """Those that blocks divide come first: most faults are beside blocks."""
        sizes = sorted(self._rotated(self._question["sizes"]), key=lambda each: not each["blocks"])
        return [
            [self._size(each["name"], *step) for step in values_of(each["value"], each["blocks"])] for each in sizes
        ]

    def _boundaries(self) -> Steps:
        limits = [
            (name, number, f"at the boundary of `{each['text']}`")
            for each in self._question["requirements"]
            for name in each["sizes"]
            for number in each["numbers"]
        ]
        return [
            [
                self._size(name, value, why)
                for name, number, why in limits
                if name == each["name"]
                for value in at_limits(number)
            ]
            for each in self._question["sizes"]
        ]

    def _hints(self) -> Steps:
        return [
            [
                self._size(each["name"], value, f"for the hint {hint}")
                for hint in each["hints"]
                for value in (3 * hint, hint + 1)
            ]
            for each in self._question["sizes"]
        ]

    def _strides(self) -> Steps:
        return [
            [
                self._layout(f"{layout.words} in {each['name']}", [(each, layout)])
                for layout in layouts(each["rank"], each["strided"], each["isInput"], index)
            ]
            for index, each in enumerate(self._strided)
        ]

    def _different_strides(self) -> Steps:
        all_padded = [
            [(each, padded(each["rank"], index, more)) for index, each in enumerate(self._strided)] for more in (0, 16)
        ]
        return [[self._layout(f"{PADDED} in all buffers", each) for each in all_padded if len(each) > 1]]

    def _layout(self, text: str, laid_out: Iterable[tuple[AskedBuffer, Layout]]) -> int:
        return self._step(
            {"kind": "layout", "text": text, "layouts": {each["name"]: _to_wire(layout) for each, layout in laid_out}}
        )

    def _offsets(self) -> Steps:
        names = [each["name"] for each in self._question["buffers"]]
        return [[self._step({"kind": "layout", "text": f"{LATER} in {name}", "offsets": {name: 1}})] for name in names]

    def _data(self) -> Steps:
        known = [(each["name"], each["contents"]) for each in self._question["buffers"]]
        return [
            [
                self._step({"kind": "data", "text": f"{each.words} in {name}", "fills": {name: each.fill}})
                for each in _contents(contents, self._question["source"])
            ]
            for name, contents in known
            if contents is not None
        ]

    def _combination(self, rules: dict[str, Steps]) -> Iterator[int]:
        for rule, share, most in SHARES:
            drawn = [
                steps[self._draw(len(steps))]
                for steps in self._rotated(rules[rule])
                if self._random.random() < share and steps
            ]
            yield from drawn[:most]

    def _draw(self, choices: int) -> int:
        return int(self._random.random() * choices)

    def _rotated(self, each: Sequence[T]) -> list[T]:
        start = self._draw(max(1, len(each)))
        return [*each[start:], *each[:start]]


def _in_turns(lists: Iterable[Sequence[int]]) -> Iterator[int]:
    """The first of each list, then the second of each, and so on."""
    yield from (each for row in zip_longest(*lists) for each in row if each is not None)


def _contents(known: CaseContents, source: str) -> Sequence[Contents]:
    """What the manifest says of integers must still hold."""
    if known["fill"] == "other":
        return []
    if known["kind"] == "bool":
        return of_booleans()
    if known["kind"] == "integer":
        return of_integers(source, known["isSigned"], known["fill"] == "uniform", known["hasSentinel"])
    return of_floats(source) if known["fill"] != "uniform" else []


def _to_wire(layout: Layout) -> CaseLayout:
    return {"order": list(layout.order), "gap": layout.gap, "step": layout.step, "repeated": layout.repeated}


def _conditions(question: CaseQuestion) -> Iterator[str]:
    """A size is a whole number of blocks, at most one block, a multiple of another size, at most as large, or a multiple of a power of two."""
    sizes = [each for each in question["sizes"] if each["isParameter"]]
    blocks = [(each["name"], block) for each in sizes for block in each["blocks"]]
    powers = [(each["name"], power) for each in sizes for power in reversed(POWERS) if each["value"] % power == 0]
    pairs = [(one["name"], other["name"]) for one in sizes for other in sizes if one is not other]

    def label(value: int) -> str:
        return question["constants"].get(str(value), str(value))

    yield from (Multiple(name, block, label(block)).words() for name, block in blocks)
    yield from (InBlock(name, label(block)).words() for name, block in blocks)
    yield from (Divided(*pair).words() for pair in pairs)
    yield from (Related(Relation(one, "times", other, 1), "<=").words() for one, other in pairs)
    yield from (Multiple(*each, label(each[1])).words() for each in powers if each not in blocks)


if __name__ == "__main__":
    main()

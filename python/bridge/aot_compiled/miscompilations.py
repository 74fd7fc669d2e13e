"""Finds code that this release of Triton is known to compile to wrong results, without an error.

The conditions are those of the compiler's own IR, so that they hold for the variant that is compiled. Each entry of TABLE
has a test that executes the code of every release: python/emulate/tests/test_miscompilations.py. All releases from
3.6.0 on are wrong, up to the one that is right. What ptxas gets wrong is found in the machine code, see machine_code.py.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .assumed import comments
from .machine_code import wrong_machine_code
from .ttir import parse_kernel
from .wrong_ir import CHECKS, ONLY_WITH, PIPELINED


class Entry(NamedTuple):
    # The first release that is right, if there is one.
    right: str | None
    message: str


TABLE: dict[int, Entry] = {
    6691: Entry(
        None,
        "a block that is loaded in a pipelined loop and used by an asynchronous `tl.dot` and by something else is overwritten "
        "while the product still reads it",
    ),
    7749: Entry(
        None, "`//` or `%` of consecutive integers that can be negative gives the same value to too many of them"
    ),
    8259: Entry(None, "a loop with `tl.range(num_stages=2)` or more reads an address before it writes it"),
    9297: Entry("3.7.0", "an address that is a sum of indices is taken for aligned, and the access is misaligned"),
    9871: Entry(
        "3.7.1",
        "an asynchronous `tl.dot` in a pipelined loop reads an operand that threads have computed and stored, with no fence between",
    ),
    10821: Entry(
        "3.9.0",
        "of two asynchronous `tl.dot` that add to one accumulator in a pipelined loop, the second does not wait for the sum of the first",
    ),
    10888: Entry("3.9.0", "a list comprehension ignores its `if`"),
    11032: Entry("3.9.0", "ptxas loses the sign in the maximum or minimum of an absolute value and something else"),
    11406: Entry("3.9.0", "`tl.softmax` of a tensor with several axes divides by the sum along the wrong axis"),
    11426: Entry("3.9.0", "a constant `-0.0` becomes `0.0`"),
    11544: Entry(
        "3.9.0", "`%` of consecutive integers by different divisors is taken for aligned, and the access is misaligned"
    ),
    11581: Entry("3.9.0", "ptxas loses the constant in an addition of packed 16-bit integers"),
    11624: Entry("3.9.0", "`tl.dot_scaled` reads a scale of 0, which is 2 to the power of -127, as zero"),
    11781: Entry("3.9.0", "ptxas overwrites an operand of `tl.dot` in registers while the product still reads it"),
    11836: Entry("3.9.0", "a sum that a loop makes with `tl.sum` is read in the loop as what it was before the loop"),
}


class Place(NamedTuple):
    issue: int
    file: str
    line: int


def numbers_of(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.match(r"\d+(?:\.\d+)*", version)[0].split(".")))  # type: ignore[index]


def triton_version() -> str:
    import triton

    return str(triton.__version__)


def is_wrong(issue: int) -> bool:
    right = TABLE[issue].right
    return right is None or numbers_of(triton_version()) < numbers_of(right)


class Finder:
    """Collects what is found while one kernel compiles. `name_of` names the files of places; it gets their paths."""

    def __init__(self, name_of: Callable[[str], str] = str) -> None:
        self._found: set[Place] = set()
        self._name_of = name_of
        self._possible: list[tuple[int, tuple[str, int] | None]] = []
        # What `tl.assume` says, as comments of PTX.
        self.assumed = ""

    def take(self, ptx: str) -> list[Place]:
        found, self._found = self._found, set()
        # The units of matrix products that take scales read them right.
        return sorted(each for each in found if each.issue != 11624 or "block_scale" not in ptx)

    def ir(self, module: Any) -> None:
        """Looks at TTIR or TTGIR, before the stages after it change it."""
        text = module.str_nodebug()
        parsed = parse_kernel(text)
        if parsed is None:
            return
        if "llvm.intr.assume" in text and "ttg." not in text:
            lines = Places(str(module))
            self.assumed = comments(*parsed, lambda line: self._named(lines.of(line)))
        checks = PIPELINED if "ttg." in text else CHECKS
        found = {(issue, line) for issue, check in checks.items() if is_wrong(issue) for line in check(text, *parsed)}
        if found:
            places = Places(str(module))
            for issue, line in found:
                if issue in ONLY_WITH:
                    self._possible.append((issue, places.of(line)))
                else:
                    self.add(issue, places.of(line))
        for issue, place in self._possible:
            if ONLY_WITH[issue] in text:
                self.add(issue, place)

    def machine_code(self, located: str, make_cubin: Callable[[], bytes]) -> None:
        """Looks at what ptxas makes of PTX, which names the files already. It is made only if the PTX has what can go wrong."""
        self._found.update(Place(*each) for each in wrong_machine_code(located, make_cubin))

    def add(self, issue: int, place: tuple[str, int] | None) -> None:
        named = self._named(place)
        if named is not None and is_wrong(issue):
            self._found.add(Place(issue, *named))

    def _named(self, place: tuple[str, int] | None) -> tuple[str, int] | None:
        return None if place is None else (self._name_of(place[0]), place[1])


class Places:
    """The places in the source of the lines of a module's text."""

    def __init__(self, text: str):
        lines = text.splitlines()
        self._names = dict(line.split(" = ", 1) for line in lines if line.startswith("#loc"))
        self._lines = [line for line in lines if not line.startswith("#loc")]

    def of(self, line: int) -> tuple[str, int] | None:
        """The place in the outermost function: the kernel, and not a function of Triton that it calls."""
        return next(reversed(list(self._frames(self._lines[line].rpartition(" loc(")[2]))), None)

    def _frames(self, text: str) -> Iterator[tuple[str, int]]:
        for file, number, name in re.findall(r'"([^"]*)":(\d+):\d+|(#loc\d*)\b', text):
            if file:
                yield file, int(number)
            else:
                yield from self._frames(self._names.get(name, ""))

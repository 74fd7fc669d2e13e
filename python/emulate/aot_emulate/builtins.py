"""The functions that the device library provides: printing and assertions."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import numpy as np

from .fault import FailedAssertion, Fault
from .memory import KIND, LOCAL

if TYPE_CHECKING:
    from collections.abc import Callable

    from .machine import Machine
    from .types import Mask

# Lines that one launch may print to standard error.
LINES = 100


def _vprintf(m: Machine, mask: Mask, arguments: list[np.ndarray]) -> None:
    """Prints for each thread. The arguments are in local memory: each is aligned to its size."""
    write = m.launch.write or _first_lines(m)
    formats, lists = (each[:, :8].copy().view(np.uint64)[:, 0] for each in arguments)
    for thread in np.arange(m.threads)[slice(None) if mask is None else mask].tolist():
        offset = int(lists[thread]) & ~KIND
        if int(lists[thread]) & KIND != LOCAL:
            raise Fault("prints values that are not in local memory")
        start = thread * m.local.stride
        write(_formatted(_text(m, int(formats[thread])), m.local.content[start + offset : start + m.local.stride]))


def _first_lines(m: Machine) -> Callable[[str], object]:
    def write(text: str) -> None:
        m.printed += 1
        if m.printed <= LINES:
            sys.stderr.write(text)

    return write


def _formatted(text: str, values: np.ndarray) -> str:
    at = 0

    def value(match: re.Match[str]) -> str:
        nonlocal at
        kind = match.group(3)
        size = 8 if kind in "fgeps" or match.group(2) in ("ll", "l") else 4
        at = -(-at // size) * size
        raw = values[at : at + size].tobytes()
        at += size
        if kind in "fge":
            return f"%{match.group(1)}{kind}" % np.frombuffer(raw, np.float64)[0]
        number = int.from_bytes(raw, "little", signed=kind in "di")
        return hex(number) if kind == "p" else f"%{match.group(1)}{kind}" % number

    return re.sub(r"%([-+ #0]*\d*(?:\.\d+)?)(hh|h|ll|l)?([diuxXofgecp])", value, text)


def _text(m: Machine, address: int) -> str:
    start = address & ~KIND
    content = m.constants.content[start:].tobytes()
    return content[: content.find(b"\0")].decode(errors="replace")


def _assertfail(m: Machine, mask: Mask, arguments: list[np.ndarray]) -> None:
    thread = 0 if mask is None else int(np.argmax(mask))
    row = (0, m.threads if mask is None else int(mask.sum()))
    message = int(arguments[0][thread, :8].copy().view(np.uint64)[0])
    raise FailedAssertion(f"fails an assertion: {_text(m, message)}", row=row)


BUILTINS = {"vprintf": _vprintf, "__assertfail": _assertfail}

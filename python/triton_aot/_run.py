from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from typing import Any

from ._errors import Problem, TritonAotError
from ._program import environment, program

Value = str | int | float | os.PathLike[str]
Option = Value | Iterable[Value] | None


def run(command: str, *arguments: str | os.PathLike[str], **options: Option) -> Any:
    """Runs a command and returns its result, which is what `--json` prints. Progress goes to standard error.

    The options are those of the command line: `jobs=2` is `--jobs=2`, and `sanitize=True` is `--sanitize`.
    A list is joined with commas. None and False leave an option out. `from_` is `--from`.

    Raises TritonAotError if the command fails.
    """
    log = _Log()
    argv = [*program(), "--log-format=json", command, *_flags(options), "--json"]
    argv += [os.fspath(argument) for argument in arguments]
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(argv, env=environment(), stdout=output, stderr=subprocess.PIPE)
        assert process.stderr is not None
        try:
            for line in process.stderr:
                log.add(line.decode(errors="replace").rstrip("\n"))
            code = process.wait()
        except BaseException:
            process.terminate()
            process.wait()
            raise
        output.seek(0)
        text = output.read()
    if code == 0:
        return json.loads(text)
    try:
        result = json.loads(text)
    except ValueError:
        result = None
    raise TritonAotError(code, tuple(log.errors), result)


def _flags(options: dict[str, Option]) -> Iterator[str]:
    for key, value in options.items():
        name = "--" + key.rstrip("_").replace("_", "-")
        if value is True:
            yield name
        elif value is not None and value is not False:
            yield f"{name}={_text(name, value)}"


def _text(name: str, value: Value | Iterable[Value]) -> str:
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if isinstance(value, (int, float)):
        return str(value)
    items = [_text(name, item) for item in value]
    for item in items:
        if "," in item:
            raise ValueError(f"{name}: {item!r} contains a comma, which separates the items of a list")
    return ",".join(items)


class _Log:
    """Shows the events of the program on standard error, and collects its errors."""

    def __init__(self) -> None:
        self.errors: list[Problem] = []
        self._shown = 0.0

    def add(self, line: str) -> None:
        try:
            event = json.loads(line)
            kind = event.pop("event")
        except (ValueError, KeyError, AttributeError, TypeError):
            # The output of a program that `record` runs, or of Node.
            _show(line)
            return
        if kind == "group-start":
            _show(event["title"])
            self._shown = time.monotonic()
        elif kind == "group-end":
            _show(f"  {'done in' if event['ok'] else 'failed after'} {event['seconds']:.1f} s")
        elif kind == "info":
            _show(f"  {event['message']}")
        elif kind == "progress" and time.monotonic() - self._shown > 2:
            _show(f"  {event['done']}/{event['total']} {event['label']}")
            self._shown = time.monotonic()
        elif kind in ("warning", "error"):
            # Later versions of the program can have more keys.
            problem = Problem(**{key: event[key] for key in Problem.__dataclass_fields__ if key in event})
            if kind == "error":
                self.errors.append(problem)
            else:
                _show(f"  warning: {problem}")


def _show(text: str) -> None:
    print(text, file=sys.stderr, flush=True)

"""Checks of what users choose, before a program runs. They raise ValueError with what is wrong."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable
from pathlib import Path


def one_of(*values: str) -> Callable[[str], None]:
    """A check of an option that has one of these values."""

    def check(value: str) -> None:
        if value not in values:
            raise ValueError(f"`{value}` is none of {', '.join(values)}")

    return check


def is_count(value: int) -> None:
    if value < 0:
        raise ValueError(f"a count must be 0 or more, not {value}")


def is_time(value: float) -> None:
    if not 0 <= value < math.inf:
        raise ValueError(f"a time must be a number of seconds, 0 or more, not {value:g}")


def is_file_to_write(path: str) -> None:
    """Opens it as it is opened at the end. Leaves nothing that was not there."""
    if path == "" or (os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)):
        # It is a pipe or a device: opening it may wait for a reader.
        return
    is_new = not os.path.lexists(path)
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o666))
    except OSError as error:
        folder = os.path.dirname(path)
        reason = f"there is no folder {folder}" if is_new and folder and not os.path.isdir(folder) else error.strerror
        raise ValueError(f"cannot write {path}: {reason}") from None
    if is_new:
        os.remove(path)


def is_folder_to_write(path: str) -> None:
    """It need not exist: it is made below the first folder above it that does."""
    above = os.path.abspath(path)
    while path and not os.path.lexists(above):
        above = os.path.dirname(above)
    if path and not os.path.isdir(above):
        raise ValueError(f"cannot write to {path}: {above} is no folder")
    if path and not os.access(above, os.W_OK | os.X_OK):
        raise ValueError(f"cannot write to {path}: {above} cannot be written")


def are_references(text: str) -> None:
    for each in filter(None, text.split(",")):
        module, _, function = each.rpartition("=")[2].rpartition(":")
        if not module or not function.isidentifier():
            raise ValueError(f"`{each}` is not MODULE:FUNCTION, FILE.py:FUNCTION or NAME=MODULE:FUNCTION")


def are_tritons(names: str) -> None:
    for each in filter(None, names.split(",")):
        if not is_version(each):
            version_in(each)


def is_version(text: str) -> bool:
    """True if a text is a version, such as 3.9.0, and no folder."""
    return re.fullmatch(r"\d+\.\d+(\.\d+)*([a-z.+-]\w*)*", text) is not None


def version_in(folder: str) -> str:
    """The version of the Triton that is installed in a folder. Raises ValueError if there is none."""
    found = [each.name.removesuffix(".dist-info").split("-")[1] for each in Path(folder).glob("triton-*.dist-info")]
    if len(found) != 1 or not (Path(folder) / "triton").is_dir():
        raise ValueError(f"`{folder}` is no version such as 3.9.0, and no folder in which a Triton is installed")
    return found[0]

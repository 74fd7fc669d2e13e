"""Gives the files in line tables names that are the same on every machine.

Triton uses the names that Python has for them, which are absolute. So the cubin would differ between folders.
"""

import os
import re
import sys
from collections.abc import Callable

from aot_wire.messages import KernelSource

# Takes the absolute path of a file.
NameOf = Callable[[str], str]

# In LLVM's text form, a quote inside of a string is written \22.
FILE = re.compile(r'!DIFile\(filename: "([^"]*)", directory: "([^"]*)"')
# The file that an assertion of a debug build prints.
ASSERTION = re.compile(r'^(@assertFile_\d+ = .*\bconstant )\[\d+ x i8\] c"([^"]*)\\00"', re.MULTILINE)
ESCAPED = re.compile(rb"\\([0-9A-Fa-f]{2}|\\)")
# What `file_hashes` writes.
HASHES = re.compile(r"\A(?:// source [0-9a-f]{64} .*\n)*")
PLAIN = re.compile(rb'[^ -~]|["\\]')


def portable_file_names(llir: str, name_of: NameOf) -> str:
    """Renames the files in LLVM IR."""

    def renamed(path: str) -> str:
        # Triton writes `<unknown>` for code that is in no file.
        return name_of(path) if os.path.isabs(path) else path

    def file(match: re.Match[str]) -> str:
        folder, name = os.path.split(renamed(os.path.join(decoded(match[2]), decoded(match[1]))))
        return f'!DIFile(filename: "{encoded(name)}", directory: "{encoded(folder)}"'

    def assertion(match: re.Match[str]) -> str:
        name = renamed(decoded(match[2]))
        return f'{match[1]}[{len(os.fsencode(name)) + 1} x i8] c"{encoded(name)}\\00"'

    return ASSERTION.sub(assertion, FILE.sub(file, llir))


def namer(source: KernelSource) -> NameOf:
    """Returns the function that names files: relative to the manifest's folder, those of installed packages relative to
    the folder that Python finds them in, such as `triton/language/standard.py`."""
    if source["kind"] == "slice":
        own = {part["file"]: part["path"] for part in source["modules"]}
        return lambda path: own.get(path) or installed_name(path) or os.path.basename(path)
    folder = os.path.realpath(source["folder"])
    closure = {os.path.realpath(file) for file in source["closure"]}

    def name(path: str) -> str:
        real = os.path.realpath(path)
        if real in closure:
            return os.path.relpath(real, folder)
        return installed_name(path) or os.path.basename(path)

    return name


def file_hashes(source: KernelSource) -> str:
    """Comments with the hash of each file of a slice. The same slice can be at other lines in a later version of it."""
    parts = source["modules"] if source["kind"] == "slice" else []
    return "".join(f"// source {part['fileSha256']} {part['path']}\n" for part in parts)


def without_hashes(text: str) -> str:
    """Removes what `file_hashes` has written before PTX."""
    return HASHES.sub("", text)


def installed_name(path: str) -> str | None:
    """Returns the path below the most specific folder of Python's module path; None if there is none."""
    folders = [os.path.join(folder, "") for folder in sys.path if os.path.isabs(folder)]
    found = [folder for folder in folders if path.startswith(folder)]
    return path[len(max(found, key=len)) :] if found else None


def decoded(text: str) -> str:
    def plain(match: re.Match[bytes]) -> bytes:
        return b"\\" if match[1] == b"\\" else bytes([int(match[1], 16)])

    return os.fsdecode(ESCAPED.sub(plain, os.fsencode(text)))


def encoded(text: str) -> str:
    return os.fsdecode(PLAIN.sub(lambda match: b"\\%02X" % match[0][0], os.fsencode(text)))

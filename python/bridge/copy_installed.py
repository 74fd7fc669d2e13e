"""Copies the Python files of an installed package, each compared with the list that the installer wrote (RECORD).

usage: copy_installed.py NAME VERSION FOLDER. stdout: the fault as JSON, or null if all files were copied. FOLDER then
has the files that its wheel unpacks to kernels' sources: modules, and the metadata. Nothing is imported.
"""

import base64
import csv
import hashlib
import importlib.metadata
import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Literal

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from installed_folders import package_folders

Kind = Literal["not-installed", "other-version", "editable", "no-list", "no-hash", "missing", "changed", "no-modules"]

# The algorithms that the specification of RECORD allows, as far as every Python has them.
ALGORITHMS = ("sha256", "sha384", "sha512")


class Fault(Exception):
    """The reason for which a package cannot be copied."""

    def __init__(self, kind: Kind, detail: str = "") -> None:
        """`detail`: the installed version, the place of an editable install, or the file."""
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail


def copy(name: str, version: str, target: Path, folders: Iterable[str]) -> None:
    """Copies the files of the first package of that name in `folders`.

    Raises:
        Fault: if it cannot be copied whole, with the files as they were installed.
    """
    found = next(iter(importlib.metadata.distributions(name=name, path=list(folders))), None)
    if found is None:
        raise Fault("not-installed")
    if found.version != version:
        raise Fault("other-version", found.version)
    place = editable_place(found.read_text("direct_url.json"))
    if place is not None:
        raise Fault("editable", place)
    record = found.read_text("RECORD")
    if record is None:
        raise Fault("no-list")
    root = Path(str(found.locate_file("")))
    copied = [copy_file(root / path, digest, target / path) for path, digest in sources_of(record)]
    if not any(file.suffix == ".py" for file in copied):
        raise Fault("no-modules")


def editable_place(direct_url: str | None) -> str | None:
    """The address of the sources of an editable install. Source: "Recording the Direct URL Origin" (PEP 610)."""
    if direct_url is None:
        return None
    origin = json.loads(direct_url)
    return str(origin["url"]) if origin.get("dir_info", {}).get("editable") else None


def sources_of(record: str) -> Iterator[tuple[str, str]]:
    """The modules and the metadata of a package: each path and its digest, which is empty if the list has none.

    Scripts and data are outside of the folder, and installers change some of them.
    """
    for row in csv.reader(record.splitlines()):
        if len(row) < 2:
            continue
        path = PurePosixPath(row[0])
        is_metadata = len(path.parts) == 2 and path.match("*.dist-info/METADATA")
        if (path.suffix == ".py" or is_metadata) and not path.is_absolute() and ".." not in path.parts:
            yield str(path), row[1]


def copy_file(file: Path, digest: str, target: Path) -> Path:
    algorithm, _, expected = digest.partition("=")
    if algorithm not in ALGORITHMS or not expected:
        raise Fault("no-hash", str(file))
    if not file.is_file():
        raise Fault("missing", str(file))
    content = file.read_bytes()
    found = base64.urlsafe_b64encode(hashlib.new(algorithm, content).digest()).decode().rstrip("=")
    if found != expected.rstrip("="):
        raise Fault("changed", str(file))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    return target


def main() -> None:
    name, version, target = sys.argv[1:]
    try:
        copy(name, version, Path(target), package_folders())
        json.dump(None, sys.stdout)
    except Fault as fault:
        json.dump({"kind": fault.kind, "detail": fault.detail}, sys.stdout)


if __name__ == "__main__":
    main()

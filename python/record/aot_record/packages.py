"""Finds the installed package that a file belongs to."""

import base64
import hashlib
import importlib.metadata
import json
import re
import urllib.parse
from pathlib import Path


def package_of(file: Path) -> dict | None:
    """Returns what is known of the package that installed a file: name, version, the dotted name of the module, the
    folder that it is imported from, and the top-level modules of the package. None for a file of a project, also of one
    that is installed as editable."""
    for each in importlib.metadata.distributions():
        root = Path(str(each.locate_file(""))).resolve()
        record = (each.read_text("RECORD") or "") if file.is_relative_to(root) else ""
        path = file.relative_to(root).as_posix() if record else ""
        if not record or f"\n{path}," not in f"\n{record}":
            continue
        origin = json.loads(each.read_text("direct_url.json") or "{}")
        return {
            "name": each.metadata["Name"],
            "version": each.version,
            "module": ".".join(part for part in Path(path).with_suffix("").parts if part != "__init__"),
            "root": root,
            "tops": {line.partition(",")[0].partition("/")[0].removesuffix(".py") for line in record.splitlines()},
            # An archive is a package like one of an index. A folder or a repository has no version that says what is in it.
            "url": None if "archive_info" in origin else origin.get("url"),
            "changed": is_changed(file, path, record),
            "project": None if "dir_info" not in origin else same_file(origin["url"], path, file),
        }
    return None


def is_changed(file: Path, path: str, record: str) -> bool:
    """True if a file is another one than the package installed. Source: "Recording installed projects" of Python packaging."""
    found = re.search(rf"^{re.escape(path)},sha256=([\w-]+),", record, re.MULTILINE)
    digest = base64.urlsafe_b64encode(hashlib.sha256(file.read_bytes()).digest()).decode().rstrip("=")
    return found is not None and found[1] != digest


def same_file(url: str, path: str, file: Path) -> str | None:
    """Returns the file of a project's folder that a file was installed from, if it is still the same."""
    folder = Path(urllib.parse.unquote(urllib.parse.urlsplit(url).path))
    candidates = [each for each in (folder / path, folder / "src" / path) if each.is_file()]
    return next((str(each) for each in candidates if each.read_bytes() == file.read_bytes()), None)

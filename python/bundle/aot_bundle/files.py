"""Reads the files of this bundle. bundle.json has the SHA-256 of each, which is compared before a file is used.

A file is read once as a whole. Pipes, devices and files that are too large are not read, so that nothing here waits.
"""

import functools
import hashlib
import json
import os
import stat
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
INDEX = os.path.join(HERE, "bundle.json")
# No file of a bundle is larger, in bytes.
MOST = 256 * 1024 * 1024


class Damaged(Exception):
    """A file of the bundle that is not as it was written: its path."""


def read(path: str) -> Any:
    """Returns the contents of a regular file; None if it cannot be read."""
    try:
        # Opening a pipe without O_NONBLOCK waits for a writer.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > MOST:
                return None
            return file.read(MOST + 1)
    except (OSError, ValueError, MemoryError):
        return None


def digest_of(path: str) -> Any:
    """Returns the SHA-256 of a regular file; None if it cannot be read."""
    content = read(path)
    return None if content is None else hashlib.sha256(content).hexdigest()


@functools.cache
def index() -> dict | None:
    """Returns what bundle.json says, with the digests of all files by their paths in `digests`; None if it is damaged."""
    try:
        found = json.loads(read(INDEX) or b"")
        digests = dict(found["files"])
        for entry in found["entries"]:
            digests.update((f"cache/{entry['key']}/{name}", digest) for name, digest in entry["files"].items())
        keys = {entry["key"]: list(entry["files"]) for entry in found["entries"]}
        return {**found, "environment": dict(found["environment"]), "digests": digests, "keys": keys}
    except Exception:
        return None


def bundle() -> dict:
    """Returns what bundle.json says. Raises Damaged."""
    found = index()
    if found is None:
        raise Damaged(INDEX)
    return found


def contents(name: str) -> Any:
    """Returns the contents of a file of the bundle; None if the bundle has no such file. Raises Damaged."""
    digest = bundle()["digests"].get(name)
    if digest is None:
        return None
    path = os.path.join(HERE, name)
    content = read(path)
    if content is None or hashlib.sha256(content).hexdigest() != digest:
        raise Damaged(path)
    return content

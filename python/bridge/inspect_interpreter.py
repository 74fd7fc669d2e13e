"""Says what a Python is and, unless that is all that is asked for, which packages it has, without importing them.

Arguments: `identity`, or `own` or `foreign` (whose environment it is), `newer` or `all` (the files whose digests are
compared) and requirements. The last line of the output is the identity, and the packages as JSON after it (see
src/toolchain/interpreter.ts). Must also run on Pythons that are
too old. Run with -I, so that only the interpreter's own folders count.
"""

import sys

identity = "%s %d.%d.%d cp%d%d%s %d %s" % (
    (sys.implementation.name,)
    + sys.version_info[:3]
    + sys.version_info[:2]
    + (getattr(sys, "abiflags", ""), 64 if sys.maxsize > 2**32 else 32)
    + (sys.executable.encode("utf-8", "surrogateescape").hex(),)
)
if sys.argv[1] == "identity":
    # JSON alone would double the time of the answer.
    print(identity)
    sys.exit()

import base64
import csv
import hashlib
import json
import os
import re

try:
    from importlib import metadata
except ImportError:
    metadata = None


def distribution(name):
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None


def version(name):
    found = distribution(name)
    return found and found.version


def met(text):
    """Without a library for the requirement language, only `name` and `name==version` can be met, also with a limit of
    `python_version`."""
    try:
        try:
            from packaging.requirements import Requirement
        except ImportError:
            from pip._vendor.packaging.requirements import Requirement
    except ImportError:
        text, _, marker = text.partition(";")
        limit = re.match(r'\s*python_version\s*(<|>=)\s*"3\.(\d+)"\s*$', marker)
        if limit and (sys.version_info[1] < int(limit.group(2))) != (limit.group(1) == "<"):
            return True
        name, _, pin = (text if limit or not marker else "?").partition("==")
        found = version(name.strip())
        return found is not None and pin.strip() in ("", found)
    try:
        requirement = Requirement(text)
    except ValueError:
        return False
    if requirement.marker and not requirement.marker.evaluate():
        return True
    found = version(requirement.name)
    return found is not None and requirement.specifier.contains(found, prereleases=True)


# What installers add: scripts outside the packages' folder, and notes.
ADDED = re.compile(r"\.\.|/|[^/]+\.dist-info/(?:INSTALLER|REQUESTED|RECORD|direct_url\.json|uv_\w+\.json)$")


def files(found):
    rows = csv.reader((found.read_text("RECORD") or "").splitlines())
    return [row for row in rows if len(row) == 3 and row[1] and row[2] and not ADDED.match(row[0])]


def content(found):
    text = "\n".join(sorted(",".join(row) for row in files(found)))
    return hashlib.sha256(text.encode()).hexdigest() if text else None


def digest(file):
    """Returns the SHA-256 of a file as RECORD has it."""
    found = hashlib.sha256()
    with open(file, "rb") as opened:
        for part in iter(lambda: opened.read(1 << 20), b""):
            found.update(part)
    return "sha256=" + base64.urlsafe_b64encode(found.digest()).decode().rstrip("=")


def recorded(found):
    """Returns when RECORD was written, after the files in it, in nanoseconds."""
    for path in found.files or ():
        if path.name == "RECORD":
            return os.stat(str(found.locate_file(path))).st_mtime_ns
    return 0


def problems(found):
    """Compares files with RECORD: the sizes of all, and the digests of those that changed after it was written."""
    listed = files(found)
    if own and not listed:
        yield "its list of files is missing"
    written = recorded(found) if listed and not everything else 0
    for path, expected, size in listed:
        # Installers compile, and some wheels bring compiled files too.
        if "__pycache__" in path:
            continue
        file = str(found.locate_file(path))
        try:
            status = os.stat(file)
        except OSError:
            yield "%s is missing" % path
            continue
        if status.st_size != int(size):
            yield "%s has %d bytes instead of %s" % (path, status.st_size, size)
        elif (
            (everything or status.st_mtime_ns > written) and expected.startswith("sha256=") and digest(file) != expected
        ):
            yield "%s has other contents than its wheel" % path
        elif "/bin/" in path and path.startswith("triton/") and not os.access(file, os.X_OK):
            yield "%s is not executable" % path


own = sys.argv[1] == "own"
everything = sys.argv[2] == "all"
triton = metadata and distribution("triton")
packages = {
    "triton": triton and triton.version,
    "content": triton and content(triton),
    "damage": [
        {"package": found.metadata["Name"] or "?", "problem": problem}
        for found in (list(metadata.distributions()) if own else [triton] if triton else [])
        for problem in problems(found)
    ],
    "unmet": [text for text in sys.argv[3:] if not (metadata and met(text))],
}
print(identity, json.dumps(packages))

"""Writes what is known of the wheels of Triton's releases: src/toolchain/locks/releases.json, and a lock file for each.

usage: python3 scripts/pin_triton.py VERSION...

Gets from PyPI, of each wheel for Linux, its list of files. Needs 3.10 or later of Python.
"""

import csv
import hashlib
import io
import json
import pathlib
import re
import sys
import urllib.request
import zipfile
from concurrent.futures import ThreadPoolExecutor

LOCKS = pathlib.Path(__file__).parent.parent / "src/toolchain/locks"
INDEX = "https://pypi.org/simple/triton/"
WHEEL = r'href="([^"#]*/triton-{}-cp3\d+-\w+-manylinux\w*_(?:x86_64|aarch64)\.[\w.]+\.whl)#sha256=(\w+)"'
# As in python/bridge/inspect_interpreter.py: what installers add.
ADDED = re.compile(r"\.\.|/|[^/]+\.dist-info/(?:INSTALLER|REQUESTED|RECORD|direct_url\.json|uv_\w+\.json)$")


class Remote(io.RawIOBase):
    """A file on a server that answers requests for ranges."""

    def __init__(self, url):
        self.url = url
        with urllib.request.urlopen(urllib.request.Request(url, method="HEAD")) as answer:
            self.size = int(answer.headers["content-length"])
        self.at = 0

    def seekable(self):
        return True

    def readable(self):
        return True

    def seek(self, offset, whence=0):
        self.at = offset + (0, self.at, self.size)[whence]
        return self.at

    def tell(self):
        return self.at

    def readinto(self, target):
        end = min(self.at + len(target), self.size)
        if end <= self.at:
            return 0
        headers = {"Range": f"bytes={self.at}-{end - 1}"}
        with urllib.request.urlopen(urllib.request.Request(self.url, headers=headers)) as answer:
            content = answer.read()
        target[: len(content)] = content
        self.at += len(content)
        return len(content)


def pin(found):
    url, digest = found
    archive = zipfile.ZipFile(io.BufferedReader(Remote(url), 1 << 17))
    record = next(name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
    rows = csv.reader(archive.read(record).decode().splitlines())
    listed = [row for row in rows if row[1] and row[2] and not ADDED.match(row[0])]
    text = "\n".join(sorted(",".join(row) for row in listed))
    print(url.rsplit("/", 1)[1], file=sys.stderr)
    return {"sha256": digest, "content": hashlib.sha256(text.encode()).hexdigest()}


def write(releases):
    (LOCKS / "releases.json").write_text(json.dumps(releases, indent=2) + "\n")
    for version, wheels in releases.items():
        hashes = sorted(f"    --hash=sha256:{wheel['sha256']}" for wheel in wheels)
        lock = " \\\n".join([f"triton=={version}", *hashes])
        (LOCKS / f"triton-{version}.txt").write_text(f"# Written by scripts/pin_triton.py.\n{lock}\n")


def main(versions):
    with urllib.request.urlopen(INDEX) as answer:
        page = answer.read().decode()
    releases = {}
    for version in versions:
        found = re.findall(WHEEL.format(re.escape(version)), page)
        assert found, f"{INDEX} has no wheels of {version}"
        with ThreadPoolExecutor(2) as pool:
            releases[version] = list(pool.map(pin, sorted(found, key=lambda each: each[1])))
    write(releases)


if __name__ == "__main__":
    main(sys.argv[1:])

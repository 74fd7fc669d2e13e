"""Writes src/toolchain/triton-releases.ts: what is known of the wheels of Triton's releases.

usage: python3 scripts/pin_triton.py VERSION...

Gets from PyPI, of each wheel for Linux, its list of files and the libraries that are longer than
what a program loads of them, and compares these with that list. Takes about 3 s for each wheel, and
3.10 or later of Python. Format the file afterwards: npm run format.
"""

import base64
import csv
import hashlib
import io
import json
import pathlib
import re
import struct
import sys
import urllib.request
import zipfile
import zlib
from concurrent.futures import ThreadPoolExecutor

FILE = pathlib.Path(__file__).parent.parent / "src/toolchain/triton-releases.ts"
INDEX = "https://pypi.org/simple/triton/"
WHEEL = r'href="([^"#]*/triton-{}-(cp3\d+-\w+)-manylinux\w*_(x86_64|aarch64)\.[\w.]+\.whl)#sha256=(\w+)"'
# As in src/toolchain/bridge/inspect_interpreter.py: what installers add.
ADDED = re.compile(r"\.\.|/|[^/]+\.dist-info/(?:INSTALLER|REQUESTED|RECORD|direct_url\.json|uv_\w+\.json)$")
PIECE = 1 << 16

HEADING = """\
// Written by scripts/pin_triton.py. Source: https://pypi.org/simple/triton/, and RECORD and the
// libraries in each wheel.
import type { WheelMachine } from './platform.ts';

/** A wheel of Triton. All digests are hexadecimal. */
export interface TritonWheel {
  /** The Python and its ABI, as the file name has them. */
  readonly tags: string;
  readonly machine: WheelMachine;
  readonly sha256: string;
  readonly bytes: number;
  /** The `contentDigest` of what it installs. */
  readonly content: string;
  /** The libraries that are longer than what a program loads of them, by their paths. */
  readonly loaded: Readonly<Record<string, LoadedPart>>;
}

/** What a program loads of a library: without the tables for debuggers, which are at the end. */
export interface LoadedPart {
  readonly bytes: number;
  /** How many bytes of its compressed form have them. */
  readonly packed: number;
  /** Of its first `bytes` bytes. */
  readonly sha256: string;
}

/** The wheels of the releases of Triton, for every Python and machine. */
export const TRITON_WHEELS: Readonly<Record<string, readonly TritonWheel[]>> = """


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

    def open(self, start, end):
        headers = {"Range": f"bytes={start}-{end - 1}"}
        return urllib.request.urlopen(urllib.request.Request(self.url, headers=headers))

    def readinto(self, target):
        end = min(self.at + len(target), self.size)
        if end <= self.at:
            return 0
        with self.open(self.at, end) as answer:
            content = answer.read()
        target[: len(content)] = content
        self.at += len(content)
        return len(content)


def loaded_bytes(head):
    """Where the last segment ends that a program loads. Source: elf(5)."""
    assert head[:6] == b"\x7fELF\x02\x01", "not a library of 64 bits, little-endian"
    (table,) = struct.unpack_from("<Q", head, 32)
    size, count = struct.unpack_from("<HH", head, 54)
    segments = [struct.unpack_from("<IIQQQQ", head, table + size * each) for each in range(count)]
    return max(offset + stored for kind, _, offset, _, _, stored in segments if kind == 1)


def loaded_part(remote, archive, info, row):
    """Reads a library once; returns None if all of it is loaded."""
    with archive.open(info) as opened:
        wanted = loaded_bytes(opened.read(4096))
    if wanted > info.file_size * 0.9:
        return None
    # The lengths of the name and of the extra field in the local header. Source: APPNOTE.TXT 4.3.7.
    with remote.open(info.header_offset, info.header_offset + 30) as answer:
        start = info.header_offset + 30 + sum(struct.unpack("<26xHH", answer.read()))
    unpack = zlib.decompressobj(-15)
    whole, part = hashlib.sha256(), hashlib.sha256()
    length, packed, consumed = 0, None, 0
    with remote.open(start, start + info.compress_size) as answer:
        while piece := answer.read(PIECE):
            consumed += len(piece)
            content = unpack.decompress(piece)
            whole.update(content)
            part.update(content[: max(0, wanted - length)])
            length += len(content)
            if packed is None and length >= wanted:
                packed = consumed
    digest = base64.urlsafe_b64encode(whole.digest()).decode().rstrip("=")
    assert [f"sha256={digest}", str(length)] == row[1:], f"{info.filename} is not what RECORD says"
    return {"bytes": wanted, "packed": packed, "sha256": part.hexdigest()}


def pin(found):
    url, tags, machine, digest = found
    remote = Remote(url)
    archive = zipfile.ZipFile(io.BufferedReader(remote, 1 << 17))
    record = next(name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
    rows = {row[0]: row for row in csv.reader(archive.read(record).decode().splitlines())}
    listed = [row for row in rows.values() if row[1] and row[2] and not ADDED.match(row[0])]
    text = "\n".join(sorted(",".join(row) for row in listed))
    loaded = {}
    for info in archive.infolist():
        if re.match(r"triton/_C/.*\.so$", info.filename):
            part = loaded_part(remote, archive, info, rows[info.filename])
            if part is not None:
                loaded[info.filename] = part
    print(url.rsplit("/", 1)[1], loaded, file=sys.stderr)
    return {
        "tags": tags,
        "machine": machine,
        "sha256": digest,
        "bytes": remote.size,
        "content": hashlib.sha256(text.encode()).hexdigest(),
        "loaded": loaded,
    }


def main(versions):
    with urllib.request.urlopen(INDEX) as answer:
        page = answer.read().decode()
    releases = {}
    for version in versions:
        found = re.findall(WHEEL.format(re.escape(version)), page)
        assert found, f"{INDEX} has no wheels of {version}"
        with ThreadPoolExecutor(2) as pool:
            pins = list(pool.map(pin, sorted(found, key=lambda each: (each[2], each[1]))))
        releases[version] = pins
    FILE.write_text(HEADING + json.dumps(releases, indent=2) + ";\n")


if __name__ == "__main__":
    main(sys.argv[1:])

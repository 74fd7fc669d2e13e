"""Tells about files without parsing them, since parsing takes a hundred times as long as reading."""

import contextlib
import errno
import hashlib
import os
import re
import resource
import stat
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from aot_wire.messages import ReadBasis

    Kind = Literal["file", "folder", "other"]

# A function or a class that starts in the first column, and the lines that belong to it. In a text in quotes, what looks
# so binds no names.
BODY = re.compile(rb"^((?:async|def|class)[ \t].*\n)(?:(?:[ \t#)].*)?\n)+", re.MULTILINE)
# As Path.is_file.
MISSING = (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP)
STAR = re.compile(r"import[\s\\]*\*")
# Source: PEP 263.
ENCODING = re.compile(rb"\A(?:.*\n)?[ \t\f]*#.*?coding[:=][ \t]*(?!utf-?8)", re.IGNORECASE)


# More bytes are not the source of a kernel, and parsing takes a thousand times as much memory.
LARGEST = 20_000_000


def limit_memory(size: int) -> None:
    """Lets this process take at most `size` bytes. More is a MemoryError, in place of a machine without memory."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))


def read_source(file: str) -> bytes:
    """Returns the bytes of a Python file. @throws OSError if it cannot be read or is too large."""
    size = os.stat(file).st_size
    if size > LARGEST:
        raise OSError(errno.EFBIG, f"it has more than {LARGEST // 1_000_000} MB", file)
    with open(file, "rb") as opened:
        return opened.read()


@dataclass
class Basis:
    """All that was seen on the disk: the same answer follows as long as it is the same."""

    # By path: the SHA-256 of what was read, what is there (None: nothing), the path without links.
    contents: dict[str, str] = field(default_factory=dict)
    kinds: "dict[str, Kind | None]" = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    # False once something was seen that has no place above, such as all files of a folder, or that another Python
    # may read.
    is_complete: bool = True

    @contextlib.contextmanager
    def complete_if_done(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.is_complete = False
            raise

    def add_content(self, file: str, content: bytes) -> None:
        digest = hashlib.sha256(content).hexdigest()
        # A file that changes while it is read belongs to no answer.
        self.is_complete &= self.contents.setdefault(file, digest) == digest

    def to_wire(self) -> "ReadBasis | None":
        kinds = {path: kind for path, kind in self.kinds.items() if path not in self.contents}
        return {"contents": self.contents, "kinds": kinds, "links": self.links} if self.is_complete else None


class Files:
    """The files and folders that were looked for."""

    def __init__(self) -> None:
        self.basis = Basis()
        self._found: dict[tuple[Path, str], Path | None] = {}
        self._outlines: dict[Path, str | None] = {}
        self._signs: dict[Path, frozenset[str]] = {}
        self._texts: dict[Path, bytes] = {}

    def locate(self, folder: Path, name: str) -> Path | None:
        """Returns the file of a module, the folder of a package without __init__.py, or None."""
        key = (folder, name)
        if key not in self._found:
            self._found[key] = self._locate(folder, name)
        return self._found[key]

    def read(self, file: Path | str) -> bytes:
        """As `read_source`."""
        with self.basis.complete_if_done():
            content = read_source(str(file))
        self.basis.add_content(str(file), content)
        return content

    def resolve(self, path: Path) -> Path:
        """Returns a path without links. @throws RuntimeError if they lead in a circle, before Python 3.13."""
        resolved = path.resolve()
        self.basis.links[str(path)] = str(resolved)
        return resolved

    def found_in(self, folder: Path, *patterns: str) -> list[Path]:
        """The files of a folder."""
        self.basis.is_complete = False
        return [file for pattern in patterns for file in folder.glob(pattern) if file.is_file()]

    def is_file(self, path: Path | str) -> bool:
        return self._kind(str(path)) == "file"

    def package_root(self, file: Path | str) -> str:
        """The first folder above a file that is not a package."""
        folder = os.path.dirname(file)
        while self.is_file(f"{folder}/__init__.py"):
            folder = os.path.dirname(folder)
        return folder

    def mentions(self, file: Path, name: str, known: str = "") -> bool:
        """True if a name occurs outside of functions and classes: only there can a statement bind it. With `known`, such
        as `import triton`, other than in this statement and where it is read."""
        outline = self.outline(file)
        if outline is None or name not in outline:
            return outline is None
        word = rf"\b{re.escape(name)}\b"
        if known:
            entry = known.removeprefix("import ")
            outline = re.sub(
                rf"^([ \t]*import[ \t].*?)\b{re.escape(entry)}[ \t]*(?=,|#|$)", r"\1", outline, flags=re.MULTILINE
            )
            outline = re.sub(rf"(?<!\.){word}\.(?!.*=)|\bfrom[ \t]+{word}", "", outline)
        return re.search(word, outline) is not None

    def only_defines(self, file: Path, name: str) -> bool:
        """True if a name is that of a function or a class of the file, and certainly nothing else."""
        outline = self.outline(file)
        if outline is None:
            return False
        word = re.escape(name)
        definitions = re.findall(rf"^(?:async[ \t]+)?(?:def|class)[ \t]+{word}\b", outline, re.MULTILINE)
        return bool(definitions) and len(definitions) == len(re.findall(rf"\b{word}\b", outline))

    def has_stars(self, file: Path) -> bool:
        """True if the file may have an `import *`."""
        outline = self.outline(file)
        return outline is None or STAR.search(outline) is not None

    def signs(self, file: Path) -> frozenset[str]:
        """The words in statements outside of functions and classes that may change a value that is bound already."""
        if file not in self._signs:
            self._signs[file] = signs_of(self.outline(file) or "")
        return self._signs[file]

    def functions(self, file: Path) -> list[str]:
        """The names of the functions that a file defines, outside of classes."""
        return re.findall(r"^[ \t]*def[ \t]+(\w+)", self.outline(file) or "", re.MULTILINE)

    def contains(self, file: Path, name: str) -> bool:
        """True if a name occurs anywhere in a file."""
        if file not in self._texts:
            try:
                self._texts[file] = self.read(file)
            except OSError:
                # Python reports it if the file is ever imported.
                self._texts[file] = b""
        return name.encode() in self._texts[file]

    def outline(self, file: Path) -> str | None:
        """The text outside of functions and classes; None if only Python can say what it is."""
        if file not in self._outlines:
            try:
                self._outlines[file] = outline_of(self.read(file))
            except OSError:
                # Parsing it says what is wrong.
                self._outlines[file] = None
        return self._outlines[file]

    def _locate(self, folder: Path, name: str) -> Path | None:
        # Links are not resolved, since Python looks for other modules next to the link.
        place = "/".join([str(folder), *(part for part in name.split(".") if part)])
        candidates = [f"{place}/__init__.py"]
        if name.strip("."):
            candidates.append(f"{place}.py")
        for candidate in candidates:
            if self._kind(candidate) == "file":
                return Path(candidate)
        return Path(place) if self._kind(place) == "folder" else None

    def _kind(self, path: str) -> "Kind | None":
        kinds = self.basis.kinds
        if path not in kinds:
            try:
                mode = os.stat(path).st_mode
                kinds[path] = "file" if stat.S_ISREG(mode) else "folder" if stat.S_ISDIR(mode) else "other"
            except ValueError:
                kinds[path] = None
            except OSError as error:
                if error.errno not in MISSING:
                    self.basis.is_complete = False
                    raise
                kinds[path] = None
        return kinds[path]


def outline_of(content: bytes) -> str | None:
    if ENCODING.search(content):
        return None
    outline = b"".join(BODY.split(with_newlines(content)))
    try:
        # Python compares names in this form.
        return outline.decode() if outline.isascii() else unicodedata.normalize("NFKC", outline.decode())
    except UnicodeDecodeError:
        return None


def signs_of(outline: str) -> frozenset[str]:
    words: set[str] = set()
    for line in outline.splitlines():
        text = line.lstrip()
        if text.startswith(("import ", "from ", "def ", "class ", "async ", "#", '"', "'", "@triton.jit")):
            continue
        target, _equals, value = text.partition("=")
        if target.partition(":")[0].rstrip().isidentifier() and _equals:
            # Of an assignment only what its value calls, or another name of something.
            called = re.match(r"[ \t]*([\w.]+)", value)
            words.update(called[1].split(".") if called else [])
        elif not {"(", ".", "[", "@"}.isdisjoint(text):
            words.update(re.findall(r"\w+", text))
    return frozenset(words)


def with_newlines(content: bytes) -> bytes:
    """Lines end as Python counts them."""
    content = content if b"\r" not in content else content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return content if content.endswith(b"\n") else content + b"\n"

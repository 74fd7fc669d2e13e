"""Tells about files without parsing them, since parsing takes a hundred times as long as reading."""

import errno
import os
import re
import resource
import stat
import unicodedata
from pathlib import Path

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


class Files:
    """The files and folders that were looked for."""

    def __init__(self):
        self._kinds = {}
        self._found = {}
        self._outlines = {}
        self._signs = {}
        self._texts = {}

    def locate(self, folder: Path, name: str) -> Path | None:
        """Returns the file of a module, the folder of a package without __init__.py, or None."""
        key = (folder, name)
        if key not in self._found:
            self._found[key] = self._locate(folder, name)
        return self._found[key]

    def is_file(self, path: Path | str) -> bool:
        return self._kind(str(path)) == stat.S_IFREG

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

    def signs(self, file: Path) -> frozenset:
        """The words in statements outside of functions and classes that may change a value that is bound already."""
        if file not in self._signs:
            self._signs[file] = signs_of(self.outline(file) or "")
        return self._signs[file]

    def functions(self, file: Path) -> list:
        """The names of the functions that a file defines, outside of classes."""
        return re.findall(r"^[ \t]*def[ \t]+(\w+)", self.outline(file) or "", re.MULTILINE)

    def contains(self, file: Path, name: str) -> bool:
        """True if a name occurs anywhere in a file."""
        if file not in self._texts:
            try:
                self._texts[file] = read_source(str(file))
            except OSError:
                # Python reports it if the file is ever imported.
                self._texts[file] = b""
        return name.encode() in self._texts[file]

    def outline(self, file: Path) -> str | None:
        """The text outside of functions and classes; None if only Python can say what it is."""
        if file not in self._outlines:
            self._outlines[file] = outline_of(file)
        return self._outlines[file]

    def _locate(self, folder: Path, name: str) -> Path | None:
        # Links are not resolved, since Python looks for other modules next to the link.
        place = "/".join([str(folder), *(part for part in name.split(".") if part)])
        candidates = [f"{place}/__init__.py"]
        if name.strip("."):
            candidates.append(f"{place}.py")
        for candidate in candidates:
            if self._kind(candidate) == stat.S_IFREG:
                return Path(candidate)
        return Path(place) if self._kind(place) == stat.S_IFDIR else None

    def _kind(self, path: str) -> int | None:
        if path not in self._kinds:
            try:
                self._kinds[path] = stat.S_IFMT(os.stat(path).st_mode)
            except ValueError:
                self._kinds[path] = None
            except OSError as error:
                if error.errno not in MISSING:
                    raise
                self._kinds[path] = None
        return self._kinds[path]


def outline_of(file: Path) -> str | None:
    try:
        content = read_source(str(file))
    except OSError:
        # Parsing it says what is wrong.
        return None
    if ENCODING.search(content):
        return None
    outline = b"".join(BODY.split(with_newlines(content)))
    try:
        # Python compares names in this form.
        return outline.decode() if outline.isascii() else unicodedata.normalize("NFKC", outline.decode())
    except UnicodeDecodeError:
        return None


def signs_of(outline: str) -> frozenset:
    words: set = set()
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

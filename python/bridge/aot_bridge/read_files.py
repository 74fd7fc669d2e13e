"""Notes which files code opens and which folders it lists, with Python's audit events: results depend on them."""

import os
import sys
import sysconfig
from fnmatch import fnmatchcase
from types import FrameType
from typing import Any

from aot_wire.messages import KernelSource

from .failure import JobFailure

INSTALLED = [os.path.join(os.path.realpath(sysconfig.get_path(key)), "") for key in ("stdlib", "purelib", "platlib")]
BRIDGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
# What belongs to the machine. A folder of the user's can lie inside.
SYSTEM = tuple(
    f"/{name}/" for name in ("proc", "sys", "dev", "etc", "run", "usr", "lib", "lib32", "lib64", "bin", "sbin")
)
# Files that the kernel hash covers in another way (see src/toolchain/environment.ts).
HASHED = ("TRITON_LIBDEVICE_PATH", "TRITON_PTXAS_PATH", "TRITON_PTXAS_BLACKWELL_PATH")
WILDCARDS = frozenset("*?[{")


class ReadFiles:
    """The files and folders that were read since `clear`. Made once in a process: audit hooks stay."""

    def __init__(self) -> None:
        # The worker's folder for temporary files.
        self._scratch = os.path.join(os.path.realpath(os.path.dirname(os.environ.get("HOME", "/nowhere/home"))), "")
        self.clear()
        sys.addaudithook(self._note)

    def clear(self) -> None:
        self._files: dict[str, bool] = {}
        self._folders: dict[str, bool] = {}

    def check(self, source: KernelSource, loaded: set[str]) -> None:
        """@raise JobFailure: if what was read, or a file of `loaded`, is no input of the kernel hash."""
        parts = [part["file"] for part in source["modules"]] if source["kind"] == "slice" else []
        path = source["path"] if source["kind"] == "import" else []
        known = {os.path.realpath(file) for file in (*source["closure"], *parts)}
        folders = tuple(os.path.join(os.path.realpath(each), "") for each in (source["folder"], *path))
        modules = sorted(file for file in loaded - known if is_users(file))
        fail(source, modules, "also loads {}, which reading its imports does not find", name_of(modules))
        opened = {os.path.realpath(file) for file in self._files} - known - loaded
        data = sorted(file for file in opened if os.path.isfile(file) and self._is_input(file, folders))
        fail(source, data, "also reads {}, which the kernel hash does not cover", name_of(data))
        listed = sorted({os.path.realpath(folder) for folder in self._folders})
        inputs = [each for each in listed if os.path.isdir(each) and self._is_input(os.path.join(each, ""), folders)]
        unnamed = [each for each in inputs if not is_covered(each, source)]
        first = os.path.normpath(os.path.join(os.path.relpath(unnamed[0], source["folder"]), "*")) if unnamed else ""
        message = "also lists the folder {}, and the kernel hash does not cover which files it has"
        fail(source, unnamed, message, f"Name the files with a glob, such as `{first}`,")

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        # Not by this process, such as the garbage collector at its end: nothing here may fail.
        try:
            if event == "open" and not writes_only(arguments):
                self._add(self._files, arguments[0])
            elif event in ("os.listdir", "os.scandir") and not finds_modules(sys._getframe(1)):
                self._add(self._folders, "." if arguments[0] is None else arguments[0])
        except Exception:
            pass

    @staticmethod
    def _add(found: dict[str, bool], path: object) -> None:
        if isinstance(path, (str, bytes, os.PathLike)):
            found[os.path.abspath(os.fsdecode(path))] = True

    def _is_input(self, real: str, folders: tuple[str, ...]) -> bool:
        parts = real.split(os.sep)
        if not is_users(real) or real.startswith(self._scratch) or "__pycache__" in parts:
            return False
        if any(part.endswith((".dist-info", ".egg-info")) for part in parts) or real in map(
            os.path.realpath, map(os.environ.get, HASHED, HASHED)
        ):
            return False
        return any(real.startswith(folder) for folder in folders) or not real.startswith(SYSTEM)


def name_of(files: list[str]) -> str:
    return "Name it" if len(files) == 1 else "Name them"


def fail(source: KernelSource, found: list[str], message: str, remedy: str) -> None:
    if not found:
        return
    paths = [os.path.relpath(file, source["folder"]) for file in found]
    shown = ", ".join(paths[:5]) + (f" and {len(paths) - 5} more" if len(paths) > 5 else "")
    hint = f"{remedy} in `depends:`, so that a change is noticed."
    if any(path.startswith("..") for path in paths):
        hint += " Move what is outside of the manifest's folder into it."
    raise JobFailure("import", f"the file {message.format(shown)}", source["file"], hint=hint)


def is_covered(folder: str, source: KernelSource) -> bool:
    """True if a glob of `depends` also matches files that are added to a folder."""
    inside = os.path.relpath(folder, os.path.realpath(source["folder"]))
    for glob in source["depends"]:
        *parents, last = glob.removeprefix("./").split("/")
        parent = "/".join(parents) or "."
        if WILDCARDS.intersection(last) and (parent == inside or fnmatchcase(inside, parent)):
            return True
        if "**" in parents:
            start = "/".join(parents[: parents.index("**")])
            if start in ("", inside) or inside.startswith(f"{start}/"):
                return True
    return False


def writes_only(arguments: tuple[Any, ...]) -> bool:
    return isinstance(arguments[2], int) and arguments[2] & os.O_ACCMODE == os.O_WRONLY


def finds_modules(frame: FrameType) -> bool:
    """True for Python's own search for modules and installed packages."""
    name = frame.f_code.co_filename
    return "importlib" in name or "pkg_resources" in name


def is_users(real: str) -> bool:
    """True if a file belongs neither to Python nor to an installed package nor to the bridge."""
    parts = real.split(os.sep)
    if "site-packages" in parts or "dist-packages" in parts or real.startswith(os.path.join(BRIDGE, "")):
        return False
    return not any(real.startswith(folder) for folder in INSTALLED)

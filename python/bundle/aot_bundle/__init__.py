"""Gives Triton the compiled kernels of this folder, so that a program need not compile them.

Set TRITON_CACHE_MANAGER to this package's name and `:Manager`, such as `serving_bundle:Manager`. The folder is only read.
TRITON_AOT_BUNDLE says what happens for a kernel that is not here: `overlay` (the default) compiles it as always, and says
how many at the end; `error` raises; `report` compiles it and writes it to the folder TRITON_AOT_RECORD, from which
`triton-aot bundle` adds it. A damaged file counts as missing, and is said once. TRITON_AOT_BUNDLE_NEXT names the manager
that gets what is not here, as `MODULE:CLASS`: by default, Triton's own. TRITON_AOT_REPLAY names a folder for evidence of
what was found (replay.py). With TRITON_AOT_PRELOAD=1, all kernels for the GPU are loaded at the first call of one
(preloading.py).

The digest of each file is compared before Triton gets its path. Triton opens it again: whoever can write to the folder can
change this code too.
"""

import atexit
import contextlib
import functools
import hashlib
import importlib
import os
import sys
import sysconfig
from collections.abc import Callable
from typing import Any

from triton.runtime.cache import CacheManager, FileCacheManager

from .files import HERE, Damaged, bundle, contents
from .vendor import vendor_of_helper

# Kernels that were found and that were not, in this process.
COUNTS = {"found": 0, "missing": 0}
# Files that were asked for, and are not as they were written.
DAMAGED: list = []


class Missing(RuntimeError):
    """A kernel that is not in the bundle."""


def mode() -> str:
    value = os.environ.get("TRITON_AOT_BUNDLE") or "overlay"
    if value not in ("overlay", "error", "report"):
        raise ValueError(f"TRITON_AOT_BUNDLE is `{value}`; expected overlay, error or report")
    return value


class Manager(CacheManager):
    """Finds the files of one key. What is not here goes to the next manager, which is made only then."""

    def __init__(self, key: Any, override: bool = False, dump: bool = False) -> None:
        self._key = key
        self._settings = {"override": override, "dump": dump}
        self._is_own = not override and not dump

    @functools.cached_property
    def _next(self) -> Any:
        following = next_manager()
        if following is None:
            return FileCacheManager(self._key, **self._settings)
        module, attribute = following
        return getattr(importlib.import_module(module), attribute)(self._key, **self._settings)

    def get_file(self, filename: Any) -> Any:
        if self._is_own:
            path = whole(f"cache/{self._key}/{filename}") or helper(filename)
            if path is not None:
                return path
            if mode() == "error":
                check_helper(filename)
                return None
        return self._next.get_file(filename)

    def get_group(self, filename: Any) -> Any:
        if not self._is_own:
            return self._next.get_group(filename)
        files = self._files(filename)
        if files is not None:
            COUNTS["found"] += 1
            replayed("found", key=self._key)
            return files
        replayed("missing", kernel=filename)
        if mode() != "error":
            self._miss()
            return self._next.get_group(filename)
        found = self._next.get_group(filename) if next_manager() is not None else None
        if found is None:
            raise Missing(self._message(filename))
        return found

    def put(self, data: Any, filename: Any, binary: bool = True) -> Any:
        if self._is_own and mode() == "error":
            if filename.endswith(".autotune.json"):
                # Times of configs, which the program has in memory too.
                return os.path.join(HERE, "cache", self._key, filename)
            replayed("missing", kernel=filename)
            raise Missing(f"{filename} is not in the bundle {HERE}")
        return self._next.put(data, filename, binary=binary)

    def put_group(self, filename: Any, group: Any) -> Any:
        if self._is_own:
            replayed("compiled", kernel=filename)
        return self._next.put_group(filename, group)

    def _files(self, filename: Any) -> Any:
        """Returns the files of a kernel by name; None if one is not here."""
        names = or_missing(lambda: bundle()["keys"].get(self._key, []), [])
        files = {name: whole(f"cache/{self._key}/{name}") for name in names}
        return files if filename in files and all(files.values()) else None

    def _miss(self) -> None:
        if COUNTS["missing"] == 0:
            atexit.register(say_counts, os.getpid())
        COUNTS["missing"] += 1
        if mode() == "report":
            from .misses import report

            report()

    def _message(self, filename: Any) -> Any:
        try:
            from .misses import explain

            return explain(HERE, bundle())
        except Exception as error:
            return f"{filename} is not in the bundle {HERE} (why: unknown, {type(error).__name__}: {error})"


def next_manager() -> tuple[str, str] | None:
    """Returns the module and the class of TRITON_AOT_BUNDLE_NEXT; None for Triton's own, also in the bundle that it names."""
    module, _, attribute = os.environ.get("TRITON_AOT_BUNDLE_NEXT", "").partition(":")
    return None if module in ("", __name__) else (module, attribute)


def replayed(kind: str, **fields: Any) -> None:
    """Writes down what was found, if that is wanted."""
    if os.environ.get("TRITON_AOT_REPLAY"):
        from .replay import write

        write(kind, **fields)


def whole(name: str) -> Any:
    """Returns the path of a file of the bundle; None if it is not here, or is not as it was written."""
    return or_missing(lambda: None if contents(name) is None else os.path.join(HERE, name))


def or_missing(read: Any, missing: Any = None) -> Any:
    """Returns what `read` returns. What is damaged is missing: this is said once, and in mode `error` raises."""
    try:
        return read()
    except Damaged as damage:
        if mode() == "error":
            raise Missing(f"the bundle is damaged: {damage} is not as it was written") from None
        say_damage(str(damage))
        return missing


def say_damage(path: str) -> None:
    if not DAMAGED:
        text = f"{__name__} is damaged: {path} is not as it was written. What is damaged is compiled, or comes from Triton's own cache"
        with contextlib.suppress(OSError, ValueError):
            print(text, file=sys.stderr)
    DAMAGED.append(path)


def say_counts(process: int) -> None:
    if os.getpid() == process:
        text = "{found} kernels came from {name}, and {missing} from elsewhere: they were compiled, or are in Triton's own cache"
        print(text.format(name=__name__, **COUNTS), file=sys.stderr)


@functools.cache
def helper(filename: str) -> Any:
    """Returns Triton's helper library for this Python, if it is of this Triton's source; None otherwise.

    Its key has the place of the driver on the machine, so it is found by its name.
    """
    name = f"helpers/{filename}"
    if not filename.endswith(sysconfig.get_config_var("EXT_SUFFIX")):
        return None
    source = or_missing(lambda: contents(f"{name}.source"))
    if source is None or source.decode() != hashlib.sha256(helper_source(filename)).hexdigest():
        return None
    return whole(name)


def helper_source(filename: str) -> bytes:
    """Returns the source of a helper library, as Triton compiles it."""
    import triton

    vendor = vendor_of_helper(filename)
    if vendor is None:
        raise ValueError(f"{filename} is not a helper library of Triton")
    with open(os.path.join(os.path.dirname(triton.__file__), "backends", vendor.folder, "driver.c"), "rb") as file:
        return vendor.helper_source(file.read())


def check_helper(filename: str) -> None:
    """Says why a helper library is not that of the bundle, before Triton looks for a C compiler."""
    vendor = vendor_of_helper(filename)
    if vendor is None:
        return
    for reason in vendor.machine_changes(or_missing(lambda: bundle()["environment"], {})):
        raise Missing(f"{filename} is not in the bundle {HERE}: {reason}")


def used(key: str) -> None:
    """Counts a kernel that was loaded before the program called it."""
    COUNTS["found"] += 1
    replayed("found", key=key)


def preload() -> None:
    """Loads all kernels for the current GPU now. TRITON_AOT_PRELOAD=1 does this at the first call of any Triton kernel."""
    from triton.runtime import driver

    device = driver.active.get_current_device()
    for load in start_preloading():
        load(device)


@functools.cache
def start_preloading() -> list[Callable[[Any], None]]:
    """Has Triton take the preloaded kernels of this bundle first. Returns what loads them, and those of the next bundle."""
    from .preloading import install, load

    loads: list[Callable[[Any], None]] = [load]
    following = next_manager()
    if following is not None:
        # If it cannot be imported, the first kernel that is not here says so. It can be another manager than a bundle's.
        with contextlib.suppress(Exception):
            loads += importlib.import_module(following[0]).start_preloading()
    install(loads, used)
    return loads


if os.environ.get("TRITON_AOT_PRELOAD", "0") not in ("", "0"):
    start_preloading()

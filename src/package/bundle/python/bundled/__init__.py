"""Gives Triton the compiled kernels of this folder, so that a program need not compile them.

Set TRITON_CACHE_MANAGER to this package's name and `:Manager`, such as `serving_bundle:Manager`. The folder is only read.
TRITON_AOT_BUNDLE says what happens for a kernel that is not here: `overlay` (the default) compiles it as always, and says
how many at the end; `error` raises; `report` compiles it and writes it to the folder TRITON_AOT_RECORD, from which
`triton-aot bundle` adds it. TRITON_AOT_BUNDLE_NEXT names the manager that gets what is not here, as `MODULE:CLASS`: by
default, Triton's own. TRITON_AOT_REPLAY names a folder for evidence of what was found (replay.py).
"""

import atexit
import functools
import hashlib
import importlib
import json
import os
import sys
import sysconfig

from triton.runtime.cache import CacheManager, FileCacheManager

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE = os.path.join(HERE, "cache")
# Kernels that were found and that were not, in this process.
COUNTS = {"found": 0, "missing": 0}


class Missing(RuntimeError):
    """A kernel that is not in the bundle."""


def mode() -> str:
    value = os.environ.get("TRITON_AOT_BUNDLE") or "overlay"
    if value not in ("overlay", "error", "report"):
        raise ValueError(f"TRITON_AOT_BUNDLE is `{value}`; expected overlay, error or report")
    return value


class Manager(CacheManager):
    """Finds the files of one key. What is not here goes to the next manager, which is made only then."""

    def __init__(self, key, override=False, dump=False):
        self._key = key
        self._settings = {"override": override, "dump": dump}
        self._is_own = not override and not dump
        self._folder = os.path.join(CACHE, key)

    @functools.cached_property
    def _next(self):
        name = os.environ.get("TRITON_AOT_BUNDLE_NEXT")
        if not name:
            return FileCacheManager(self._key, **self._settings)
        module, _, attribute = name.partition(":")
        return getattr(importlib.import_module(module), attribute)(self._key, **self._settings)

    def get_file(self, filename):
        if self._is_own:
            path = os.path.join(self._folder, filename)
            if os.path.exists(path):
                return path
            path = helper(filename)
            if path is not None:
                return path
            if mode() == "error":
                check_helper(filename)
                return None
        return self._next.get_file(filename)

    def get_group(self, filename):
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
        found = self._next.get_group(filename) if os.environ.get("TRITON_AOT_BUNDLE_NEXT") else None
        if found is None:
            raise Missing(self._message(filename))
        return found

    def put(self, data, filename, binary=True):
        if self._is_own and mode() == "error":
            if filename.endswith(".autotune.json"):
                # Times of configs, which the program has in memory too.
                return os.path.join(self._folder, filename)
            replayed("missing", kernel=filename)
            raise Missing(f"{filename} is not in the bundle {HERE}")
        return self._next.put(data, filename, binary=binary)

    def put_group(self, filename, group):
        if self._is_own:
            replayed("compiled", kernel=filename)
        return self._next.put_group(filename, group)

    def _files(self, filename):
        """Returns the files of a kernel by name; None if it is not here, or damaged and may be compiled."""
        try:
            with open(os.path.join(self._folder, f"__grp__{filename}")) as file:
                digests = json.load(file)["sha256"]
        except FileNotFoundError:
            return None
        files = {name: os.path.join(self._folder, name) for name in digests}
        damaged = next((path for name, path in files.items() if digest_of(path) != digests[name]), None)
        if damaged is None:
            return files
        if mode() == "error":
            raise Missing(f"the bundle is damaged: {damaged} is not as it was written")
        return None

    def _miss(self):
        if COUNTS["missing"] == 0:
            atexit.register(say_counts, os.getpid())
        COUNTS["missing"] += 1
        if mode() == "report":
            from .misses import report

            report()

    def _message(self, filename):
        try:
            from .misses import explain

            return explain(HERE)
        except Exception as error:
            return f"{filename} is not in the bundle {HERE} (why: unknown, {type(error).__name__}: {error})"


def replayed(kind: str, **fields) -> None:
    """Writes down what was found, if that is wanted."""
    if os.environ.get("TRITON_AOT_REPLAY"):
        from .replay import write

        write(kind, **fields)


def digest_of(path: str):
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except FileNotFoundError:
        return None


def say_counts(process: int) -> None:
    if os.getpid() == process:
        text = "{found} kernels came from {name}, and {missing} from elsewhere: they were compiled, or are in Triton's own cache"
        print(text.format(name=__name__, **COUNTS), file=sys.stderr)


@functools.lru_cache(maxsize=None)
def helper(filename: str):
    """Returns Triton's helper library for this Python, if it is of this Triton's source; None otherwise.

    Its key has the place of libcuda on the machine, so it is found by its name. That for AMD must have the same place of
    the HIP runtime.
    """
    path = os.path.join(HERE, "helpers", filename)
    if not filename.endswith(sysconfig.get_config_var("EXT_SUFFIX")) or not os.path.exists(path):
        return None
    with open(f"{path}.source") as file:
        return path if file.read() == hashlib.sha256(helper_source(filename)).hexdigest() else None


def helper_source(filename: str) -> bytes:
    """Returns the source of a helper library, as Triton compiles it."""
    import triton

    vendor = "amd" if filename.startswith("hip_utils.") else "nvidia"
    with open(os.path.join(os.path.dirname(triton.__file__), "backends", vendor, "driver.c"), "rb") as file:
        source = file.read()
    if vendor == "nvidia":
        return source
    from triton.backends.amd.driver import _get_path_to_hip_runtime_dylib

    return source.replace(b"/*py_libhip_search_path*/", _get_path_to_hip_runtime_dylib().encode(), 1)


def check_helper(filename: str) -> None:
    """Says why the helper library for AMD is not that of the bundle, before Triton looks for a C compiler."""
    if not filename.startswith("hip_utils."):
        return
    from .misses import different_runtime

    with open(os.path.join(HERE, "bundle.json")) as file:
        for reason in different_runtime(json.load(file)["environment"].get("hipRuntime")):
            raise Missing(f"{filename} is not in the bundle {HERE}: {reason}")

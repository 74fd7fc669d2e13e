"""Loads the kernels of this bundle onto the GPU before the program calls them.

Triton looks for a kernel when it is called for the first time with arguments of some kind. Even if the kernel is in its cache,
this takes time, needs memory of the GPU, and calls `jit_post_compile_hook` and `kernel_load_start_hook`, by which servers find
kernels that their warm-up did not reach. So `load` loads all kernels of the bundle for the GPU at once. A later first call
takes the loaded one, as if the kernel had been called before.

This must not change what the program does. A module of a kernel is imported if it was not yet, and what Triton remembers about
a function is removed again. A kernel that cannot be loaded is said once. Triton loads it when it is called.
"""

import contextlib
import functools
import hashlib
import importlib
import inspect
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType, ModuleType
from typing import Any

from .compiles import describe_function, function_changes, options_of, source_of
from .files import HERE, Damaged, bundle, contents
from .kernels import below_wrappers, folder_of
from .misses import different_environment, target_name
from .places import Refused, is_own_file
from .vendor import VENDORS

# The method of Triton's JITFunction that is called if a kernel is not in memory, with its parameters in 3.6 to 3.9.
METHOD = "_do_compile"
PARAMETERS = ["self", "key", "signature", "device", "constexprs", "options", "attrs", "warmup"]

# The loaded kernels of each device, by their keys, and the entries that can still be loaded.
LOADED: dict[Any, dict[str, Any]] = {}
PENDING: dict[Any, list[dict]] = {}
# Why modules could not be imported here.
BROKEN: dict[str, str] = {}
# The keys of the kernels whose reason was said.
SAID: set[str] = set()
# Held while kernels are loaded.
LOADING = threading.Lock()


class Later(Exception):
    """A kernel that the program cannot call yet, since its module is not imported."""


def install(loads: Sequence[Callable[[Any], None]], used: Callable[[str], None]) -> None:
    """Has Triton take loaded kernels, and load them at the first call of any kernel: the program has then chosen its GPU.

    `loads` are called with the device first. `used` is called with the key of each kernel that is taken.
    """
    import triton
    from triton.runtime.jit import JITFunction

    original = getattr(JITFunction, METHOD, None)
    if original is None or list(inspect.signature(original).parameters) != PARAMETERS:
        say(f"kernels cannot be preloaded with Triton {triton.__version__}: each is loaded when it is first called")
        return

    @functools.wraps(original)
    def look_first(
        self: Any, key: Any, signature: Any, device: Any, constexprs: Any, options: Any, attrs: Any, warmup: Any
    ) -> Any:
        for each in loads:
            each(device)
        found = loaded(self, signature, device, constexprs, options, attrs)
        if found is None:
            return original(self, key, signature, device, constexprs, options, attrs, warmup)
        self.device_caches[device][0][key] = found[1]
        used(found[0])
        return found[1]

    setattr(JITFunction, METHOD, look_first)


def loaded(function: Any, signature: Any, device: Any, constexprs: Any, options: Any, attrs: Any) -> Any:
    """Returns the key and the loaded kernel of a call; None if there is none."""
    kernels = LOADED.get(device)
    if not kernels or changes_code():
        return None
    try:
        backend = function.device_caches[device][3]
        source = function.ASTSource(function, signature, constexprs, attrs)
        # As Triton's `compile` does.
        key = folder_of(key_of(source, backend, backend.parse_options(dict(vars(options)))))
    except Exception:
        # Triton meets the same error, and says it.
        return None
    return (key, kernels[key]) if key in kernels else None


def changes_code() -> bool:
    """True if Triton would not take a kernel from its cache as it is there."""
    from triton import knobs

    compilation = knobs.compilation
    return bool(
        compilation.always_compile
        or compilation.override
        or getattr(knobs.runtime, "add_stages_inspection_hook", None) is not None
    )


def key_of(source: Any, backend: Any, options: Any) -> str:
    from triton._C.libtriton import get_cache_invalidating_env_vars
    from triton.runtime.cache import get_cache_key

    return str(get_cache_key(source, backend, options, get_cache_invalidating_env_vars()))


def load(device: Any) -> None:
    """Loads the kernels for the current GPU that are not loaded yet, and whose modules are there or can be imported."""
    if PENDING.get(device) == [] or changes_code():
        return
    # A second thread, and a kernel that a module calls while it is imported here, do not wait: they load their own kernel.
    if not LOADING.acquire(blocking=False):
        return
    try:
        load_pending(device)
    except Exception as error:
        PENDING[device] = []
        say(f"kernels could not be preloaded: {reason_of(error)}")
    finally:
        LOADING.release()


def load_pending(device: Any) -> None:
    from triton.compiler import make_backend
    from triton.runtime import driver

    target = driver.active.get_current_target()
    name = target_name({"target": [target.backend, target.arch, target.warp_size]})
    if device not in PENDING:
        own = [each for each in bundle()["entries"] if each["target"][:2] == [target.backend, target.arch]]
        different = different_environment(bundle()) if own else [f"the bundle has none for {name}"]
        PENDING[device] = [] if different else own
        if different:
            say("no kernel is preloaded:", different)
    backend = make_backend(target)
    kernels = LOADED.setdefault(device, {})
    pending, later = PENDING[device], []
    faults: dict[str, list[str]] = {}
    for entry in pending:
        try:
            kernels[entry["key"]] = load_entry(entry, backend)
        except Later:
            later.append(entry)
        except Exception as error:
            if entry["key"] not in SAID:
                faults.setdefault(reason_of(error), []).append(f"{entry['module']}:{entry['function']}")
            SAID.add(entry["key"])
            if isinstance(error, NotImported):
                later.append(entry)
    PENDING[device] = later
    if faults:
        count = sum(len(names) for names in faults.values())
        what = f"{count} of {len(pending)} kernels for {name} could not be preloaded"
        details = [f"{listed(names)}: {reason}" for reason, names in faults.items()]
        say(f"{what}. Triton looks for each when it is first called:", details)


def reason_of(error: Exception) -> str:
    if isinstance(error, Damaged):
        return f"the bundle is damaged: {error} is not as it was written"
    return str(error) if isinstance(error, Refused) else f"{type(error).__name__}: {error}"


def load_entry(entry: dict, backend: Any) -> Any:
    """Returns a kernel of the bundle, loaded onto the current GPU. Raises Later, and Refused with the reason."""
    from triton.compiler import CompiledKernel
    from triton.runtime.errors import OutOfResources

    with forgotten() as find:
        function = find(entry["module"], entry["function"], entry["file"])
        changed = function_changes(describe_function(function), entry)
        if changed:
            raise Refused(f"{changed[0]} since it was recorded")
        source = source_of(entry, function, find)
        key = key_of(source, backend, options_of(entry, backend))
    if folder_of(key) != entry["key"]:
        raise Refused(f"the options or the {VENDORS[entry['target'][0]].keyed} differ")
    files = {}
    for file in entry["files"]:
        path = f"cache/{entry['key']}/{file}"
        contents(path)
        files[file] = os.path.join(HERE, path)
    kernel = CompiledKernel(source, files, hashlib.sha256(key.encode()).hexdigest())
    # What a program launches with loads the kernel, unless it is too large for this GPU: then each call says so.
    with contextlib.suppress(OutOfResources):
        kernel[(1, 1, 1)]
    return kernel


class NotImported(Refused):
    """A kernel whose module cannot be imported now. The program might import it later."""


def function_here(module: str, name: str, file: str) -> Any:
    """Returns a JIT function of this process. Raises Later, and Refused with the reason."""
    found: Any = own_program(file) if is_own_file(module) else imported(module)
    for part in name.split("."):
        found = getattr(found, part, None)
        if found is None and is_own_file(module):
            raise Later
        if found is None:
            raise Refused(f"`{module}` has no `{name}`")
    return below_wrappers(found, name)


def own_program(file: str) -> ModuleType:
    """Returns the module of the program's own file. Raises Later if this process runs another one."""
    for name in ("__main__", "__mp_main__"):
        found = sys.modules.get(name)
        if found is not None and os.path.basename(getattr(found, "__file__", None) or "") == os.path.basename(file):
            return found
    raise Later


def imported(name: str) -> ModuleType:
    """Returns a module, which is imported if it was not yet. Raises Later while another thread does that, and NotImported."""
    found = sys.modules.get(name)
    if found is None and name not in BROKEN:
        try:
            found = importlib.import_module(name)
        except (Exception, SystemExit) as error:
            BROKEN[name] = f"`{name}` cannot be imported: {type(error).__name__}: {error}"
    if found is None:
        raise NotImported(BROKEN[name])
    if getattr(getattr(found, "__spec__", None), "_initializing", False):
        raise Later
    return found


@contextlib.contextmanager
def forgotten() -> Iterator[Callable[[str, str, str], Any]]:
    """Yields a function that finds JIT functions, from which Triton's own notes are removed again at the end.

    Triton notes the hash of a function, and of what it calls, when it first needs it, and the values of globals. It refuses
    to call the function if they change later. A program may set them until it calls the function.
    """
    fresh: dict[int, Any] = {}

    def find(module: str, name: str, file: str) -> Any:
        function = function_here(module, name, file)
        for each in with_callees(function):
            if each.hash is None:
                fresh[id(each)] = each
        return function

    try:
        yield find
    finally:
        for each in fresh.values():
            each.hash = None
            each.used_global_vals = {}


def with_callees(function: Any) -> list[Any]:
    """Returns a JIT function, and those that it can call: what its code and theirs name, also in modules and classes."""
    from triton.runtime.jit import JITCallable

    found, seen = [], set()
    work: list[tuple[Any, frozenset[str]]] = [(function, frozenset())]
    while work:
        value, names = work.pop()
        if isinstance(value, JITCallable) and isinstance(getattr(value, "fn", None), FunctionType):
            scope = scope_of(value.fn)
            names = frozenset(value.fn.__code__.co_names + value.fn.__code__.co_freevars)
        elif isinstance(value, (ModuleType, type)):
            scope = vars(value)
        else:
            continue
        if (id(value), names) in seen:
            continue
        seen.add((id(value), names))
        if isinstance(value, JITCallable):
            found.append(value)
        work += [(scope[name], names) for name in names if name in scope]
    return found


def scope_of(function: FunctionType) -> dict[str, Any]:
    """Returns the variables outside of a function that its code can name."""
    scope = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        # A cell can be empty.
        with contextlib.suppress(ValueError):
            scope[name] = cell.cell_contents
    return scope


def listed(names: list[str]) -> str:
    names = sorted(set(names))
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def say(what: str, details: Any = ()) -> None:
    text = "\n  ".join([f"{__package__}: {what}", *details])
    with contextlib.suppress(OSError, ValueError):
        print(text, file=sys.stderr)

"""Compiles recorded kernels for other targets, without a GPU, in the Python of the program.

stdin: one JSON document {"compiles": […], "tuned": […], "targets": [[backend, arch, warp size], …], "complete": bool,
"cache": folder, "paths": […], "recordings": […], "home": folder, "stub": folder of a libcuda.so.1, "processes": N}:
`compiles` and `tuned` as the recorder wrote them, `paths` where modules are imported from (places.py). stdout: JSON lines,
one of each of the kinds in src/features/bundle/fill.ts. The cache is Triton's own.
"""

import hashlib
import importlib
import json
import multiprocessing
import os
import subprocess
import sys
import sysconfig
from typing import Any
from unittest import mock

from aot_bundle import helper_source
from aot_bundle.compiles import environment
from aot_bundle.kernels import changes, folder_of, function_of, prepare, target_of, use_driver
from aot_bundle.places import Refused, import_from
from aot_bundle.vendor import VENDORS
from complete import completed
from faults import MachineFault, check_machine

# What modules print goes to the other stream.
LINES = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def main() -> None:
    request = json.load(sys.stdin)
    # Ours, which has no kernels.
    del sys.path[0]
    import_from(request["paths"], request["recordings"])
    # The code of the program gets another home. Python has looked for packages in that of the user.
    os.environ.update(HOME=request["home"])
    os.environ.update(
        TRITON_CACHE_DIR=request["cache"], TRITON_STORE_BINARY_ONLY="1", TRITON_LIBCUDA_PATH=request["stub"]
    )
    for name in ("TRITON_CACHE_MANAGER", "TRITON_ALWAYS_COMPILE", "TRITON_KERNEL_OVERRIDE", "TRITON_KERNEL_DUMP"):
        os.environ.pop(name, None)
    import triton
    from triton.runtime import build

    # Triton loads its helper libraries when they have been built, which needs a driver.
    mock.patch.object(build, "_load_module_from_path").start()
    targets = [target_of(*each) for each in request["targets"]]
    # One target of each vendor.
    vendors = {target.backend: target for target in targets}
    machines = [VENDORS[backend].machine() for backend in vendors]
    more = {name: value for machine in machines for name, value in machine.items()}
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    say(
        "environment", **environment(), **more, version=triton.__version__, python=sys.version.split()[0], suffix=suffix
    )
    provide_headers()
    # Kernels are imported once, before the processes that compile them fork.
    use_driver(targets[0])
    compiles = [each for each in request["compiles"] if is_here(each)]
    if request["complete"]:
        added, left_out = completed(compiles, vendors)
        compiles += added
        say("completed", added=len(added), leftOut=left_out)
    for backend in vendors:
        keys = helper(backend)
        say("helper", name=keys, source=hashlib.sha256(helper_source(keys[1])).hexdigest())
    # What the JIT says about arguments and options differs between vendors.
    work = [(each, target) for target in targets for each in compiles if each["target"][0] == target.backend]
    say("total", count=len(work))
    with multiprocessing.get_context("fork").Pool(request["processes"]) as pool:
        for kind, result in pool.imap_unordered(fill, work):
            say(kind, **result)
    for each in request["tuned"]:
        if any(each["target"][:2] == [target.backend, target.arch] for target in targets):
            say_tuned(each)


def provide_headers() -> None:
    """Lets compilers find `include/Python.h` if this Python is installed without its headers, which are a package of their own."""
    # As Triton chooses the folder (`_build` in triton/runtime/build.py).
    scheme = sysconfig.get_default_scheme().replace("posix_local", "posix_prefix")
    if os.path.exists(os.path.join(sysconfig.get_paths(scheme=scheme)["include"], "Python.h")):
        return
    if sysconfig.get_config_var("Py_GIL_DISABLED") or sysconfig.get_config_var("Py_DEBUG"):
        return
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "include")
    with open(os.path.join(folder, "patchlevel.h"), "w") as file:
        file.write(f"#define PY_VERSION_HEX {sys.hexversion:#010x}\n")
    # Compilers look there last.
    os.environ["CPATH"] = os.pathsep.join([each for each in (os.environ.get("CPATH"), folder) if each])


def say(kind: str, **fields: Any) -> None:
    LINES.write(json.dumps({"kind": kind, **fields}) + "\n")
    LINES.flush()


def is_here(compile_: dict) -> bool:
    """True if the function is as it was recorded."""
    try:
        changed = changes(compile_)
        if changed:
            raise Refused(f"{changed[0]} since it was recorded")
        return True
    except Refused as refused:
        check_machine(refused, os.environ["TRITON_CACHE_DIR"])
        say("failed", compile=compile_, reason=str(refused))
        return False


def fill(job: tuple) -> tuple:
    import triton

    compile_, target = job
    use_driver(target)
    wanted = {**compile_, "target": [target.backend, target.arch, target.warp_size]}
    try:
        source, options, key = prepare(compile_, target)
        kernel = triton.compile(source, target=target, options=vars(options))
        return "entry", {**wanted, "key": key, "files": files_of(kernel, source), "launcher": launcher_of(kernel)}
    except Refused as refused:
        return "failed", {"compile": wanted, "reason": str(refused)}
    except Exception as error:
        check_machine(error, os.environ["TRITON_CACHE_DIR"])
        return "failed", {"compile": wanted, "reason": f"{type(error).__name__}: {error}"}


def files_of(kernel: Any, source: Any) -> list:
    """The names of the files that a program reads: what Triton says about the kernel, and its binary."""
    code = VENDORS[kernel.metadata.target.backend].code
    return [f"{source.name[:150]}.{each}" for each in ("json", code)]


def launcher_of(kernel: Any) -> dict | None:
    """Returns the keys and the file of the helper library for a kernel's signature, which Triton 3.6 makes.

    Its key has what `platform.architecture()` says, which depends on whether the machine has the program `file`.
    """
    from triton.runtime.build import platform_key

    backend = kernel.metadata.target.backend
    driver = driver_of(backend)
    if not hasattr(driver, "make_launcher"):
        return None
    sources = []
    original = driver.compile_module_from_src

    def compile_module_from_src(src: Any, **settings: Any) -> Any:
        sources.append(src)
        return original(src=src, **settings)

    driver.compile_module_from_src = compile_module_from_src
    try:
        getattr(driver, VENDORS[backend].launcher)(kernel.src, kernel.metadata)
    finally:
        driver.compile_module_from_src = original
    own = platform_key()
    platforms = [own, *(",".join([*own.split(",")[:3], linkage]) for linkage in ("ELF", ""))]
    keys = [folder_of(sources[-1] + each) for each in dict.fromkeys(platforms)]
    return {"keys": keys, "file": f"__triton_launcher{sysconfig.get_config_var('EXT_SUFFIX')}"}


def driver_of(backend: str) -> Any:
    return importlib.import_module(f"triton.backends.{VENDORS[backend].folder}.driver")


def helper(backend: str) -> list:
    """Returns the file of the helper library that every program loads, as its key and its name."""
    driver = driver_of(backend)
    made: list = []
    try:
        with watched_cache(made):
            getattr(driver, VENDORS[backend].utils)()
    except subprocess.CalledProcessError as error:
        # The compiler has written why.
        python = ".".join(map(str, sys.version_info[:2]))
        sys.exit(
            f"{error.cmd[0]} could not compile Triton's helper library. If Python.h is missing, install the headers of "
            f"Python {python}: `apt-get install python3-dev` (Debian, Ubuntu), `dnf install python3-devel` (Fedora, RHEL)"
        )
    return made[-1]


class watched_cache:
    """Notes the files that Triton gets from its cache or puts there."""

    def __init__(self, made: list):
        self._made = made

    def __enter__(self) -> None:
        import triton
        from triton.runtime.cache import FileCacheManager

        made = self._made

        class Watched(FileCacheManager):
            def get_file(self, filename: Any) -> Any:
                made.append([self.key, filename])
                return super().get_file(filename)

        triton.knobs.cache.manager_class = Watched

    def __exit__(self, *_error: object) -> None:
        import triton

        del triton.knobs.cache.manager_class


def say_tuned(tuned: dict) -> None:
    """Says under which key the autotuner looks for the choice that it made in the recorded run."""
    from triton._C.libtriton import get_cache_invalidating_env_vars
    from triton.compiler import make_backend
    from triton.runtime.cache import triton_key

    try:
        function = function_of(tuned["module"], tuned["function"], tuned["file"])
    except Refused:
        return
    variables = str(sorted(get_cache_invalidating_env_vars().items()))
    backend = make_backend(target_of(*tuned["target"])).hash()
    parts = [triton_key(), backend, function.cache_key, variables, tuned["key"], *tuned["configs"]]
    content = json.dumps({"key": tuned["key"], "configs_timings": tuned["timings"]})
    say("tuned", key=folder_of("-".join(parts)), file=f"{function.__name__[:150]}.autotune.json", content=content)


def checked_main() -> None:
    try:
        main()
    except Exception as error:
        try:
            check_machine(error, os.environ["TRITON_CACHE_DIR"])
        except MachineFault as fault:
            say("fault", code=fault.code, path=fault.path)
            return
        raise


if __name__ == "__main__":
    checked_main()

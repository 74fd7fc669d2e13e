"""Damages the files of a bundle in every way, and runs a program with it each time.

arguments: the bundle's folder, a folder for Triton's own cache, the program's folder, and the damages (default: all). The
bundle is as before afterwards.
stdout: a line of JSON for each kind of file, damage and mode: the exit code (a negative one is a signal), what was
written, and of the helper library whether it came from the bundle.
"""

import atexit
import glob
import importlib
import json
import os
import shutil
import signal
import sys
import tempfile
import traceback

from triton.backends.compiler import GPUTarget
from triton.compiler import make_backend
from triton.runtime.cache import triton_key

bundle, cache, app = map(os.path.abspath, sys.argv[1:4])
name = os.path.basename(bundle)
# Each run is a child, and need not read all of Triton again for the key.
triton_key()
make_backend(GPUTarget("cuda", 90, 32)).hash()
sys.path[:0] = [app, os.path.dirname(bundle)]
os.chdir(app)

FILES = {
    "binary": "cache/*/*.cubin",
    "metadata": "cache/*/add.json",
    "choice": "cache/*/*.autotune.json",
    "index": "bundle.json",
    "helper": "helpers/*.so",
    "source of the helper": "helpers/*.source",
}


def edited(edit):
    def damage(path):
        with open(path, "rb") as file:
            content = file.read()
        with open(path, "wb") as file:
            file.write(edit(content))

    return damage


def replaced(make):
    def damage(path):
        os.remove(path)
        make(path)

    return damage


def with_bit(content):
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


DAMAGES = {
    "one bit": edited(with_bit),
    "cut off": edited(lambda content: content[: len(content) // 2]),
    "empty": edited(lambda _content: b""),
    "other JSON": edited(lambda _content: b"[]"),
    "no text": edited(lambda _content: b"\xff\xfe{"),
    "longer": edited(lambda content: content + b"\n"),
    "endless": lambda path: os.truncate(path, 1 << 40),
    "missing": os.remove,
    "a folder": replaced(os.mkdir),
    "a pipe": replaced(os.mkfifo),
    "a link to itself": replaced(lambda path: os.symlink(path, path)),
}


def run(mode: str, body) -> dict:
    """Runs `body` in a child."""
    with tempfile.TemporaryFile("w+") as output:
        child = os.fork()
        if child == 0:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
            signal.alarm(60)
            os.environ.update(
                TRITON_CACHE_MANAGER=f"{name}:Manager", TRITON_AOT_BUNDLE=mode, TRITON_CACHE_DIR=cache, ARCH="90"
            )
            try:
                body()
                code = 0
            except BaseException:
                traceback.print_exc()
                code = 1
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        status = os.waitpid(child, 0)[1]
        output.seek(0)
        return {"code": os.waitstatus_to_exitcode(status), "output": output.read()}


def program():
    importlib.import_module("program").main(["usual", "tuned"])


def load_helper():
    manager = importlib.import_module(name).Manager("ANY")
    library = os.path.basename(glob.glob(f"{whole}/helpers/*.so")[0])
    path = manager.get_file(library)
    print("the helper is", "from the bundle" if path and path.startswith(bundle) else "not from the bundle")
    # Twice, as a program that uses several devices.
    manager.get_file(library)


whole = f"{bundle}-whole"
os.rename(bundle, whole)
try:
    for kind, pattern in {"nothing": "none", **FILES}.items():
        for how in (sys.argv[4:] or DAMAGES) if kind != "nothing" else [""]:
            shutil.copytree(whole, bundle)
            for path in glob.glob(os.path.join(bundle, pattern)):
                DAMAGES[how](path)
            for mode in ("overlay", "error"):
                for what, body in (("program", program), ("helper", load_helper)):
                    if kind in ("index", "nothing") or kind.endswith("helper") == (what == "helper"):
                        case = {"file": kind, "damage": how, "mode": mode, "what": what}
                        print(json.dumps({**case, **run(mode, body)}), flush=True)
            shutil.rmtree(bundle)
finally:
    os.rename(whole, bundle)

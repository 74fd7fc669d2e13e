"""Writes the files of Triton's own compile.py and link.py for variants whose cubins are known.

The tools' own code writes every file. Only the compiler is replaced: it gives the known cubin and its shared
memory. The first variant is also compiled, and its files must be the same.

Input: JSON with `folder` and `variants`, each with `arch`, `compile` (arguments of compile.py), `name` (of its
function), `cubin` (a file) and `shared`. Writes `tree/` and `refused.json`, with what link.py does not take, into
`folder`.
"""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import triton
from stock_compile import run_compile_py


def write_variant(variant: dict, folder: Path) -> Path:
    """Returns the header, beside which the C file is."""
    folder.mkdir(parents=True, exist_ok=True)
    arguments = {**variant["compile"], "out_name": variant["name"], "out_path": str(folder / variant["name"])}
    _, files = run_compile_py(variant["arch"], arguments)
    return next(path for path in files if path.suffix == ".h")


def known_result(variant: dict):
    metadata = SimpleNamespace(shared=variant["shared"], global_scratch_size=0, profile_scratch_size=0)
    return SimpleNamespace(asm={"cubin": Path(variant["cubin"]).read_bytes()}, metadata=metadata)


def check_same(written: Path, compiled: Path) -> None:
    for suffix in (".c", ".h"):
        if written.with_suffix(suffix).read_bytes() != compiled.with_suffix(suffix).read_bytes():
            raise SystemExit(f"{compiled.with_suffix(suffix)}: compile.py writes another file")


def link(name: str, headers: list[Path], folder: Path) -> str | None:
    """Returns why link.py did not write the functions that choose a variant."""
    # An absolute path, since the module's name would import the package first.
    script = Path(triton.__file__).parent / "tools" / "link.py"
    done = subprocess.run([sys.executable, script, *headers, "-o", folder / name], stderr=subprocess.PIPE, text=True)
    return None if done.returncode == 0 else done.stderr.strip().splitlines()[-1]


request = json.loads(Path(sys.argv[1]).read_text())
folder, variants = Path(request["folder"]), request["variants"]
first = write_variant(variants[0], folder / "compiled")
headers: dict[str, list[Path]] = {}
for variant in variants:
    triton.compile = lambda *_, variant=variant, **__: known_result(variant)
    header = write_variant(variant, folder / "tree")
    if header in headers.setdefault(variant["name"], []):
        raise SystemExit(f"{header}: two variants have this name")
    headers[variant["name"]].append(header)
check_same(headers[variants[0]["name"]][0], first)
problems = {name: link(name, files, folder / "tree") for name, files in headers.items()}
refused = [f"{name}: {problem}" for name, problem in problems.items() if problem is not None]
(folder / "refused.json").write_text(json.dumps({"refused": refused}))

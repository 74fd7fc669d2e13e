"""Draws mutants, and writes them with the unmutated programs to one file."""

import ast
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import order_mutations
import ptx_mutations
import source_mutations
from cases import BY_NAME, CASES
from compiling import compile_case
from data import ROOT

sys.path.insert(0, str(ROOT / "python/emulate"))

CHECKED_FOR = "sm_90a"  # the GPU that runs the mutants
TRIES = 6  # for each mutant that is wanted


def make(path: Path, seed: int, scale: float, sources: int) -> None:
    os.environ["TRITON_ALWAYS_COMPILE"] = "1"
    os.environ.setdefault("TRITON_CACHE_DIR", tempfile.mkdtemp(prefix="triton-"))
    originals, mutants, skipped = {}, [], {}
    shares = {case.name: max(4, round(sources * case.share / sum(each.share for each in CASES))) for case in CASES}
    with ProcessPoolExecutor() as pool:
        jobs = [pool.submit(_of_case, case.name, seed, round(case.share * scale), shares[case.name]) for case in CASES]
        for job in jobs:
            name, original, found, without = job.result()
            originals[name] = original
            mutants += [{"id": f"{name}/{index}", "case": name, **each} for index, each in enumerate(found)]
            for reason, count in without.items():
                skipped[reason] = skipped.get(reason, 0) + count
            print(f"{name}: {len(found)} mutants, {without}", flush=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt") as file:
        json.dump({"cases": originals, "mutants": mutants, "skipped": skipped}, file)
    print(f"{len(mutants)} mutants of {len(originals)} kernels in {path} ({path.stat().st_size / 1e6:.1f} MB); not taken: {skipped}")


def read(path: Path) -> dict:
    with gzip.open(path, "rt") as file:
        return json.load(file)


def program_of(bundle: dict, mutant: dict) -> dict:
    """{ptx, shared, warps} of a mutant."""
    original = bundle["cases"][mutant["case"]]
    if "changes" not in mutant:
        return {**original, **mutant.get("program", {})}
    lines = original["ptx"].split("\n")
    for line, text in mutant["changes"]:
        lines[line] = text
    return {**original, "ptx": "\n".join(lines)}


def _of_case(name: str, seed: int, wanted: int, wanted_sources: int):
    """Runs in a process of its own."""
    case = BY_NAME[name]
    rng = random.Random(f"{seed} {name}")
    original = _with_layout(compile_case(case))
    known = {_machine_code(original["ptx"])}
    skipped = dict.fromkeys(("refused by the compiler", "refused by ptxas", "the same machine code"), 0)

    def is_new(ptx: str) -> bool:
        code = _machine_code(ptx)
        if code is None or code in known:
            skipped["refused by ptxas" if code is None else "the same machine code"] += 1
            return False
        known.add(code)
        return True

    path, function = case.source.split(":")
    source = (ROOT / path).read_text()
    plain = [(kind, [(line, text)], None) for kind, line, text in ptx_mutations.mutations(original["ptx"])]
    ordering = order_mutations.mutations(original["ptx"], source)
    found = []
    for each, most in ((ordering, len(ordering)), (plain, wanted)):
        count = len(found)
        for kind, changes, rule in _drawn(each, rng, most):
            if len(found) == count + most:
                break
            texts = [(original["ptx"].split("\n")[line].strip(), text.strip()) for line, text in changes]
            mutant = {"kind": kind, "what": "; ".join(f"{before} -> {after}" for before, after in texts), "changes": changes, "by rules": rule}
            if is_new(program_of({"cases": {name: original}}, {"case": name, **mutant})["ptx"]):
                found.append(mutant)
    trees = source_mutations.mutations(ast.parse(source), function, source)
    ordering, plain = [tree for tree in trees if tree[3]], [tree for tree in trees if not tree[3]]
    with tempfile.TemporaryDirectory() as folder:
        for each, most in ((ordering, len(ordering)), (plain, wanted_sources)):
            count = len(found)
            for kind, what, changed, rule in _drawn(each, rng, most):
                if len(found) == count + most:
                    break
                program = _in_child(case, changed, Path(folder))
                if program is None or program["scratch"] != original["scratch"]:
                    skipped["refused by the compiler"] += 1
                elif is_new(program["ptx"]):
                    found.append({"kind": kind, "what": what, "program": program, "by rules": rule})
    return name, original, found, skipped


def _with_layout(program: dict) -> dict:
    """Adds the offset and the size of each parameter."""
    from aot_emulate.ptx import parse

    return {**program, "layout": [(each.offset, each.size) for each in parse(program["ptx"]).parameters]}


def _drawn(mutations: list, rng: random.Random, wanted: int) -> list:
    """Mutations in an order in which all kinds come in turn, so that the rare ones are not lost."""
    kinds = {}
    for each in mutations:
        kinds.setdefault(each[0], []).append(each)
    for each in kinds.values():
        rng.shuffle(each)
    order = sorted(kinds)
    rng.shuffle(order)
    result = []
    while any(kinds.values()) and len(result) < wanted * TRIES:
        for kind in order:
            if kinds[kind]:
                result.append(kinds[kind].pop())
    return result


def _in_child(case, tree, folder: Path):
    """Compiles in a process of its own: LLVM ends it for some faults. None if it does not compile."""
    output = folder / "program.json"
    output.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        try:
            sys.setrecursionlimit(4000)
            output.write_text(json.dumps(_with_layout(compile_case(case, tree, folder))))
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    program = json.loads(output.read_text()) if output.exists() else {}
    return program if "ptx" in program else None


def _machine_code(ptx: str):
    """The instructions that ptxas makes of a program; None if it refuses it."""
    import triton

    ptxas = Path(triton.__file__).parent / "backends/nvidia/bin/ptxas"
    with tempfile.TemporaryDirectory() as folder:
        source, cubin = Path(folder, "program.ptx"), Path(folder, "program.cubin")
        source.write_text(ptx)
        done = subprocess.run([ptxas, f"-arch={CHECKED_FOR}", source, "-o", cubin], capture_output=True, timeout=120)
        return _text_section(cubin.read_bytes()) if done.returncode == 0 else None


def _text_section(elf: bytes) -> bytes:
    """The section .text of the kernel in a cubin."""
    number = lambda at, size: int.from_bytes(elf[at : at + size], "little")  # noqa: E731
    table, size, count, names = number(0x28, 8), number(0x3A, 2), number(0x3C, 2), number(0x3E, 2)
    start = lambda index: number(table + index * size + 0x18, 8)  # noqa: E731
    code = b""
    for index in range(count):
        header = table + index * size
        name = elf[start(names) + number(header, 4) :].split(b"\0", 1)[0]
        if name.startswith(b".text."):
            code += elf[start(index) : start(index) + number(header + 0x20, 8)]
    return code

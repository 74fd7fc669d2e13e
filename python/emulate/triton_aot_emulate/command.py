"""Starts a program whose launches are emulated, and says at its end what they showed."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from .journal import read_journals
from .options import Options

HERE = Path(__file__).parent


def main(argv: list[str]) -> int:
    """Returns the exit code: the program's, or 6 if it ended well although a launch was wrong."""
    parser = argparse.ArgumentParser(prog="python -m triton_aot_emulate")
    parser.add_argument("--gpu", default=Options.gpu)
    parser.add_argument("--configs", default=Options.configs)
    own, program = split(argv)
    chosen = parser.parse_args(own)
    command = program[1:] if program[0] == "--" else [sys.executable, *program]
    with tempfile.TemporaryDirectory(prefix="triton-aot-emulate-") as folder:
        environment = dict(os.environ)
        Options(gpu=chosen.gpu, configs=chosen.configs, folder=folder).to_environment(environment)
        paths = [HERE / "start", HERE.parent]
        environment["PYTHONPATH"] = os.pathsep.join([*map(str, paths), *filter(None, [environment.get("PYTHONPATH")])])
        code = subprocess.run(command, env=environment, check=False).returncode
        events = read_journals(folder)
    findings = [event for event in events if event["event"] == "finding"]
    launches = [event for event in events if event["event"] == "launch"]
    seconds = sum(float(str(each["seconds"])) for each in launches)
    print(
        f"{len(launches)} launches emulated for {chosen.gpu} in {seconds:.1f} s, {len(findings)} findings",
        file=sys.stderr,
    )
    return code or (6 if findings else 0)


def split(argv: list[str]) -> tuple[list[str], list[str]]:
    """The options before the program, and the program: `-m MODULE…`, `FILE.py…`, or any program after `--`."""
    for index, word in enumerate(argv):
        is_value = index > 0 and argv[index - 1].startswith("--") and "=" not in argv[index - 1]
        if word in ("-m", "--") or (not word.startswith("-") and not is_value):
            return argv[:index], argv[index:]
    return argv, []

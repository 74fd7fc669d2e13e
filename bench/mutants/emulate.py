"""Runs programs with the product's emulator, with the blocks in order and in the reverse order."""

import json
import signal
import sys
import traceback

from cases import BY_NAME
from data import ROOT, Arena
from make import program_of

sys.path.insert(0, str(ROOT / "python/emulate"))
BASE = 1 << 40
LIMIT = 40  # seconds of CPU time for both launches; unmutated ones take less than a tenth of it


class TooLong(Exception):
    pass


class Runner:
    def __init__(self, bundle: dict):
        self.bundle = bundle
        self.mutants = {each["id"]: each for each in bundle["mutants"]}
        self.arenas = {}

    def run(self, task: str, answer) -> dict:
        from aot_emulate.fault import Fault, Unsupported
        from aot_emulate.ptx import parse

        mutant = self.mutants.get(task, {"case": task})
        if mutant["case"] not in self.arenas:
            self.arenas[mutant["case"]] = Arena(BY_NAME[mutant["case"]])
        program = program_of(self.bundle, mutant)
        signal.setitimer(signal.ITIMER_PROF, LIMIT)
        try:
            parsed = parse(program["ptx"])
            results = []
            for reverse in (False, True):
                results.append(self._launch(mutant["case"], program, parsed, reverse))
                if results[-1]["outcome"] != "right":
                    return {**results[-1], "reverse": reverse}
            return {**results[0], "varies": results[0]["digest"] != results[1]["digest"]}
        except Unsupported as unsupported:
            return {"outcome": "unsupported", "detail": str(unsupported)}
        except Fault as fault:
            return {"outcome": "fault", "detail": str(fault)}
        except TooLong:
            return {"outcome": "too long", "detail": f"no end in {LIMIT} s"}
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            return {"outcome": "emulator failed", "detail": f"{type(error).__name__}: {error} ({where.filename.rsplit('/', 1)[-1]}:{where.lineno})"}
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _launch(self, name: str, program: dict, parsed, reverse: bool) -> dict:
        from aot_emulate.launch import Launch, launch
        from aot_emulate.memory import Buffer, GlobalMemory

        case, arena = BY_NAME[name], self.arenas[name]
        image = arena.image.copy()
        memory = GlobalMemory(image, BASE)
        for buffer, place in arena.places.items():
            memory.allow(Buffer(buffer, BASE + place, arena.before[buffer].nbytes, arena.before[buffer].itemsize))
        parameters = arena.parameters(BASE, program["layout"])
        launch(parsed, memory, Launch(parameters, case.grid, (32 * program["warps"], 1, 1), program["shared"], reverse=reverse))
        return arena.judge(image)


def work(bundle: dict) -> None:
    def answer(result: dict) -> None:
        sys.stdout.write(json.dumps(result) + "\n")
        sys.stdout.flush()

    def too_long(*_):
        raise TooLong

    signal.signal(signal.SIGPROF, too_long)
    runner = Runner(bundle)
    answer({"outcome": "ready"})
    for line in sys.stdin:
        answer(runner.run(line.strip(), answer))

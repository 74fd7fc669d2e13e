"""Runs programs on the GPU, each several times. What PTX's rules call wrong runs more often: it may fail rarely."""

import json
import sys

import numpy as np
from cases import BY_NAME
from cuda import CudaError, Device, Refused
from data import Arena
from make import program_of

RUNS = 4
LARGE_RUNS = {"wrong": 200}  # with more blocks, by what PTX's rules say; of others 4
PATTERNS = (0xFFFFFFFF, 0x7F7F7F7F, 0x3C003C00, 0x00000000)
SCRUBBED = 200 * 1024
SCRUB_BLOCKS = 528  # four for each multiprocessor of an H100

# Fills the shared memory of a multiprocessor. Otherwise it still has what the run before has left: the right values.
SCRUB = """
.version 8.0
.target sm_80
.address_size 64
.extern .shared .align 16 .b8 all[];
.visible .entry scrub(.param .u32 pattern, .param .u32 size)
{
	.reg .pred %p<2>;
	.reg .b32 %r<8>;
	ld.param.u32 %r1, [pattern];
	ld.param.u32 %r2, [size];
	mov.u32 %r3, %tid.x;
	shl.b32 %r3, %r3, 2;
	mov.u32 %r4, all;
$more:
	setp.ge.u32 %p1, %r3, %r2;
	@%p1 bra $end;
	add.u32 %r5, %r4, %r3;
	st.shared.b32 [%r5], %r1;
	add.u32 %r3, %r3, 4096;
	bra $more;
$end:
	ret;
}
"""


class Runner:
    def __init__(self, bundle: dict):
        self.bundle, self.device = bundle, Device()
        self.mutants = {each["id"]: each for each in bundle["mutants"]}
        self.scrub = self.device.load(SCRUB, SCRUBBED)[1]
        self.arenas = {}

    def arena(self, case):
        """The arena of a case, device memory of its size, and a copy of its content there."""
        if case not in self.arenas:
            arena = Arena(case)
            address, copy = (self.device.allocate(arena.image.nbytes) for _ in range(2))
            self.device.write(copy, arena.image)
            self.arenas[case] = arena, address, copy
        return self.arenas[case]

    def run(self, task: str, answer) -> dict:
        mutant = self.mutants.get(task, {"case": task})
        case = BY_NAME[mutant["case"]]
        program = program_of(self.bundle, mutant)
        try:
            module, function = self.device.load(program["ptx"], program["shared"])
        except Refused as refused:
            return {"outcome": "refused", "detail": str(refused), "last": "INVALID_PTX" not in str(refused)}
        answer({"outcome": "loaded"})
        try:
            results = self._launches(case, program, function, RUNS, False, answer)
            large = []
            if case.large and all(each["outcome"] == "right" for each in results):
                large = self._launches(case.large, program, function, LARGE_RUNS.get(mutant.get("by rules"), RUNS), True, answer)
        except CudaError as error:
            return {"outcome": "error", "detail": str(error), "last": True}
        self.device.unload(module)
        # The worst of all runs: what happens in one of them must be found.
        worst = min([*results, *large], key=lambda each: ("canary", "wrong", "right").index(each["outcome"]))
        varies = any(len({each.get("digest") for each in some}) > 1 for some in (results, large))
        counts = {"runs": len(results) + len(large), "wrong runs": sum(each["outcome"] != "right" for each in [*results, *large])}
        return {**worst, "digest": results[0].get("digest"), "varies": varies, **counts}

    def _launches(self, case, program: dict, function, runs: int, until_wrong: bool, answer) -> list:
        """What the launches computed; on request only up to the first that is wrong."""
        arena, address, copy = self.arena(case)
        parameters, offsets = arena.parameters(address, program["layout"]), [offset for offset, _ in program["layout"]]
        results, last = [], None
        for run in range(runs):
            self.device.launch(self.scrub, (SCRUB_BLOCKS, 1, 1), 1024, SCRUBBED, np.array([PATTERNS[run % 4], SCRUBBED], np.uint32).tobytes(), [0, 4])
            self.device.copy(address, copy, arena.image.nbytes)
            self.device.launch(function, case.grid, 32 * program["warps"], program["shared"], parameters, offsets)
            image = self.device.read(address, arena.image.nbytes)
            results.append(results[-1] if last is not None and np.array_equal(image, last) else arena.judge(image))
            last = image
            if until_wrong and results[-1]["outcome"] != "right":
                break
            if run % 10 == 9:
                answer({"outcome": "loaded"})  # so that the time starts again
        return results


def work(bundle: dict) -> None:
    def answer(result: dict) -> None:
        sys.stdout.write(json.dumps(result) + "\n")
        sys.stdout.flush()

    runner = Runner(bundle)
    answer({"outcome": "ready", "device": runner.device.name})
    for line in sys.stdin:
        answer(runner.run(line.strip(), answer))

"""The threads of some blocks, their registers, and which of them runs next.

Every register is an array with one element for each thread. Threads at the same instruction run together. If threads
are at different instructions, those at the first one run, so that branches meet again as early as possible.
"""

import numpy as np

from .fault import Fault, Unsupported
from .instructions import TABLE
from .memory import UNSIGNED, GlobalMemory, SharedMemory
from .ptx import Function, Instruction, Program

CONTROL = {"bra", "brx", "ret", "exit", "trap", "bar", "barrier", "call"}


class Code:
    """A program whose instructions are functions."""

    def __init__(self, program: Program):
        self.program = program
        self.steps = {name: [_step(program, function, each) for each in function.instructions] for name, function in _functions(program)}


def decode(program: Program) -> Code:
    """Turns instructions into functions, once for a program. Raises Unsupported for the first unknown one."""
    code = getattr(program, "decoded", None)
    if code is None:
        code = program.decoded = Code(program)
    return code


def _functions(program: Program):
    yield "", program.kernel
    yield from program.functions.items()


def _step(program: Program, function: Function, instruction: Instruction):
    mnemonic = instruction.words[0]
    if mnemonic in CONTROL:
        return None
    make = TABLE.get(mnemonic)
    run = make and make(instruction, function, program)
    if run is None:
        raise Unsupported(instruction.opcode)
    return run


class Machine:
    """Runs some blocks of a launch."""

    def __init__(self, code: Code, memory: GlobalMemory, launch, blocks: np.ndarray):
        self.code, self.memory, self.launch = code, memory, launch
        self.per_block = int(np.prod(launch.block))
        if self.per_block % 32:
            raise Unsupported(f"a block of {self.per_block} threads, which is not a multiple of 32")
        self.threads = self.per_block * len(blocks)
        lane = np.arange(self.threads)
        self.block = lane // self.per_block
        self.lane = lane % 32
        self.shared = SharedMemory(code.program.shared_bytes + launch.shared_bytes, len(blocks))
        self.pending = []  # issued cp.async that no wait has completed
        self.registers = self._special(blocks[self.block], lane % self.per_block)
        self.waiting = {}  # barrier -> threads that have arrived

    def _special(self, block: np.ndarray, thread: np.ndarray) -> dict:
        grid, shape = self.launch.grid, self.launch.block
        values = {"%laneid": self.lane, "%warpid": thread // 32}
        for name, index, extent in (("tid", thread, shape), ("ctaid", block, grid)):
            values[f"%{name}.x"] = index % extent[0]
            values[f"%{name}.y"] = index // extent[0] % extent[1]
            values[f"%{name}.z"] = index // (extent[0] * extent[1])
            for axis, size in zip("xyz", extent):
                values[f"%n{name}.{axis}"] = np.full(self.threads, size)
        return {name: value.astype(np.uint32) for name, value in values.items()}

    def read(self, name: str, bits: int) -> np.ndarray:
        """A register as unsigned integers, or as booleans if `bits` is 1."""
        value = self.registers.get(name)
        if value is None:
            raise Fault(f"uses the register {name}, which nobody wrote")
        return value

    def write(self, name: str, value: np.ndarray, mask) -> None:
        """Writes the threads of `mask`, all if it is None."""
        if mask is None:
            self.registers[name] = value
            return
        old = self.registers.get(name)
        self.registers[name] = np.where(mask, value, value.dtype.type(0) if old is None else old)

    def run(self) -> None:
        """Runs the kernel to its end."""
        with np.errstate(all="ignore"):
            self._run("", self.code.program.kernel, None)

    def _run(self, name: str, function: Function, threads) -> None:
        steps, instructions = self.code.steps[name], function.instructions
        end = len(instructions)
        counter = np.zeros(self.threads, np.int64)
        if threads is not None:
            counter[~threads] = end
        while True:
            at = int(counter.min())
            if at >= end:
                return
            mask = counter == at
            self._straight(function, steps, instructions, counter, at, None if mask.all() else mask)

    def _straight(self, function, steps, instructions, counter, at: int, mask) -> None:
        """Runs instructions up to the next one that changes the order."""
        others = counter[counter > at] if mask is not None else counter[:0]
        stop = int(others.min()) if others.size else len(instructions)
        while at < stop:
            instruction = instructions[at]
            active = mask
            if instruction.guard:
                chosen = self.read(instruction.guard, 1)
                if instruction.negated:
                    chosen = ~chosen
                active = chosen if mask is None else chosen & mask
                if active.all():
                    active = None
            step = steps[at]
            try:
                if step is None:
                    if self._control(function, instruction, counter, at, mask, active):
                        return
                elif active is None or active.any():
                    step(self, active)
            except Fault as fault:
                raise _placed(fault, instruction) from None
            at += 1
        if mask is None:
            counter[:] = at
        else:
            counter[mask] = at

    def _control(self, function, instruction, counter, at: int, mask, active) -> bool:
        """Runs an instruction that may change the order; returns whether it did."""
        kind = instruction.words[0]
        all_threads = slice(None) if mask is None else mask
        taken = slice(None) if active is None else active
        if kind in ("bra", "brx"):
            counter[all_threads] = at + 1
            if kind == "bra":
                counter[taken] = function.labels[instruction.operands[0]]
            else:
                table = np.array(function.branch_tables[instruction.operands[1]])
                counter[taken] = table[self.read(instruction.operands[0], 32)[taken]]
            return True
        if kind in ("ret", "exit"):
            counter[all_threads] = at + 1
            counter[taken] = len(function.instructions)
            return True
        if kind == "trap":
            if active is None or active.any():
                raise Fault("executes a trap")
            return False
        if kind in ("bar", "barrier") and instruction.words[1] == "sync":
            if active is not None:
                # Threads that have ended do not take part.
                alive = counter < len(function.instructions)
                blocks = np.unique(self.block[active])
                missing = alive & np.isin(self.block, blocks) & ~active
                if missing.any() and len(instruction.operands) < 2:
                    raise Unsupported("bar.sync, which threads of a block reach at different times")
            return False
        if kind == "bar" and instruction.words[1] == "warp":
            return False
        raise Unsupported(instruction.opcode)


def _placed(fault: Fault, instruction: Instruction) -> Fault:
    if instruction.place is None:
        return Fault(f"{fault} (at `{instruction.text}`)")
    file, line = instruction.place
    return Fault(f"{fault} ({file}:{line})")

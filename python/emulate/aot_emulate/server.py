"""Answers the emulated driver, which sends one line for each request, and with some of them bytes.

Fields of an answer are separated by tabs. Values are JSON; a MESSAGE is for programs that print what the driver says.

load SIZE            and the image                     -> ok ID NAME SHARED THREADS (OFFSET SIZE)... | error MESSAGE
allow ADDRESS SIZE ELEMENT NAME                        no answer
forbid ADDRESS                                         no answer
blocks                                                 no answer: later launches run all blocks
blocks FIRST LAST SAMPLE [X Y Z]...                    no answer: later launches run some of them, as a `Choice` says
launch ID GRID(3) BLOCK(3) SHARED CLUSTER(3) SIZE      and the parameters
                                                       -> ok [NAME VALUE]... | fault MESSAGE fault VALUE | unsupported MESSAGE fault VALUE
    The names with `ok` are the fields of LaunchResult, if they are not empty. Those of a fault are in `fault.py`.
"""

from __future__ import annotations

import hashlib
import json
import math
import mmap
import os
import re
import socket as sockets
import traceback
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from .approximate import LIKELY, MOST_BYTES
from .decode import decode
from .fault import Fault, Unsupported
from .launch import Choice, Launch, LaunchResult, clusters_of, launch
from .limit import Limit, reading
from .memory import Buffer, GlobalMemory
from .ptx import parse

if TYPE_CHECKING:
    from collections.abc import Callable
    from io import BufferedRWPair
    from typing import TypeAlias

    from .program import Program
    from .watch import Watch

    Stream: TypeAlias = BufferedRWPair


def serve(socket: int, memory: int, address: int, size: int, code: str) -> None:
    """Answers requests until the driver's process ends."""
    with sockets.socket(fileno=socket) as connection, connection.makefile("rwb") as stream:
        mapping = mmap.mmap(memory, size)
        # Most of it is never used, and a dump would be as large.
        mapping.madvise(mmap.MADV_DONTDUMP)
        Server(stream, GlobalMemory(np.frombuffer(mapping, np.uint8), address), code).run()


class Server:
    def __init__(self, stream: Stream, memory: GlobalMemory, code: str) -> None:
        self._stream = stream
        self._memory = memory
        self._code = code
        self._programs: list[Program] = []
        self._resident: list[Callable[[int], int] | None] = []  # as in `Launch`
        self._launches: list[int] = []
        self._chosen: Choice | None = None
        self._seconds = float(os.environ.get("TRITON_AOT_EMULATE_LIMIT", "0"))
        self._limit = Limit(self._seconds)

    def run(self) -> None:
        self._answer("ready")
        for line in self._stream:
            kind, *words = line.decode().rstrip("\n").split(" ")
            answer = self._guarded(getattr(self, "_" + kind), words)
            if answer is not None:
                self._answer(answer)

    def _guarded(self, request: Callable[..., str | None], words: list[str]) -> str | None:
        try:
            return request(*words)
        except Fault as fault:
            return _refused("fault", str(fault), fault.values())
        except Unsupported as unsupported:
            return _refused(
                "unsupported",
                str(unsupported),
                {"kind": unsupported.kind, "says": [str(unsupported)], **unsupported.facts},
            )
        except MemoryError:
            return _refused("unsupported", TOO_LARGE, {"kind": Unsupported.kind, "says": [TOO_LARGE]})
        except Exception as error:
            # A fault of the emulator must not look like one of the kernel.
            traceback.print_exc()
            where = traceback.extract_tb(error.__traceback__)[-1]
            name = os.path.basename(where.filename)
            message = f"the emulator failed: {type(error).__name__}: {error} ({name}:{where.lineno})"
            return _refused("error", message, {"kind": Unsupported.kind, "says": [message]})

    def _answer(self, text: str) -> None:
        self._stream.write(text.encode() + b"\n")
        self._stream.flush()

    def _load(self, size: str) -> str:
        image = self._stream.read(int(size))
        text = self._ptx_of(image)
        if text is None:
            return "error\tthere is no PTX of this cubin in the store"
        with reading(self._seconds):
            program = parse(text)
        threads = re.search(r"\.(?:req|max)ntid\s+(\d+)", text)
        resident = re.match(r"// resident (\d+)", text)
        self._resident.append(partial(min, int(resident.group(1))) if resident else None)
        self._programs.append(program)
        self._launches.append(0)
        words = [len(self._programs) - 1, program.name, program.shared_bytes, threads.group(1) if threads else 0]
        for parameter in program.parameters:
            words += [parameter.offset, parameter.size]
        return "ok\t" + " ".join(map(str, words))

    def _ptx_of(self, image: bytes) -> str | None:
        """The PTX of a cubin, or the image if it is PTX; None if it is not known."""
        if not image.startswith(b"\x7fELF"):
            return image.decode()
        path = os.path.join(self._code, hashlib.sha256(image).hexdigest() + ".ptx")
        try:
            with open(path, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def _allow(self, address: str, size: str, element: str, *name: str) -> None:
        self._memory.allow(Buffer(" ".join(name), int(address), int(size), max(int(element), 1)))

    def _forbid(self, address: str) -> None:
        self._memory.forbid(int(address))

    def _blocks(self, *words: str) -> None:
        numbers = [int(word) for word in words]
        at = tuple(zip(numbers[3::3], numbers[4::3], numbers[5::3]))
        self._chosen = Choice(numbers[0], numbers[1], numbers[2], at) if words else None

    def _launch(self, index: str, *words: str) -> str:
        numbers = list(map(int, words))
        parameters = self._stream.read(numbers.pop())
        program = self._programs[int(index)]
        self._launches[int(index)] += 1
        # Every other launch takes the other choice where a GPU has one: the results of a kernel that does not depend on
        # it are the same.
        reverse = self._launches[int(index)] % 2 == 0
        config = Launch(
            parameters,
            grid=tuple(numbers[0:3]),
            block=tuple(numbers[3:6]),
            shared_bytes=numbers[6],
            cluster=tuple(numbers[7:10]),
            reverse=reverse,
            resident=self._resident[int(index)],
            chosen=self._chosen,
        )
        count = math.prod(config.grid) if self._chosen is None else clusters_of(config).blocks
        with self._limit.launch(int(index), count) as deadline:
            result = self._executed(program, config, deadline)
        return _passed(result)

    def _executed(self, program: Program, config: Launch, deadline: Watch) -> LaunchResult:
        """Executes a launch. If it decides otherwise with the approximate results of a GPU, those are what it leaves."""
        memory, approximations = self._memory, decode(program).approximations
        is_copied = bool(approximations) and sum(size for _, size in memory.allowed()) <= MOST_BYTES
        before = memory.saved() if is_copied else []
        result = launch(program, memory, config, deadline)
        first = result.decisions
        if not is_copied or first is None or not first.is_likely:
            return replace(result, decisions=None)
        after = memory.saved()
        memory.restore(before)
        try:
            other = launch(program, memory, replace(config, nudge=LIKELY, write=lambda text: None), deadline).decisions
        except Fault as fault:
            raise approximations.blamed(fault, first) from None
        says = other and approximations.fault(first, other, LIKELY, "the outputs", config.grid)
        if says is None:
            memory.restore(after)
        return replace(result, decisions=None, otherwise="" if says is None else str(says))


def _passed(result: LaunchResult) -> str:
    """The answer for what was executed to its end, with what is not empty."""
    told = {name: value for name, value in asdict(result).items() if value and name != "rereads"}
    return "\t".join(["ok", *(f"{name}\t{json.dumps(value)}" for name, value in told.items())])


TOO_LARGE = "too large for the emulation: it needs more memory than there is"


def _refused(word: str, message: str, values: dict[str, object]) -> str:
    """The answer for what was not executed to its end. Records it for who started the program: it may not say what the driver returned."""
    if file := os.environ.get("TRITON_AOT_EMULATE_RECORD"):
        with open(file, "a", encoding="utf-8") as lines:
            lines.write(json.dumps(values) + "\n")
    return "\t".join([word, " ".join(message.split()), "fault", json.dumps(values)])

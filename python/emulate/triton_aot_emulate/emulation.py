"""Executes the launches of a process, one at a time, and writes down what they show."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from aot_emulate.fault import Fault, Unsupported
from aot_emulate.launch import Launch, launch

from .caller import launched_at, running_test
from .findings import Finding, KernelFault, NotEmulated
from .tally import Tally

if TYPE_CHECKING:
    from aot_emulate.memory import GlobalMemory
    from aot_emulate.program import Program

    from .gpus import Gpu
    from .journal import Journal
    from .options import Options


@dataclass
class Request:
    """A launch as the program asks for it: `memory` allows what the kernel may access."""

    program: Program
    memory: GlobalMemory
    launch: Launch
    arguments: list[str] = field(default_factory=list)  # as texts, for messages


class Emulation:
    """One for each process. Threads take turns."""

    def __init__(self, options: Options, gpu: Gpu, journal: Journal) -> None:
        self.options, self.gpu, self.journal = options, gpu, journal
        self.tally = Tally(journal)
        self._unlock()
        os.register_at_fork(after_in_child=self._unlock)

    def _unlock(self) -> None:
        # In a child of a fork, no thread that held the lock exists.
        self._lock = threading.RLock()

    def run(self, request: Request) -> None:
        """Executes a launch. Raises KernelFault if the kernel does something wrong, and NotEmulated if that is not known."""
        name = request.program.name
        with self._lock:
            start = time.perf_counter()
            try:
                with np.errstate(all="ignore"):
                    launch(request.program, request.memory, request.launch)
            except Fault as fault:
                raise KernelFault(self._found(name, str(fault), fault.kind, fault.values())) from None
            except Unsupported as unsupported:
                text = str(unsupported)
                values = {"kind": unsupported.kind, "says": [text], **unsupported.facts}
                raise NotEmulated(self._found(name, text, unsupported.kind, values, is_known=False)) from None
            finally:
                self.tally.launched(name, time.perf_counter() - start)

    def _found(self, kernel: str, says: str, kind: str, values: dict[str, object], is_known: bool = True) -> Finding:
        finding = Finding(kernel, kind, f"{kernel}: {says}", values, launched_at(), running_test(), is_known)
        self.tally.found(finding)
        return finding

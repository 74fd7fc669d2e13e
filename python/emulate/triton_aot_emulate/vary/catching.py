"""Catches the outermost calls of functions of the program's files that get tensors on the GPU and launch a kernel.

`sys.setprofile` tells when a function is entered. A call costs next to nothing until it launches: only references to its tensors are
kept, with their versions. They are copied before its first launch, which is the first that can change them unseen.
"""

from __future__ import annotations

import atexit
import contextlib
import inspect
import os
import sys
import threading
from dataclasses import dataclass, field
from opcode import opmap
from typing import TYPE_CHECKING, Any

from ..caller import is_of_program, running_test
from ..events import Varied
from ..ordering import order
from .values import Context, leaves, mapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import CodeType, FrameType

    from ..emulation import Emulation
    from ..events import How
    from .checking import Checking

_NEVER = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
# The most calls of one function that are repeated, each with other sizes, types or numbers.
MOST_CALLS = 5
# The most elements of results that are kept, to compare them with those of a second call.
MOST_RESULTS = 1 << 24
# Of larger tensors, the values are not looked at.
MOST_ELEMENTS = 1 << 16
NO_END = "it did not end"
# An equal call is repeated, or a part of this one.
SEEN = "seen"
# A frame whose last instruction is another one ends by an exception.
_RETURNS = [opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in opmap]
# What a function's code can be: of no interest, of the program, or of a test of the program.
OTHER, OWN, TEST = range(3)


@dataclass
class Caught:
    """A call. `tree` has its arguments by name, as they were when it was entered, and `copies` the leaves as they were then.

    `results` are copies of the tensors that it has returned, and of its arguments when it has ended; none
    if they are large.
    """

    frame: FrameType | None
    code: CodeType
    scope: dict[str, Any]
    cells: dict[str, Any]
    tree: dict[str, Any]
    kind: int
    versions: dict[str, int]
    copies: dict[str, Any] = field(default_factory=dict)
    kernels: set[str] = field(default_factory=set)
    why_not: str = ""
    test: str = ""
    results: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The function's name with its class: `Norm.forward`."""
        return self.code.co_qualname if hasattr(self.code, "co_qualname") else self.code.co_name

    @property
    def place(self) -> tuple[str, str, int]:
        """The function, its file, and the line where it begins."""
        return self.name, self.code.co_filename, self.code.co_firstlineno

    @property
    def gradients(self) -> list[str]:
        """The arguments that PyTorch passes to the backward pass of an `autograd.Function`."""
        is_backward = self.code.co_name == "backward" and any(isinstance(each, Context) for each in self.tree.values())
        return [name for name, each in self.tree.items() if is_backward and _is_tensor(each)]

    def arguments(self, new: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments with these leaves, and with these flags and numbers."""
        tree: dict[str, Any] = mapped(self.tree, new.get)
        return {name: new.get(name, each) if isinstance(each, (bool, float)) else each for name, each in tree.items()}

    def signature(self) -> tuple[object, ...]:
        """What calls have in common of which one is enough."""
        return (
            self.code.co_filename,
            self.code,
            *((path, _described(each)) for path, each in leaves(self.tree).items()),
        )


@dataclass(frozen=True)
class Floats:
    """The shape of a tensor, and its largest value without sign."""

    shape: tuple[int, ...]
    largest: float


@dataclass(frozen=True)
class Launched:
    """What is known of a call of the running test, which has launched a kernel: its sizes and integers, by name."""

    name: str
    file: str
    line: int
    sizes: dict[str, int]
    floats: dict[str, Floats]


class Catcher:
    """Keeps the calls of each thread that may launch a kernel, and hands each that did to `vary` when it has ended."""

    def __init__(self, emulation: Emulation) -> None:
        self._emulation = emulation
        self._local = threading.local()
        self._kinds: dict[int, tuple[int, CodeType]] = {}  # by identity: equal code can be in two files
        self._files: dict[str, int] = {}
        self._seen: set[object] = set()
        self._counts: dict[int, int] = {}  # signatures of functions, by the identity of their code
        self._checking: Checking | None = None
        #: The first calls of the running test, and the kernels that it has launched.
        self.launched: list[Launched] = []
        self.kernels: set[str] = set()

    def start(self) -> None:
        """Begins to watch this thread, and those that the program starts from now on."""
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)
        # When Python ends, what the function needs goes before it.
        atexit.register(sys.setprofile, None)

    def _calls(self) -> list[Caught]:
        if not hasattr(self._local, "calls"):
            self._local.calls = []
        calls: list[Caught] = self._local.calls
        return calls

    def _profile(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            code = frame.f_code
            known = self._kinds.get(id(code))
            if known is None:
                known = self._kinds[id(code)] = self._kind(code), code
            kind = known[0]
            if kind:
                self._entered(frame, kind)
        elif event == "return":
            calls = getattr(self._local, "calls", None)
            if calls and calls[-1].frame is frame:
                call = calls.pop()
                if call.kernels and frame.f_code.co_code[frame.f_lasti] not in _RETURNS:
                    call.why_not = call.why_not or "it ends by an exception after its first launch"
                self._left(call, argument)

    def _kind(self, code: CodeType) -> int:
        if not (
            code.co_argcount or code.co_kwonlyargcount or code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
        ):
            return OTHER
        file = code.co_filename
        if file not in self._files:
            name = os.path.basename(file)
            is_test = name == "conftest.py" or name.startswith("test_") or name.endswith("_test.py")
            self._files[file] = (TEST if is_test else OWN) if is_of_program(file) else OTHER
        kind = self._files[file]
        is_skipped = code.co_flags & _NEVER or (kind == TEST and code.co_name.startswith("test"))
        return OTHER if is_skipped or code.co_name.startswith("<") else kind

    def _entered(self, frame: FrameType, kind: int) -> None:
        calls = self._calls()
        if (calls and (calls[-1].kind == OWN or kind == TEST)) or getattr(self._local, "is_busy", False):
            return
        torch = sys.modules.get("torch")
        if torch is None or not all(hasattr(torch, each) for each in ("cuda", "autograd", "nn")):
            return
        code, values = frame.f_code, frame.f_locals
        count = code.co_argcount + code.co_kwonlyargcount
        count += bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
        tree = mapped({each: values[each] for each in code.co_varnames[:count] if each in values}, lambda _, each: each)
        versions = {path: _version(each) for path, each in leaves(tree).items() if _is_on_gpu(each)}
        if versions:
            cells = {name: values[name] for name in code.co_freevars if name in values}
            calls.append(Caught(frame, code, frame.f_globals, cells, tree, kind, versions))

    def begin_test(self) -> None:
        """Forgets what another test has launched."""
        self.launched.clear()
        self.kernels.clear()

    def launching(self, kernel: str) -> None:
        """A kernel of the program is about to run in this thread."""
        self.kernels.add(kernel)
        for call in self._calls():
            is_first = not call.kernels
            call.kernels.add(kernel)
            if is_first:
                call.test = running_test()
                call.why_not = self._why_not(call)
                if not call.why_not:
                    self._note(call, "not", NO_END)

    def _why_not(self, call: Caught) -> str:
        """Why a call is not to be repeated. If it is, its tensors are copied."""
        signature = call.signature()
        if signature in self._seen:
            return SEEN
        self._seen.add(signature)
        count = self._counts[id(call.code)] = self._counts.get(id(call.code), 0) + 1
        if count > MOST_CALLS:
            return f"{MOST_CALLS} other calls of its function were repeated"
        from ..torch_side.places import allocated
        from .copies import copied

        current = leaves(call.tree)
        if any(_version(current[path]) != version for path, version in call.versions.items()):
            return "it changes a tensor before its first launch"
        with order.paused(), allocated.uncounted():
            call.copies = {path: copied(each) if _is_tensor(each) else each for path, each in current.items()}
        return ""

    def _note(self, call: Caught, how: How, why: str = "", calls: int = 1) -> None:
        kernels = sorted(call.kernels)
        self._emulation.tally.shown(Varied(*call.place, "call", how, why, calls, kernels))

    def failing(self) -> None:
        """A launch of this thread was wrong: the calls that it is in show so by themselves."""
        for call in self._calls():
            call.why_not = call.why_not or "it shows a fault as it is"

    def _left(self, call: Caught, returned: object) -> None:
        call.frame = None
        calls = self._calls()
        if not call.kernels:
            return
        if call.test and not calls and len(self.launched) < MOST_CALLS:
            with self.idle(), contextlib.suppress(Exception):
                self.launched.append(_launched(call))
        if call.why_not == SEEN:
            self._note_end(call)
            return
        for outer in calls:
            # What is called in a helper of a test is called again by itself.
            outer.why_not = SEEN
        with self.idle():
            if call.why_not:
                self._note_end(call, "not", call.why_not)
                return
            from ..torch_side.places import allocated

            found = {**leaves(call.tree), **leaves(returned, "result")}
            results = {path: each.detach() for path, each in found.items() if _is_on_gpu(each)}
            # Large memory may be there only where something was written.
            is_small = sum(each.numel() for each in results.values()) <= MOST_RESULTS
            with allocated.uncounted():
                call.results = {path: each.clone() for path, each in results.items()} if is_small else {}
            self._note_end(call, *self.checking().check(call))

    def _note_end(self, call: Caught, *how: Any) -> None:
        """Takes a call from those that did not end, and adds it to others."""
        if call.copies:
            self._note(call, "not", NO_END, -1)
        if how:
            self._note(call, *how)

    @contextlib.contextmanager
    def idle(self) -> Iterator[None]:
        """Catches no call of this thread inside."""
        self._local.is_busy = True
        try:
            with order.paused():
                yield
        finally:
            self._local.is_busy = False

    def checking(self) -> Checking:
        """What checks the calls of this process. It needs PyTorch, which the program imports."""
        from .checking import Checking

        if self._checking is None:
            self._checking = Checking(self._emulation)
        return self._checking


def _launched(call: Caught) -> Launched:
    sizes: dict[str, int] = {}
    floats: dict[str, Floats] = {}
    torch = sys.modules["torch"]
    for path, each in leaves(call.tree).items():
        if not _is_tensor(each):
            sizes[path] = each
            continue
        sizes.update({f"{path}.shape[{axis}]": size for axis, size in enumerate(each.shape)})
        if each.is_floating_point() and 0 < each.numel() <= MOST_ELEMENTS:
            with torch.no_grad():
                floats[path] = Floats(tuple(each.shape), float(each.detach().to(torch.float32).abs().max()))
    return Launched(call.name, call.code.co_filename, call.code.co_firstlineno, sizes, floats)


def _is_tensor(value: object) -> bool:
    return isinstance(value, sys.modules["torch"].Tensor)


def _is_on_gpu(value: Any) -> bool:
    return _is_tensor(value) and bool(value.is_cuda)


def _version(tensor: Any) -> int:
    """How often PyTorch has written to a tensor. Inference tensors do not count it."""
    return 0 if tensor.is_inference() else int(tensor._version)


def _described(leaf: Any) -> object:
    return (tuple(leaf.shape), leaf.stride(), leaf.dtype) if _is_tensor(leaf) else leaf

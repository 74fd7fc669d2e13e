"""Watches how Triton's front end translates a kernel: some of what it loses leaves no trace in the IR."""

import math
import sys
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from types import FrameType
from typing import Any

# Takes an issue of `miscompilations.TABLE`, and the file and line, if they are known.
Add = Callable[[int, tuple[str, int] | None], None]

_adds: ContextVar[Add] = ContextVar("adds", default=lambda _issue, _place: None)


def watch_front_end(add: Add) -> None:
    """Tells `add` what this thread's front end loses, from now on. Each thread can compile a kernel of its own."""
    _replace()
    _adds.set(add)


@cache
def _replace() -> None:
    from triton.compiler.code_generator import CodeGenerator
    from triton.language.semantic import TritonSemantic

    make, visit = TritonSemantic.scalar_constant, CodeGenerator.visit_ListComp

    def watched(semantic: Any, value: Any, dtype: Any) -> Any:
        if value == 0 and isinstance(value, float) and math.copysign(1, value) < 0:
            _adds.get()(11426, _current_place(CodeGenerator))
        return make(semantic, value, dtype)

    def visited(generator: Any, node: Any) -> Any:
        if any(each.ifs for each in node.generators):
            _adds.get()(10888, (generator.file_name, generator.begin_line + node.lineno))
        return visit(generator, node)

    TritonSemantic.scalar_constant, CodeGenerator.visit_ListComp = watched, visited


def _current_place(code_generator: Any) -> tuple[str, int] | None:
    """The line of the source that Triton translates."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        generator = frame.f_locals.get("self")
        if isinstance(generator, code_generator) and generator.cur_node is not None:
            return generator.file_name, generator.begin_line + generator.cur_node.lineno
        frame = frame.f_back
    return None

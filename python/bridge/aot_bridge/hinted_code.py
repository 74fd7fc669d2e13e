"""Compiles a kernel with choices of hints, to compare what the compiler makes of them."""

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

from aot_wire.messages import CompileSettings
from triton._C.libtriton import ir, llvm
from triton.backends.compiler import GPUTarget
from triton.compiler import make_backend

# A choice of hints: 1, or what divides the value, by parameter.
Hints = dict[str, int]
# Makes Triton's source of a kernel with a config and hints.
MakeSource = Callable[[CompileSettings, Hints], Any]
# Gets the code that LLVM is about to optimise. Returns true if the compile goes on.
GoesOn = Callable[[str], bool]


class HintedCode:
    """The code of a kernel with a config, by its hints."""

    def __init__(self, make_source: MakeSource, target: GPUTarget, config: CompileSettings):
        self._compile = (make_source, target, config)
        self._before: dict[frozenset[tuple[str, int]], str | None] = {}
        self._after: dict[frozenset[tuple[str, int]], dict[str, str]] = {}

    def is_same(self, hints: Hints, weaker: Hints) -> bool:
        """True if the code is the same after LLVM has optimised it, or before: that takes most of the time."""
        before = self._before_optimising(hints, lambda _: False)
        return self._before_optimising(weaker, lambda code: code != before) == before or (
            self._stages(hints).get("llir") == self._stages(weaker).get("llir")
        )

    def memory(self, hints: Hints) -> list[str]:
        """The instructions that access memory, sorted. Source: PTX ISA, data movement instructions."""
        return sorted(re.findall(r"\b(?:ld|st|cp|atom|red)\.[\w.:]+", self._stages(hints).get("ptx", "")))

    def length(self, hints: Hints) -> int | None:
        """The number of statements. None if the kernel does not compile."""
        code = self._stages(hints).get("ptx")
        return None if code is None else code.count(";")

    def _before_optimising(self, hints: Hints, goes_on: GoesOn) -> str | None:
        """The code before LLVM optimises it. If it is not known and `goes_on` says so, it is compiled to the end."""
        key = frozenset(hints.items())
        if key not in self._before:
            found: list[str] = []

            def note(code: str) -> bool:
                found.append(code)
                return goes_on(code)

            with before_optimising(note):
                stages = stages_of(*self._compile, hints, "ptx")
            if stages or not found:
                self._after[key] = stages
            self._before[key] = found[0] if found else stages.get("llir")
        return self._before[key]

    def _stages(self, hints: Hints) -> dict[str, str]:
        key = frozenset(hints.items())
        if key not in self._after:
            self._after[key] = stages_of(*self._compile, hints, "ptx")
        return self._after[key]


def stages_of(
    make_source: MakeSource, target: GPUTarget, config: CompileSettings, hints: Hints, last: str
) -> dict[str, str]:
    """Runs the compiler until a stage. Returns the text of every stage, or nothing if the kernel does not compile."""
    try:
        return compiled_stages(make_source(config, hints), target, config, last)
    except KeyboardInterrupt:
        raise
    except BaseException:
        # Compiling the variants says why.
        return {}


def compiled_stages(source: Any, target: GPUTarget, config: CompileSettings, last: str) -> dict[str, str]:
    """Does what `triton.compile` does with all stages."""
    backend = make_backend(target)
    options = backend.parse_options({**config["options"], **source.parse_options()})
    stages: dict = {}
    backend.add_stages(stages, options, source.language)
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    functions = backend.get_codegen_implementation(options)
    module = source.make_ir(target, options, functions, backend.get_module_map(), context)
    metadata = {"target": target, **options.__dict__}
    texts = {}
    for name, compile_stage in stages.items():
        module = compile_stage(module, metadata)
        if name in ("llir", "ptx", last):
            texts[name] = module.str_nodebug() if hasattr(module, "str_nodebug") else str(module)
        if name == last:
            return texts
    raise ValueError(f"there is no stage {last}")


class Stopped(Exception):
    """A compile was stopped on purpose."""


@contextlib.contextmanager
def before_optimising(goes_on: GoesOn) -> Iterator[None]:
    """Calls `goes_on` where compiles would link the libraries that a kernel uses, and optimise it: with all that goes in.

    Stops the compile if it returns false. Triton's compiler may have no such functions: then nothing is called.
    """
    linked: list[tuple[str, tuple, dict[str, Any]]] = []

    def link(module: Any, *args: Any, **kwargs: Any) -> None:
        linked.append((f"{module} {args} {kwargs}", (module, *args), kwargs))

    def optimize(module: Any, *args: Any, **kwargs: Any) -> Any:
        if not goes_on(f"{[text for text, *_ in linked] or module} {args} {kwargs}"):
            raise Stopped
        for _, link_args, link_kwargs in linked:
            own["link_extern_libs"](*link_args, **link_kwargs)
        return own["optimize_module"](module, *args, **kwargs)

    replacements = {"link_extern_libs": link, "optimize_module": optimize}
    own = {name: getattr(llvm, name) for name in replacements if hasattr(llvm, name)}
    try:
        if len(own) == len(replacements):
            vars(llvm).update(replacements)
        yield
    finally:
        vars(llvm).update(own)

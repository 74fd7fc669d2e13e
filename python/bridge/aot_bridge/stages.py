"""Watches and changes the stages in which Triton compiles a kernel, from its IR to the code that GPUs load."""

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any

from aot_compiled.front_end import watch_front_end
from aot_compiled.miscompilations import Finder, Place
from aot_compiled.ptx_lines import without_lines
from triton import knobs

from .line_tables import NameOf, portable_file_names
from .vendor import VENDORS

# A stage takes the result of the one before it, and what is known of the kernel.
Stage = Callable[[Any, Any], Any]


class Stages:
    def __init__(self) -> None:
        self._ptx = ""
        self._located = ""
        self._ir = ""
        self._name_of: NameOf | None = None
        self._has_tables = False
        self._finder = Finder()
        knobs.runtime.add_stages_inspection_hook = self._inspect

    def take_miscompilations(self) -> list[Place]:
        """Returns the places of the last compile that Triton is known to compile wrongly. Call it before `take_ptx`."""
        return self._finder.take(self._ptx)

    def take_ptx(self) -> str:
        """Returns the PTX of the last compile. Triton's cache does not have it, with TRITON_STORE_BINARY_ONLY."""
        text, self._ptx = self._ptx, ""
        return text

    def take_located_ptx(self) -> str:
        """Returns the same PTX with the line of the source for each instruction."""
        text, self._located = self._located, ""
        return self._finder.assumed + text

    def take_ir(self) -> str:
        """Returns the IR of the last compile after its first stage: TTIR, of Gluon TTGIR."""
        text, self._ir = self._ir, ""
        return text

    @contextlib.contextmanager
    def lines(self, name_of: NameOf, has_tables: bool) -> Iterator[None]:
        """Compiles to PTX with the lines of the source; `name_of` names the files. Only on request does the cubin have
        line tables: with them, ptxas orders instructions differently."""
        self._name_of, self._has_tables = name_of, has_tables
        # Triton reads it for each compile. Setting it sets the variable too, which libtriton reads.
        knobs.compilation.disable_line_info = False
        self._finder = Finder(name_of)
        watch_front_end(self._finder.add)
        try:
            yield
        finally:
            self._name_of, self._has_tables = None, False
            knobs.compilation.disable_line_info = True

    def _inspect(self, *args: Any) -> tuple[str, str] | None:
        # From Triton 3.7 on, a call without arguments asks for the hook's part of the cache key.
        if not args:
            return "", ""
        stages: dict[str, Stage] = args[1]
        vendor = VENDORS[args[0].target.backend]
        first = next(iter(stages))
        make_ir, make_llir = stages[first], stages["llir"]
        make_ttgir = stages.get("ttgir", make_ir)
        name_of, has_tables = self._name_of, self._has_tables

        def named(source: Any, metadata: Any) -> str:
            # Without PTX, the code is assembled from text with all lines that are in it.
            knobs.compilation.disable_line_info = not vendor.has_ptx and not has_tables
            llir = make_llir(source, metadata)
            return llir if name_of is None else portable_file_names(llir, name_of)

        def keep_ir(source: Any, metadata: Any) -> Any:
            module = make_ir(source, metadata)
            self._ir = module.str_nodebug()
            self._finder.ir(module)
            vendor.check_ir(module)
            return module

        def look(source: Any, metadata: Any) -> Any:
            module = make_ttgir(source, metadata)
            self._finder.ir(module)
            return module

        stages["ttgir"] = look
        stages[first] = keep_ir
        if name_of is not None:
            stages["llir"] = named
        if vendor.has_ptx:
            self._inspect_ptx(stages, name_of is not None, has_tables)
        return None

    def _inspect_ptx(self, stages: dict[str, Stage], is_named: bool, has_tables: bool) -> None:
        make_ptx, make_cubin = stages["ptx"], stages["cubin"]

        def keep(source: Any, metadata: Any) -> str:
            self._located = make_ptx(source, metadata)
            self._ptx = self._located if has_tables else without_lines(self._located)
            return self._ptx

        def without_files(source: Any, metadata: Any) -> Any:
            knobs.compilation.disable_line_info = not has_tables
            with folder_without_sources():
                cubin = make_cubin(source, metadata)
            self._finder.machine_code(self._located, lambda: cubin)
            return cubin

        stages["ptx"] = keep
        if is_named:
            stages["cubin"] = without_files


@contextlib.contextmanager
def folder_without_sources() -> Iterator[None]:
    """Keeps ptxas from finding the files of line tables: it would write their sizes and times into the cubin."""
    before = os.getcwd()
    os.chdir(os.environ["TMPDIR"])
    try:
        yield
    finally:
        os.chdir(before)

"""What a user can choose. One table has it all: the command line, pytest's options and the variable for processes are made of it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from .assumptions import read
from .call import is_code
from .checks import (
    are_references,
    are_tritons,
    is_count,
    is_file_to_write,
    is_folder_to_write,
    is_time,
    is_version,
    one_of,
)
from .configs import parse_configs
from .gpus import are_gpus, gpu_named
from .nvidia_smi import write_nvidia_smi

VARIABLE = "TRITON_AOT_EMULATE"
START = Path(__file__).parent / "start"


def option(default: Any, says: str, value: str = "", check: Callable[[Any], object] | None = None) -> Any:
    """A field that a user can set. `value` is what help calls its value; without one, the option is a flag.

    `check` raises ValueError for values that are wrong.
    """
    return field(default=default, metadata={"help": says, "value": value, "check": check})


_is_level = one_of("error", "warning", "off")


@dataclass(frozen=True)
class Options:
    """What every process of the program gets. No user sets two: `folder` gets the journals, and names of options begin with `prefix`."""

    gpu: str = option(
        "sm_80", "GPU to emulate, such as H100 or sm_90; several, as in A100,H100, for one run each", "NAME", gpu_named
    )
    limit: float = option(30.0, "longest time that one launch may take; 0 means no limit", "SECONDS", is_time)
    views: str = option(
        "warning",
        "how to report an access inside a tensor's storage but outside its view: error, warning or off",
        "LEVEL",
        _is_level,
    )
    known_wrong: str = option(
        "warning",
        "how to report code that this version of Triton is known to compile wrongly: error, warning or off",
        "LEVEL",
        _is_level,
    )
    uninitialized: str = option(
        "fill",
        "memory that PyTorch leaves uninitialised on the GPU, as torch.empty does: `fill` it with NaN and large numbers, or `keep` it",
        "WHAT",
        one_of("fill", "keep"),
    )
    order: bool = option(False, "launch everything twice, the second time with blocks in reverse order, and compare")
    vary: bool = option(
        False,
        "call the functions that launch kernels again with other sizes, layouts and contents, and tell faults from assumptions",
    )
    batch_invariant: bool = option(
        False, "with --vary: it is wrong if a row alone has other bits than the same row in its batch"
    )
    assumptions: str = option(
        "",
        "with --vary: what functions may assume of their arguments, a line for each; anything else that they assume is wrong",
        "FILE",
        read,
    )
    reference: str = option(
        "",
        "with --vary: a function that computes what a caught function should, from the same arguments, as MODULE:FUNCTION or "
        "FILE.py:FUNCTION; NAME=MODULE:FUNCTION is for the caught function NAME; several are separated by commas",
        "FUNCTION",
        are_references,
    )
    gradients: bool = option(
        False, "with --vary: compare gradients with those of the reference, or with finite differences"
    )
    nan: bool = option(False, "report NaN that a kernel makes of finite inputs")
    sample: int = option(0, "blocks to run of a launch that would take longer than the limit", "COUNT", is_count)
    configs: str = option(
        "first",
        "configs of autotuned kernels: the `first` that fits, `all` in turn, or the first with values, such as BLOCK=64,num_warps=4",
        "WHICH",
        parse_configs,
    )
    processes: int = option(
        0, "processes that may execute the blocks of one launch; 0 means one for each core", "COUNT", is_count
    )
    compare_triton: str = option(
        "",
        "execute each launch a second time with the code of another Triton, and compare: a version such as 3.9.0, or the folder in "
        "which it is installed; several are separated by commas",
        "VERSION",
        are_tritons,
    )
    compare_gpu: str = option(
        "",
        "execute each launch a second time with the code for another GPU, and compare; several as in H100,B200",
        "NAME",
        are_gpus,
    )
    fail_on_slower: bool = option(
        False,
        "with --compare-triton or --compare-gpu: it is wrong if the other code costs a tenth more than the program's own",
    )
    record: str = option(
        "",
        "write a recording to this folder, as `triton-aot record --keep` does on a GPU",
        "FOLDER",
        is_folder_to_write,
    )
    allow_no_launch: bool = option(False, "end well if the program launches no kernel, which is an error otherwise")
    folder: str = ""
    prefix: str = "--"

    def flag(self, name: str) -> str:
        """What the user calls an option."""
        return self.prefix + name.rstrip("_").replace("_", "-")

    def __post_init__(self) -> None:
        for name in ("reference", "gradients"):
            if getattr(self, name) and not self.vary:
                raise ValueError(f"{self.flag(name)} needs {self.flag('vary')}")
        if self.vary and (self.compare_triton or self.compare_gpu):
            raise ValueError(
                f"{self.flag('vary')} and {self.flag('compare_triton')} exclude each other: only the program's own launches are compared"
            )
        if self.fail_on_slower and not (self.compare_triton or self.compare_gpu):
            raise ValueError(
                f"{self.flag('fail_on_slower')} needs {self.flag('compare_triton')} or {self.flag('compare_gpu')}"
            )
        if self.record and self.vary:
            raise ValueError("record and vary exclude each other: a recording has only the program's own launches")
        if self.batch_invariant and not self.vary:
            raise ValueError("batch-invariant needs vary: it compares calls that the program does not make")
        for name in ("record", "assumptions", "compare_triton"):
            # Processes of the program can have other current folders.
            paths = getattr(self, name).split(",") if name == "compare_triton" else [getattr(self, name)]
            found = [path if path == "" or is_version(path) else os.path.abspath(path) for path in paths]
            object.__setattr__(self, name, ",".join(found))

    def to_environment(self, environment: MutableMapping[str, str]) -> None:
        """Makes each Python that is started with this environment emulate its launches."""
        environment[VARIABLE] = json.dumps(asdict(self))
        others = [each for each in environment.get("PYTHONPATH", "").split(os.pathsep) if each not in ("", str(START))]
        environment["PYTHONPATH"] = os.pathsep.join([str(START), *others])
        if self.folder:
            programs = write_nvidia_smi(Path(self.folder), self.gpu)
            environment["PATH"] = os.pathsep.join([programs, environment.get("PATH", os.defpath)])

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Options | None:
        """The options of this process; None if it is not to emulate."""
        text = environment.get(VARIABLE)
        if not text:
            return None
        values = json.loads(text)
        return cls(**{each.name: values[each.name] for each in fields(cls) if each.name in values})


@dataclass(frozen=True)
class Outputs:
    """What is written beside the report on standard error."""

    report: str = option("", "write the report as JSON to this file too", "FILE.json", is_file_to_write)
    junit: str = option(
        "", "write the findings as JUnit XML, with a test case for each kernel", "FILE.xml", is_file_to_write
    )
    sarif: str = option(
        "",
        "write the findings as SARIF, which code scanning of GitHub and editors read",
        "FILE.sarif",
        is_file_to_write,
    )
    coverage: str = option(
        "",
        "show which lines of kernels no thread has run, and write all to this file in the format of lcov",
        "FILE.lcov",
        is_file_to_write,
    )
    accept: bool = option(False, "write what functions assume to the file of --assumptions, in place of failing")
    keep: str = option("", "keep what this run showed below this folder, for --from", "FOLDER", is_folder_to_write)

    def __post_init__(self) -> None:
        # A program that pytest runs can change the current folder.
        for each in fields(self):
            path = getattr(self, each.name)
            object.__setattr__(self, each.name, os.path.abspath(path) if isinstance(path, str) and path else path)


@dataclass(frozen=True)
class Instead:
    """What the command does in place of running a program."""

    call: str = option(
        "",
        "evaluate this code, such as 'softmax(torch.randn(64, 1000))', in the module of the one file that is named",
        "CODE",
        is_code,
    )
    find: bool = option(
        False,
        "run what launches the kernels of the files and folders that are named: tests that import them, or else the files themselves, or examples in their docstrings",
    )
    from_: str = option("", "report on the runs that --keep kept in this folder, and run no program", "FOLDER")


@dataclass(frozen=True)
class Row:
    """An option as parsers of command lines want it."""

    name: str
    default: Any
    help: str
    value: str
    check: Callable[[Any], object] | None

    @property
    def flag(self) -> str:
        return "--" + self.name.rstrip("_").replace("_", "-")

    @property
    def initial(self) -> str:
        """What help says is the default; empty if it says none."""
        return (
            ""
            if self.value == "" or self.default == ""
            else f"{self.default:g}"
            if isinstance(self.default, float)
            else str(self.default)
        )

    def arguments(self) -> dict[str, Any]:
        """What `add_argument` of argparse and `addoption` of pytest take beside the flag and its destination."""
        if self.value == "":
            return {"action": "store_true", "default": self.default, "help": self.help}
        note = self.initial and f" (default: {self.initial})"
        return {
            "metavar": self.value,
            "type": type(self.default),
            "default": self.default,
            "help": self.help + note,
        }


def rows(*tables: type) -> Iterator[Row]:
    """The options of tables, in order."""
    for table in tables:
        for each in fields(table):
            if "help" in each.metadata:
                meta = each.metadata
                yield Row(each.name, each.default, meta["help"], meta["value"], meta["check"])


def chosen(table: type, values: Callable[[str], Any], flag: Callable[[Row], str] = lambda row: row.flag) -> Any:
    """A table with the values of a parser. Raises ValueError if one of them is wrong, with what `flag` calls the option."""
    found = {row.name: values(row.name) for row in rows(table)}
    for row in rows(table):
        if row.check is not None:
            try:
                row.check(found[row.name])
            except ValueError as error:
                raise ValueError(f"{flag(row)}: {error}") from None
    return table(**found)

"""Runs slices: the parts of kernel files that inspect_sources.py has taken. Nothing else of the files runs."""

import importlib
import importlib.util
import linecache
import re
import sys
from types import ModuleType
from typing import Any, NoReturn

import triton
import triton.language as tl
from aot_wire.messages import SliceAnswer, SliceModule, SliceSource
from aot_wire.messages import UnknownValue as UnknownDescription

from .device import UnknownValue
from .failure import JobFailure
from .stand_ins import StandIns


class Slice:
    """The modules of one slice, each run when the first of its names is needed."""

    def __init__(self, code: SliceSource, stand_ins: StandIns):
        self._stand_ins = stand_ins
        self._parts = {part["path"]: part for part in code["modules"]}
        self._unknown = code["unknown"]
        self._modules: dict[str, ModuleType] = {}
        self._running: set[str] = set()
        # What was touched although it is unknown. The first is the failure, even if the code went on.
        self.touched: list[UnknownDescription] = []

    def module(self, path: str) -> ModuleType:
        """Runs a module of the slice once. @raise: whatever the code raises."""
        if path not in self._modules:
            self._modules[path] = module = self._new(self._parts[path])
            self._running.add(path)
            self._run(module, self._parts[path])
            self._running.discard(path)
        return self._modules[path]

    def finish(self) -> None:
        """Runs what is left, binds the names that modules import from each other in a circle, and makes the modules
        importable for functions that import when they run."""
        for path, part in self._parts.items():
            sys.modules[part["importName"]] = self.module(path)
        for module in list(self._modules.values()):
            for name, value in list(vars(module).items()):
                bound = value
                while isinstance(bound, Late):
                    bound = vars(module)[name] = getattr(self.module(bound.path), bound.name)

    def check(self) -> None:
        """@raise JobFailure: if the code needed an unknown value."""
        if self.touched:
            raise unknown_failure(self.touched[0])

    def forget(self) -> None:
        for part in self._parts.values():
            sys.modules.pop(part["importName"], None)

    def owns(self, file: str) -> bool:
        return any(part["file"] == file for part in self._parts.values())

    def _new(self, part: SliceModule) -> ModuleType:
        module = ModuleType(part["name"])
        module.__file__ = part["file"]
        module.__package__ = part["name"] if part["package"] else part["name"].rpartition(".")[0]
        namespace = vars(module)
        namespace.update(
            _aot_from=self._from,
            _aot_module=self._module_at,
            _aot_unknown=self._unknown_value,
            _aot_stand_in=self._stand_ins.make,
        )
        for name, number in part["unknown"].items():
            namespace[name] = self._unknown_value(number)
        for name, answer in part["answers"].items():
            namespace[name] = answered(answer)
        return module

    def _run(self, module: ModuleType, part: SliceModule) -> None:
        text = part["text"]
        # Triton reads the functions' text here. Without a time, Python does not compare the entry with the file.
        linecache.cache[part["file"]] = (len(text), None, text.splitlines(keepends=True), part["file"])
        # Some decorators look for the module of what they decorate.
        before = sys.modules.get(part["name"])
        if before is None:
            sys.modules[part["name"]] = module
        try:
            exec(compile(text, part["file"], "exec"), vars(module))  # noqa: S102 (the code of the kernel)
        finally:
            if before is None:
                sys.modules.pop(part["name"], None)

    def _from(self, path: str, name: str) -> Any:
        module = self.module(path)
        if path in self._running and name not in vars(module):
            return Late(path, name)
        return getattr(module, name)

    def _module_at(self, name: str, path: str, top: object) -> ModuleType:
        """Returns the first module of a dotted name whose last one is the module of a file."""
        module = self.module(path)
        parts = name.split(".")
        if len(parts) == 1:
            return module
        first = place = top if isinstance(top, ModuleType) else ModuleType(parts[0])
        for part in parts[1:-1]:
            if not isinstance(vars(place).get(part), ModuleType):
                setattr(place, part, ModuleType(part))
            place = getattr(place, part)
        setattr(place, parts[-1], module)
        return first

    def _unknown_value(self, number: int) -> "Unknown":
        return Unknown(self._unknown[number], self.touched)


class Late:
    """A name of a module that is still running."""

    def __init__(self, path: str, name: str):
        self.path = path
        self.name = name


class Unknown:
    """A value that is known only when the program runs. Any use is an error that code cannot catch by accident."""

    def __init__(self, description: UnknownDescription, touched: list[UnknownDescription]):
        self.__dict__["_description"] = description
        self.__dict__["_touched"] = touched

    def _touch(self, *_args: object, **_kwargs: object) -> NoReturn:
        self._touched.append(self._description)
        raise UnknownValue(self._description["message"])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self._touch()

    __call__ = __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __iter__ = __len__ = _touch
    __getitem__ = __contains__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _touch
    __floordiv__ = __truediv__ = __mod__ = __and__ = __or__ = __index__ = __int__ = __float__ = _touch
    __hash__ = object.__hash__


def unknown_failure(description: UnknownDescription) -> JobFailure:
    return JobFailure("unknown", description["message"], hint=description["hint"])


def answered(answer: SliceAnswer) -> Any:
    """A value of the manifest's `globals`. A text such as `tl.math.tanh` names an object of Triton."""
    value = answer["value"]
    if isinstance(value, str) and re.fullmatch(r"(tl|triton)(\.\w+)+", value):
        value = triton_object(value)
    if answer["called"]:
        return lambda *_args, **_kwargs: value
    return tl.constexpr(value) if answer["constexpr"] else value


def triton_object(name: str) -> Any:
    first, *rest = name.split(".")
    found: Any = tl if first == "tl" else triton
    path = "triton.language" if first == "tl" else "triton"
    for part in rest:
        path = f"{path}.{part}"
        if not hasattr(found, part):
            try:
                found = importlib.import_module(path)
                continue
            except ImportError as error:
                raise JobFailure(
                    "unknown", f"Triton {triton.__version__} has no `{name}`, which `globals` names"
                ) from error
        found = getattr(found, part)
    return found


def provide_packaging() -> None:
    """Provides `packaging.version` for comparisons of releases where the package is not installed."""
    if importlib.util.find_spec("packaging") is not None:
        return
    package, version = ModuleType("packaging"), ModuleType("packaging.version")
    vars(version).update(Version=Version, parse=Version)
    vars(package).update(version=version, __path__=[])
    sys.modules.update({"packaging": package, "packaging.version": version})


class Version(tuple[int, ...]):
    """The release numbers of a version, such as 3.6.0: enough to compare releases of Triton."""

    release: tuple[int, ...]
    major: int
    minor: int
    micro: int

    def __new__(cls, text: str) -> "Version":  # noqa: PYI034 (`Self` is in Python 3.11 and later)
        found = re.match(r"v?(\d+(?:\.\d+)*)", str(text))
        if found is None:
            raise ValueError(f"invalid version: {text!r}")
        numbers = tuple(int(part) for part in found[1].split("."))
        # 3.6 and 3.6.0 are equal.
        last = max((index for index, number in enumerate(numbers) if number), default=-1)
        made = super().__new__(cls, numbers[: last + 1])
        made.release = numbers
        made.major, made.minor, made.micro = (*numbers, 0, 0)[:3]
        return made


provide_packaging()

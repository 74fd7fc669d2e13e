"""Answers for modules that are not imported (see KNOWN in aot_sources/resolve.py), and the values that the manifest gives."""

import importlib
import importlib.util
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import triton

from .device import Strict, TargetDriver, UnknownValue

# Bits of the exponent and of the fraction, and the largest value where it is not the usual one of the format (IEEE 754;
# for 8 bits, the OCP 8-bit floating point specification).
FLOAT_FORMATS = {
    "float64": (11, 52, None),
    "float32": (8, 23, None),
    "float16": (5, 10, None),
    "bfloat16": (8, 7, None),
    "float8_e4m3fn": (4, 3, 448.0),
    "float8_e5m2": (5, 2, None),
}
FLOAT_NAMES = {"double": "float64", "float": "float32", "half": "float16"}
INTEGER_BITS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64, "uint8": 8}
INTEGER_NAMES = {"short": "int16", "int": "int32", "long": "int64"}


class StandIns:
    """Makes objects for modules that are not imported. `questions` collects what is asked in vain."""

    def __init__(self, driver: TargetDriver):
        self._questions = driver.questions
        self._driver = driver

    def make(self, name: str, values: dict[str, Any]) -> Any:
        """Returns the object for a dotted name. `values` are the manifest's, by the rest of the name; "()" at its end
        means a function."""
        found = self._object(name, values)
        return as_module(name, found) if isinstance(found, Strict) else found

    def _object(self, name: str, values: dict[str, Any]) -> Any:
        if name == "os":
            return Environment(values, self._questions)
        found = self._known(name.partition(".")[0])
        for part in name.split(".")[1:]:
            found = found.__dict__.get(part) or Strict(name, self._questions)
        if values and not isinstance(found, Strict):
            raise UnknownValue(f"`{name}` cannot have the attributes {', '.join(values)}")
        for path, value in values.items():
            self._set(found, path, value)
        return found

    def _set(self, top: Strict, path: str, value: object) -> None:
        *parents, last = path.removesuffix("()").split(".")
        for parent in parents:
            inner = Strict(f"{top._strict_name}.{parent}", self._questions)
            top = top.__dict__.setdefault(parent, inner)
        top.__dict__[last] = (lambda *_args: value) if path.endswith("()") else value

    def _known(self, module: str) -> Strict:
        questions = self._questions
        if module == "importlib":
            return Strict(
                "importlib",
                questions,
                import_module=self._import_module,
                util=Strict("importlib.util", questions, find_spec=self._find_spec),
                metadata=Strict("importlib.metadata", questions, version=self._version),
            )
        if module == "sys":
            return Strict("sys", questions, maxsize=sys.maxsize)
        if module == "torch":
            numbers = {name: DataType(f"torch.{name}", name) for name in (*FLOAT_FORMATS, *INTEGER_BITS, "bool")}
            aliases = {name: numbers[full] for name, full in {**FLOAT_NAMES, **INTEGER_NAMES}.items()}
            cuda = Strict("torch.cuda", questions, **device_answers(self._driver))
            version = Strict("torch.version", questions)
            functions = {"finfo": float_format, "iinfo": integer_format}
            return Strict("torch", questions, cuda=cuda, version=version, **functions, **numbers, **aliases)
        return Strict(module, questions)

    def _import_module(self, name: str, package: str | None = None) -> Any:
        self._check_triton(name, "importlib.import_module")
        return importlib.import_module(name)

    def _find_spec(self, name: str, package: str | None = None) -> Any:
        self._check_triton(name, "importlib.util.find_spec")
        return importlib.util.find_spec(name)

    def _version(self, name: str) -> str:
        self._check_triton(name, "importlib.metadata.version")
        return triton.__version__

    def _check_triton(self, name: object, function: str) -> None:
        if not isinstance(name, str) or name.partition(".")[0] != "triton":
            self._questions.append(f"{function}({name!r})")
            raise UnknownValue(f"only Triton can be imported, not {name!r}")


def as_module(name: str, answers: Strict) -> ModuleType:
    """Returns a module with the answers of an object. Triton lets kernels read modules, as in `torch.version.cuda`, and no
    other objects."""
    module = ModuleType(name)
    module.__getattr__ = lambda attribute: getattr(answers, attribute)  # type: ignore[method-assign]
    return module


def device_answers(driver: TargetDriver) -> dict[str, Any]:
    """Says what `torch.cuda` says about the GPU that code is generated for."""
    return {
        "is_available": lambda: True,
        "current_device": lambda: 0,
        "device_count": lambda: 1,
        "get_device_capability": lambda device=None: capability(driver),
        "get_device_properties": lambda device=None: device_properties(driver),
    }


def capability(driver: TargetDriver) -> tuple[int, int]:
    return divmod(driver.get_current_target().arch, 10)


def device_properties(driver: TargetDriver) -> Strict:
    known = driver.properties()
    major, minor = capability(driver)
    answers = {
        "major": major,
        "minor": minor,
        "warp_size": known["warpSize"],
        "multi_processor_count": known["multiprocessor_count"],
        "shared_memory_per_block_optin": known["max_shared_mem"],
    }
    return Strict("torch.cuda.get_device_properties()", driver.questions, **answers)


def answer_torch(driver: TargetDriver) -> None:
    """Makes an installed torch answer for the GPU that code is generated for."""
    import torch

    for name, answer in device_answers(driver).items():
        setattr(torch.cuda, name, answer)


class DataType(str):
    """A data type of torch: it can be compared and be a key."""

    name: str

    def __new__(cls, text: str, name: str) -> "DataType":  # noqa: PYI034 (`Self` is in Python 3.11 and later)
        made = super().__new__(cls, text)
        made.name = name
        return made


def float_format(kind: DataType) -> SimpleNamespace:
    exponent, fraction, largest = FLOAT_FORMATS[kind.name]
    bias = 2 ** (exponent - 1) - 1
    largest = largest or (2.0 - 2.0**-fraction) * 2.0**bias
    smallest = 2.0 ** (1 - bias)
    eps = 2.0**-fraction
    bits = 1 + exponent + fraction
    return SimpleNamespace(bits=bits, eps=eps, max=largest, min=-largest, tiny=smallest, smallest_normal=smallest)


def integer_format(kind: DataType) -> SimpleNamespace:
    bits = INTEGER_BITS[kind.name]
    if kind.name.startswith("u"):
        return SimpleNamespace(bits=bits, min=0, max=2**bits - 1)
    return SimpleNamespace(bits=bits, min=-(2 ** (bits - 1)), max=2 ** (bits - 1) - 1)


class Environment(Strict):
    """Python's `os` with the environment variables that the manifest gives. None: not set."""

    def __init__(self, values: dict[str, Any], questions: list[str]):
        given = {path.partition(".")[2]: value for path, value in values.items() if path.startswith("environ.")}
        environ = {name: str(value) for name, value in given.items() if value is not None}
        super().__init__("os", questions, environ=environ, getenv=environ.get)

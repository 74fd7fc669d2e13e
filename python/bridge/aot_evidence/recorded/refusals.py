"""The reasons for which a kernel cannot be in a manifest."""

import os
import re
from dataclasses import dataclass

from ..rules import Rule, first_of
from ..types import parse_type
from .recording import RecordedKernel


@dataclass(frozen=True)
class Refusal:
    """A kernel that cannot be in the manifest, with the reason."""

    name: str
    file: str
    line: int | None
    reason: str


@dataclass(frozen=True)
class Asked:
    kernel: RecordedKernel
    # The source in the manifest: a file below its folder, or the module of a package.
    inside: str | None
    # The manifest's folder.
    folder: str


def reason_to_skip(kernel: RecordedKernel, inside: str | None, folder: str) -> str | None:
    return first_of(REASONS, Asked(kernel, inside, folder))


def of_source(asked: Asked) -> str | None:
    kernel, source = asked.kernel, asked.kernel.source
    if source is None:
        return "it was compiled from intermediate code, not from a Python function"
    if re.fullmatch("<.*>", source):
        return f"its source is not in a file: {source}"
    return f"its source {source} does not exist" if kernel.package is None and kernel.file is None else None


def of_package(asked: Asked) -> str | None:
    package, source = asked.kernel.package, asked.kernel.source
    if package is not None and package.url is not None:
        return (
            f"its package {package.name} was installed from {package.url}, not from a package index: "
            "install a released version, or record with the sources in the project"
        )
    if package is not None and package.changed:
        return (
            f"{source} was changed after {package.name} was installed, so the package does not have this kernel: "
            "install it again, or copy the file to the project"
        )
    return None


def of_place(asked: Asked) -> str | None:
    if asked.inside is not None:
        return None
    above = place_above(asked.folder, asked.kernel.file or "")
    return f"its source is outside the manifest's folder; `--out {above}` writes a manifest that can have it"


def of_name(asked: Asked) -> str | None:
    return "it is defined inside another function or class" if "." in asked.kernel.name else None


def of_target(asked: Asked) -> str | None:
    backend, _, arch = (asked.kernel.target or "").partition(":")
    if backend != "cuda":
        return f"it was compiled for {backend or 'nothing'}"
    if not asked.kernel.is_known_target:
        return f"it was compiled for compute capability {arch}, which no target has"
    return None


def of_parameters(asked: Asked) -> str | None:
    for parameter in asked.kernel.parameters:
        name, type_ = parameter.name, asked.kernel.signature.get(parameter.name, "")
        value = asked.kernel.constants.get(name)
        if value is not None and value[0] == "other":
            return f"`{name}` is {value[1]}"
        if type_ == "constexpr" and value is not None:
            continue
        if type_ == "tuple":
            return f"`{name}` is a tuple of run-time values, and C functions take none: pass each value as a parameter"
        if parse_type(type_) is None:
            return f"`{name}` has the type `{type_}`"
    return None


REASONS = (
    Rule("no Python file has its source", of_source),
    Rule("an index does not have this state of its package", of_package),
    Rule("its source is not below the manifest's folder", of_place),
    Rule("only functions of modules can be named", of_name),
    Rule("no target of a manifest has its GPU", of_target),
    Rule("C cannot pass one of its parameters", of_parameters),
)


def place_above(folder: str, file: str) -> str:
    """Where a manifest can have a file too that is not below its folder: the nearest folder above both, but not the root."""
    while os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
        is_below = not os.path.relpath(file, folder).startswith("..")
        if is_below and os.path.dirname(folder) != folder:
            return os.path.join(folder, "kernels.yaml")
    return os.path.join(os.path.dirname(file), "kernels.yaml")

"""Sorts compiled kernels into drafts of entries: those that differ in hints and sizes only are one."""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from ..types import parse_type
from .constants import ONE, word_of
from .recording import Config, Constant, Integers, Layout, RecordedCall, RecordedKernel, Table
from .refusals import Refusal, reason_to_skip

Constants = dict[str, Constant]


@dataclass(eq=False)
class Call:
    """Calls with equal values, sizes and grid."""

    kernel: RecordedKernel
    id: int
    grid: tuple[int, ...]
    scalars: Constants
    # The constants of the config that was used.
    config: Constants
    buffers: dict[str, Layout]
    integers: dict[str, Integers]
    tables: dict[str, Table]
    count: int
    gpu_ms: float | None


@dataclass(frozen=True)
class Pinned:
    """A package and its version, as `packages:` has them."""

    name: str
    version: str


@dataclass(eq=False)
class Draft:
    """Compiled kernels that one entry of the manifest describes."""

    # Relative to the manifest's folder, with slashes, or the module of a package.
    file: str
    function: str
    line: int
    parameters: list[str]
    # The types of the run-time parameters, in order.
    types: dict[str, str]
    # The constants and options that are the same in all configs.
    constants: Constants
    options: dict[str, Any]
    # The package that has the source.
    package: Pinned | None
    # Values that planning asks for, and those that only the configs of @triton.autotune need.
    globals: Constants
    config_globals: Constants
    # The configs that @triton.autotune chose, the most used first, and the number of all.
    configs: list[Config]
    all_configs: int
    calls: list[Call]
    # Launches that @triton.autotune made to measure configs.
    trials: list[Call]
    members: list[RecordedKernel]
    # The drafts that differ from each other in numbers only and are one entry; empty for a single one.
    choices: list["Draft"] = field(default_factory=list)

    def word_of(self, name: str) -> str:
        """The value of a constant or an option as a word."""
        if name in self.constants:
            return word_of(self.constants[name])
        value = self.options.get(name)
        return str(value).lower() if isinstance(value, bool) else str(value)

    @property
    def parts(self) -> list["Draft"]:
        """Its choices, or itself."""
        return self.choices or [self]


# The type of a parameter that was 1 in every call so far: any integer.
UNKNOWN = ""


@dataclass(eq=False)
class Group:
    file: str
    key: tuple[Any, ...]
    types: dict[str, str]
    globals: Constants
    members: list[RecordedKernel]


def draft_entries(kernels: list[RecordedKernel], folder: str) -> tuple[list[Draft], list[Refusal]]:
    """`folder` is that of the manifest."""
    refusals: dict[Refusal, None] = {}
    groups: list[Group] = []
    # The type of a parameter whose value is 1 is unknown, so kernels without such parameters come first.
    for kernel in sorted(kernels, key=lambda each: list(types_of(each).values()).count(UNKNOWN)):
        inside = kernel.package.module if kernel.package else inside_of(folder, kernel.file)
        reason = reason_to_skip(kernel, inside, folder)
        if reason is None:
            place(kernel, inside or "", folder, groups)
        else:
            line = None if kernel.source is None else kernel.line
            refusals[Refusal(kernel.name, inside or kernel.source or "", line, reason)] = None
    called = [group for group in groups if any(member.calls for member in group.members)]
    ordered = sorted(called, key=lambda group: kernels.index(group.members[0]))
    return [draft_of(group, folder) for group in ordered], list(refusals)


def inside_of(folder: str, file: str | None) -> str | None:
    """A path relative to a folder; None if it is not below the folder."""
    inside = ".." if file is None else os.path.relpath(file, folder)
    return None if inside.startswith("..") else inside


def place(kernel: RecordedKernel, file: str, folder: str, groups: list[Group]) -> None:
    own = types_of(kernel)
    fixed = settings_of(kernel, tuned=False)
    globals_ = globals_of(kernel, folder, of_configs=False)
    key = (
        file,
        kernel.package and kernel.package.version,
        frozenset(globals_.items()),
        kernel.name,
        frozenset(fixed.constants.items()),
        frozenset(fixed.options.items()),
        tuple(own),
    )
    group = next(
        (
            each
            for each in groups
            if each.key == key and all(fits(type_, each.types[name]) for name, type_ in own.items())
        ),
        None,
    )
    if group is None:
        groups.append(Group(file, key, own, globals_, [kernel]))
    else:
        group.members.append(kernel)
        group.types.update({name: type_ for name, type_ in own.items() if type_ != UNKNOWN})


def fits(one: str, other: str) -> bool:
    return one == other or (
        UNKNOWN in (one, other) and all(each == UNKNOWN or is_integer(each) for each in (one, other))
    )


def is_integer(text: str) -> bool:
    type_ = parse_type(text)
    return type_ is not None and type_.is_integer


def globals_of(kernel: RecordedKernel, folder: str, of_configs: bool) -> Constants:
    """The values that the manifest must give, by their keys there."""

    def path_of(file: str) -> str:
        if kernel.package is None:
            return os.path.relpath(file, folder)
        return f"{normal_name(kernel.package.name)}.whl/{os.path.relpath(file, kernel.package.root)}"

    return {
        f"{path_of(each.file)}:{each.name}" if each.alone else each.name: each.value
        for each in kernel.globals
        if each.configs == of_configs
    }


def normal_name(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package.lower())


def types_of(kernel: RecordedKernel) -> dict[str, str]:
    """The types of what callers pass. Triton's JIT makes a constant of an argument that is 1."""
    found = {}
    for parameter in kernel.parameters:
        type_ = kernel.signature.get(parameter.name, "")
        if type_ != "constexpr":
            found[parameter.name] = type_
        elif not parameter.constexpr and kernel.constants.get(parameter.name) == ONE:
            found[parameter.name] = UNKNOWN
    return found


def settings_of(kernel: RecordedKernel, tuned: bool) -> Config:
    """The constants and options that the configs of @triton.autotune set, or the others."""
    types = types_of(kernel)
    names = {name for config in kernel.configs for name in (*config.constants, *config.options)}
    given = [each.name for each in kernel.parameters if each.name in kernel.constants and each.name not in types]
    return Config(
        {
            name: kernel.constants[name]
            for name in given
            if kernel.constants[name][0] != "other" and (name in names) == tuned
        },
        {name: value for name, value in kernel.options.items() if value is not None and (name in names) == tuned},
    )


def draft_of(group: Group, folder: str) -> Draft:
    members = [each for each in group.members if each.calls]
    first = members[0]
    package = first.package
    fixed = settings_of(first, tuned=False)
    all_configs = max(len(each.configs) for each in members)
    return Draft(
        file=group.file,
        function=first.name,
        line=first.line,
        parameters=[each.name for each in first.parameters],
        types={name: "i32" if type_ == UNKNOWN else type_ for name, type_ in group.types.items()},
        constants=fixed.constants,
        options=fixed.options,
        package=None if package is None else Pinned(normal_name(package.name), package.version),
        globals=group.globals,
        config_globals=globals_of(first, folder, of_configs=True),
        configs=configs_of(members) if all_configs else [],
        all_configs=all_configs,
        calls=merged(with_equal_ranks([call for each in members for call in calls_of(each, each.calls)])),
        trials=[call for each in group.members for call in calls_of(each, each.trials)],
        members=members,
    )


def with_equal_ranks(calls: list[Call]) -> list[Call]:
    """The tensors of a list of addresses have the same number of axes in every call: as vectors, if it differs."""
    for name in {name for call in calls for name in call.tables}:
        known = [call for call in calls if name in call.tables]
        if len({len(call.buffers[name].shape) for call in known}) > 1:
            for call in known:
                call.buffers[name] = call.buffers[name].as_rows()
    return calls


def calls_of(kernel: RecordedKernel, calls: list[RecordedCall]) -> list[Call]:
    ones = {name: ONE for name, type_ in types_of(kernel).items() if type_ == UNKNOWN}
    config = settings_of(kernel, tuned=True).constants
    return [
        Call(
            kernel,
            each.id,
            each.grid,
            {**{name: value for name, value in each.scalars.items() if value[0] != "other"}, **ones},
            config,
            # A test describes the elements that a list of addresses leads to, not the list.
            {**each.buffers, **{name: table.layout for name, table in each.tables.items()}},
            {name: facts for name, facts in each.integers.items() if name not in each.tables},
            each.tables,
            each.count,
            each.gpu_ms,
        )
        for each in calls
    ]


def merged(calls: Iterable[Call]) -> list[Call]:
    """Floats decide neither sizes nor blocks: calls that differ in them only are one."""
    found: dict[tuple[Any, ...], Call] = {}
    for call in calls:
        key = (
            call.grid,
            frozenset((name, value) for name, value in call.scalars.items() if value[0] != "float"),
            frozenset(call.config.items()),
            frozenset(call.buffers.items()),
        )
        same = found.get(key)
        if same is None:
            found[key] = call
        else:
            # Those of a call with lists of addresses are about its tensors.
            same.integers = {
                name: facts if call.tables else common(facts, call.integers[name])
                for name, facts in same.integers.items()
                if name in call.integers
            }
            same.count += call.count
            same.gpu_ms = call.gpu_ms if same.gpu_ms is None else same.gpu_ms
    return list(found.values())


def common(one: Integers, other: Integers) -> Integers:
    """What is true of the elements of both tensors."""

    def weaker(own: str | None, others: str | None) -> str | None:
        return None if None in (own, others) else own if own == others else "rows"

    places = (one.sentinels, other.sentinels)
    return replace(
        one,
        least=min(one.least, other.least),
        greatest=max(one.greatest, other.greatest),
        sentinels=next((each for each in ("anywhere", "end") if each in places), "none"),
        unique=weaker(one.unique, other.unique),
        sorted=weaker(one.sorted, other.sorted),
        values=one.values if one.values == other.values else None,
    )


def configs_of(members: list[RecordedKernel]) -> list[Config]:
    """The most used first."""
    counts: dict[tuple[Any, ...], int] = {}
    configs = {}
    for kernel in members:
        config = settings_of(kernel, tuned=True)
        key = (frozenset(config.constants.items()), frozenset(config.options.items()))
        configs[key] = config
        counts[key] = counts.get(key, 0) + sum(call.count for call in kernel.calls)
    return [configs[key] for key in sorted(counts, key=lambda key: -counts[key])]

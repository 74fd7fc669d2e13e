"""The kernels of a recording, which src/plan/recording.ts has read and checked."""

from dataclasses import dataclass
from typing import Any

from aot_wire import messages

from ..types import without_const

# A constant as a WireConstant, or ("other", what a value is that C cannot pass).
Constant = tuple[str, str]


@dataclass(frozen=True)
class Layout:
    """The sizes and strides of a buffer."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]

    def as_rows(self) -> "Layout":
        """As rows of all elements of a slice of the first axis."""
        extent = 1 + sum((size - 1) * stride for size, stride in zip(self.shape[1:], self.strides[1:]))
        return Layout((self.shape[0], extent), (max(self.strides[0], extent), 1))

    @property
    def is_contiguous(self) -> bool:
        step = 1
        # An axis of size 1 can have any stride, and the kernel might get it as an argument.
        for size, stride in reversed(list(zip(self.shape, self.strides))):
            if size != 1 and stride != step:
                return False
            step *= size
        return True


@dataclass(frozen=True)
class Integers:
    """What the elements of a tensor of indices have in common, apart from those that are -1."""

    least: float
    greatest: float
    # Where elements are -1: none, end (of rows) or anywhere.
    sentinels: str
    # Whether no value is twice, or they ascend: in the buffer or in each of its rows.
    unique: str | None
    sorted: str | None
    # Every element; None if there are many.
    values: tuple[float, ...] | None


@dataclass(frozen=True)
class Table:
    """The tensors of a list of addresses, as one buffer whose first axis is the list."""

    layout: Layout
    # The bytes of an element.
    bytes: int
    # False if the tensors have different sizes.
    is_uniform: bool
    range: tuple[float, float] | None


@dataclass(frozen=True)
class Contents:
    """The contents of a buffer before and after one call."""

    elements: int
    # The least and the greatest element before the call.
    range: tuple[float, float] | None
    # Elements that the call did not change.
    unchanged: int | None
    # The files beside the recording with the elements before and after.
    before: str | None
    after: str | None
    # The mean and the standard deviation of the elements before the call.
    moments: tuple[float, float] | None = None
    # True if "before" is before the launches that measured configs.
    before_trials: bool = False
    # The unchanged elements that are not zero, and the pairs of neighbours among them; None if that is unknown.
    unchanged_nonzero: int | None = None
    unchanged_neighbours: int | None = None


@dataclass(frozen=True)
class RecordedCall:
    """A launch, with the number of times that it was seen."""

    # The number of the call among those of the compiled kernel; -1 for launches that measure.
    id: int
    grid: tuple[int, ...]
    scalars: dict[str, Constant]
    buffers: dict[str, Layout]
    integers: dict[str, Integers]
    tables: dict[str, Table]
    count: int
    # The median time on the GPU, in milliseconds.
    gpu_ms: float | None


@dataclass(frozen=True)
class Package:
    name: str
    version: str
    module: str
    root: str
    # Where it was installed from, if that is neither an index nor an archive.
    url: str | None
    # True if the file is not the one that the package installed.
    changed: bool


@dataclass(frozen=True)
class Global:
    """A value that planning asks for."""

    name: str
    value: Constant
    file: str
    # True if the name has another value in another file.
    alone: bool
    # True if only the configs of @triton.autotune need it.
    configs: bool


@dataclass(frozen=True)
class Parameter:
    name: str
    constexpr: bool


@dataclass(frozen=True)
class Config:
    constants: dict[str, Constant]
    options: dict[str, Any]


@dataclass(eq=False)
class RecordedKernel:
    """One compiled kernel of one process."""

    name: str
    # None: compiled from a file of Triton's intermediate code.
    source: str | None
    line: int
    package: Package | None
    globals: list[Global]
    parameters: list[Parameter]
    # Types by parameter, as Triton's JIT computed them; `constexpr` for those it fixed.
    signature: dict[str, str]
    constants: dict[str, Constant]
    options: dict[str, Any]
    # `cuda:90`; None if it is not known.
    target: str | None
    # True if a manifest can name the target.
    is_known_target: bool
    # The configs of @triton.autotune.
    configs: list[Config]
    ttir: str | None
    calls: list[RecordedCall]
    trials: list[RecordedCall]
    contents: dict[str, Contents]
    # The call that has the contents.
    contents_call: int | None
    # Calls that were not written down, since there were too many different ones.
    more: int
    # Where the source is on this machine; None if it does not exist.
    file: str | None


def read_kernel(line: messages.RecordedKernel) -> RecordedKernel:
    source, package, target, contents = line["source"], line.get("package"), line.get("target"), line.get("contents")
    autotune = line["autotune"]
    return RecordedKernel(
        name=line["name"],
        source=None if source is None else source["file"],
        line=1 if source is None else source["line"],
        package=None if package is None else Package(**package),
        globals=[
            Global(each["name"], pair(each["value"]), each["file"], each["alone"], each["configs"])
            for each in line["globals"]
        ],
        parameters=[Parameter(**each) for each in line["parameters"]],
        signature={name: without_const(type_) for name, type_ in line["signature"].items()},
        constants=constants(line["constants"]),
        options=line["options"],
        target=None if target is None else f"{target['backend']}:{target['arch']}",
        is_known_target=line["isKnownTarget"],
        configs=[] if autotune is None else [read_config(each) for each in autotune["configs"]],
        ttir=line["ttir"],
        calls=[read_call(each) for each in line["calls"]],
        trials=[read_call(each) for each in line["trials"]],
        contents={}
        if contents is None
        else {name: read_contents(each, contents) for name, each in contents["buffers"].items()},
        contents_call=None if contents is None else contents["call"],
        more=line["more"],
        file=line["file"],
    )


def read_config(line: messages.RecordedConfig) -> Config:
    return Config(constants(line["constants"]), line["options"])


def read_call(line: messages.RecordedCall) -> RecordedCall:
    return RecordedCall(
        line["id"],
        tuple(line["grid"]),
        constants(line["scalars"]),
        {name: read_layout(each) for name, each in line["buffers"].items()},
        {name: read_integers(each) for name, each in line["integers"].items()},
        {name: read_table(each) for name, each in line.get("tables", {}).items()},
        line["count"],
        line["gpuMs"],
    )


def read_integers(line: messages.RecordedIntegers) -> Integers:
    values = line["values"]
    return Integers(
        line["least"],
        line["greatest"],
        line["sentinels"],
        line["unique"],
        line["sorted"],
        None if values is None else tuple(values),
    )


def read_layout(line: messages.RecordedLayout | messages.RecordedTable) -> Layout:
    return Layout(tuple(line["shape"]), tuple(line["strides"]))


def read_table(line: messages.RecordedTable) -> Table:
    range_ = line["range"]
    return Table(
        read_layout(line), line["bytes"], line["isUniform"], None if range_ is None else (range_[0], range_[1])
    )


def read_contents(line: messages.RecordedBuffer, call: messages.RecordedContents) -> Contents:
    range_, files, moments = line["range"], line["files"], line.get("moments")
    return Contents(
        line["elements"],
        None if range_ is None else (range_[0], range_[1]),
        line["unchanged"],
        None if files is None else files["before"],
        None if files is None else files["after"],
        None if moments is None else (moments[0], moments[1]),
        call.get("beforeTrials", False),
        line.get("unchangedNonzero"),
        line.get("unchangedNeighbours"),
    )


def constants(values: dict[str, messages.RecordedConstant]) -> dict[str, Constant]:
    return {name: pair(value) for name, value in values.items()}


def pair(value: list[str]) -> Constant:
    kind, text = value
    return kind, text

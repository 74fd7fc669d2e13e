"""What crosses between TypeScript and Python. Written by scripts/wire.ts: the schemas in src say what the fields mean."""
# fmt: off

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

BRIDGE_VERSION = 13

# The options of Triton that a manifest can set.
OPTIONS = frozenset(
    ["num_warps","num_stages","num_ctas","maxnreg","enable_fp_fusion","launch_pdl","launch_cooperative_grid","enable_reflect_ftz","default_dot_input_precision","sanitize_overflow","debug","ptx_options","sched4reg","clc","waves_per_eu","matrix_instr_nonkdim","kpack","allow_flush_denorm","schedule_hint","wgp_cu_mode"]
)


class _Hello(TypedDict):
    ready: Literal[True]
    bridge: int
    isolation: str


class Hello(_Hello, total=False):
    landlock: bool


class Envelope(TypedDict):
    id: int
    kind: Literal["compile", "hints", "describe", "configs", "reference", "interpreter"]
    closure: str


class _DescribeJob(TypedDict):
    id: int
    source: KernelSource
    target: JobTarget


class DescribeJob(_DescribeJob, total=False):
    calls: list[dict[str, WireConstant | int | None]]


class _SliceSource(TypedDict):
    kind: Literal["slice"]
    entry: str
    modules: list[SliceModule]
    unknown: list[UnknownValue]
    key: str
    file: str
    function: str
    folder: str
    closure: list[str]
    depends: list[str]


class SliceSource(_SliceSource, total=False):
    expression: str
    prune: str


class SliceModule(TypedDict):
    path: str
    file: str
    name: str
    package: bool
    importName: str
    text: str
    answers: dict[str, SliceAnswer]
    unknown: dict[str, int]
    sha256: str
    fileSha256: str


class SliceAnswer(TypedDict):
    value: Any
    constexpr: bool
    called: bool


class UnknownValue(TypedDict):
    message: str
    hint: str


class ImportSource(TypedDict):
    kind: Literal["import"]
    path: list[str]
    module: str
    file: str
    function: str
    folder: str
    closure: list[str]
    depends: list[str]


class JobTarget(TypedDict):
    backend: str
    arch: int | str
    warpSize: int


class _CompileJob(TypedDict):
    id: int
    source: KernelSource
    target: JobTarget
    constants: dict[str, WireConstant]
    options: dict[str, str | int | bool]
    signature: list[list[str]]
    divisors: dict[str, int]


class CompileJob(_CompileJob, total=False):
    settings: KernelSettings
    ptx: Literal[True]


class _KernelSettings(TypedDict):
    pass


class KernelSettings(_KernelSettings, total=False):
    lineInfo: Literal[True]


class HintJob(TypedDict):
    id: int
    source: KernelSource
    target: JobTarget
    signature: list[list[str]]
    configs: list[CompileSettings]
    targets: list[JobTarget]
    free: list[str]
    fixed: dict[str, int]
    pointers: list[str]
    isCalled: bool
    ones: list[str]
    calls: list[dict[str, int]]


class CompileSettings(TypedDict):
    constants: dict[str, WireConstant]
    options: dict[str, str | int | bool]


class ReferenceJob(TypedDict):
    id: int
    source: KernelSource
    target: JobTarget
    kind: Literal["reference"]
    arguments: dict[str, ArrayArgument | ValueArgument]
    outputs: list[ReferenceOutput]


class ArrayArgument(TypedDict):
    kind: Literal["array"]
    file: str


class ValueArgument(TypedDict):
    kind: Literal["value"]
    value: WireConstant


class _ReferenceOutput(TypedDict):
    name: str
    file: str
    type: str
    shape: list[int]


class ReferenceOutput(_ReferenceOutput, total=False):
    nan: Literal[True]


class InterpreterJob(TypedDict):
    id: int
    source: KernelSource
    target: JobTarget
    kind: Literal["interpreter"]
    arguments: dict[str, ConstantArgument | ScalarArgument | NullArgument | BufferArgument | TensorArgument | ViewArgument | TensorViewArgument]
    outputs: list[InterpretedOutput]
    grid: list[int]


class ConstantArgument(TypedDict):
    kind: Literal["constant"]
    value: WireConstant


class ScalarArgument(TypedDict):
    kind: Literal["scalar"]
    type: str
    bytes: str


class NullArgument(TypedDict):
    kind: Literal["null"]
    element: str


class BufferArgument(TypedDict):
    kind: Literal["buffer"]
    element: str
    file: str
    shape: list[int]


class TensorArgument(TypedDict):
    kind: Literal["tensor"]
    element: str
    file: str
    shape: list[int]
    strides: list[int]
    block: list[int]


class ViewArgument(TypedDict):
    kind: Literal["view"]
    element: str
    of: str
    offset: int


class TensorViewArgument(TypedDict):
    kind: Literal["tensor-view"]
    element: str
    of: str
    offset: int
    shape: list[int]
    strides: list[int]
    block: list[int]


class _InterpretedOutput(TypedDict):
    name: str
    file: str


class InterpretedOutput(_InterpretedOutput, total=False):
    written: str


class Ended(TypedDict):
    id: int
    exit: ProcessExit


class ProcessExit(TypedDict):
    code: int | None
    signal: str | None


class Failed(TypedDict):
    ok: Literal[False]
    failure: Failure


class _Failure(TypedDict):
    reason: Literal["import", "unknown", "function", "parameters", "options", "compile", "run", "bounds", "assumption", "result"]
    message: str


class Failure(_Failure, total=False):
    file: str
    line: int
    missingModule: str
    buffer: str
    hint: str


class Done(TypedDict):
    ok: Literal[True]


class Compiled(TypedDict):
    ok: Literal[True]
    kernel: CompiledKernel


class _CompiledKernel(TypedDict):
    cubin: str
    name: str
    ptxas: str
    shared: int
    tensorMemory: int
    numWarps: int
    numCtas: int
    globalScratch: ScratchMemory
    profileScratch: ScratchMemory
    launchPdl: bool
    launchCooperativeGrid: bool
    tensorMaps: list[TensorMap]
    rounding: dict[str, str]
    miscompilations: list[Miscompilation]


class CompiledKernel(_CompiledKernel, total=False):
    ptx: str
    packedPtx: str


class ScratchMemory(TypedDict):
    size: int
    align: int


class _TensorMap(TypedDict):
    dataType: int
    swizzle: int
    elementSize: int
    box: list[int]


class TensorMap(_TensorMap, total=False):
    mode: str


class Miscompilation(TypedDict):
    issue: int
    message: str
    right: str | None
    file: str
    line: int
    sha256: str | None


class HintsFound(TypedDict):
    ok: Literal[True]
    choices: list[HintChoice]


_HintChoice = TypedDict("_HintChoice", {
    "from": 'Literal["aligned", "narrow", "partly", "pointers", "call"]',
    "asked": "dict[str, int]",
    "kept": "dict[str, int]",
    "cost": "float",
})

class HintChoice(_HintChoice, total=False):
    call: int


class Described(TypedDict):
    ok: Literal[True]
    function: KernelFunction


class KernelFunction(TypedDict):
    line: int
    parameters: list[KernelParameter]
    jit: bool
    autotune: StaticConfigs | Literal["dynamic"] | None
    autotuneKey: list[str]
    heuristics: list[Heuristic]
    hooks: list[LaunchHook]


class _KernelParameter(TypedDict):
    name: str
    constexpr: bool
    hasDefault: bool
    line: int


class KernelParameter(_KernelParameter, total=False):
    default: WireConstant
    type: str


class StaticConfigs(TypedDict):
    static: list[AutotuneConfig]


class _AutotuneConfig(TypedDict):
    constants: dict[str, WireConstant]
    options: dict[str, int]


class AutotuneConfig(_AutotuneConfig, total=False):
    hook: str


class _Heuristic(TypedDict):
    parameter: str
    line: int


class Heuristic(_Heuristic, total=False):
    expression: str
    untranslated: str


class LaunchHook(TypedDict):
    name: str
    file: str | None
    line: int | None
    does: str | None


class _ConfigsComputed(TypedDict):
    ok: Literal[True]
    configs: list[AutotuneConfig]


class ConfigsComputed(_ConfigsComputed, total=False):
    kept: list[AutotuneConfig]
    reason: str


class ReadRequest(TypedDict):
    manifestFolder: str
    packages: dict[str, str]
    sources: list[SourceRequest]


class SourceRequest(TypedDict):
    file: str
    function: str
    mode: Literal["slice", "import", "reference"]
    globals: dict[str, WireConstant]
    installed: list[str]
    configs: bool


class ReadAnswer(TypedDict):
    sources: list[ReadSource | UnreadableSource]
    basis: ReadBasis | None


class _ReadSource(TypedDict):
    function: KernelFunction | None
    code: Slice | ImportedCode
    notes: list[SourceNote]


class ReadSource(_ReadSource, total=False):
    configs: Slice
    prune: Slice
    unused: list[UnusedGlobal]


class _Slice(TypedDict):
    kind: Literal["slice"]
    entry: str
    module: str
    modules: list[SliceModule]
    unknown: list[UnknownValue]


class Slice(_Slice, total=False):
    expression: str
    prune: str


class ImportedCode(TypedDict):
    kind: Literal["import"]
    root: str
    module: str
    file: str
    closure: list[FileHash]


class FileHash(TypedDict):
    path: str
    sha256: str


class UnusedGlobal(TypedDict):
    name: str
    near: str | None


class SourceNote(TypedDict):
    file: str
    line: int
    message: str


class UnreadableSource(TypedDict):
    error: SourceFault


class SourceFault(TypedDict):
    kind: Literal["missing", "outside", "syntax", "encoding", "function", "unknown"]
    message: str
    file: str | None
    line: int | None
    hint: str


class ReadBasis(TypedDict):
    contents: dict[str, str]
    kinds: dict[str, Literal["file", "folder", "other"] | None]
    links: dict[str, str]


class CaseQuestions(TypedDict):
    questions: list[CaseQuestion]


class CaseQuestion(TypedDict):
    kernel: str
    seed: str
    count: int
    source: str
    isCompared: bool
    sizes: list[CaseSize]
    buffers: list[AskedBuffer]
    requirements: list[CaseLimit]
    constants: dict[str, str]


class CaseSize(TypedDict):
    name: str
    value: int
    blocks: list[int]
    hints: list[int]
    isParameter: bool


class AskedBuffer(TypedDict):
    name: str
    isInput: bool
    rank: int
    strided: list[int]
    contents: CaseContents | None


class CaseContents(TypedDict):
    kind: Literal["float", "integer", "bool"]
    isSigned: bool
    fill: Literal["default", "normal", "uniform", "other"]
    hasSentinel: bool


class CaseLimit(TypedDict):
    text: str
    sizes: list[str]
    numbers: list[int]


class CaseProposals(TypedDict):
    proposals: list[CaseProposal]


class CaseProposal(TypedDict):
    changes: list[ProposedChange]
    single: list[int]
    combined: list[list[int]]
    conditions: list[str]


class _ProposedChange(TypedDict):
    kind: Literal["size", "layout", "data"]
    text: str


class ProposedChange(_ProposedChange, total=False):
    sizes: dict[str, int]
    layouts: dict[str, CaseLayout]
    offsets: dict[str, int]
    fills: dict[str, CaseFill]


class CaseLayout(TypedDict):
    order: list[int]
    gap: int
    step: int
    repeated: int | None


class _CaseFill(TypedDict):
    pass


class CaseFill(_CaseFill, total=False):
    constant: float | Literal["-Infinity"]
    between: list[float]
    sentinel: float | Literal["-Infinity"]
    only: Literal["from", "to"]
    sorted: Literal[True]


class AssembleRequest(TypedDict):
    kernels: list[KeptPtx]
    processes: int


class _KeptPtx(TypedDict):
    packedPtx: str
    arch: int
    options: dict[str, Any]
    cubin: str


class KeptPtx(_KeptPtx, total=False):
    settings: KernelSettings


class _EvidenceQuestion(TypedDict):
    folder: str


class EvidenceQuestion(_EvidenceQuestion, total=False):
    listed: str
    kernel: NamedKernel
    recorded: RecordedQuestion


class NamedKernel(TypedDict):
    file: str
    function: str


class RecordedQuestion(TypedDict):
    golden: bool
    defaults: dict[str, Any]
    known: list[KnownEntry]
    kernels: list[RecordedKernel]


class KnownEntry(TypedDict):
    name: str
    file: str
    function: str
    types: list[KnownType]
    constants: list[KnownConstant]
    tuned: list[str]


class KnownType(TypedDict):
    parameter: str | int
    type: str


class KnownConstant(TypedDict):
    parameter: str | int
    value: WireConstant


class _RecordedKernel(TypedDict):
    id: float
    name: str
    source: RecordedPlace | None
    folder: str
    calls: list[RecordedCall]
    trials: list[RecordedCall]
    more: int
    isKnownTarget: bool
    file: str | None


class RecordedKernel(_RecordedKernel, total=False):
    package: RecordedPackage
    project: str
    globals: list[RecordedGlobal]
    parameters: list[RecordedParameter]
    signature: dict[str, str]
    constants: dict[str, RecordedConstant]
    options: dict[str, float | bool | str | None]
    target: RecordedTarget
    autotune: RecordedAutotune | None
    ttir: str | None
    contents: RecordedContents


class RecordedPlace(TypedDict):
    file: str
    line: int


class RecordedPackage(TypedDict):
    name: str
    version: str
    module: str
    root: str
    url: str | None
    changed: bool


class RecordedGlobal(TypedDict):
    name: str
    value: list[str]
    file: str
    alone: bool
    configs: bool


class RecordedParameter(TypedDict):
    name: str
    constexpr: bool


class RecordedTarget(TypedDict):
    backend: str
    arch: int | str


class RecordedAutotune(TypedDict):
    configs: list[RecordedConfig]


class RecordedConfig(TypedDict):
    constants: dict[str, RecordedConstant]
    options: dict[str, float | bool | str | None]


class _RecordedCall(TypedDict):
    grid: list[int]
    scalars: dict[str, RecordedConstant]
    buffers: dict[str, RecordedLayout]
    id: int
    count: int
    gpuMs: float | None


class RecordedCall(_RecordedCall, total=False):
    integers: dict[str, RecordedIntegers]
    tables: dict[str, RecordedTable]


class RecordedLayout(TypedDict):
    shape: list[int]
    strides: list[int]


class RecordedIntegers(TypedDict):
    least: float
    greatest: float
    sentinels: Literal["none", "end", "anywhere"]
    unique: Literal["buffer", "rows"] | None
    sorted: Literal["buffer", "rows"] | None
    values: list[float] | None


class RecordedTable(TypedDict):
    shape: list[int]
    strides: list[int]
    bytes: int
    isUniform: bool
    range: list[float] | None


class _RecordedContents(TypedDict):
    kind: Literal["contents"]
    kernel: float
    call: int
    buffers: dict[str, RecordedBuffer]


class RecordedContents(_RecordedContents, total=False):
    beforeTrials: bool


class _RecordedBuffer(TypedDict):
    elements: int
    range: list[float] | None
    unchanged: int | None
    files: RecordedFiles | None


class RecordedBuffer(_RecordedBuffer, total=False):
    moments: list[float] | None
    unchangedNonzero: int
    unchangedNeighbours: int


class RecordedFiles(TypedDict):
    before: str
    after: str


class _KernelText(TypedDict):
    entry: Entry


class KernelText(_KernelText, total=False):
    problem: TextProblem
    call: str


class _Entry(TypedDict):
    isText: bool
    source: str
    choices: dict[str, list[list[str]]]
    globals: list[EntrySetting]
    arguments: list[EntrySetting]
    constants: list[EntrySetting]
    heuristics: list[str]
    configs: Literal["autotune"] | list[list[EntrySetting]]
    gridParameters: list[str]
    grid: list[str]
    gridComments: list[str]
    options: list[EntrySetting]


class Entry(_Entry, total=False):
    comment: str
    requires: EntryRequires
    autotuned: Autotuned
    gridNote: str
    smoke: EntrySmoke


class _EntrySetting(TypedDict):
    name: str


class EntrySetting(_EntrySetting, total=False):
    value: list[str]
    note: str
    comment: str


class _EntryRequires(TypedDict):
    conditions: list[str]


class EntryRequires(_EntryRequires, total=False):
    note: str


class Autotuned(TypedDict):
    configs: float
    globals: list[EntrySetting]


class _EntrySmoke(TypedDict):
    reference: EntryReference
    buffers: list[EntryBuffer]
    arguments: list[EntrySetting]
    cases: list[list[EntrySetting]]
    rounded: list[str]
    deterministic: bool


class EntrySmoke(_EntrySmoke, total=False):
    problem: str


class _EntryReference(TypedDict):
    text: str


class EntryReference(_EntryReference, total=False):
    comment: str


class _EntryBuffer(TypedDict):
    name: str
    role: str


class EntryBuffer(_EntryBuffer, total=False):
    shape: list[str]
    strides: list[str]
    table: str
    fill: Any


class TextProblem(TypedDict):
    message: str
    hint: str


class _InferredEntry(TypedDict):
    file: str
    function: str
    line: float
    calls: float


class InferredEntry(_InferredEntry, total=False):
    package: PinnedPackage
    kept: str
    name: InferredName
    entry: Entry
    golden: list[list[GoldenFile]]


class PinnedPackage(TypedDict):
    name: str
    version: str


class InferredName(TypedDict):
    words: list[str]
    placeholders: list[str]
    choices: list[list[str]]


class _GoldenFile(TypedDict):
    name: str


class GoldenFile(_GoldenFile, total=False):
    before: str
    after: str


class BenchJob(TypedDict):
    library: str
    folder: str
    settings: BenchSettings
    cases: list[BenchCase]
    tasks: list[BenchTask]


class BenchSettings(TypedDict):
    rounds: int
    roundMilliseconds: float


class _BenchCase(TypedDict):
    scalars: dict[str, str]
    types: dict[str, str]
    buffers: dict[str, BenchBuffer | None]


class BenchCase(_BenchCase, total=False):
    views: dict[str, BenchView]


class _BenchBuffer(TypedDict):
    element: str
    shape: list[int]
    strides: list[int]
    length: int
    role: Literal["in", "out", "inout", "scratch"]
    seed: str


class BenchBuffer(_BenchBuffer, total=False):
    fill: NormalFill | UniformFill | ConstantFill | DataFill


class NormalFill(TypedDict):
    kind: Literal["normal"]
    mean: float
    deviation: float


UniformFill = TypedDict("UniformFill", {
    "kind": 'Literal["uniform"]',
    "from": "float",
    "to": "float",
})

class ConstantFill(TypedDict):
    kind: Literal["constant"]
    value: float


class DataFill(TypedDict):
    kind: Literal["data"]
    file: str


class BenchView(TypedDict):
    of: str
    offset: int
    shape: list[int]
    strides: list[int]


class BenchTask(TypedDict):
    id: int
    kernel: str
    algo: int
    symbol: str
    case: int
    parameters: list[BenchParameter]
    constants: dict[str, WireConstant]
    options: dict[str, Any]
    grid: list[int] | None
    source: BenchFunction | None
    torch: BenchFunction | None


class _BenchParameter(TypedDict):
    name: str
    type: str


class BenchParameter(_BenchParameter, total=False):
    block: list[int]


class BenchFunction(TypedDict):
    file: str
    function: str


class _BenchOutcome(TypedDict):
    pass


class BenchOutcome(_BenchOutcome, total=False):
    rounds: dict[str, list[float]]
    first: dict[str, float]
    differences: dict[str, dict[str, float | None]]
    faults: dict[str, str]


class BenchVersions(TypedDict):
    event: Literal["versions"]
    python: str
    triton: str
    torch: str


class BenchStart(TypedDict):
    event: Literal["start"]
    task: int


class _BenchDone(TypedDict):
    event: Literal["done"]
    task: int


class BenchDone(_BenchDone, total=False):
    rounds: dict[str, list[float]]
    first: dict[str, float]
    differences: dict[str, dict[str, float | None]]
    faults: dict[str, str]


class BenchFatal(TypedDict):
    event: Literal["fatal"]
    message: str


class BenchEnd(TypedDict):
    event: Literal["end"]


KernelSource: TypeAlias = SliceSource | ImportSource
WireConstant: TypeAlias = list[str]
RecordedConstant: TypeAlias = list[str]

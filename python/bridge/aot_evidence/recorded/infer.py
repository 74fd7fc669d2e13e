"""From a recording to entries."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..access import Access, access_of, joined
from ..entry import Autotuned, Entry, Requires, Setting, Value, plural
from ..roles import role_of
from ..text.calls import KernelText
from .drafts import Constants, Draft, Pinned, draft_entries
from .families import join_drafts
from .golden import golden_calls
from .grid import find_grid
from .known import KnownEntry
from .naming import Name, name_of
from .placeholders import Choices
from .recording import Config, RecordedKernel
from .refusals import Refusal
from .requirements import met
from .smoke import describe_smoke, memory_of


@dataclass(frozen=True)
class GoldenFile:
    """Files beside the recording with the elements of a buffer before and after the call; None for those that no test needs."""

    name: str
    before: str | None
    after: str | None


@dataclass(frozen=True)
class Inferred:
    """A draft: the name of the entry that the manifest has for it, or a new entry."""

    file: str
    function: str
    line: int
    calls: int
    package: Pinned | None
    kept: str | None = None
    name: Name | None = None
    entry: Entry | None = None
    # The inputs and outputs of one call for each choice.
    golden: list[list[GoldenFile]] | None = None


@dataclass(frozen=True)
class Asked:
    """`text_of` reads what the text of a kernel says about its calls."""

    folder: str
    with_golden: bool
    known: list[KnownEntry]
    # The options that need not be written, with their values.
    defaults: dict[str, Any]
    text_of: Callable[[Draft], KernelText]


def infer_entries(kernels: list[RecordedKernel], asked: Asked) -> tuple[list[Inferred], list[Refusal]]:
    drafts, refusals = draft_entries(kernels, asked.folder)
    kept = {draft: entry.name for draft in drafts for entry in reversed(asked.known) if entry.describes(draft)}
    new = join_drafts([draft for draft in drafts if draft not in kept], asked.with_golden)
    all_ = [*kept, *new]
    return [
        *(summary_of(draft, kept=name) for draft, name in kept.items()),
        *(describe(draft, name_of(draft, all_), drafts, asked) for draft in new),
    ], refusals


def summary_of(draft: Draft, **more: Any) -> Inferred:
    calls = sum(call.count for call in draft.calls)
    return Inferred(draft.file, draft.function, draft.line, calls, draft.package, **more)


def describe(draft: Draft, name: Name, drafts: list[Draft], asked: Asked) -> Inferred:
    """`drafts` are all: others of the same function are evidence for the grid."""
    access = joined([found for each in draft.members if each.ttir and (found := access_of(each.ttir))])
    # The files of a list of addresses have no tensors.
    has_files = asked.with_golden and not (access is not None and access.tables)
    golden = golden_calls(draft) if has_files else None
    files = [
        [
            GoldenFile(buffer, None if role == "out" else each.before, None if role == "in" else each.after)
            for buffer, each in call.contents.items()
            for role in [role_of(memory_of(buffer, draft, access))]
        ]
        for call in golden or []
    ]
    grid = find_grid(draft, drafts)
    choices = Choices()
    # In this order, the placeholders get their columns.
    constants = [
        Setting(name, choices.value(name, [part.constants[name] for part in draft.parts])) for name in draft.constants
    ]
    options = options_of(draft, asked.defaults, choices)
    text = asked.text_of(draft)
    smoke = describe_smoke(draft, grid, access, golden, choices, text)
    conditions = met(text.conditions, draft)
    entry = Entry(
        source=f"{draft.file}:{draft.function}",
        is_text=False,
        comment=comment_of(draft),
        choices=choices.columns,
        globals=settings(draft.globals),
        arguments=[argument_of(name, type_, draft, access) for name, type_ in draft.types.items()],
        constants=constants,
        requires=Requires(conditions, "from the masks of the kernel") if conditions else None,
        configs=[config_settings(each) for each in draft.configs],
        autotuned=Autotuned(draft.all_configs, settings(draft.config_globals)) if draft.configs else None,
        grid_parameters=[each.text for each in grid.parameters],
        grid=grid.axes,
        grid_comments=grid.notes,
        options=options,
        smoke=smoke,
    )
    return summary_of(draft, name=name, entry=entry, golden=files or None)


def argument_of(name: str, text: str, draft: Draft, access: Access | None) -> Setting:
    """The type of an argument. Pointers and strides from which the kernel makes a descriptor have the hint that it needs."""
    hint = access.alignment.get(name, 0) if access is not None else 0
    values = [call.scalars[name] for call in draft.calls if name in call.scalars]
    # A call that does not meet it was recorded on a GPU without descriptors, where loads replace them.
    is_met = all(kind != "int" or int(text) % max(hint, 1) == 0 for kind, text in values)
    if hint == 0 or not is_met:
        return Setting(name, ("type", text))
    return Setting(name, ("type", f"{text}:{hint}"), "tensor descriptors need it")


def options_of(draft: Draft, defaults: dict[str, Any], choices: Choices) -> list[Setting]:
    """The options that differ from their defaults in one choice, and the number of warps."""
    names = dict.fromkeys(
        name
        for part in draft.parts
        for name, value in part.options.items()
        if name == "num_warps" or name not in defaults or defaults[name] != value
    )
    return [
        Setting(name, choices.value(name, [option_value(part.options[name]) for part in draft.parts])) for name in names
    ]


def settings(constants: Constants) -> list[Setting]:
    return [Setting(name, value) for name, value in constants.items()]


def option_value(value: Any) -> Value:
    if isinstance(value, bool):
        return ("bool", "true" if value else "false")
    return ("int" if isinstance(value, int) else "float" if isinstance(value, float) else "string", str(value))


def config_settings(config: Config) -> list[Setting]:
    return [
        *settings(config.constants),
        *(Setting(name, option_value(value)) for name, value in config.options.items()),
    ]


def comment_of(draft: Draft) -> str:
    count = sum(call.count for call in draft.calls)
    more = sum(member.more for member in draft.members)
    timed = [call for call in sorted(draft.calls, key=lambda call: -call.count) if call.gpu_ms is not None]
    times = "" if len(draft.calls) == 1 else f", {len(draft.calls)} different ones"
    time = f", at most {float(f'{timed[0].gpu_ms:.2g}'):g} ms on the GPU" if timed else ""
    unseen = f" ({more} more were counted but not compared)" if more else ""
    return f"{draft.file}:{draft.line}: {plural(count + more, 'call')}{times}{time}{unseen}"

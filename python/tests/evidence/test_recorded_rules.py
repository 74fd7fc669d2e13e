"""The rules that make entries of what a program launched: each row of a table has a case."""

from dataclasses import replace
from typing import Any

import pytest
from aot_evidence.recorded.drafts import Draft, draft_entries
from aot_evidence.recorded.fills import fill_of
from aot_evidence.recorded.indices import index_fill
from aot_evidence.recorded.naming import name_of
from aot_evidence.recorded.recording import Contents, Integers, Layout, RecordedKernel, read_kernel
from aot_evidence.recorded.refusals import reason_to_skip
from aot_evidence.recorded.requirements import met
from aot_evidence.recorded.smoke import keeps
from aot_evidence.roles import Memory, role_of
from aot_evidence.types import ArgumentType, parse_type
from aot_wire import messages
from aot_wire.check import parse

# In place of a value: the line lacks it.
MISSING = object()
CODE = {"reads": False, "writes": True}


@pytest.mark.parametrize(
    ("memory", "role"),
    [
        (Memory(None, None, changes=True), "inout"),
        (Memory(None, None, changes=False), "in"),
        (Memory(reads=True, writes=False, changes=True), "in"),
        (Memory(reads=True, writes=True), "inout"),
        (Memory(**CODE, keeps=True), "inout"),
        (Memory(**CODE), "out"),
    ],
)
def test_roles(memory: Memory, role: str) -> None:
    assert role_of(memory) == role


FRESH, USED = (0.0, 0.0), (-1.0, 2.0)


@pytest.mark.parametrize(
    ("before", "is_kept"),
    [
        # A matrix of torch.zeros, of which the kernel writes one triangle.
        ({"range": FRESH, "unchanged": 600}, True),
        ({"range": FRESH, "unchanged": 0}, False),
        ({"range": FRESH, "unchanged": 1000}, False),
        # The launches that measured configs may have written these.
        ({"range": USED, "unchanged": 600}, False),
        ({"range": None, "unchanged": 600}, False),
        ({"range": FRESH, "unchanged": None}, False),
        # Before them: zeros that are zero again, and two of 1000 numbers in used memory that are the same by chance.
        ({"range": USED, "unchanged": 600, "counts": (0, 0)}, False),
        ({"range": USED, "unchanged": 2, "counts": (2, 0)}, False),
        # Rows of a cache; the last 5 elements; every other column.
        ({"range": USED, "unchanged": 600, "counts": (600, 590)}, True),
        ({"range": USED, "unchanged": 5, "counts": (5, 4)}, True),
        ({"range": USED, "unchanged": 500, "counts": (500, 0)}, True),
        ({"range": FRESH, "unchanged": 600, "counts": (0, 0)}, True),
    ],
)
def test_a_kernel_keeps_what_it_does_not_write(before: dict[str, Any], is_kept: bool) -> None:
    counts = before.get("counts")
    contents = Contents(
        1000, before["range"], before["unchanged"], None, None, None, counts is not None, *(counts or (None, None))
    )
    assert keeps(contents, type_of("*bf16"), is_tuned=True) == is_kept


def type_of(text: str) -> ArgumentType:
    found = parse_type(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("type_", "ranges", "fill"),
    [
        ("*fp32", [], None),
        ("*fp32", [(0, 0)], "zeros"),
        ("*i32", [(1, 1), (1, 1)], "ones"),
        ("*fp32", [(2.5, 2.5)], {"constant": 2.5}),
        ("*i1", [(0, 1)], None),
        # What a small call had is right for a large one too.
        ("*i64", [(-100, 999), (-99, 4095)], {"uniform": {"from": -99, "to": 999}}),
        ("*i64", [(0, 3), (5, 9)], {"uniform": {"from": 0, "to": 9}}),
        ("*i64", [(0, 2**60)], None),
        ("*fp16", [(-3.1, 4.2)], None),
        ("*fp16", [(1.89123, 2.131)], {"uniform": {"from": 1.89, "to": 2.13}}),
        ("*fp32", [(0.0001, 5.0)], {"uniform": {"from": 0.0, "to": 5.0}}),
        ("*fp32", [(-1e6, 1e6)], {"uniform": {"from": -1e6, "to": 1e6}}),
        ("*fp32", [(0.0, float("inf"))], None),
    ],
)
def test_fills(type_: str, ranges: list[tuple[float, float]], fill: Any) -> None:
    assert fill_of(type_of(type_), ranges) == fill


@pytest.mark.parametrize(
    ("moments", "fill"),
    [
        ([(0.01, 1.1)], None),
        # Rows of norm 1, of which a kernel may take the inverse of what they give.
        ([(0.002, 0.177)], {"normal": {"mean": 0.0, "deviation": 0.177}}),
        ([(0.002, 0.05), (0.002, 0.177)], {"normal": {"mean": 0.0, "deviation": 0.177}}),
        ([(1.0, 1.0)], {"normal": {"mean": 1.0, "deviation": 1.0}}),
        ([(-2.0, 12.0)], {"normal": {"mean": -2.0, "deviation": 12.0}}),
    ],
)
def test_fills_of_floats_have_the_deviation_of_the_programs_data(moments: list[tuple[float, float]], fill: Any) -> None:
    assert fill_of(type_of("*bf16"), [(-0.58, 0.59)], moments) == fill


def recorded(settings: dict[str, Any] | None = None, calls: list[dict[str, Any]] | None = None) -> RecordedKernel:
    """A kernel `copy(x_ptr, n, BLOCK)` of app.py, as src/features/authoring/inferred.ts gives it."""
    line = {
        "id": 0,
        "folder": "/app",
        "name": "copy",
        "source": {"file": "/app/app.py", "line": 3},
        "globals": [],
        "parameters": [{"name": name, "constexpr": name == "BLOCK"} for name in ("x_ptr", "n", "BLOCK")],
        "signature": {"x_ptr": "*i64", "n": "i32", "BLOCK": "constexpr"},
        "constants": {"BLOCK": ["int", "128"]},
        "options": {"num_warps": 4},
        "target": {"backend": "cuda", "arch": 90},
        "isKnownTarget": True,
        "autotune": None,
        "ttir": None,
        "calls": [call(1000)] if calls is None else calls,
        "trials": [],
        "more": 0,
        "file": "/app/app.py",
    }
    given = {**line, **(settings or {})}
    return read_kernel(
        parse(messages.RecordedKernel, {name: each for name, each in given.items() if each is not MISSING})
    )


def call(n: int, shape: list[int] | None = None, integers: Integers | None = None) -> dict[str, Any]:
    sizes = shape or [n]
    return {
        "id": 0,
        "grid": [-(-n // 128), 1, 1],
        "scalars": {"n": ["int", str(n)]},
        "buffers": {"x_ptr": {"shape": sizes, "strides": [1] if len(sizes) == 1 else [sizes[1], 1]}},
        "integers": {} if integers is None else {"x_ptr": vars(integers)},
        "count": 1,
        "gpuMs": None,
    }


PACKAGE = {
    "name": "some-lib",
    "version": "1.0",
    "module": "some.ops",
    "root": "/lib",
    "url": None,
    "changed": False,
}


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({}, None),
        ({"source": None}, "it was compiled from intermediate code, not from a Python function"),
        ({"source": {"file": "<stdin>", "line": 1}}, "its source is not in a file: <stdin>"),
        ({"file": None}, "its source /app/app.py does not exist"),
        ({"package": {**PACKAGE, "url": "git+x"}}, "its package some-lib was installed from git+x, not from"),
        ({"package": {**PACKAGE, "changed": True}}, "/app/app.py was changed after some-lib was installed"),
        ({"file": "/srv/other/a.py"}, "its source is outside the manifest's folder; `--out /srv/other/kernels.yaml`"),
        ({"file": "/app2/a.py"}, "its source is outside the manifest's folder; `--out /app2/kernels.yaml`"),
        ({"name": "Outer.copy"}, "it is defined inside another function or class"),
        ({"target": {"backend": "hip", "arch": "gfx942"}}, "it was compiled for hip"),
        ({"target": MISSING}, "it was compiled for nothing"),
        ({"isKnownTarget": False}, "it was compiled for compute capability 90, which no target has"),
        ({"constants": {"BLOCK": ["other", "a function"]}}, "`BLOCK` is a function"),
        ({"signature": {"x_ptr": "tuple", "n": "i32", "BLOCK": "constexpr"}}, "`x_ptr` is a tuple of run-time values"),
        ({"signature": {"x_ptr": "*fp4", "n": "i32", "BLOCK": "constexpr"}}, "`x_ptr` has the type `*fp4`"),
    ],
)
def test_reasons_for_which_a_kernel_cannot_be_in_a_manifest(settings: dict[str, Any], reason: str | None) -> None:
    kernel = recorded(settings)
    inside = "app.py" if kernel.file == "/app/app.py" else None
    found = reason_to_skip(kernel, kernel.package.module if kernel.package else inside, "/app")
    assert (found or "").startswith(reason or "")
    assert (found is None) == (reason is None)


def draft(*kernels: RecordedKernel) -> Draft:
    drafts, refusals = draft_entries(list(kernels), "/app")
    assert refusals == []
    return drafts[0]


FACTS = Integers(0, 99, "none", None, None, None)


@pytest.mark.parametrize(
    ("facts", "shape", "fill"),
    [
        pytest.param({"least": 5, "greatest": 5}, [1000], None, id="one integer says nothing"),
        pytest.param({"values": [3, 0]}, [2], {"values": [3, 0]}, id="few are listed"),
        pytest.param({"greatest": 99, "unique": "buffer"}, [100], "permutation", id="all once are a permutation"),
        pytest.param({}, [1000], {"from": 0, "to": 99}, id="a range"),
        pytest.param({"greatest": 1}, [1000], {"from": 0, "to": 1}, id="a size of 2 explains nothing"),
        pytest.param({"greatest": 999}, [100], {"from": 0, "to": "n - 1"}, id="indices are below a size"),
        pytest.param(
            {"greatest": 1000, "sorted": "buffer"},
            [1001],
            {"from": 0, "to": "n", "sorted": True},
            id="the last offset is a size",
        ),
        pytest.param(
            {"greatest": 7, "unique": "rows"}, [500, 2], {"from": 0, "to": 7, "unique": "rows"}, id="unique in rows"
        ),
        pytest.param(
            {"greatest": 7, "sentinels": "anywhere"}, [500, 2], {"from": 0, "to": 7, "sentinel": -1}, id="sentinels"
        ),
        pytest.param(
            {"greatest": 7, "sentinels": "end"}, [500, 2], {"from": 0, "to": 7}, id="another tensor has the lengths"
        ),
        pytest.param({"sorted": "buffer"}, [3], {"from": 0, "to": 99}, id="three are in order by chance"),
        pytest.param(
            {"unique": "buffer", "sorted": "rows"},
            [10, 5],
            {"from": 0, "to": 99, "unique": True},
            id="unique matters more than order",
        ),
        pytest.param(
            {"unique": "buffer", "greatest": 9}, [100], {"from": 0, "to": 9}, id="ten numbers cannot be unique in 100"
        ),
    ],
)
def test_fills_of_indices(facts: dict[str, Any], shape: list[int], fill: Any) -> None:
    own = draft(recorded(calls=[call(1000, shape, replace(FACTS, **facts))]))

    def find(targets: Any) -> str | None:
        return {1000: "n"}.get(targets[0])

    def in_case(_values: Any, end: str) -> str:
        return f"x_{end}"

    found = index_fill("x_ptr", own, own.calls, find, in_case)
    assert found == ({"uniform": fill} if isinstance(fill, dict) and "from" in fill else fill)


def test_limits_that_nothing_explains_are_set_by_the_cases() -> None:
    own = draft(recorded(calls=[call(n, None, replace(FACTS, greatest=n // 3)) for n in (1000, 4096)]))
    found = index_fill("x_ptr", own, own.calls, lambda _targets: None, lambda _values, end: f"x_{end}")
    assert found == {"uniform": {"from": 0, "to": "x_to"}}


def test_kernels_that_differ_in_hints_and_sizes_are_one_draft() -> None:
    drafts, _refusals = draft_entries([recorded(), recorded(calls=[call(1000), call(4096)])], "/app")
    assert [[each.count for each in found.calls] for found in drafts] == [[2, 1]]


def test_pointers_that_are_const_have_the_types_of_others() -> None:
    const = recorded({"signature": {"x_ptr": "*ki64", "n": "i32", "BLOCK": "constexpr"}})
    [draft] = draft_entries([recorded(), const], "/app")[0]
    assert draft.types == {"x_ptr": "*i64", "n": "i32"}


def test_an_argument_that_is_always_1_has_the_type_of_other_calls() -> None:
    one = {
        "signature": {"x_ptr": "*i64", "n": "constexpr", "BLOCK": "constexpr"},
        "constants": {"BLOCK": ["int", "128"], "n": ["int", "1"]},
    }
    wide = {"signature": {"x_ptr": "*i64", "n": "i64", "BLOCK": "constexpr"}}
    assert draft(recorded(one, [{**call(1), "scalars": {}}]), recorded(wide)).types["n"] == "i64"
    alone = draft(recorded(one, [{**call(1), "scalars": {}}]))
    assert (alone.types["n"], alone.calls[0].scalars["n"]) == ("i32", ("int", "1"))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"signature": {"x_ptr": "*fp16", "n": "i32", "BLOCK": "constexpr"}}, (["i64"], ["fp16"])),
        ({"constants": {"BLOCK": ["int", "256"]}}, (["block_128"], ["block_256"])),
        ({"constants": {"BLOCK": ["float", "0.5"]}}, (["block_128"], ["block_0p5"])),
        ({"constants": {"BLOCK": ["bool", "false"]}}, (["block_128"], ["no_block"])),
        (
            {"constants": {"BLOCK": ["tuple", '[["int","64"],["float","-0.5"]]']}},
            (["block_128"], ["block_64_minus_0_5"]),
        ),
        ({"options": {"num_warps": 8}}, (["warps_4"], ["warps_8"])),
        ({"file": "/app/ops/other.py"}, (["app"], ["other"])),
    ],
)
def test_names_say_what_differs(settings: dict[str, Any], words: tuple[list[str], list[str]]) -> None:
    drafts, _refusals = draft_entries([recorded(), recorded(settings)], "/app")
    assert tuple(name_of(each, drafts).words[1:] for each in drafts) == words


@pytest.mark.parametrize(
    ("condition", "is_met"),
    [
        ("n <= BLOCK", False),
        ("n <= 4096", True),
        ("cdiv(n, BLOCK) <= 8", True),
        ("min(n, 64) * 2 <= BLOCK", True),
        ("n // BLOCK + n % BLOCK <= BLOCK", True),
        # Nothing in the entry has this name.
        ("columns <= BLOCK", False),
    ],
)
def test_conditions_that_every_call_meets(condition: str, is_met: bool) -> None:
    assert met([condition], draft(recorded())) == ([condition] if is_met else [])


def test_contiguous_layouts() -> None:
    assert Layout((4, 5), (5, 1)).is_contiguous
    assert Layout((1, 5), (77, 1)).is_contiguous
    assert not Layout((4, 5), (8, 1)).is_contiguous
    assert Layout((), ()).is_contiguous

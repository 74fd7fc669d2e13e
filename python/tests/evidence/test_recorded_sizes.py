"""The sizes of buffers of a recording are what the kernel's text computes, and not what happens to be equal."""

from pathlib import Path

import pytest
from aot_evidence.recorded.drafts import Draft, draft_entries
from aot_evidence.recorded.grid import Grid, find_grid
from aot_evidence.recorded.sizes import Sheet
from aot_evidence.text.calls import KernelText, text_of
from test_recorded_rules import call, recorded


def draft_of(*calls: dict[str, object]) -> Draft:
    """Calls of `copy(x_ptr, n, BLOCK, STAGE)`, with 128 and 3 as constants."""
    names = ("x_ptr", "n", "BLOCK", "STAGE")
    settings = {
        "parameters": [{"name": name, "constexpr": name.isupper()} for name in names],
        "signature": {"x_ptr": "*fp32", "n": "i32", "BLOCK": "constexpr", "STAGE": "constexpr"},
        "constants": {"BLOCK": ["int", "128"], "STAGE": ["int", "3"]},
    }
    drafts, _refusals = draft_entries([recorded(settings, list(calls))], "/app")
    return drafts[0]


BLOCKS = "cdiv(n, BLOCK)"


@pytest.mark.parametrize(
    ("sizes", "text", "grid", "shape"),
    [
        pytest.param([3], KernelText(), "1", ["STAGE"], id="without a text, a constant is all that fits"),
        pytest.param([3], KernelText(sizes=[BLOCKS]), "1", [BLOCKS], id="a size that the kernel computes"),
        pytest.param([3], KernelText(), BLOCKS, [BLOCKS], id="the number of blocks of the grid"),
        pytest.param([1, 3, 2, 1], KernelText(sizes=[BLOCKS]), "1", ["1", BLOCKS, "2", "1"], id="with axes of 1"),
        pytest.param([3], KernelText(sizes=["STAGE // 1"]), "1", ["STAGE"], id="not of constants alone"),
        pytest.param([900], KernelText(sizes=[BLOCKS]), "1", [f"n * {BLOCKS}"], id="a factor"),
        pytest.param([3], KernelText(sizes=["cdiv(m, BLOCK)", "n // 0"]), "1", ["STAGE"], id="not of unknown names"),
    ],
)
def test_shapes(sizes: list[int], text: KernelText, grid: str, shape: list[str]) -> None:
    draft = draft_of(call(300, sizes))
    assert Sheet(draft, Grid([grid], [], []), draft.calls, text).shape_of("x_ptr").sizes == shape


def test_a_size_must_fit_every_call() -> None:
    draft = draft_of(call(300, [3]), call(1000, [3]))
    assert Sheet(draft, Grid(["1"], [], []), draft.calls, KernelText(sizes=[BLOCKS])).shape_of("x_ptr").sizes == [
        "STAGE"
    ]


def test_tensors_of_lists_have_as_many_axes_in_every_call() -> None:
    def table(shape: list[int], strides: list[int]) -> dict[str, object]:
        layout = {"shape": shape, "strides": strides, "bytes": 2, "isUniform": len(shape) > 2, "range": None}
        return {"buffers": {"x_ptr": {"shape": shape[:1], "strides": [1]}}, "tables": {"x_ptr": layout}}

    draft = draft_of({**call(300), **table([4, 5, 60], [512, 100, 1])}, {**call(300), **table([2, 700], [700, 1])})
    assert [each.buffers["x_ptr"].shape for each in draft.calls] == [(4, 460), (2, 700)]
    sheet = Sheet(draft, Grid(["1"], [], []), draft.calls, KernelText())
    shape = sheet.shape_of("x_ptr")
    assert (shape.sizes, shape.strides) == (["x_size_0", "x_size_1"], ["x_stride_0", "1"])


@pytest.mark.parametrize(
    ("grids", "expected"),
    [([2], "x_size_0"), ([2, 7], "n // BLOCK")],
)
def test_a_quotient_that_leaves_a_rest_takes_several_calls(grids: list[int], expected: str) -> None:
    sizes = [300, 1000][: len(grids)]
    calls = [{**call(n, [2, n]), "grid": [blocks, 1, 1]} for n, blocks in zip(sizes, grids)]
    draft = draft_of(*calls)
    assert find_grid(draft, [draft]).axes == [expected]


def test_a_stride_is_no_number_of_blocks_and_does_not_depend_on_itself() -> None:
    """The grid is the first axis, whose size the kernel does not get. It is `cdiv(x_stride, BLOCK)` by chance."""
    settings = {
        "parameters": [{"name": name, "constexpr": name.isupper()} for name in ("x_ptr", "x_stride", "BLOCK")],
        "signature": {"x_ptr": "*fp32", "x_stride": "i32", "BLOCK": "constexpr"},
        "constants": {"BLOCK": ["int", "128"]},
    }
    shape = {"x_ptr": {"shape": [3, 300], "strides": [300, 1]}}
    one = {**call(300, [3, 300]), "grid": [3, 1, 1], "buffers": shape, "scalars": {"x_stride": ["int", "300"]}}
    draft = draft_entries([recorded(settings, [one])], "/app")[0][0]
    assert find_grid(draft, [draft]).axes == ["x_size_0"]
    sheet = Sheet(draft, Grid(["1"], [], []), draft.calls, KernelText(sizes=["x_stride // 1"]))
    assert sheet.arguments == {"x_stride": ("expression", "300")}


OTHER = "Add a call with other sizes: it tells apart what is equal by chance."


@pytest.mark.parametrize(
    ("calls", "notes"),
    [
        pytest.param(
            [(300, [3, 300], 3)],
            ["The x axis is `cdiv(n, BLOCK)` in every call, and also `STAGE` and `x_size_0`.", OTHER],
            id="a grid",
        ),
        pytest.param([(300, [3, 300], 3), (1000, [3, 1000], 8)], [], id="no grid that another call tells apart"),
        pytest.param(
            [(128, [128], 1)], ["`n` and `BLOCK` are equal in every call.", OTHER], id="an argument and a constant"
        ),
        pytest.param([(128, [128], 1), (300, [300], 3)], [], id="no argument that another call tells apart"),
        pytest.param([(1000, [1000], 1)], [], id="nothing"),
        pytest.param(
            [(1000, [1000], 8)],
            ["Every recorded call had the same grid: check that the expressions are meant."],
            id="a grid without another expression",
        ),
    ],
)
def test_what_is_equal_by_chance_is_named(calls: list[tuple[int, list[int], int]], notes: list[str]) -> None:
    draft = draft_of(*({**call(n, sizes), "grid": [blocks, 1, 1]} for n, sizes, blocks in calls))
    assert find_grid(draft, [draft]).notes == notes


@pytest.mark.parametrize(
    ("body", "sizes"),
    [
        ("a = tl.cdiv(n, BLOCK) * 2", [BLOCKS]),
        ("a = (n + BLOCK - 1) // BLOCK", [BLOCKS]),
        ("a = (n + (BLOCK - 1)) // BLOCK", [BLOCKS]),
        ("a = (n * m + 15) // 16", ["(n * m + 15) // 16"]),
        ("a = cdiv(cdiv(n, 2), BLOCK)", ["cdiv(cdiv(n, 2), BLOCK)", "cdiv(n, 2)"]),
        ("a = tl.cdiv(tl.load(x), BLOCK) + n / 2 + n % 2", []),
    ],
)
def test_sizes_that_a_kernel_computes(tmp_path: Path, body: str, sizes: list[str]) -> None:
    path = tmp_path / "k.py"
    path.write_text(f"def other(n):\n    return n // 7\n\ndef k(x, n, m, BLOCK):\n    {body}\n")
    assert text_of(str(path), "k").sizes == sizes


def test_a_file_that_cannot_be_read_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text("def k(:\n")
    assert text_of(str(tmp_path / "k.py"), "k") == text_of(str(tmp_path / "none.py"), "k") == KernelText()


PLAIN = "c = tl.arange(0, BLOCK)\n    tl.store(x + c, 1.0, mask=c < n)"


@pytest.mark.parametrize(
    ("body", "conditions"),
    [
        pytest.param(PLAIN, ["n <= BLOCK"], id="only one block is compared"),
        pytest.param(
            "c = tl.arange(0, BLOCK)\n    row = tl.program_id(0) * n\n"
            "    tl.store(x + row + c[None, :], 1.0, mask=n > c[None, :])",
            ["n <= BLOCK"],
            id="in rows",
        ),
        pytest.param(
            "tl.store(x + tl.arange(0, BLOCK), 1.0, mask=tl.arange(0, BLOCK) < n)", ["n <= BLOCK"], id="without a name"
        ),
        pytest.param(
            "c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)\n    tl.store(x + c, 1.0, mask=c < n)",
            [],
            id="blocks of programs",
        ),
        pytest.param(f"{PLAIN}\n    tl.store(x + c + BLOCK, 1.0, mask=c + BLOCK < n)", [], id="two blocks"),
        pytest.param(f"for _ in range(0, n, BLOCK):\n        pass\n    {PLAIN}", [], id="a loop over all"),
        pytest.param(
            f"rest = n - BLOCK\n    {PLAIN}\n    while rest > 0:\n        rest -= BLOCK", [], id="a loop over the rest"
        ),
        pytest.param(
            f"m, rest = 0, tl.minimum(n, 64)\n    {PLAIN}\n    if rest > 7:\n        m = 1\n    rest = 0",
            [],
            id="of several names",
        ),
        pytest.param(
            f"steps = tl.cdiv(n, 2)\n    {PLAIN}\n    more(x, steps)", [], id="a function that is not Triton's"
        ),
        pytest.param(f"{PLAIN}\n    n -= BLOCK\n    c = c + 1", [], id="an argument that changes"),
        pytest.param(f"{PLAIN}\n    c += BLOCK", [], id="lanes that move"),
        pytest.param(PLAIN.replace("c < n", "c < WIDTH"), [], id="a constant"),
        pytest.param(PLAIN.replace("0, BLOCK)", "0, 64)"), [], id="a number"),
        pytest.param(
            f"{PLAIN}\n    d = tl.arange(0, WIDTH)\n    tl.store(x + d, 1.0, mask=d < n)", [], id="different blocks"
        ),
    ],
)
def test_a_kernel_whose_masks_compare_one_block_covers_no_more(
    tmp_path: Path, body: str, conditions: list[str]
) -> None:
    path = tmp_path / "k.py"
    path.write_text(f"def k(x, n, BLOCK: tl.constexpr, WIDTH: tl.constexpr):\n    {body}\n")
    assert text_of(str(path), "k").conditions == conditions

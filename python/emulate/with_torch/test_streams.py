"""What nothing orders is a race: work of several streams, copies of pinned memory, dependent launches. `unordered.py` has the programs."""

import ast
import json
import re
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parent / "unordered.py"
NAMES = [each.name for each in ast.parse(PROGRAMS.read_text()).body if isinstance(each, ast.FunctionDef)]


@pytest.fixture(scope="module")
def shown(run_in, tmp_path_factory):
    """What each program shows, and the report of them all."""
    folder = tmp_path_factory.mktemp("streams")
    argv = ["-m", "triton_aot_emulate", "--gpu=H100", "--report=report.json", str(PROGRAMS)]
    done = run_in(folder, *argv)
    assert "nothing is known" not in done.stdout, done.stdout + done.stderr
    return {name: json.loads((folder / f"{name}.json").read_text()) for name in ("shown", "report")}


@pytest.mark.parametrize("name", [each for each in NAMES if each.startswith(("red_", "green_"))])
def test_programs(shown, name):
    assert bool(shown["shown"][name]) == name.startswith("red_"), shown["shown"][name]


TEXTS = {
    "red_stream_made_after_the_launch": r"add_one: reads element 0 of x \(.*py:\d+\), in thread block \(0, 0, 0\); the kernel add_one in the "
    r"default stream has written it \(.*unordered.py:\d+\), and nothing orders the two: call `wait_stream` of the later stream, or",
    "red_operator_reads_what_a_kernel_writes": r"PyTorch's `mul` in the default stream reads what the kernel add_one in the stream 0x\w+ "
    r"has written \(.*unordered.py:\d+\), and nothing orders the two: call `wait_stream`",
    "red_pinned_copy_is_read": r"`sum` on the CPU reads what PyTorch's `copy_` in the default stream has written \(.*\), and nothing "
    r"orders the two: call `synchronize`",
    "red_dependent_without_wait": r"the kernel add_one in the default stream has written it \(.*\), and nothing orders the two: call "
    r"`tl.extra.cuda.gdc_wait\(\)`",
}


@pytest.mark.parametrize(("name", "says"), TEXTS.items())
def test_the_text_names_both_accesses_and_the_remedy(shown, name, says):
    assert re.search(says, shown["shown"][name]), shown["shown"][name]


def test_all_are_races_at_a_line(shown):
    found = shown["report"]["found"]
    assert {each["kind"] for each in found} == {"race"}
    assert all(Path(each["file"]).name == "unordered.py" and each["line"] > 0 for each in found)

"""`--compare-triton` and `--compare-gpu` execute each launch a second time, with other code of its kernel."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "programs" / "upgrading.py"


@pytest.fixture
def compare(run_python, tmp_path):
    """Runs a function of the program. Returns its exit code, what it and the report say, and the rows of the report."""
    shutil.copy(PROGRAM, tmp_path)

    def run(function, *options):
        argv = ["-m", "triton_aot_emulate", "--report", "report.json", *options, "upgrading.py", function]
        ran = run_python(*argv)
        report = json.loads((tmp_path / "report.json").read_text())
        return ran.returncode, ran.stdout, ran.stderr, report["compared"]

    return run


def verdicts(rows):
    return {row["function"]: row["verdict"] for row in rows}


def test_an_older_triton(compare):
    code, printed, says, rows = compare("simple", "--compare-triton", "3.8.0")
    assert verdicts(rows) == {
        "add_one": "bits equal",
        "prints": "bits equal",
        "from_text": "bits equal",
        "inner": "bits equal",
        "reads_outside": "same finding",
        "with_own": "not judged",
        "annotated": "bits equal",
    }
    # The program's own launches alone print. Its fault, which the program has caught, is an error.
    assert printed.count("value") == 32
    assert code == 6
    assert "it is of this process" in says
    assert "with the code of Triton 3.8.0:" in says


def test_children_of_a_fork_count_their_own_launches(compare):
    *_, rows = compare("forks", "--compare-triton", "3.8.0")
    assert sum(row["launches"] for row in rows) == 10
    assert set(verdicts(rows).values()) == {"bits equal"}


def test_a_triton_that_takes_an_address_for_aligned(compare):
    code, _, says, rows = compare("misaligned", "--compare-triton", "3.6.0")
    assert verdicts(rows) == {"gathers": "new finding"}
    assert code == 6
    assert "is not a multiple of" in rows[0]["note"]
    assert "known to be compiled wrongly: an address that is a sum of indices" in says


def test_infinities_of_variants_that_differ_in_types_alone(compare):
    code, _, says, rows = compare("infinite", "--compare-triton", "3.8.0")
    assert {row["kernel"]: row["verdict"] for row in rows} == {
        "infinities (x: *fp32 (16 divides it), num_warps=4, num_stages=3)": "differs",
        "infinities (x: *fp16 (16 divides it), num_warps=4, num_stages=3)": "differs",
    }
    assert code == 6
    assert "32 of 32 elements of o; element 0: -inf and inf" in says
    # It is the other Triton's.
    assert "miscompilation" not in says


def test_a_triton_that_loses_one_of_two_products(compare):
    code, _, says, rows = compare("two", "--gpu", "B200", "--compare-triton", "3.8.0")
    assert verdicts(rows) == {"two_products": "differs"}
    assert code == 6
    assert "The code for sm_80 agrees with the program's own code" in says


def test_other_gpus(compare):
    code, _, says, rows = compare("products", "--gpu", "A100", "--compare-gpu", "H100,A10")
    found = {(row["other"], row["constants"]["ATOMIC"], row["constants"]["M"]): row for row in rows}
    assert found["sm_90", "False", "64"]["verdict"] == "differs within rounding"
    assert found["sm_90", "True", "64"]["verdict"] == "varies by itself"
    assert found["sm_86", "False", "64"]["verdict"] == "bits equal"
    refused = found["sm_86", "False", "128"]
    assert refused["verdict"] == "does not compile or launch"
    assert "bytes of shared memory, and the GPU has 101376" in refused["note"]
    assert code == 6
    costs = found["sm_90", "False", "64"]
    small = found["sm_86", "False", "64"]
    assert (small["own"]["resident blocks"], small["others"]["resident blocks"]) == (2, 1)
    assert costs["others"]["load sectors"] > costs["own"]["load sectors"]
    assert f"load sectors {costs['own']['load sectors']} → {costs['others']['load sectors']} (upgrading.py:" in says


@pytest.mark.parametrize(("options", "expected"), [([], 0), (["--fail-on-slower"], 6)])
def test_higher_costs_are_an_error_on_request(compare, options, expected):
    code, *_, rows = compare("one_product", "--compare-gpu", "H100", *options)
    assert verdicts(rows) == {"product": "differs within rounding"}
    assert code == expected


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--compare-triton", "3.9.0"], "Triton 3.9.0 is the program's own: name another one to compare it with"),
        (["--compare-triton", "3.99.0"], "Triton 3.99.0 cannot be installed by"),
        (["--compare-triton", "no-such-folder"], "is no version such as 3.9.0, and no folder in which a Triton"),
        (["--compare-gpu", "H1000"], "unknown GPU `H1000`"),
        (["--fail-on-slower"], "--fail-on-slower needs --compare-triton or --compare-gpu"),
        (["--vary", "--compare-gpu", "H100"], "--vary and --compare-triton exclude each other"),
    ],
    ids=lambda each: each[-1] if isinstance(each, list) else "",
)
def test_wrong_options(run_python, tmp_path, options, says):
    shutil.copy(PROGRAM, tmp_path)
    ran = run_python("-m", "triton_aot_emulate", *options, "upgrading.py", "misaligned")
    assert ran.returncode != 0
    assert says in ran.stderr

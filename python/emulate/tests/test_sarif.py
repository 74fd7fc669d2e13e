"""The findings as SARIF: the same file as `src/report/sarif.ts` writes of the same findings."""

import json
from pathlib import Path

from triton_aot_emulate.report.sarif import sarif_of, write_sarif
from triton_aot_emulate.report.values import Found, Report

FOLDER = Path(__file__).resolve().parents[3] / "test/fixtures/sarif"
FILE = str(FOLDER / "sub dir/kernels.py")


def found(kind="race", level="error", kernel="add", message="add: m", line=8, **values):
    counts = {"launches": 1, "expected": 0, "accepted": 0, "is_known": True}
    fields = {**counts, "file": FILE, "launched": None, "tests": [], "gpus": [], **values}
    return Found(kernel=kernel, kind=kind, message=message, level=level, line=line, **fields)


def report(*each, problems=()):
    return Report("sm_80", ["app.py"], 0, 1.0, found=list(each), problems=list(problems))


def test_is_what_typescript_writes_of_the_same_findings():
    rows = json.loads((FOLDER / "findings.json").read_text("utf-8"))
    given = report(*(found(**row) for row in rows), problems=["a run for H100 has not ended"])
    assert sarif_of(given, FOLDER) == json.loads((FOLDER / "expected.sarif").read_text("utf-8"))


def test_takes_the_launch_for_a_kernel_outside_of_the_repository(tmp_path):
    outside = str(tmp_path / "installed.py")
    (run,) = sarif_of(report(found(file=outside, launched=(FILE, 3)), found(file=outside)), FOLDER)["runs"]
    places = [each["locations"][0]["physicalLocation"] for each in run["results"]]
    assert places[0] == {"artifactLocation": {"uri": "sub%20dir/kernels.py"}, "region": {"startLine": 3}}
    assert places[1]["artifactLocation"]["uri"] == Path(outside).as_uri()


def test_has_notifications_for_what_has_no_place_and_nothing_that_was_expected():
    given = report(found(file=None, is_known=False, message="nothing is known"), found(launches=2, expected=2))
    (run,) = sarif_of(given, FOLDER)["runs"]
    (invocation,) = run["invocations"]
    assert run["results"] == []
    assert invocation["toolExecutionNotifications"] == [{"level": "warning", "message": {"text": "nothing is known"}}]
    assert invocation["executionSuccessful"]
    not_judged = report(found(kind="not-judged", file=None, is_known=False, launches=0))
    (run,) = sarif_of(not_judged, FOLDER)["runs"]
    assert not run["invocations"][0]["executionSuccessful"]
    assert sarif_of(report(found(file="\0", line=1)), FOLDER)["runs"][0]["results"] == []


def test_is_relative_to_the_repository_around_the_current_folder(tmp_path, monkeypatch):
    (tmp_path / ".git").mkdir()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/k.py").write_text("x = 1\n")
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    monkeypatch.chdir(tmp_path / "sub")
    write_sarif(report(found(file="k.py", line=1)), "out.sarif")
    (run,) = json.loads(Path("out.sarif").read_text("utf-8"))["runs"]
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "sub/k.py"

"""The plugin of pytest where no kernel is launched: its options, settings and markers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from aot_emulate.fault import CannotTell, Fault, Unsupported
from program import NOTES, PACKAGES
from triton_aot_emulate.accepted import KINDS
from triton_aot_emulate.options import Options, Outputs, rows

TEST = f"""{NOTES}
import json
def test_it():
    launched(); repeated()
    print(os.environ["TRITON_AOT_EMULATE"])
"""


@pytest.fixture
def run_pytest(tmp_path):
    (tmp_path / "test_it.py").write_text(TEST)

    def run(*argv, folder=tmp_path):
        paths = [str(PACKAGES), str(PACKAGES.parent / "record"), str(Path(pytest.__file__).parents[1])]
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "GITHUB"))}
        return subprocess.run(
            [sys.executable, "-B", "-m", "pytest", "-p", "no:cacheprovider", "-p", PLUGIN, "-s", *argv],
            cwd=folder,
            env={**kept, "PYTHONPATH": os.pathsep.join(paths)},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    return run


PLUGIN = "triton_aot_emulate.pytest_plugin"


def options_in(output: str) -> dict:
    """What the test printed."""
    return json.loads(output[output.index("{") :].splitlines()[0])


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("pytest.ini", "[pytest]\ntriton_emulate = H100\ntriton_emulate_report = report.json\n"),
        (
            "pyproject.toml",
            "[tool.pytest.ini_options]\ntriton_emulate = 'H100'\ntriton_emulate_report = 'report.json'\n",
        ),
    ],
)
def test_settings_count_if_the_command_line_has_none(run_pytest, tmp_path, file, text):
    (tmp_path / file).write_text(
        f"{text}triton_emulate_limit = 7\ntriton_emulate_sample = 3\ntriton_emulate_vary = true\n"
    )
    (tmp_path / "below").mkdir()
    ended = run_pytest("..", folder=tmp_path / "below")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    options = options_in(ended.stdout)
    assert [options[name] for name in ("gpu", "limit", "sample", "vary", "nan")] == ["H100", 7.0, 3, True, False]
    # Files are beside the settings.
    assert json.loads((tmp_path / "report.json").read_text())["gpu"] == "H100"
    ended = run_pytest("--triton-emulate=A100", "--triton-emulate-limit=0")
    assert (options_in(ended.stdout)["gpu"], options_in(ended.stdout)["limit"]) == ("A100", 0.0)


def test_emulation_is_turned_on_and_off(run_pytest, tmp_path):
    (tmp_path / "pytest.ini").write_text("[pytest]\ntriton_emulate = true\n")
    assert options_in(run_pytest().stdout)["gpu"] == "sm_80"
    (tmp_path / "test_it.py").write_text("import os\ndef test_it(): assert 'TRITON_AOT_EMULATE' not in os.environ")
    for off in ("--triton-emulate=off", "--override-ini=triton_emulate=false"):
        assert run_pytest(off).returncode == 0


def test_every_option_is_a_setting(run_pytest):
    shown = run_pytest("--help").stdout
    for row in rows(Options, Outputs):
        name = "triton_emulate" if row.name == "gpu" else f"triton_emulate_{row.name}"
        assert f"--{name.replace('_', '-')}" in shown
        assert f"\n  {name} (" in shown


@pytest.mark.parametrize(
    ("setting", "argv", "says"),
    [
        ("triton_emulate = H10O", (), "triton_emulate: unknown GPU `H10O`"),
        ("triton_emulate = H100,A100", (), "triton_emulate: `H100,A100` are several GPUs; only `python -m "),
        ("triton_emulate = true\ntriton_emulate_limit = nan", (), "triton_emulate_limit: a time must be"),
        (
            "triton_emulate_limit = 3",
            ("--triton-emulate=A100", "--triton-emulate-limit=-3"),
            "--triton-emulate-limit: ",
        ),
        ("triton_emulate_record = out", ("--triton-emulate=A100", "--triton-emulate-vary"), "record and vary exclude "),
        ("triton_emulate = 1\ntriton_emulate_junit = no/r.xml", (), "triton_emulate_junit: cannot write"),
    ],
)
def test_what_is_wrong_is_said_with_its_name(run_pytest, tmp_path, setting, argv, says):
    (tmp_path / "pytest.ini").write_text(f"[pytest]\n{setting}\n")
    ended = run_pytest(*argv)
    assert (ended.returncode, f"ERROR: {says}" in ended.stderr) == (4, True), ended.stderr


@pytest.mark.parametrize("argv", [["--collect-only"], ["--fixtures"], ["--help"]])
def test_session_that_is_asked_to_run_nothing_ends_well(run_pytest, argv):
    ended = run_pytest("--triton-emulate=sm_80", *argv)
    assert (ended.returncode, "error: no launch" in ended.stdout) == (0, False), ended.stdout


def test_marker_does_nothing_without_the_emulation(run_pytest, tmp_path):
    text = '@pytest.mark.triton_emulate_accepts("race", reason="it is known")\ndef test_it(): pass'
    (tmp_path / "test_it.py").write_text(f"import pytest\n{text}")
    assert run_pytest("--strict-markers").returncode == 0
    ended = run_pytest("--triton-emulate=H100")
    assert "no launch shows the kind race any more" in ended.stdout
    assert "@pytest.mark.triton_emulate_accepts(kind, *, reason)" in run_pytest("--markers").stdout


def test_kinds_that_can_be_accepted_are_those_of_the_emulator():
    faults = {each.kind for each in [Fault, *Fault.__subclasses__(), Unsupported, *CannotTell.__subclasses__()]}
    others = {
        "batch",
        "launch",
        "layout",
        "miscompilation",
        "nan",
        "not-repeatable",
        "order",
        "tuning",
        "unwatched",
        "unwritten",
    }
    assert faults | others == set(KINDS)

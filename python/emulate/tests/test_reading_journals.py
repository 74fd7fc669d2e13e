"""Journals that were damaged, or that somebody has made: each is said, and none makes a run right that was not."""

import json
import os
import random
import shutil
import signal

import pytest
from program import emulate, write_program
from triton_aot_emulate.journal import RUN_FILE, digest, unsealed
from triton_aot_emulate.options import Outputs
from triton_aot_emulate.reading import read_runs
from triton_aot_emulate.report.annotations import annotation_lines
from triton_aot_emulate.report.files import write_files
from triton_aot_emulate.report.text import report_lines
from triton_aot_emulate.report.values import make_report

ON_GITHUB = {"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": "/"}
PROGRAMS = {
    "right": "launched(times=12); launched('mul'); repeated()",
    "wrong": "launched(times=2); found(); found(kind='race', level='warning')",
    "not judged": "launched(); tally.begin('mul')",
    "failed": "launched(); sys.exit(1)",
}
CODES = {"right": 0, "wrong": 6, "not judged": 3, "failed": 1}


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The folder of a run of each program."""
    folders = {}
    for name, text in PROGRAMS.items():
        folder = tmp_path_factory.mktemp("kept")
        write_program(folder, text)
        assert emulate(folder, "--keep=kept", "app.py").returncode == CODES[name]
        folders[name] = folder / "kept"
    return folders


@pytest.fixture(autouse=True)
def _no_hang():
    """A reader that waits ends the test."""
    signal.alarm(240)
    yield
    signal.alarm(0)


def read(folder):
    """The exit code of the report on a folder, and all lines that are printed."""
    report = make_report(read_runs(str(folder)))
    files = {name: str(folder.parent / name) for name in ("report", "junit", "coverage", "sarif")}
    outputs = Outputs(**files)
    text, notes = list(report_lines(report, outputs)), list(annotation_lines(report, ON_GITHUB))
    assert list(write_files(report, outputs)) == []
    for line in [*text, *notes]:
        assert line.isprintable(), line
        assert "##[" not in line
        line.encode()
    assert not [line for line in text if line.lstrip().startswith("::")]
    assert all(line.startswith(("::error", "::warning")) for line in notes)
    code = report.exit or report.code
    assert report.is_right or "all right" not in text[-1]
    return code, text


def journals(folder):
    return sorted(folder.rglob("*.jsonl"))


def damage(draw, folder):
    """Changes one journal: its bytes, its lines or its file."""
    path = draw.choice(journals(folder))
    content = path.read_bytes()
    lines = content.splitlines(keepends=True)
    at, end = sorted(draw.choices(range(len(content.rstrip()) + 1), k=2))
    line = draw.randrange(len(lines))
    digits = [each for each in range(len(content)) if content[each : each + 1].isdigit()]
    digit = draw.choice(digits)
    other = draw.choice(lines)
    new = {
        "byte": lambda: content[:at] + bytes([draw.randrange(256)]) + content[at + 1 :],
        "digit": lambda: content[:digit] + str(draw.randrange(10)).encode() + content[digit + 1 :],
        "cut": lambda: content[:at] + content[end:],
        "twice": lambda: content[:end] + content[at:],
        "end": lambda: content[:at],
        "junk": lambda: content[:at] + draw.randbytes(9) + content[at:],
        "without a line": lambda: b"".join([*lines[:line], *lines[line + 1 :]]),
        "line of another": lambda: b"".join([*lines[:line], other, *lines[line + 1 :]]),
        "more": lambda: content + other,
        "empty": lambda: b"",
    }
    kind = draw.choice([*new, "gone", "renamed", "pipe", "folder", "device", "link"])
    path.unlink()
    if kind in new:
        path.write_bytes(new[kind]())
    elif kind == "renamed":
        path.with_name(draw.choice(["1-a.jsonl", "2-b.txt"])).write_bytes(content)
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind in ("device", "link"):
        path.symlink_to("/dev/zero" if kind == "device" else path)
    return kind, content == (path.read_bytes() if kind in new else None)


@pytest.mark.parametrize("seed", range(5))
def test_damaged_journal_makes_no_run_right(kept, tmp_path, seed):
    draw = random.Random(seed)
    for number in range(100):
        name = draw.choice(list(kept))
        folder = tmp_path / str(number) / "kept"
        shutil.copytree(kept[name], folder)
        kind, is_same = damage(draw, folder)
        code, text = read(folder)
        assert code != 0 or name == "right", (name, kind, text)
        assert "all right" not in text[-1] or name in ("right", "failed"), (name, kind, text)
        # Of the run's journal, the spaces at the end of a line can change, and nothing of the others.
        assert code != 0 or is_same or kind in ("cut", "twice", "byte"), (name, kind, text)


HOSTILE = [
    None, True, -1, 0, 1 << 70, 1e308, float("nan"), "", "x\n::error::y", "\x1b[2J##[add-path]/tmp", "\ud800", "\0", "/dev/zero",
    [], ["x", None], {}, {"at": 3}, {"at": {"file": [], "line": "x"}}, {"a": {"1": True, "x": 3}}, "../../etc/passwd",
]  # fmt: skip


def reseal(path, change):
    """Changes the values of lines, with checksums that are right."""
    lines = [json.loads(unsealed(line)) for line in path.read_bytes().splitlines() if line.strip()]
    change(lines)
    bodies = [json.dumps(each).encode()[:-1] for each in lines]
    path.write_bytes(b"".join(b'%s, "crc": "%s"}\n' % (body, digest(body).encode()) for body in bodies))


@pytest.mark.parametrize("seed", range(5))
def test_made_up_journal_ends_in_messages(kept, tmp_path, seed):
    draw = random.Random(seed)

    def change(lines):
        values = draw.choice(lines)
        while True:
            key = draw.choice(list(values))
            if not isinstance(values[key], dict) or not values[key] or draw.random() < 0.5:
                break
            values = values[key]
        values[key] = draw.choice(HOSTILE)

    for number in range(100):
        folder = tmp_path / str(number) / "kept"
        shutil.copytree(kept[draw.choice(list(kept))], folder)
        path = draw.choice(journals(folder))
        reseal(path, change)
        if path.name != RUN_FILE:
            (run,) = folder.rglob(RUN_FILE)
            known = {path.name: digest(path.read_bytes())}
            reseal(run, lambda lines, known=known: lines[1].update(journals=known))
        read(folder)


@pytest.mark.parametrize("name", ["/dev/zero", "/proc/kcore", "pipe", "\0", "", ".", "x" * 5000, "\ud800"])
def test_file_of_a_finding_may_be_anything(kept, tmp_path, name):
    os.mkfifo(tmp_path / "pipe")
    file = str(tmp_path / "pipe") if name == "pipe" else name
    for place in ("at", "launched"):
        shutil.copytree(kept["wrong"], tmp_path / place)
        path = next(each for each in journals(tmp_path / place) if each.name != RUN_FILE)
        change = {"launched": None, "fault": {"at": {"file": file, "line": 1}}}
        reseal(path, lambda lines, new=change if place == "at" else {"launched": [file, 1]}: lines[1].update(new))
        assert read(tmp_path / place)[0] == 6


def test_deep_and_large_content_ends_in_a_message(kept, tmp_path):
    shutil.copytree(kept["right"], tmp_path / "kept")
    path = next(each for each in journals(tmp_path / "kept") if each.name != RUN_FILE)
    body = b'{"event": "kernel", "kernel": ' + b"[" * 100_000
    path.write_bytes(b'%s, "crc": "%s"}\n' % (body, digest(body).encode()))
    assert read(tmp_path / "kept")[0] == 3
    with path.open("wb") as file:
        file.truncate(1 << 40)
    code, text = read(tmp_path / "kept")
    assert (code, f"{path} has {1 << 40} bytes, more than a journal can have" in "\n".join(text)) == (3, True)


def test_line_that_is_damaged_is_named(kept, tmp_path):
    shutil.copytree(kept["wrong"], tmp_path / "kept")
    path = next(each for each in journals(tmp_path / "kept") if each.name != RUN_FILE)
    path.write_bytes(path.read_bytes().replace(b"out-of-bounds", b"out-of-bound$"))
    ended = emulate(tmp_path, "--from=kept")
    assert ended.returncode == 3
    assert f"{path.relative_to(tmp_path)}:2 is damaged, or of another version: its checksum is wrong" in ended.stderr


def test_wrong_value_is_named_with_its_path(kept, tmp_path):
    shutil.copytree(kept["wrong"], tmp_path / "kept")
    path = next(each for each in journals(tmp_path / "kept") if each.name != RUN_FILE)
    reseal(path, lambda lines: lines[1]["fault"]["at"].update(line="six"))
    assert "fault.at.line is not a count" in "\n".join(read(tmp_path / "kept")[1])


def test_folder_without_journals_is_not_judged(tmp_path):
    (tmp_path / "kept").mkdir()
    ended = emulate(tmp_path, "--from=kept")
    assert (ended.returncode, "there are no journals of a run in kept" in ended.stderr) == (3, True), ended.stderr

"""The report on a program: JSON, JUnit and annotations, and how long its journals get."""

import pickle
import xml.etree.ElementTree as ET
from pathlib import Path

from program import emulate, report_of, write_program
from triton_aot_emulate import KernelFault
from triton_aot_emulate.events import Grouped, Launched, Unusable
from triton_aot_emulate.findings import MOST_TESTS, Finding
from triton_aot_emulate.journal import Journal
from triton_aot_emulate.reading import read_run, read_runs
from triton_aot_emulate.tally import Tally


def wrong(test="", message="add: reads too far"):
    return Finding("add", "out-of-bounds", message, {"at": {"file": "k.py", "line": 6}}, ("app.py", 3), test)


def size(folder):
    return sum(path.stat().st_size for path in folder.iterdir())


def test_journal_does_not_grow_with_launches(tmp_path):
    tally = Tally(Journal(str(tmp_path)))
    sizes = []
    for index in range(10_000):
        tally.begin("add")
        tally.end("add", 0.5, is_judged=True)
        tally.found(wrong(f"test_{index}", f"add: reads element {index}"))
        if index in (100, 9_999):
            sizes.append(size(tmp_path))
    assert sizes[1] - sizes[0] < 200, sizes
    kernel, found = read_run(str(tmp_path)).events
    assert isinstance(kernel, Launched)
    assert (kernel.launches, kernel.judged, kernel.seconds) == (10_000, 10_000, 5_000)
    assert isinstance(found, Grouped)
    assert (found.launches, len(found.tests), found.message) == (10_000, MOST_TESTS, "add: reads element 0")


def test_line_that_is_replaced_by_a_longer_one_is_there_once(tmp_path):
    journal = Journal(str(tmp_path))
    for length in (1, 500, 3, 2000):
        journal.write(Unusable("x" * length), "key")
        journal.write(Unusable("y"))
    texts = [event.message for event in read_run(str(tmp_path)).events]
    assert sorted(texts) == ["x" * 2000, *"yyyy"]


def test_journal_whose_folder_is_gone_does_not_end_the_program(tmp_path):
    journal = Journal(str(tmp_path / "gone"))
    assert not journal.write(Unusable("x"))
    assert not (tmp_path / "gone").exists()


def test_error_survives_the_way_to_another_process():
    error = pickle.loads(pickle.dumps(KernelFault(wrong())))
    assert (str(error), error.finding) == ("add: reads too far", wrong())


def test_runs_for_several_gpus_are_one_report(tmp_path):
    write_program(
        tmp_path,
        "gpu = Options.from_environment(os.environ).gpu; launched(); found()\n"
        "if gpu == 'sm_90': found(kernel='mul')\nprint('for', gpu)\nsys.exit(gpu == 'sm_80')",
    )
    ended = emulate(tmp_path, "--gpu", "sm_80,sm_90", "--keep=kept", "--report=report.json", "app.py")
    assert (ended.returncode, ended.stdout) == (1, "for sm_80\nfor sm_90\n")
    report = report_of(tmp_path)
    assert (report["gpu"], report["exit"]) == ("sm_80 and sm_90", 1)
    assert [(each["kernel"], each["gpus"]) for each in report["found"]] == [
        ("add", ["sm_80", "sm_90"]),
        ("mul", ["sm_90"]),
    ]
    assert "in mul at kernels.py:6: 1 launch for sm_90\n" in ended.stderr
    # The jobs of a matrix, put together, are the same, whatever their folders are called.
    by_gpu = {record.run.gpu: Path(record.folder) for record in read_runs(str(tmp_path / "kept"))}
    by_gpu["sm_80"].rename(tmp_path / "kept" / "second")
    by_gpu["sm_90"].rename(tmp_path / "kept" / "first")
    again = emulate(tmp_path, "--from", "kept")
    assert again.stderr[again.stderr.index("wrong on") :] == ended.stderr[ended.stderr.index("wrong on") :]


def test_gpu_for_which_nothing_was_launched_is_red(tmp_path):
    write_program(tmp_path, "if Options.from_environment(os.environ).gpu == 'sm_80': launched()")
    ended = emulate(tmp_path, "--gpu=sm_80,sm_90", "app.py")
    assert (ended.returncode, "error: no launch was emulated for sm_90\n" in ended.stderr) == (6, True)


def test_signal_ends_the_runs_for_all_gpus(tmp_path):
    write_program(
        tmp_path,
        "import signal, time\nlaunched(); print('runs', flush=True)\nos.kill(os.getppid(), 15); time.sleep(60)",
    )
    ended = emulate(tmp_path, "--gpu=sm_80,sm_90", "app.py")
    assert (ended.returncode, ended.stdout) == (143, "runs\n")


def test_findings_of_processes_are_put_together(tmp_path):
    write_program(tmp_path, "launched(); found(); os.fork(); launched(); found(); found(kernel='mul')")
    emulate(tmp_path, "--report=report.json", "app.py")
    report = report_of(tmp_path)
    assert report["kernels"] == [{"kernel": "add", "launches": 3, "seconds": 0.003, "judged": 3}]
    assert [(each["kernel"], each["launches"]) for each in report["found"]] == [("add", 3), ("mul", 2)]


def test_junit_has_a_case_for_each_kernel(tmp_path):
    write_program(tmp_path, "launched(); launched('mul'); found(message='add: \\x00 <reads>')")
    emulate(tmp_path, "--junit=junit.xml", "app.py")
    suite = ET.parse(tmp_path / "junit.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    failures = {case.get("name"): [each.get("message") for each in case] for case in suite}
    assert failures == {"add": ["add: ? <reads>"], "mul": []}


def test_report_that_cannot_be_written_is_an_error_in_the_log(tmp_path):
    (tmp_path / "gone").mkdir()
    write_program(tmp_path, "launched(); os.rmdir('gone')")
    ended = emulate(tmp_path, "--report=gone/report.json", "app.py")
    assert "gone/report.json: No such file or directory" in ended.stderr


def test_annotations_are_at_the_kernel_or_at_the_launch(tmp_path):
    text = f"launched(); found(file={str(tmp_path / 'kernels.py')!r}); found(file='/site-packages/k.py', kind='race', launched=[{str(tmp_path / 'app.py')!r}, 3])"
    write_program(tmp_path, text)
    on_github = {"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(tmp_path)}
    ended = emulate(tmp_path, "app.py", environment=on_github)
    assert ended.stdout.splitlines() == [
        "::error file=kernels.py,line=6,title=out-of-bounds in add::add: reads too far",
        "::error file=app.py,line=3,title=race in add::add: reads too far",
    ]
    assert emulate(tmp_path, "app.py").stdout == ""


def test_runs_of_several_jobs_are_one_report(tmp_path):
    write_program(tmp_path, "launched(); found(kind=sys.argv[1]); sys.exit(int(sys.argv[2]))")
    for gpu, kind, code in (("A100", "race", 0), ("H100", "race", 3), ("A100", "deadlock", 0)):
        emulate(tmp_path, f"--gpu={gpu}", f"--keep=kept/{gpu}", "app.py", kind, str(code))
    ended = emulate(tmp_path, "--from=kept", "--report=report.json")
    assert ended.returncode == 3
    assert "3 launches of 1 kernel emulated for A100 and H100" in ended.stderr
    report = report_of(tmp_path)
    assert {each["kind"]: each["launches"] for each in report["found"]} == {"race": 2, "deadlock": 1}


def test_run_that_was_killed_is_a_problem_of_the_whole(tmp_path):
    write_program(tmp_path, "launched(); os.kill(os.getppid(), 9)")
    emulate(tmp_path, "--keep=kept", "app.py")
    ended = emulate(tmp_path, "--from=kept")
    assert ended.returncode == 3
    assert "not-judged: an unknown number of launches\n    a run for sm_80 has not ended: " in ended.stderr


def test_folder_of_runs_must_exist(tmp_path):
    for argv, says in ((["--from=kept"], "there is no such folder"), (["--from=.", "app.py"], "it runs no program")):
        ended = emulate(tmp_path, *argv)
        assert (ended.returncode, says in ended.stderr) == (2, True), ended.stderr

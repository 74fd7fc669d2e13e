"""Which lines of kernels a thread has run, and what is said of them."""

import os
import unittest

import numpy as np
from aot_emulate.decode import decode
from aot_emulate.fault import OutOfBounds
from aot_emulate.launch import Launch, launch
from aot_emulate.ptx import parse
from program import emulate, report_of
from triton_aot_emulate.report.text import ranges

from emulate import HEAD, place

# Line 2 is for threads from %r9 on, 3 for those before it, 4 for all; 5 is a load of %r9 threads, and 6 the store.
KERNEL = """
.reg .b32 %r<10>; .reg .b64 %rd<4>; .reg .pred %p<2>;
.file 1 "kernels.py"
.loc 1 1 1
ld.param.b64 %rd0, [kernel_param_0];
ld.param.b32 %r9, [kernel_param_1];
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mad.lo.s32 %r1, %r2, 32, %r1;
setp.ge.s32 %p1, %r1, %r9;
@%p1 bra after;
.loc 1 3 1
mov.b32 %r3, 3;
bra.uni both;
after:
.loc 1 2 1
mov.b32 %r3, 2;
both:
.loc 1 4 1
mul.wide.u32 %rd1, %r1, 4;
add.s64 %rd1, %rd0, %rd1;
.loc 1 5 1
@!%p1 ld.global.b32 %r4, [%rd1];
.loc 1 6 1
st.global.b32 [%rd1], %r3;
.loc 1 7 1
ret;
}
"""


def lines_run(first: int, blocks: int = 1, room: int | None = None, processes: int = 1) -> set[int]:
    """The lines that threads run of which those before `first` take another path."""
    parameters = ".param .u64 kernel_param_0, .param .u64 kernel_param_1"
    program = parse(HEAD.format(target="sm_80", before="", threads=32, parameters=parameters) + KERNEL)
    memory, (start,) = place([np.zeros(32 * blocks if room is None else room, np.uint32)], ["out"])
    memory.is_private = True
    values = np.array([start, first], np.uint64).tobytes()
    try:
        launch(program, memory, Launch(values, (blocks, 1, 1), (32, 1, 1), 0), processes=processes)
    except OutOfBounds:
        assert room is not None
    lines = decode(program).lines()
    assert {line for _, line in lines} == {1, 2, 3, 4, 5, 6, 7}
    return {line for (_, line), ran in lines.items() if ran}


class Lines(unittest.TestCase):
    def test_a_line_is_run_if_one_thread_runs_it(self):
        self.assertEqual(lines_run(1), {1, 2, 3, 4, 5, 6, 7})

    def test_a_path_that_no_thread_takes_is_not_run(self):
        self.assertEqual(lines_run(32), {1, 3, 4, 5, 6, 7})

    def test_a_load_whose_guard_is_false_in_all_threads_is_not_run(self):
        self.assertEqual(lines_run(0), {1, 2, 4, 6, 7})

    def test_lines_after_a_fault_are_not_run(self):
        self.assertEqual(lines_run(1, room=8), {1, 2, 3, 4, 5, 6})

    def test_lines_that_only_the_second_process_runs(self):
        forks, fork = [], os.fork
        os.fork = lambda: forks.append(fork()) or forks[-1]
        try:
            self.assertEqual(lines_run(32 * 8191, blocks=8192, processes=2), {1, 2, 3, 4, 5, 6, 7})
        finally:
            os.fork = fork
        self.assertEqual(len(forks), 2)


# What a program notes in place of launches: two variants of a kernel, one of them in two processes.
NOTES = """
import os
from triton_aot_emulate.events import Covered
from triton_aot_emulate.journal import Journal
from triton_aot_emulate.options import Options
from triton_aot_emulate.tally import Tally
journal = Journal(Options.from_environment(os.environ).folder)
tally = Tally(journal)
tally.begin("add")
tally.end("add", 0.5, is_judged=True)
def note(hash, block, lines, kind="i32"):
    lines = {os.path.abspath("kernels.py"): lines, "/made/up.py": {"9": False}}
    values = {"B": block}, {"num_warps": "4"}, {"n": kind, "x": "*fp32"}
    journal.write(Covered(hash, "add", os.path.abspath("kernels.py"), 3, *values, lines), hash)
note("a", "64", {"4": True, "5": False, "6": False, "9": False})
if os.fork() == 0:
    note("a", "64", {"4": False, "5": True, "6": False, "9": False})
    os._exit(0)
note("b", "128", {"4": True, "6": False, "12": True}, "i32 (16 divides it)")
os.wait()
"""
TABLE = """\
kernel  variants  lines run  lines that no thread ran
add            2        3/6  kernels.py:6, 9, /made/up.py:9
  B: 64, 128; num_warps: 4; n: i32, i32 (16 divides it)
3 of 6 lines with code were run
"""
LCOV = """\
TN:
SF:kernels.py
FN:3,add
FNDA:2,add
FNF:1
FNH:1
DA:4,2
DA:5,1
DA:6,0
DA:9,0
DA:12,1
LF:5
LH:3
end_of_record
"""


def test_table_and_tracefile_have_what_all_processes_ran(tmp_path):
    (tmp_path / "app.py").write_text(NOTES)
    (tmp_path / "kernels.py").touch()
    ended = emulate(tmp_path, "--coverage=cov.lcov", "--report=report.json", "app.py")
    assert ended.returncode == 0, ended.stderr
    assert TABLE in ended.stderr
    assert (tmp_path / "cov.lcov").read_text() == LCOV
    (kernel,) = report_of(tmp_path)["coverage"]
    assert [each["constants"] for each in kernel["variants"]] == [{"B": "64"}, {"B": "128"}]
    assert kernel["lines"]["/made/up.py"] == {"9": 0}


def test_without_the_option_there_is_no_table(tmp_path):
    (tmp_path / "app.py").write_text(NOTES)
    assert "that no thread ran" not in emulate(tmp_path, "app.py").stderr


def test_ranges():
    assert ranges([3, 4, 5, 9, 11, 12]) == "3-5, 9, 11-12"

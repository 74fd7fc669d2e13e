"""What the emulator says of a kernel that is wrong, as values: the kind, the block, the element and the line."""

import json
import unittest

import numpy as np
import triton
import triton.language as tl
from aot_emulate import fault
from aot_emulate.fault import Fault
from aot_emulate.launch import LaunchResult
from aot_emulate.server import _passed, _refused
from compiled import Kernel

from emulate import run

# The block is in %r1 and %r2, the address of its element in %rd8.
HEAD = "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ctaid.y;\nmul.wide.u32 %rd9, %r1, 128;\nadd.s64 %rd8, %rd0, %rd9;\n"
WRONG = "setp.eq.u32 %p1, %r1, 3;\nsetp.eq.and.u32 %p1, %r2, 1, %p1;\n"


class Values(unittest.TestCase):
    def values(self, body: str, count: int = 128, **more) -> dict:
        with self.assertRaises(Fault) as caught:
            run(HEAD + WRONG + body, [np.zeros(count, np.uint32)], grid=(4, 2, 1), **more)
        found = caught.exception.values()
        self.assertEqual(json.loads(json.dumps(found)), found)
        return {name: value for name, value in found.items() if name not in ("says", "instruction")}

    def test_out_of_bounds(self):
        found = self.values("@%p1 ld.global.b32 %r5, [%rd8+512];")
        self.assertEqual(
            found, {"kind": "out-of-bounds", "block": [3, 1, 0], "element": {"index": 224, "buffer": "a", "count": 128}}
        )

    def test_out_of_bounds_in_a_thread_of_many_blocks(self):
        found = self.values(
            "add.u32 %r3, %r1, %r2;\nmul.wide.u32 %rd9, %r3, 128;\nadd.s64 %rd8, %rd0, %rd9;\nld.global.b32 %r5, [%rd8];"
        )
        self.assertEqual(
            found, {"kind": "out-of-bounds", "block": [3, 1, 0], "element": {"index": 128, "buffer": "a", "count": 128}}
        )

    def test_out_of_bounds_by_an_index_that_reaches_any_of_the_highest_bits(self):
        for space in (".global", ""):
            for bit in range(40, 64):
                for does in (f"ld{space}.b32 %r5, [%rd8];", f"st{space}.b32 [%rd8], %r1;"):
                    with self.subTest(space=space, bit=bit, does=does):
                        found = self.values(f"@!%p1 ret;\nadd.s64 %rd8, %rd8, {1 << bit};\n{does}")
                        element = (96 + (1 << bit) // 4) if bit < 63 else 96 - (1 << 61)
                        self.assertEqual(
                            found,
                            {
                                "kind": "out-of-bounds",
                                "block": [3, 1, 0],
                                "element": {"index": element, "buffer": "a", "count": 128},
                            },
                        )

    def test_out_of_bounds_of_one_thread_among_others_by_such_an_index(self):
        found = self.values(
            f"mov.u32 %r3, %tid.x;\nsetp.eq.u32 %p2, %r3, 5;\nselp.b64 %rd9, {1 << 60}, 0, %p2;\n"
            "add.s64 %rd8, %rd8, %rd9;\nld.b32 %r5, [%rd8];"
        )
        self.assertEqual(found["element"], {"index": (1 << 60) // 4, "buffer": "a", "count": 128})

    def test_misaligned(self):
        found = self.values("@%p1 st.global.b32 [%rd8+2], %r1;")
        self.assertEqual(
            found, {"kind": "misaligned", "block": [3, 1, 0], "element": {"index": 96, "buffer": "a", "count": 128}}
        )

    def test_undefined(self):
        found = self.values("@!%p1 mov.b32 %r5, 1;\n@%p1 st.global.b32 [%rd8], %r5;")
        self.assertEqual(
            found, {"kind": "undefined", "block": [3, 1, 0], "element": {"index": 96, "buffer": "a", "count": 128}}
        )

    def test_race(self):
        found = self.values("add.u32 %r3, %r2, 1;\nst.global.b32 [%rd8], %r3;")
        self.assertEqual(found.pop("kind"), "race")
        self.assertEqual(found["element"]["buffer"], "a")
        self.assertEqual(len(found["block"]), 3)

    def test_deadlock(self):
        found = self.values("@%p1 bar.sync 1, 64;", threads=32)
        self.assertEqual(found, {"kind": "deadlock", "block": [3, 1, 0]})

    def test_loop_that_never_ends(self):
        found = self.values("go:\nadd.u32 %r3, %r1, 0;\n@%p1 bra go;")
        self.assertEqual(found, {"kind": "deadlock", "block": [3, 1, 0]})

    def test_shared_memory(self):
        found = self.values(
            "mov.b32 %r6, smem;\n@%p1 ld.shared.b32 %r5, [%r6+64];", before=".shared .align 16 .b8 smem[64];"
        )
        self.assertEqual(found, {"kind": "out-of-bounds", "block": [3, 1, 0]})

    def test_an_answer_is_one_line_of_fields(self):
        word, message, name, value = _refused(
            "fault", "two\nlines\twith a tab", {"kind": "race", "says": ["a\tb\n"]}
        ).split("\t")
        self.assertEqual(
            (word, message, name, json.loads(value)),
            ("fault", "two lines with a tab", "fault", {"kind": "race", "says": ["a\tb\n"]}),
        )

    def test_an_answer_says_what_was_not_watched(self):
        self.assertEqual(_passed(LaunchResult([], "")), "ok")
        self.assertEqual(
            _passed(LaunchResult(["k.py:3"], "more\tthan that")),
            'ok\tvaries\t["k.py:3"]\tunwatched\t"more\\tthan that"',
        )

    def test_kinds_are_different(self):
        kinds = [each.kind for each in vars(fault).values() if isinstance(each, type) and issubclass(each, Exception)]
        self.assertEqual(sorted({"execution", "unsupported", *kinds}), sorted(set(kinds)))


@triton.jit
def gather(x, index, out, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + tl.load(index + at)))


class Compiled(unittest.TestCase):
    def test_sentence(self):
        index = np.arange(256, dtype=np.int32)
        index[200] = 260
        kernel = Kernel(gather, 90, "x:*fp32 index:*i32 out:*fp32", {"BLOCK": 64})
        with self.assertRaises(Fault) as caught:
            kernel.run((4, 1, 1), np.zeros(256, np.float32), index, np.zeros(256, np.float32))
        self.assertRegex(
            str(caught.exception),
            r"reads 4 bytes at element 260 of .*, which has 256 elements \(.*test_faults.py:\d+\), in thread block \(3, 0, 0\)$",
        )
        self.assertEqual(caught.exception.values()["at"]["line"], gather.fn.__code__.co_firstlineno + 3)

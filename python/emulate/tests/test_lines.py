"""The line of the Python file that a fault names."""

import inspect
import unittest

import numpy as np
import triton
import triton.language as tl
from aot_emulate.fault import Fault
from aot_emulate.ptx import parse
from compiled import Kernel

from emulate import run


@triton.jit
def spread(x_ptr, out_ptr, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at)  # several registers for each thread
    doubled = tl.inline_asm_elementwise(
        """
        {
          .reg .b32 once;
          mov.b32 once, $1;
          add.f32 $0, once, once;
        }
        """,
        "=f,f",
        [x],
        tl.float32,
        is_pure=True,
        pack=1,
    )
    total = tl.sum(doubled, 0)
    tl.store(out_ptr + at, doubled + total)


def line_of(text: str) -> int:
    lines, first = inspect.getsourcelines(spread.fn)
    return first + next(number for number, line in enumerate(lines) if text in line)


class Compiled(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kernel = Kernel(spread, 90, "x_ptr:*fp32 out_ptr:*fp32", {"BLOCK": 1024})

    def expect_fault(self, x: int, out: int, text: str):
        with self.assertRaisesRegex(Fault, rf"test_lines\.py:{line_of(text)}\), in thread block \(0, 0, 0\)$"):
            self.kernel.run((1, 1, 1), np.ones(x, np.float32), np.zeros(out, np.float32))

    def test_load(self):
        self.expect_fault(1000, 1024, "tl.load")

    def test_store(self):
        self.expect_fault(1024, 1000, "tl.store")

    def test_inline_assembly(self):
        parsed = parse(self.kernel.text).kernel.instructions
        doubling = [each.place[1] for each in parsed if each.text.startswith("add.f32") and "once" in each.text]
        # Triton 3.6.0 has the line of the last argument that is a name.
        self.assertLessEqual(set(doubling), {line_of("inline_asm"), line_of("tl.float32,")})


class Written(unittest.TestCase):
    """PTX as LLVM writes it for functions that call others."""

    BODY = """
        .file 1 "folder/user.py"
        .file 2 "triton/language/standard.py"
        .file 3 "other.py"
        .file 4 "/usr/lib/python3/dist-packages/triton/language/standard.py"
        .loc 1 28 21
        {calls}
        ld.global.b32 %r5, [%rd0+4000];"""

    def expect_place(self, calls: list, place: str):
        text = self.BODY.replace("{calls}", "\n".join(f".loc {call}" for call in calls))
        with self.assertRaisesRegex(Fault, rf"\({place}\), in thread block \(0, 0, 0\)$"):
            run(text, [np.zeros(32, np.uint32)])

    def test_function_of_triton(self):
        outer = "2 314 12, function_name $L__info_string0, inlined_at 1 28 21 // standard.py:314:12"
        inner = "2 287 12, function_name $L__info_string0, inlined_at 2 314 12 // standard.py:287:12"
        self.expect_place([outer], r"folder/user\.py:28")
        self.expect_place([outer, inner], r"folder/user\.py:28")

    def test_function_of_an_installed_triton(self):
        # The user's function in line 7 is inlined in that of line 28, and calls Triton's.
        calls = [
            "4 314 12, function_name $L__info_string0, inlined_at 3 7 9",
            "4 287 12, function_name $L__info_string0, inlined_at 4 314 12",
        ]
        self.expect_place(calls, r"other\.py:7")

    def test_function_of_the_user(self):
        self.expect_place(["3 7 9, function_name $L__info_string0, inlined_at 1 28 21"], r"other\.py:7")


if __name__ == "__main__":
    unittest.main()

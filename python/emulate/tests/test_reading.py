"""Comments, strings and pragmas, as ptxas 12.9.86 reads them, and what the reader is not sure of."""

import unittest

import numpy as np
from aot_emulate.fault import Unsupported
from aot_emulate.ptx import parse

from emulate import run

ADD = "add.s32 %r1, %r1, 1;"


def added(text: str) -> bool:
    """Whether the text adds 1."""
    out = np.zeros(1, np.uint32)
    run(f"mov.b32 %r1, 1;\n{text}\nst.global.b32 [%rd0], %r1;", [out])
    return int(out[0]) == 2


class Reading(unittest.TestCase):
    def test_comments_in_comments(self):
        self.assertTrue(added(f"// what /* is\n{ADD}\n// not */ a comment"))
        self.assertTrue(added(f"/* // */ {ADD}"))
        self.assertTrue(added(f"/* /* */ {ADD}"))
        self.assertTrue(added(f"/*/ add.s32 %r1, %r1, 5; /*/ {ADD}"))
        self.assertFalse(added(f"/* // */ // {ADD} /*\n/* */"))
        self.assertFalse(added(f"/*\n{ADD}\n// */"))

    def test_only_a_line_feed_ends_a_comment(self):
        self.assertTrue(added(f"// goes on \\\n{ADD}"))
        for end in ("\r", "\f", "\v"):
            self.assertFalse(added(f"// {end}{ADD}"))

    def test_quotes_in_comments(self):
        self.assertTrue(added(f'// "\n{ADD}\n// "'))
        self.assertTrue(added(f'/* " */\n{ADD}\n/* " */'))

    def test_comments_and_braces_in_strings(self):
        for text in ("nounroll//", "a/*", "a;}{", "a\nb", "a\\", "// begin inline asm"):
            self.assertTrue(added(f'.pragma "{text}";\n{ADD}\n.pragma "*/";'))

    def test_a_comment_separates_words(self):
        self.assertTrue(added("add/* the type: */.s32 %r1/**/, %r1, 1;"))
        self.assertTrue(added("add .s32 %r1, %r1, 1;"))
        with self.assertRaises(Unsupported):
            added("ad/**/d.s32 %r1, %r1, 1;")

    def test_what_is_not_closed_or_not_known(self):
        for text in ("/* a\nb", '.pragma "a;', '#line 5 "a.py"', "\1"):
            with self.assertRaises(Unsupported):
                added(f"{ADD}\n{text}\n")

    def test_names_of_files(self):
        names = ("a//b.py", "a/*b.py", "a;b.py", "a}b.py", "a b.py")
        for name in names:
            text = f'.version 8.4\n.target sm_80\n.visible .entry k()\n{{\n.loc 1 7 1\nret;\n}}\n.file 1 "{name}"\n'
            self.assertEqual(parse(text).kernel.instructions[0].where(), f"{name}:7")

    def test_values_of_variables(self):
        table = ".global .align 4 .b32 table[3] = {1, 0x2, -3};"
        self.assertTrue(added(ADD))
        out = np.zeros(3, np.int32)
        body = "mov.b64 %rd9, table;\n" + "".join(
            f"ld.global.b32 %r1, [%rd9+{at}];\nst.global.b32 [%rd0+{at}], %r1;\n" for at in (0, 4, 8)
        )
        run(body, [out], before=table)
        self.assertEqual(out.tolist(), [1, 2, -3])
        for values in ("{0f3F800000, 0, 0}", "{1.5, 0, 0}", "{generic(other), 0, 0}"):
            with self.assertRaises(Unsupported):
                run(body, [out], before=table.replace("{1, 0x2, -3}", values))


if __name__ == "__main__":
    unittest.main()

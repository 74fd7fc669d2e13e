"""Compares two runs of the same tests by their JUnit files: `python3 compare.py GPU.xml EMULATED.xml`.

Prints how many tests have which outcomes, the seconds of both, and the tests that differ with the first line of the message.
"""

import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter


def outcomes(path):
    """Test -> (outcome, first line of its message), and the seconds of all."""
    found, seconds = {}, 0.0
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        name = f"{case.get('classname')}::{case.get('name')}"
        seconds += float(case.get("time") or 0)
        outcome, says = "passed", ""
        for kind in ("failure", "error", "skipped"):
            part = case.find(kind)
            if part is not None:
                outcome = "failed" if kind != "skipped" else "skipped"
                says = " ".join((part.get("message") or part.text or "").split())[:300]
        found[name] = (outcome, says)
    return found, seconds


def main(gpu, emulated):
    one, one_seconds = outcomes(gpu)
    other, other_seconds = outcomes(emulated)
    pairs = Counter((one.get(name, ("missing", ""))[0], other.get(name, ("missing", ""))[0]) for name in {**one, **other})
    print(f"seconds of tests: {one_seconds:.0f} and {other_seconds:.0f}")
    for (left, right), count in sorted(pairs.items()):
        print(f"{left:>8} {right:>8} {count:6}")
    for name in sorted({**one, **other}):
        left, right = one.get(name, ("missing", "")), other.get(name, ("missing", ""))
        if left[0] != right[0]:
            print(f"{left[0]} -> {right[0]}: {name}\n    {right[1] or left[1]}")


if __name__ == "__main__":
    main(*sys.argv[1:])

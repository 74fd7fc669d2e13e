"""Sizes are tried alone and together, and conditions explain what is wrong."""

import pytest
from aot_variations.conditions import RIGHT, WRONG, Judged, Judgement
from aot_variations.exploring import Exploring
from aot_variations.sizes import Case, Sizes, first_values


class TwoSizes(Sizes):
    def __init__(self, half):
        super().__init__()
        self.sizes = ["n", "half"]
        self.values = {"n": 2 * half, "half": half}


def explored(is_right, guesses=True):
    """The conditions, and the sizes of the cases that none explains."""
    call, tried = TwoSizes(12), []

    def attempt(case):
        verdict = RIGHT if is_right(call.of(case, "n"), call.of(case, "half")) else WRONG
        tried.append(Judged(case, Judgement(verdict)))
        return tried[-1]

    attempt(Case())
    exploring = Exploring(call, [16], attempt)
    known = exploring.explore(exploring.alone(first_values))
    found, left = exploring.conclude(tried, known, guesses)
    return [condition.words() for condition, _ in found], {
        size for cases in left for each in cases for size in each.case.sizes
    }


@pytest.mark.parametrize(
    ("is_right", "conditions", "faults"),
    [
        (lambda n, half: True, [], set()),
        (lambda n, half: n == 2 * half, ["n == half * 2"], set()),
        (lambda n, half: n % 4 == 0, ["n % 4 == 0"], set()),
        (lambda n, half: n <= 24, [], {"n"}),
        (lambda n, half: half >= 12, ["half >= 12"], set()),
        (lambda n, half: half >= 12 and half != 24, [], {"half"}),
        (lambda n, half: half not in (1, 13), [], {"half"}),
    ],
    ids=[
        "right",
        "together",
        "multiple",
        "only what is tested",
        "at least",
        "not all that is larger",
        "not all smaller",
    ],
)
def test_conditions(is_right, conditions, faults):
    assert explored(is_right, guesses=False) == (conditions, faults)


def test_a_guess_may_explain_what_is_wrong():
    assert explored(lambda n, half: n <= 2 * half) == (["n <= half * 2"], set())

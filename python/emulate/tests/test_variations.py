"""What calls are tried with, and which conditions explain what is wrong."""

import pytest
from aot_variations.conditions import RIGHT, WRONG, Judged, Judgement
from aot_variations.explaining import candidates, explained
from aot_variations.layouts import EXPANDED, PADDED, TRANSPOSED, layouts
from aot_variations.relations import Relation
from aot_variations.sizes import Case, Sizes, values_of


def test_values_of_a_size_are_beside_blocks_and_never_its_own():
    values = dict(values_of(64, [64, 16]))
    assert list(values)[:3] == [65, 63, 1]
    assert {16: "one block", 17: "one more than 16", 15: "one less than 16", 37: "a prime"}.items() <= values.items()
    assert values[48] == "not a power of two"
    assert not {0, 64} & set(values)
    assert list(dict(values_of(101, [256])))[:2] == [257, 255]
    assert list(dict(values_of(4, [])))[:3] == [5, 3, 1]


@pytest.mark.parametrize(
    ("free", "is_input", "words"),
    [
        ([0], False, [PADDED, f"{PADDED} of whole vectors"]),
        ([0], True, [PADDED, EXPANDED, f"{PADDED} of whole vectors"]),
        ([0, 1], False, [PADDED, TRANSPOSED, f"{PADDED} of whole vectors", "every other element"]),
    ],
)
def test_layouts_change_only_what_callers_choose(free, is_input, words):
    assert [each.words for each in layouts(2, free, is_input, 0)] == words


@pytest.mark.parametrize(
    ("wrong", "right", "conditions"),
    [
        ([{"n": 65}, {"n": 96}], [{"n": 128}], ["n % 64 == 0"]),
        ([{"n": 65}, {"n": 1}], [{"n": 66}, {"n": 128}], ["n % 2 == 0"]),
        ([{"heads": 7}, {"heads": 6}], [{"heads": 12}, {"n": 65}], ["heads % 4 == 0"]),
        # What is right breaks it, or nothing right keeps it with another size.
        ([{"n": 65}], [{"n": 63}, {"n": 127}], []),
        ([{"n": 65}], [], []),
    ],
)
def test_condition_explains_what_is_wrong_if_all_that_is_right_keeps_it(wrong, right, conditions):
    call = Sizes()
    call.sizes, call.values = ["n", "heads"], {"n": 64, "heads": 4}
    tried = [
        Judged(Case(sizes), Judgement(verdict)) for each, verdict in ((wrong, WRONG), (right, RIGHT)) for sizes in each
    ]
    found, left = explained(call, tried, candidates(call, [], [64], []))
    assert [condition.words() for condition, _ in found] == conditions
    assert len(left) == (0 if conditions else len(wrong))


def test_lengths_may_be_as_large_as_what_they_are_of():
    call = Sizes()
    call.sizes, call.values, call.largest = ["k"], {"k": 128}, {"lengths": 128}
    tried = [
        Judged(Case({"k": k}), Judgement(verdict), largest={"lengths": 128})
        for k, verdict in ((1, WRONG), (127, WRONG), (129, RIGHT))
    ]
    found, left = explained(call, tried, candidates(call, [], [], []))
    assert ([condition.words() for condition, _ in found], left) == (["lengths.max() <= k"], [])


def test_no_size_is_a_number_of_parts_of_no_size():
    call = Sizes()
    call.values = {"n": 64, "parts": 4, "block": 16}
    relation = Relation("parts", "parts", "n", 16, "block")
    assert relation.value(64, call, Case({"block": 8})) == 8
    assert relation.value(64, call, Case({"block": 0})) == -1

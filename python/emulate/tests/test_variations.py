"""What calls are tried with, and which conditions explain what is wrong."""

import pytest
from aot_variations.conditions import RIGHT, WRONG, Judged, Judgement
from aot_variations.explaining import candidates, explained
from aot_variations.layouts import EXPANDED, PADDED, TRANSPOSED, layouts
from aot_variations.of_integers import tightest
from aot_variations.relations import Relation, relations
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


def of_ids(*cases):
    """What explains cases of 128 columns in 8 rows, with an id of at most 120: (columns, largest id, where it was kept below, verdict, what repeats)."""
    call = Sizes()
    call.sizes, call.values, call.largest = ["rows", "columns"], {"rows": 8, "columns": 128}, {"ids": 120}
    call.neighbours = [("rows", "columns")]
    tried = [
        Judged(
            Case({"columns": n}, {"ids": below} if below else {}),
            Judgement(verdict),
            {"ids": largest},
            repeats=frozenset(repeats),
        )
        for n, largest, below, verdict, *repeats in cases
    ]
    found, left = explained(call, tried, candidates(call, [], [], []))
    return [condition.words() for condition, _ in found], len(left)


def test_ids_explain_what_is_wrong_if_it_is_right_with_smaller_ids():
    # By chance, ids beyond the columns are right, as long as they are inside of the tensor.
    right, wrong = (101, 120, (), RIGHT), (1, 120, (), WRONG)
    wide = (1, 7, ("rows", "columns"), WRONG)
    assert of_ids(right, wrong, wide, (1, 0, ("columns",), RIGHT)) == (["ids.max() < columns"], 0)
    # Smaller ids are wrong too: it is a fault of the size.
    assert of_ids(right, wrong, wide, (1, 0, ("columns",), WRONG)) == ([], 1)
    # They are wrong only because too few numbers are left, so that some are there twice.
    half = (64, 120, (), WRONG), (64, 63, ("columns",), RIGHT)
    twice = (1, 0, ("columns",), WRONG, "ids")
    assert of_ids(right, wrong, wide, twice, *half) == (["ids.max() < columns"], 0)


def test_more_integers_stay_below_the_smallest_size_that_they_fit():
    call = Sizes()
    call.sizes, call.values, call.largest = (
        ["rows", "columns"],
        {"rows": 200, "columns": 128},
        {"ids": 120, "ends": 128},
    )
    assert tightest(call, "ids", Case()) == 128
    assert tightest(call, "ids", Case({"columns": 64})) == 64
    assert tightest(call, "ends", Case()) == 129, "a length may be as large as what it is of"
    call.largest["ids"] = 500
    assert tightest(call, "ids", Case()) is None


def test_elements_of_a_tensor_are_one_condition():
    call = Sizes()
    call.sizes, call.values, call.shapes = ["m", "n"], {"m": 16, "n": 64}, {"x": ("m", "n")}
    tried = [
        Judged(Case(sizes), Judgement(verdict))
        for sizes, verdict in (
            ({"m": 17}, WRONG),
            ({"m": 1}, WRONG),
            ({"n": 63}, WRONG),
            ({"n": 1}, WRONG),
            ({"m": 32}, RIGHT),
            ({"n": 128}, RIGHT),
        )
    ]
    found, left = explained(call, tried, candidates(call, [], [1024], []))
    assert ([condition.words() for condition, _ in found], left) == (["x.numel() % 1024 == 0"], [])
    # With one of its sizes alone, the condition is about that size.
    found, _ = explained(call, [each for each in tried if "m" in each.case.sizes], candidates(call, [], [1024], []))
    assert [condition.words() for condition, _ in found] == ["m % 2 == 0"]


def test_a_factor_that_a_size_has_by_chance_is_no_part_of_a_relation():
    call = Sizes()
    call.values = {"n": 64, "half": 32, "heads": 2}
    found = {each.words() for each in relations(call, "half", list(call.values), []) if each.left == "n"}
    assert {"half * heads", "half * 2"} <= found


def test_no_size_is_a_number_of_parts_of_no_size():
    call = Sizes()
    call.values = {"n": 64, "parts": 4, "block": 16}
    relation = Relation("parts", "parts", "n", 16, "block")
    assert relation.value(64, call, Case({"block": 8})) == 8
    assert relation.value(64, call, Case({"block": 0})) == -1

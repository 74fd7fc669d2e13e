"""Expressions that have given values in every call."""

import random

import pytest
from aot_evidence.expressions import evaluate
from aot_evidence.recorded.search import Names, Term, find_expression

Values = dict[str, list[int]]


def find(targets: list[int], values: Values, constants: Values | None = None) -> Term | None:
    return find_expression(
        tuple(targets),
        Names(
            [Term(name, tuple(each), 2) for name, each in values.items()],
            [Term(name, tuple(each), 3) for name, each in (constants or {}).items()],
            has_quotients=True,
        ),
    )


@pytest.mark.parametrize(
    ("text", "targets", "values", "constants"),
    [
        ("cdiv(n, BLOCK)", [1, 4, 97], {"n": [1000, 4096, 98432]}, {"BLOCK": [1024, 1024, 1024]}),
        ("cdiv(n, BLOCK)", [97], {"n": [98432]}, {"BLOCK": [1024]}),
        ("n_rows", [1823, 4], {"n_rows": [1823, 4], "n_cols": [781, 3]}, {}),
        (
            "cdiv(M, BLOCK_M) * cdiv(N, BLOCK_N)",
            [64, 6],
            {"M": [1024, 256], "N": [1024, 384], "K": [64, 64]},
            {"BLOCK_M": [128, 128], "BLOCK_N": [128, 128], "BLOCK_K": [64, 64]},
        ),
        ("Z * H", [8, 6], {"Z": [4, 2], "H": [2, 3], "N": [128, 999]}, {}),
        ("Z * H * cdiv(N, BLOCK)", [16, 48], {"Z": [4, 2], "H": [2, 3], "N": [256, 999]}, {"BLOCK": [128, 128]}),
        ("min(132, n_rows)", [132, 132, 7], {"n_rows": [4096, 133, 7]}, {}),
        ("min(SMS, n_rows)", [132, 132, 7], {"n_rows": [4096, 133, 7]}, {"SMS": [132, 132, 132]}),
        ("n // BLOCK", [3, 6], {"n": [400, 800]}, {"BLOCK": [128, 128]}),
        ("cdiv(M * N, BLOCK)", [12, 35], {"M": [30, 50], "N": [400, 700]}, {"BLOCK": [1024, 1024]}),
        ("132", [132, 132], {"n": [7, 9000]}, {}),
        ("1", [1], {"n": [1]}, {"BLOCK": [16]}),
    ],
)
def test_the_most_likely_one_is_found(text: str, targets: list[int], values: Values, constants: Values) -> None:
    found = find(targets, values, constants)
    assert found is not None
    assert found.text == text


def test_the_block_is_used_that_is_named_after_the_argument() -> None:
    found = find([16], {"M": [1024]}, {"BLOCK_N": [64], "BLOCK_M": [64]})
    assert found is not None
    assert (found.text, found.rival) == ("cdiv(M, BLOCK_M)", None)


def test_another_one_that_is_as_likely_is_named() -> None:
    found = find([16], {"count": [1024]}, {"BLOCK_A": [64], "BLOCK_B": [64]})
    assert found is not None
    assert (found.text, found.rival) == ("cdiv(count, BLOCK_A)", "cdiv(count, BLOCK_B)")


def test_nothing_is_found_where_one_call_does_not_fit() -> None:
    assert find([1, 4, 98], {"n": [1000, 4096, 98432]}, {"BLOCK": [1024, 1024, 1024]}) is None


def test_constants_are_not_multiplied() -> None:
    found = find([256], {"n": [10]}, {"BLOCK": [16]})
    assert found is not None
    assert found.text == "256"


@pytest.mark.parametrize("has_factor", [True, False])
def test_what_is_found_has_the_values_of_a_hidden_formula(has_factor: bool) -> None:
    draw = random.Random(1)
    for _round in range(100):
        calls = [
            {"M": draw.randint(1, 900), "N": draw.randint(1, 900), "B": 2 ** draw.randint(1, 6)} for _call in range(3)
        ]
        targets = [-(-call["M"] // call["B"]) * (call["N"] if has_factor else 1) for call in calls]
        columns = {name: [call[name] for call in calls] for name in "MNB"}
        found = find(targets, {name: columns[name] for name in "MN"}, {"B": columns["B"]})
        assert found is not None
        assert [evaluate(found.text, call) for call in calls] == targets


def test_the_largest_of_three_has_a_value() -> None:
    assert evaluate("max(n, m, 3) + min(n, m, 4)", {"n": 5, "m": 2}) == 7

"""Numbers in rows that are alike, compared with the arrays of all numbers; and the threads of a mask that are alike."""

import numpy as np
import pytest
from aot_emulate.rows import Rows
from aot_emulate.touched import Alike, Touched, TouchedRows

# What blocks access, as the first number of each block and the distances of its threads.
SHAPES = {
    "a run in each block": ([0, 100, 200], [0, 1, 2, 3]),
    "a run in one block": ([7], [0, 1, 2, 3]),
    "one number in each block": ([0, 5, 10], [0]),
    "runs that touch": ([8, 4, 0], [0, 1, 2, 3]),
    "backwards": ([103, 203, 303], [0, -1, -2, -3]),
    "backwards, blocks anywhere": ([103, 303, 203], [0, -1, -2, -3]),
    "every fourth": ([0, 100, 200], [0, 4, 8, 12]),
    "every fourth, blocks anywhere": ([1, 200, 100], [0, 4, 8, 12]),
    "blocks anywhere": ([50, 0, 300], [0, 1, 2, 3]),
    "blocks that take turns": ([0, 1, 2], [0, 3, 6, 9]),
    "runs that overlap": ([0, 2, 4], [0, 1, 2, 3]),
    "the same in all blocks": ([9, 9, 9], [0, 1, 2, 3]),
    "the same in some blocks": ([9, 50, 9, 50, 9], [0, 1, 2, 3]),
    "one number in all threads": ([9, 20, 31], [0, 0, 0, 0]),
    "a tile": ([0, 100, 200], [0, 1, 20, 21, 40, 41]),
    "a tile that is not in order": ([0, 100, 200], [0, 20, 1, 21]),
    "some threads have the same number": ([0, 100, 200], [0, 1, 1, 2]),
}


def rows_of(shape):
    starts, offsets = map(np.array, SHAPES[shape])
    numbers = starts[:, None] + offsets
    return Rows.of(numbers), numbers


@pytest.mark.parametrize("shape", SHAPES)
class TestRows:
    def test_numbers(self, shape):
        rows, numbers = rows_of(shape)
        np.testing.assert_array_equal(rows.numbers(), numbers.reshape(-1))
        assert rows.shape == numbers.shape
        assert rows.ends == (numbers.min(), numbers.max())

    def test_what_is_apart_is_there_once(self, shape):
        rows, numbers = rows_of(shape)
        if rows.are_apart:
            assert len(np.unique(numbers)) == numbers.size
        assert rows.are_apart == (shape in APART)

    def test_takes_a_copy(self, shape):
        rows, numbers = rows_of(shape)
        array = np.arange(400, dtype=np.uint16)
        found = rows.take(array)
        array[:] = 0
        np.testing.assert_array_equal(found, numbers.reshape(-1))

    def test_puts_the_last_of_those_for_one_number(self, shape):
        rows, numbers = rows_of(shape)
        array, expected = np.zeros((2, 400), np.int64)
        values = 1 + np.arange(numbers.size)
        rows.put(array, values)
        for number, value in zip(numbers.reshape(-1).tolist(), values.tolist()):
            expected[number] = value
        np.testing.assert_array_equal(array, expected)

    def test_puts_one_value(self, shape):
        rows, numbers = rows_of(shape)
        flags = np.zeros(400, bool)
        rows.put(flags, True)
        np.testing.assert_array_equal(np.flatnonzero(flags), np.unique(numbers))

    def test_shifted_scaled_and_repeated(self, shape):
        rows, numbers = rows_of(shape)
        array = np.arange(2000, dtype=np.uint32)
        eight = Rows.of(8 * numbers)
        assert eight.are_multiples(8)
        assert not eight.shifted(4).are_multiples(8)
        assert eight.shifted(4).are_multiples(4)
        for found, expected in (
            (rows.shifted(3), numbers + 3),
            (eight.scaled(4), 2 * numbers),
            (eight.scaled(4).repeated(2), 2 * numbers[..., None] + np.arange(2)),
            (rows.repeated(3), numbers[..., None] + np.arange(3)),
            (eight.scaled(8).repeated(1), numbers),
        ):
            np.testing.assert_array_equal(found.numbers(), expected.reshape(-1))
            np.testing.assert_array_equal(found.take(array), expected.reshape(-1))

    def test_the_last_of_equal_rows(self, shape):
        rows, numbers = rows_of(shape)
        starts = numbers[:, 0].tolist()
        for count in (1, 2, 3):
            kept = [row for row, start in enumerate(starts) if starts[row + 1 :].count(start) < count]
            found = rows.last(count)
            assert (found is None) == (len(kept) == len(starts))
            if found is not None:
                np.testing.assert_array_equal(found[1], kept)
                np.testing.assert_array_equal(found[0].numbers(), numbers[kept].reshape(-1))


APART = set(SHAPES) - {
    "blocks that take turns",  # which is not found
    "runs that overlap",
    "the same in all blocks",
    "the same in some blocks",
    "one number in all threads",
    "some threads have the same number",
}


def test_other_numbers_are_no_rows():
    numbers = np.array([0, 100])[:, None] + np.arange(4)
    numbers[1, 2] += 1
    assert Rows.of(numbers) is None


def test_sums_that_do_not_fit_are_exact():
    most = np.iinfo(np.int64).max
    with np.errstate(over="ignore"):
        rows = Rows.of(np.array([[most - 1, most, -most - 1], [0, 1, 2]]))
    assert rows is not None
    assert rows.ends == (0, most + 1)


def test_steps_that_go_round_have_other_ends():
    numbers = (np.arange(5, dtype=np.uint64) << np.uint64(62)).view(np.int64)
    for rows in (Rows.of(numbers[:, None]), Rows.of(numbers[None])):
        assert rows.ends == (numbers.min(), numbers.max())


def flags_of(*rows):
    return np.array([[each == "1" for each in row] for row in rows])


@pytest.mark.parametrize(
    "flags",
    [
        flags_of("1111", "1111"),
        flags_of("0110", "0110"),
        flags_of("1010", "1010"),
        flags_of("0000", "0111", "0000", "0111"),
        flags_of("0000", "1011", "1011", "0000"),
        flags_of("0000", "1111", "0000"),
        flags_of("0001"),
    ],
    ids=str,
)
def test_threads_that_are_alike(flags):
    threads = Alike.of(flags.reshape(-1), flags.shape)
    values = 1 + np.arange(flags.size)
    chosen = threads.choose(values)
    np.testing.assert_array_equal(chosen.reshape(-1), values[flags.reshape(-1)])
    assert len(chosen) == flags.any(1).sum()
    np.testing.assert_array_equal(threads.spread(chosen.reshape(-1)), np.where(flags.reshape(-1), values, 0))


def test_all_threads_are_alike():
    threads, values = Alike.of(None, (2, 3)), np.arange(6)
    np.testing.assert_array_equal(threads.choose(values).reshape(-1), values)
    assert threads.spread(values) is values


@pytest.mark.parametrize("flags", [flags_of("1100", "1000"), flags_of("1100", "0011", "0000")], ids=str)
def test_threads_that_are_not_alike(flags):
    assert Alike.of(flags.reshape(-1), flags.shape) is None


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("starts", [[0, 1000, 2000], [500, 0, 500]], ids=str)
@pytest.mark.parametrize(
    "columns", ["1" * 64, "0" * 16 + "1" * 40 + "0" * 8, "10" * 32], ids=["all", "some", "every other"]
)
@pytest.mark.parametrize("blocks", ["111", "101"])
def test_units_in_rows_are_those_of_their_threads(count, starts, columns, blocks):
    flags = np.array([each == "1" for each in blocks])[:, None] & (flags_of(columns))
    mask = flags.reshape(-1)
    at = count * (np.array(starts)[:, None] + np.arange(64)).reshape(-1)[mask]
    any_units = Touched(np.flatnonzero(mask), (at[:, None] + np.arange(count)).reshape(-1))
    threads = Alike.of(mask, flags.shape)
    in_rows = TouchedRows(threads, Rows.of(at.reshape(int(flags.any(1).sum()), -1)), count)
    for name in ("at", "threads", "warps", "count"):
        np.testing.assert_array_equal(getattr(in_rows, name), getattr(any_units, name), name)
    by_warp = 7 * np.arange(6)
    np.testing.assert_array_equal(in_rows.by_warp(by_warp), any_units.by_warp(by_warp))
    if any_units.may_meet:
        assert in_rows.may_meet or len(np.unique(in_rows.at)) == len(in_rows.at)
    last = in_rows.last(1)
    kept = [
        row
        for row in np.flatnonzero(flags.any(1))
        if starts[row] not in np.array(starts)[row + 1 :][flags.any(1)[row + 1 :]]
    ]
    np.testing.assert_array_equal(np.unique(last.threads // 64), kept)
    np.testing.assert_array_equal(last.by_warp(by_warp), by_warp[last.warps])
    other = any_units.only(any_units.at % 3 == 0)
    np.testing.assert_array_equal(other.at, any_units.at[any_units.at % 3 == 0])
    np.testing.assert_array_equal(other.warps, any_units.warps[any_units.at % 3 == 0])

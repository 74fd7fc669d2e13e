"""Numbers for the units of buffers that are far from each other."""

import numpy as np
from aot_emulate.units import APART, Units


def test_units_of_near_buffers_follow_each_other():
    units = Units([(400, 500), (1000, 1100)], 4)
    assert units.count == 1100 // 4 - 100 + 1
    np.testing.assert_array_equal(units.of(np.array([100, 250])), [0, 150])
    assert units.place(150) == 1000


def test_buffers_far_apart_take_as_many_numbers_as_they_have_units():
    far, farther = 3 * APART, 1 << 46
    units = Units([(400, 500), (far, far + 100), (farther, farther + 8)], 4)
    assert units.count == 26 + 26 + 3
    places = np.array([farther + 4, 404, far, 496, far + 96, farther])
    numbers = units.of(places // 4)
    assert sorted(numbers.tolist()) == sorted(set(numbers.tolist()))
    assert [units.place(each) for each in numbers.tolist()] == places.tolist()
    for one in places:
        assert units.place(int(units.of(np.array(one // 4)))) == one


def test_without_buffers_there_is_one_unit():
    units = Units([], 4)
    assert (units.count, units.of(np.zeros(0, int)).size) == (1, 0)


def test_runs_have_all_numbers():
    units = Units([(400, 500), (1 << 46, (1 << 46) + 8)], 4)
    found = [
        (number, unit)
        for numbers, of in units.runs()
        for number, unit in zip(range(numbers.start, numbers.stop), range(of.start, of.stop))
    ]
    assert [number for number, _ in found] == list(range(units.count))
    assert all(int(units.of(np.array([unit]))[0]) == number for number, unit in found)


def test_the_shift_of_a_unit_gives_its_number():
    units = Units([(400, 500), (3 * APART, 3 * APART + 100), (1 << 46, (1 << 46) + 8)], 4)
    for place in (400, 496, 3 * APART, 3 * APART + 96, 1 << 46):
        assert place // 4 + units.shift(place // 4) == int(units.of(np.array(place // 4)))

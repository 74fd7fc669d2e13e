"""Reads that are put off: which of them come before an access, and in what order."""

import numpy as np
import pytest
from aot_emulate import reads
from aot_emulate.reads import Reads
from aot_emulate.rows import Rows
from aot_emulate.touched import Alike, Touched, TouchedRows


def touched(first, last):
    rows = Rows.of(np.arange(first, last + 1)[None])
    return TouchedRows(Alike.of(None, rows.shape), rows, 1)


class Noted:
    def __init__(self, areas):
        self.reads = Reads(areas, lambda _, entries: self.entries.append(int(entries[0])))
        self.entries = []

    def add(self, number, first, last):
        self.reads.add(touched(first, last), np.array([number]))

    def settle(self, first, last):
        self.entries = []
        self.reads.settle(touched(first, last))
        return self.entries


@pytest.fixture
def noted():
    found = Noted([(10, 19), (20, 29), (25, 39), (39, 49), (60, 69)])
    for number, span in enumerate([(10, 12), (22, 24), (45, 48), (30, 33), (60, 69), (15, 19)]):
        found.add(number, *span)
    return found


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ((17, 17), [0, 5]),
        ((20, 20), [1, 2, 3]),
        ((49, 49), [1, 2, 3]),
        ((65, 65), [4]),
        ((19, 20), [0, 5, 1, 2, 3]),
        ((0, 9), []),
        ((10, 69), [0, 5, 1, 2, 3, 4]),
    ],
    ids=str,
)
def test_all_reads_of_a_buffer_come_before_an_access_to_it(noted, span, expected):
    assert noted.settle(*span) == expected
    assert noted.settle(*span) == []


def test_reads_of_other_buffers_stay(noted):
    noted.settle(0, 49)
    assert noted.settle(60, 60) == [4]


def test_no_access_settles_nothing(noted):
    noted.reads.settle(Touched(np.array([], int), np.array([], int)))
    assert noted.entries == []


def test_few_are_kept(monkeypatch):
    monkeypatch.setattr(reads, "MOST", 3)
    noted = Noted([(0, 9)])
    for number in range(5):
        noted.add(number, 1, 2)
    assert noted.entries == [0, 1, 2]
    assert noted.settle(9, 9) == [3, 4]

"""Repeated calls that do not end."""

import time

import pytest
from triton_aot_emulate.vary.stopping import Stopped, stopped


def test_host_code_that_does_not_end_is_stopped():
    with pytest.raises(Stopped):
        _endless()


def _endless():
    with stopped(lambda: 0):
        while True:
            pass


def test_host_code_that_launches_is_not():
    launches = 0
    end = time.process_time() + 3
    with stopped(lambda: launches):
        while time.process_time() < end:
            launches += 1

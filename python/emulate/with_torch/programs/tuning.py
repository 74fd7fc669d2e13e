"""Kernels with `triton.autotune`. `test_launches.py` runs these tests with each kind of `--configs`, which the environment says."""

import os

import pytest
import torch
import triton
import triton.language as tl

WANTED = os.environ["CONFIGS"]
compiled: list[int] = []


def sizes(*blocks: int, **options):
    return [triton.Config({"BLOCK": block}, num_warps=4, **options) for block in blocks]


def tuned(configs, **options):
    @triton.autotune(configs, key=["n"], **options)
    @triton.jit
    def increment(x, n, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        tl.store(x + at, tl.load(x + at, mask=at < n) + 1, mask=at < n)

    return increment


def launch(kernel, n=100):
    x = torch.zeros(n, device="cuda")
    kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, n)
    return x


def test_a_config_is_chosen():
    kernel = tuned(sizes(32, 64, 128))
    x = launch(kernel)
    assert x.eq(1).all()
    assert kernel.best_config.kwargs["BLOCK"] == (64 if WANTED == "BLOCK=64" else 32)


def test_each_key_has_its_choice():
    kernel = tuned(sizes(32, 64))
    assert launch(kernel, 100).eq(1).all()
    assert launch(kernel, 200).eq(1).all()
    assert len(kernel.cache) == 2


def test_configs_that_do_not_fit():
    @triton.autotune(sizes(256, 64), key=[])
    @triton.jit
    def square(x, out, BLOCK: tl.constexpr):
        at = tl.arange(0, BLOCK)
        tile = at[:, None] * BLOCK + at
        tl.store(out + tile, tl.dot(tl.load(x + tile), tl.load(x + tile)))

    x, out = torch.eye(256, device="cuda"), torch.zeros(256, 256, device="cuda")
    square[(1,)](x, out)
    assert square.best_config.kwargs["BLOCK"] == 64


def test_hooks_of_configs():
    calls = []
    config = sizes(32, 64, pre_hook=lambda values: calls.append(values["BLOCK"]))
    assert launch(tuned(config)).eq(1).all()
    assert set(calls) == {"first": {32}, "BLOCK=64": {32, 64}, "all": {32, 64}}[WANTED]


def test_heuristics_and_prunes():
    kernel = tuned(sizes(16, 32, 64), prune_configs_by={"early_config_prune": lambda configs, *_, **__: configs[1:]})
    assert launch(kernel).eq(1).all()
    assert kernel.best_config.kwargs["BLOCK"] == (64 if WANTED == "BLOCK=64" else 32)


def test_a_config_that_is_wrong():
    @triton.autotune(sizes(32, 256), key=[])
    @triton.jit
    def increment(x, n, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = at < n + (BLOCK == 256)
        tl.store(x + at, tl.load(x + at, mask=mask) + 1, mask=mask)

    if WANTED == "all":
        with pytest.raises(RuntimeError, match=r"element 100 of x.*, with the config BLOCK: 256"):
            launch(increment)
    else:
        assert launch(increment).eq(1).all()


def test_a_benchmark_of_the_program():
    calls = []

    def measure(call, **_):
        calls.append(call())
        return [float(-len(calls))] * 3

    kernel = tuned(sizes(32, 64), do_bench=measure)
    assert launch(kernel).eq(1 if WANTED != "first" else 3).all()
    assert kernel.best_config.kwargs["BLOCK"] == 64

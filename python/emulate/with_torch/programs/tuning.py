"""Kernels with `triton.autotune`. `test_launches.py` runs these tests with each kind of `--configs`, which the environment says."""

import os

import pytest
import torch
import triton
import triton.language as tl
from triton.runtime.autotuner import Autotuner

WANTED = os.environ["CONFIGS"]
compiled: list[int] = []


def sizes(*blocks: int, **options):
    return [triton.Config({"BLOCK": block}, num_warps=4, **options) for block in blocks]


def tuned(configs, restore=("x",), **options):
    @triton.autotune(configs, key=["n"], restore_value=restore, **options)
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
    @triton.autotune(sizes(32, 256), key=[], restore_value=["x"])
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
    assert launch(kernel).eq(1).all()
    assert kernel.best_config.kwargs["BLOCK"] == 64
    assert len(calls) == {"first": 2, "BLOCK=64": 0, "all": 2}[WANTED]


@triton.jit
def add_up(x, total, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(total, tl.sum(tl.load(x + at, mask=at < n, other=0.0)))


@triton.jit
def reverse(x, work, out, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(work + at, tl.load(x + at, mask=at < n), mask=at < n)
    tl.debug_barrier()
    tl.store(out + at, tl.load(work + n - 1 - at, mask=at < n), mask=at < n)


class OwnRun(Autotuner):
    """As tuners of packages, which have their own cache."""

    def run(self, *args, **kwargs):
        self.nargs = dict(zip(self.arg_names, args))
        configs = {config: self._bench(*args, config=config, **kwargs) for config in self.configs}
        self.best_config = min(configs, key=configs.get)
        return self.fn.run(*args, **kwargs, **self.best_config.all_kwargs())


def put_back(kept):
    """Hooks of the program that restore x."""

    def before(values, reset_only=False):
        if not reset_only:
            kept.append(values["x"].clone())

    def after(values, **_):
        values["x"].copy_(kept.pop())

    return {"pre_hook": before, "post_hook": after}


WRONG = r"increment: has another result after a trial of the config BLOCK: .*100 of 100 elements of x, such as element 0: 1 and 2"


def test_trials_that_change_what_the_launch_reads():
    x = torch.zeros(100, device="cuda")
    kernel = tuned(sizes(32, 64), restore=None)
    with pytest.raises(RuntimeError, match=WRONG) as error:
        kernel[lambda meta: (triton.cdiv(100, meta["BLOCK"]),)](x, 100)
    assert error.value.finding.kind == "tuning"
    assert error.value.finding.fault["at"] == {"file": __file__, "line": kernel.base_fn.__code__.co_firstlineno}
    assert x.eq(1).all()
    assert launch(kernel).eq(1).all(), "it does not tune again"


def test_trials_that_add_to_the_same_sum():
    x, total = torch.ones(100, device="cuda"), torch.zeros(1, device="cuda")
    launch = [lambda meta: (triton.cdiv(100, meta["BLOCK"]),)]
    kernel = triton.autotune(sizes(32, 64), key=[])(add_up)
    with pytest.raises(RuntimeError, match=r"1 of 1 elements of total, such as element 0: 100 and 200"):
        kernel[launch[0]](x, total, 100)
    kernel = triton.autotune(sizes(32, 64), key=[], reset_to_zero=["total"])(add_up)
    kernel[launch[0]](x, total, 100)
    assert total.item() == 100


def test_tuners_with_their_own_run():
    for restore in (None, ["x"]):
        kernel = tuned(sizes(32), restore=restore)
        own = OwnRun(kernel.fn, kernel.arg_names, sizes(32, 64), ["n"], None, restore)
        if restore is None:
            with pytest.raises(RuntimeError, match=WRONG):
                launch(own)
        else:
            assert launch(own).eq(1).all()


def test_hooks_that_restore_are_right():
    assert launch(tuned(sizes(32, 64), restore=None, **put_back([]))).eq(1).all()


def test_nothing_is_tried_of_one_config():
    assert launch(tuned(sizes(32), restore=None)).eq(1).all()
    prune = {"early_config_prune": lambda configs, *_, **__: configs[:1]}
    if "3.9" in triton.__version__:
        assert launch(tuned(sizes(32, 64), restore=None, prune_configs_by=prune)).eq(1).all()


def test_what_a_launch_writes_before_it_reads_it_is_right():
    x, out = torch.arange(100.0, device="cuda"), torch.empty(100, device="cuda")
    triton.autotune(sizes(128, 256), key=[])(reverse)[(1,)](x, torch.empty_like(x), out, 100)
    assert out.equal(x.flip(0))

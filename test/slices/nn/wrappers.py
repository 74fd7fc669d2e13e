import functools

import torch
import triton


def libentry():
    return lambda fn: torch.compile(fn)


def input_guard(fn):
    return fn


def maybe_jit(fn):
    return triton.jit(fn) if torch.cuda.is_available() else fn


unspecialised = functools.partial(triton.jit, do_not_specialize=["n"])

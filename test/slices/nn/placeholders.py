"""Stands for Triton where it is not installed."""

import importlib.util

HAS_TRITON = importlib.util.find_spec("triton") is not None and importlib.util.find_spec("torch") is not None

if HAS_TRITON:
    import triton
    import triton.language as tl
else:

    class Placeholder:
        def __getattr__(self, name):
            return lambda *args, **kwargs: lambda fn: fn

    triton = tl = Placeholder()

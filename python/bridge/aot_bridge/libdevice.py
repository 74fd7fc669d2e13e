"""The functions of libdevice in Triton's interpreter, which has none. They compute in double precision and round once, so they
are within the error that libdevice has."""

import importlib
import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import numpy as np
import triton.language as tl
from triton.runtime import interpreter
from triton.runtime.interpreter import TensorHandle

MODULES = ("triton.language.extra.libdevice", "triton.language.extra.cuda.libdevice")

NORMAL = NormalDist()


def each(function: Callable[..., float]) -> Callable[..., Any]:
    """Makes a function of numbers one of arrays."""
    return np.vectorize(function, otypes=[np.float64])


def inverse_of_normal(share: float) -> float:
    if share in (0, 1):
        return math.copysign(math.inf, share - 0.5)
    return NORMAL.inv_cdf(share) if 0 < share < 1 else math.nan


def gamma(number: float) -> float:
    try:
        return math.gamma(number)
    except (OverflowError, ValueError):
        return math.inf if number > 0 else math.nan


def log_gamma(number: float) -> float:
    try:
        return math.lgamma(number)
    except (OverflowError, ValueError):
        return math.inf


# By name: what gives a number of the type of the arguments.
REAL: dict[str, Callable[..., Any]] = {
    **{name: getattr(np, f"arc{name[1:]}") for name in ("acos", "acosh", "asin", "asinh", "atan", "atanh")},
    **{
        name: getattr(np, name)
        for name in (
            *(
                "cbrt",
                "ceil",
                "copysign",
                "cos",
                "cosh",
                "exp",
                "exp2",
                "expm1",
                "floor",
                "fmod",
                "hypot",
                "log",
                "log10",
            ),
            *("log1p", "log2", "rint", "sin", "sinh", "sqrt", "tan", "tanh", "trunc"),
        )
    },
    **{f"fast_{name}f": getattr(np, name) for name in ("sin", "cos", "tan", "tanh", "exp", "log2", "log", "log10")},
    **{name: lambda x: 10.0**x for name in ("exp10", "fast_exp10f")},
    **dict.fromkeys(("pow", "fast_powf"), np.power),
    **dict.fromkeys(("div_rn", "fast_dividef"), np.divide),
    **{name: lambda x: 1 / np.sqrt(x) for name in ("rsqrt", "rsqrt_rn")},
    **{name: lambda x, y, z: x * y + z for name in ("fma", "fma_rn")},
    "abs": np.abs,
    "add_rn": np.add,
    "atan2": np.arctan2,
    "cospi": lambda x: np.cos(np.pi * np.fmod(x, 2)),
    "erf": each(math.erf),
    "erfc": each(math.erfc),
    "erfinv": lambda x: each(inverse_of_normal)((x + 1) / 2) / math.sqrt(2),
    "fdim": lambda x, y: np.where(x > y, x - y, np.where(np.isnan(x + y), np.nan, 0)),
    "lgamma": each(log_gamma),
    "mul_rn": np.multiply,
    "nearbyint": np.rint,
    "normcdf": each(NORMAL.cdf),
    "normcdfinv": each(inverse_of_normal),
    "rcbrt": lambda x: 1 / np.cbrt(x),
    "rcp_rn": np.reciprocal,
    "remainder": lambda x, y: x - y * np.rint(x / y),
    "rhypot": lambda x, y: 1 / np.hypot(x, y),
    "round": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x),
    "saturatef": lambda x: np.where(np.isnan(x), 0, np.clip(x, 0, 1)),
    "sinpi": lambda x: np.sin(np.pi * np.fmod(x, 2)),
    "sqrt_rn": np.sqrt,
    "sub_rn": np.subtract,
    "tgamma": each(gamma),
}
# What gives integers, with their type.
WHOLE: dict[str, tuple[Callable[..., Any], tl.dtype]] = {
    **dict.fromkeys(("finitef", "isfinited"), (np.isfinite, tl.int32)),
    "isinf": (np.isinf, tl.int32),
    "isnan": (np.isnan, tl.int32),
    "signbit": (np.signbit, tl.int32),
    **{f"float2int_{mode}": (way, tl.int32) for mode, way in (("rn", np.rint), ("rd", np.floor), ("ru", np.ceil))},
    "float2int_rz": (np.trunc, tl.int32),
    "llrint": (np.rint, tl.int64),
    "llround": (REAL["round"], tl.int64),
}


def computed(function: Callable[..., Any], values: tuple[Any, ...], result: tl.dtype | None) -> tl.tensor:
    """What a function gives for the interpreter's tensors and numbers, as `result`; None stands for the type of the arguments."""
    tensors = [value for value in values if isinstance(value, tl.tensor)]
    kinds = [value.dtype.scalar for value in tensors]
    own = next((kind for kind in kinds if kind.is_floating()), tl.float32)
    arrays = [
        np.asarray(value.handle.data if isinstance(value, tl.tensor) else getattr(value, "value", value), np.float64)
        for value in values
    ]
    with np.errstate(all="ignore"):
        found = np.atleast_1d(function(*arrays))
    kind = result or own
    data = found.astype(interpreter._get_np_dtype(kind))
    is_block = any(value.type.is_block() for value in tensors)
    return tl.tensor(TensorHandle(data, kind), tl.block_type(kind, list(data.shape)) if is_block else kind)


def as_function(function: Callable[..., Any], result: tl.dtype | None) -> Callable[..., tl.tensor]:
    return lambda *values, _semantic=None: computed(function, values, result)


def compute_libdevice() -> None:
    """Gives the interpreter these functions."""
    for name in MODULES:
        module = importlib.import_module(name)
        for function, way in REAL.items():
            setattr(module, function, as_function(way, None))
        for function, (way, kind) in WHOLE.items():
            setattr(module, function, as_function(way, kind))

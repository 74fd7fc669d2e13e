"""Cases of `device_kernels.py`: TMA, wgmma, small types, and reductions whose result several threads store."""

import numpy as np
from case import Case, own
from data import Buffer


def case(name: str, function: str, kinds: str, constants: dict, buffers: dict, scalars: dict, grid: tuple, refer, share: int = 20, **options) -> Case:
    return own(name, function, kinds, constants, buffers, scalars, grid, refer, share, file="device_kernels.py", **{"target": 90, **options})


def descriptors(blocks: int, each: int) -> dict:
    """Triton's own memory for the tensor maps that the blocks make."""
    return {"descriptors": Buffer("u8", (blocks * each * 128,), is_scratch=True)}


def small_integers(bits: np.ndarray) -> np.ndarray:
    return (bits % np.uint64(7)).astype(np.int64) - 3


def added_up(v: dict) -> np.ndarray:
    result = np.zeros(61)
    np.add.at(result, v["index"], v["x"])
    return result


def e4m3_values() -> np.ndarray:
    """The values of the codes 0 to 126 of e4m3."""
    code = np.arange(127)
    exponent, fraction = code >> 3, code & 7
    return np.where(exponent == 0, fraction * 2.0**-9, (1 + fraction / 8) * 2.0 ** (exponent - 7))


def codes(v: dict) -> dict:
    power = 2.0 ** np.ceil(np.log2(np.abs(v["x"]).max(1, keepdims=True) / 448))
    values, wanted = e4m3_values(), np.abs(v["x"] / power)
    above = np.searchsorted(values, wanted).clip(1, 126)
    low, high = wanted - values[above - 1], values[above] - wanted
    code = np.where((low < high) | ((low == high) & (above % 2 == 1)), above - 1, above)
    return {"codes": code + 128 * (v["x"] < 0), "scale": power[:, 0]}


def norm(v: dict) -> np.ndarray:
    total = v["x"] + v["rest"]
    return total / np.sqrt((total**2).mean(1, keepdims=True) + 1e-6) * v["weight"]


def scattered(name: str, kind: str, **options) -> Case:
    buffers = {"x": Buffer(kind, (701,), small_integers), "index": Buffer("i32", (701,), (0, 61)), "out": Buffer(kind, (61,), 0, out=True)}
    return case(name, "scattered", f"x:*{kind} index:*i32 out:*{kind} n:i32", dict(BLOCK=256), buffers, dict(n=701), (3,), added_up, 16, **options)


DEVICE_CASES = [
    case("shifted_tiles", "shifted_tiles", "x:*fp16 out:*fp16 M:i32 N:i32", dict(BLOCK_M=32, BLOCK_N=64),
         {"x": Buffer("fp16", (70, 104)), "out": Buffer("fp16", (70, 104), out=True), **descriptors(6, 2)}, dict(M=70, N=104), (3, 2), lambda v: v["x"] * 2 + 1, 26),
    case("added_tiles", "added_tiles", "x:*fp32 out:*fp32 M:i32 N:i32", dict(BLOCK_M=32, BLOCK_N=64),
         {"x": Buffer("fp32", (154, 100)), "out": Buffer("fp32", (32, 100), 0.5, out=True), **descriptors(10, 2)}, dict(M=154, N=100), (5, 2),
         lambda v: 0.5 + np.pad(v["x"], ((0, 6), (0, 0))).reshape(5, 32, 100).sum(0), 22),
    case("described_matmul", "described_matmul", "a:*fp16 b:*fp16 c:*fp16 M:i32 N:i32 K:i32", dict(BLOCK_M=64, BLOCK_N=64, BLOCK_K=32),
         {"a": Buffer("fp16", (100, 200)), "b": Buffer("fp16", (104, 200)), "c": Buffer("fp16", (100, 104), out=True), **descriptors(4, 3)},
         dict(M=100, N=104, K=200), (2, 2), lambda v: v["a"] @ v["b"].T, 44, num_stages=3),
    case("half_matmul", "half_matmul", "a:*fp16 b:*fp16 c:*fp16 M:i32 N:i32 K:i32", dict(BLOCK_M=64, BLOCK_N=32, BLOCK_K=32),
         {"a": Buffer("fp16", (70, 100)), "b": Buffer("fp16", (50, 100)), "c": Buffer("fp16", (70, 50), out=True, rounding="bf16")},
         dict(M=70, N=50, K=100), (2, 2), lambda v: v["a"] @ v["b"].T, 30, num_stages=3),
    scattered("scattered_fp16", "fp16"),
    scattered("scattered_bf16", "bf16", target=80),
    case("root_mean_square", "root_mean_square", "x:*fp32 rest:*fp32 weight:*fp32 out:*fp32 cols:i32", dict(D=128),
         {"x": Buffer("fp32", (7, 120)), "rest": Buffer("fp32", (7, 120)), "weight": Buffer("fp32", (120,)), "out": Buffer("fp32", (7, 120), out=True)},
         dict(cols=120), (7,), norm),
    case("row_products", "row_products", "a:*fp32 b:*fp32 out:*fp32 rows:i32 cols:i32", dict(R=1, D=128),
         {"a": Buffer("fp32", (37, 120)), "b": Buffer("fp32", (120,)), "out": Buffer("fp32", (37,), out=True)}, dict(rows=37, cols=120), (37,),
         lambda v: v["a"] @ v["b"] + np.log(np.exp(v["a"]).sum(1)), 22),
    case("quantised", "quantised", "x:*fp32 codes:*u8 scale:*fp32 cols:i32", dict(D=256),
         {"x": Buffer("fp32", (9, 250), (-3.0, 3.0)), "codes": Buffer("u8", (9, 250), out=True), "scale": Buffer("fp32", (9,), out=True)}, dict(cols=250), (9,), codes),
]  # fmt: skip

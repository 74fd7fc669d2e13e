"""The kernels that are mutated: how each is compiled and launched, and what it must compute.

Sizes do not divide by the blocks. Only the hints that Triton would give a launch with these sizes are given.
"""

import math

import numpy as np
from case import Case, own, signature
from data import Buffer, reference
from device_cases import DEVICE_CASES
from synchronised_cases import SYNCHRONISED_CASES


def matmul(name: str, dtype: str, m: int, n: int, k: int, strides: tuple, blocks: tuple, share: int) -> Case:
    am, bn, cm = strides
    block_m, block_n, block_k = blocks
    return Case(
        name, "examples/matmul/matmul.py:matmul_kernel",
        signature(f"a_ptr:*{dtype} b_ptr:*{dtype} bias_ptr:*{dtype} c_ptr:*{dtype} M:i32 N:i32 K:i32 stride_am:i32 stride_bn:i32 stride_cm:i32"),
        dict(stride_ak=1, stride_bk=1, stride_cn=1, BLOCK_M=block_m, BLOCK_N=block_n, BLOCK_K=block_k, GROUP_SIZE_M=8, ACTIVATION="leaky_relu", USE_BIAS=True),
        {
            "a_ptr": Buffer(dtype, (m, am), inside=(m, k)),
            "b_ptr": Buffer(dtype, (n, bn), inside=(n, k)),
            "bias_ptr": Buffer(dtype, (n,)),
            "c_ptr": Buffer(dtype, (m, cm), inside=(m, n), out=True),
        },
        dict(M=m, N=n, K=k, stride_am=am, stride_bn=bn, stride_cm=cm),
        (-(-m // block_m) * -(-n // block_n), 1, 1),
        lambda v: reference("examples/matmul/reference.py", "matmul", USE_BIAS=True, ACTIVATION="leaky_relu")({**v, "b_ptr": v["b_ptr"].T}),
        dict(num_warps=4, num_stages=3),
        share,
    )  # fmt: skip


def attention(name: str, dtype: str, causal: bool, batch: int, heads: int, q: int, k: int, dim: int, share: int) -> Case:
    rounded = -(-q // 128) * 128
    refer = reference("examples/flash-attention/reference.py", "attention", softmax_scale=0.125, IS_CAUSAL=causal)
    swap = lambda a: a.swapaxes(1, 2)  # noqa: E731

    def expected(v: dict) -> dict:
        result = refer({name: swap(v[name]) for name in "QKV"})
        return {"Out": swap(result["Out"]), "Lse": result["Lse"]}

    strides = {f"stride_{t}{axis}": value for t, length in (("q", q), ("k", k), ("v", k), ("o", q))
               for axis, value in (("b", length * heads * dim), ("h", dim), ({"q": "m", "o": "m"}.get(t, "n"), heads * dim))}  # fmt: skip
    return Case(
        name, "examples/flash-attention/fmha_triton.py:_fwd_kernel",
        signature(f"Q:*{dtype} K:*{dtype} V:*{dtype} Out:*{dtype} Lse:*fp32 TMP:*fp32 softmax_scale:fp32 "
                  + " ".join(f"{s}:i32" for s in strides)
                  + " nheads:i32 seqlen_q:i32 seqlen_k:i32 seqlen_q_rounded:i32 headdim:i32 batch:i32 EVEN_M:i1 EVEN_N:i1 EVEN_HEADDIM:i1"),
        dict(IS_CAUSAL=int(causal), BLOCK_HEADDIM=64, BLOCK_M=64, BLOCK_N=64),
        {
            "Q": Buffer(dtype, (batch, q, heads, dim), (-2.0, 2.0)),
            "K": Buffer(dtype, (batch, k, heads, dim), (-2.0, 2.0)),
            "V": Buffer(dtype, (batch, k, heads, dim)),
            "Out": Buffer(dtype, (batch, q, heads, dim), out=True),
            "Lse": Buffer("fp32", (batch * heads, rounded), inside=(batch * heads, q), out=True),
        },
        strides | dict(softmax_scale=0.125, nheads=heads, seqlen_q=q, seqlen_k=k, seqlen_q_rounded=rounded, headdim=dim, batch=batch,
                       EVEN_M=0, EVEN_N=0, EVEN_HEADDIM=int(dim == 64)),
        (-(-q // 64), batch * heads, 1),
        expected, dict(num_warps=4, num_stages=3), share,
    )  # fmt: skip


def linear(name: str, dtype: str, rows: int, outputs: int, features: int, share: int) -> Case:
    pointers = "x_ptr mean_ptr rstd_ptr gamma_ptr beta_ptr weight_ptr bias_ptr out_ptr".split()
    statistics = ("mean_ptr", "rstd_ptr")
    return Case(
        name, "examples/layernorm-linear/layernorm_linear.py:normalised_linear_kernel",
        {p: "*fp32" if p in statistics else f"*{dtype}" for p in pointers} | signature("rows:i32 outputs:i32 features:i32"),
        dict(BLOCK_M=64, BLOCK_N=64, BLOCK_K=32),
        {
            "x_ptr": Buffer(dtype, (rows, features)),
            "mean_ptr": Buffer("fp32", (rows,), (-0.2, 0.2)),
            "rstd_ptr": Buffer("fp32", (rows,), (0.5, 1.5)),
            "gamma_ptr": Buffer(dtype, (features,)),
            "beta_ptr": Buffer(dtype, (features,)),
            "weight_ptr": Buffer(dtype, (outputs, features)),
            "bias_ptr": Buffer(dtype, (outputs,)),
            "out_ptr": Buffer(dtype, (rows, outputs), out=True, rounding="tf32" if dtype == "fp32" else ""),
        },
        dict(rows=rows, outputs=outputs, features=features), (-(-rows // 64), -(-outputs // 64), 1),
        reference("examples/layernorm-linear/reference.py", "normalised_linear"), dict(num_warps=4, num_stages=3), share,
    )  # fmt: skip


def tutorial(name: str, m: int, n: int, k: int, pad: int, share: int) -> Case:
    return Case(
        name, "test/cases/automatic.py:matmul",
        signature("a:*fp16 b:*fp16 c:*fp16 M:i32 N:i32 K:i32 stride_am:i32 stride_bn:i32 stride_cm:i32"),
        dict(stride_ak=1, stride_bk=1, stride_cn=1, BLOCK_M=64, BLOCK_N=64, BLOCK_K=32),
        {
            "a": Buffer("fp16", (m, k + pad), inside=(m, k)),
            "b": Buffer("fp16", (n, k)),
            "c": Buffer("fp16", (m, n), out=True),
        },
        dict(M=m, N=n, K=k, stride_am=k + pad, stride_bn=k, stride_cm=n), (-(-m // 64), -(-n // 64), 1),
        lambda v: v["a"] @ v["b"].T, dict(num_warps=4, num_stages=4), share,
    )  # fmt: skip


def segment_starts(bits: np.ndarray) -> np.ndarray:
    """Bounds of segments of 0 to 299 elements; every fourth one is empty."""
    lengths = (bits % np.uint64(300)).astype(np.int64)
    lengths[::4] = 0
    return np.concatenate([[0], np.cumsum(lengths)[:-1]])


SEGMENTS = segment_starts(np.arange(1, 34, dtype=np.uint64) * np.uint64(137))
erf = np.vectorize(math.erf)


def int4(v: dict) -> np.ndarray:
    packed = v["packed"]
    rows = np.stack([packed & 15, packed >> 4], 1).reshape(-1, packed.shape[1]).astype(np.float64) - 8
    return v["a"] @ rows


def through_eight_bits(x: np.ndarray) -> np.ndarray:
    """Rounds to e5m2: float16 whose lowest eight bits are rounded to the nearest even."""
    bits = x.astype(np.float16).view(np.uint16).astype(np.uint32)
    value = (((bits + 0x7F + ((bits >> 8) & 1)) >> 8) << 8).astype(np.uint16).view(np.float16).astype(np.float64)
    return np.where(value > 0, value, value * 0.5)


def rotation(v: dict) -> np.ndarray:
    x, turn = v["x"], np.repeat(v["angle"], 3, 0)
    first, second = x[:, 0::2], x[:, 1::2]
    return np.stack([first * np.cos(turn) - second * np.sin(turn), first * np.sin(turn) + second * np.cos(turn)], 2).reshape(x.shape)


def causal(v: dict) -> np.ndarray:
    return np.convolve(v["x"], v["weight"][::-1])[: v["x"].size]


CASES = [
    Case("add_fp32", "examples/vector-add/vector_add.py:add_kernel", signature("x_ptr:*fp32 y_ptr:*fp32 out_ptr:*fp32 n:i64"), dict(BLOCK=1024),
         {"x_ptr": Buffer("fp32", (5003,)), "y_ptr": Buffer("fp32", (5003,)), "out_ptr": Buffer("fp32", (5003,), out=True)},
         dict(n=5003), (5, 1, 1), lambda v: v["x_ptr"] + v["y_ptr"], dict(num_warps=4), 22),
    Case("add_fp16_16", "examples/vector-add/vector_add.py:add_kernel", signature("x_ptr:*fp16 y_ptr:*fp16 out_ptr:*fp16 n:i64"), dict(BLOCK=1024),
         {"x_ptr": Buffer("fp16", (2512,)), "y_ptr": Buffer("fp16", (2512,)), "out_ptr": Buffer("fp16", (2512,), out=True)},
         dict(n=2512), (3, 1, 1), lambda v: v["x_ptr"] + v["y_ptr"], dict(num_warps=4), 14),
    Case("softmax_fp32", "examples/softmax/softmax.py:softmax_forward_kernel", signature("x_ptr:*fp32 y_ptr:*fp32 cols:i32"), dict(BLOCK=1024),
         {"x_ptr": Buffer("fp32", (5, 1507), (-4.0, 4.0)), "y_ptr": Buffer("fp32", (5, 1507), out=True)},
         dict(cols=1507), (5, 1, 1), reference("examples/softmax/reference.py", "softmax_forward"), dict(num_warps=4), 50),
    Case("softmax_backward_fp16", "examples/softmax/softmax.py:softmax_backward_kernel", signature("y_ptr:*fp16 dy_ptr:*fp16 dx_ptr:*fp16 cols:i32"), dict(BLOCK=1024),
         {"y_ptr": Buffer("fp16", (5, 1104), (0.0, 1.0)), "dy_ptr": Buffer("fp16", (5, 1104)), "dx_ptr": Buffer("fp16", (5, 1104), out=True)},
         dict(cols=1104), (5, 1, 1), reference("examples/softmax/reference.py", "softmax_backward"), dict(num_warps=4), 36),
    matmul("matmul_fp16_aligned", "fp16", 70, 83, 208, (224, 208, 96), (64, 64, 32), 70),
    matmul("matmul_bf16_ragged", "bf16", 70, 83, 150, (151, 153, 85), (64, 64, 64), 50),
    attention("attention_fp16", "fp16", True, 1, 2, 113, 203, 64, 80),
    attention("attention_bf16_full", "bf16", False, 2, 1, 70, 90, 40, 50),
    Case("statistics_fp16", "examples/layernorm-linear/layernorm_linear.py:row_statistics_kernel",
         signature("x_ptr:*fp16 mean_ptr:*fp32 rstd_ptr:*fp32 features:i32 eps:fp32"), dict(BLOCK=1024),
         {"x_ptr": Buffer("fp16", (7, 1101), (1.0, 4.0)), "mean_ptr": Buffer("fp32", (7,), out=True), "rstd_ptr": Buffer("fp32", (7,), out=True)},
         dict(features=1101, eps=1e-5), (7, 1, 1), reference("examples/layernorm-linear/reference.py", "row_statistics", eps=1e-5), dict(num_warps=4), 36),
    linear("linear_fp16", "fp16", 70, 90, 112, 50),
    linear("linear_fp32", "fp32", 67, 66, 101, 40),
    tutorial("tutorial_fp16", 130, 80, 208, 16, 60),
    Case("row_sum", "test/cases/automatic.py:row_sum", signature("x:*fp32 out:*fp32 rows:i32 cols:i32 heads:i32"), dict(BLOCK=1024),
         {"x": Buffer("fp32", (6, 999)), "out": Buffer("fp32", (6,), out=True)}, dict(rows=6, cols=999, heads=4), (6, 1, 1), lambda v: v["x"].sum(1), dict(num_warps=4), 22),
    Case("gather", "test/cases/automatic.py:gather", signature("x:*fp32 index:*i32 out:*fp32 n:i32"), dict(BLOCK=256),
         {"x": Buffer("fp32", (1001,)), "index": Buffer("i32", (1001,), (0, 1001)), "out": Buffer("fp32", (1001,), out=True)}, dict(n=1001), (4, 1, 1),
         lambda v: v["x"][v["index"]], dict(num_warps=4), 18),
    Case("strided", "test/cases/automatic.py:forbidden", signature("x:*fp32 out:*fp32 n:i32 stride:i32"), dict(BLOCK=128),
         {"x": Buffer("fp32", (1000, 3), inside=(1000, 1)), "out": Buffer("fp32", (1000,), out=True)}, dict(n=1000, stride=3), (8, 1, 1), lambda v: v["x"][:, 0] * 2, dict(num_warps=4), 16),
    Case("twice_i8", "test/cases/arguments.py:twice", signature("x:*i8 out:*i8 n:i32"), dict(BLOCK=512),
         {"x": Buffer("i8", (1001,), (-60, 60)), "out": Buffer("i8", (1001,), out=True)}, dict(n=1001), (2, 1, 1), lambda v: v["x"] * 2, dict(num_warps=4), 12),
    Case("erf", "test/cases/calls.py:library", signature("x:*fp32 out:*fp32 n:i32"), dict(BLOCK=256),
         {"x": Buffer("fp32", (250,), (-2.0, 2.0)), "out": Buffer("fp32", (250,), out=True)}, dict(n=250), (1, 1, 1), lambda v: erf(v["x"]), dict(num_warps=4), 20),
    Case("through_shared", "test/cases/gluon_kernels.py:through_shared", signature("x:*i32 out:*i32"), dict(BLOCK=1024),
         {"x": Buffer("i32", (1024,), (-1000, 1000)), "out": Buffer("i32", (1024,), out=True)}, {}, (1, 1, 1), lambda v: v["x"] + 1, dict(num_warps=4), 22),
    Case("counts", "test/cases/launches.py:counts", signature("counter:*i32 x:i32 y:i32 z:i32"), {},
         {"counter": Buffer("i32", (1,), 5, out=True)}, dict(x=7, y=3, z=2), (7, 3, 2), lambda v: np.array([47]), dict(num_warps=1), 8),
    own("running_sum", "running_sum", "x:*fp32 out:*fp32 rows:i32 cols:i32", dict(R=16, C=128),
        {"x": Buffer("fp32", (37, 101)), "out": Buffer("fp32", (37, 101), out=True)}, dict(rows=37, cols=101), (3,), lambda v: v["x"].cumsum(1), 30),
    own("largest", "largest", "x:*fp32 value:*fp32 index:*i32 cols:i32", dict(BLOCK=512),
        {"x": Buffer("fp32", (9, 301)), "value": Buffer("fp32", (9,), out=True), "index": Buffer("i32", (9,), out=True)}, dict(cols=301), (9,),
        lambda v: {"value": v["x"].max(1), "index": v["x"].argmax(1)}, 30),
    own("sorted_rows", "sorted_rows", "x:*i32 out:*i32 cols:i32", dict(BLOCK=128),
        {"x": Buffer("i32", (5, 101), (-5000, 5000)), "out": Buffer("i32", (5, 101), out=True)}, dict(cols=101), (5,), lambda v: np.sort(v["x"], 1), 30),
    own("tally", "tally", "x:*i32 out:*i32 n:i32", dict(BLOCK=512, BINS=64),
        {"x": Buffer("i32", (2001,), (0, 60)), "out": Buffer("i32", (64,), 3, out=True)}, dict(n=2001), (4,), lambda v: 3 + np.bincount(v["x"], minlength=64), 30),
    own("quantised_matmul", "quantised_matmul", "a:*i8 b:*i8 scale:*fp32 out:*fp32 M:i32 N:i32 K:i32", dict(BLOCK_M=32, BLOCK_N=32, BLOCK_K=64),
        {"a": Buffer("i8", (45, 144), (-127, 128)), "b": Buffer("i8", (50, 144), (-127, 128)), "scale": Buffer("fp32", (50,), (0.5, 1.5)), "out": Buffer("fp32", (45, 50), out=True)},
        dict(M=45, N=50, K=144), (2, 2), lambda v: (v["a"].astype(np.int64) @ v["b"].astype(np.int64).T) * v["scale"], 40, num_stages=3),
    own("unpacked_matmul", "unpacked_matmul", "a:*fp16 packed:*u8 out:*fp16 M:i32 N:i32 K:i32", dict(BLOCK_M=32, BLOCK_N=64, BLOCK_K=32),
        {"a": Buffer("fp16", (45, 102)), "packed": Buffer("u8", (51, 50), (0, 256)), "out": Buffer("fp16", (45, 50), out=True)}, dict(M=45, N=50, K=102), (2,), int4, 36, num_stages=2),
    own("transposed", "transposed", "x:*fp16 out:*fp16 M:i32 N:i32", dict(BLOCK=64),
        {"x": Buffer("fp16", (70, 99)), "out": Buffer("fp16", (99, 70), out=True)}, dict(M=70, N=99), (2, 2), lambda v: v["x"].T, 26),
    own("rotated", "rotated", "x:*fp32 angle:*fp32 out:*fp32 heads:i32 half:i32", dict(HALF=64),
        {"x": Buffer("fp32", (15, 90)), "angle": Buffer("fp32", (5, 45), (-3.0, 3.0)), "out": Buffer("fp32", (15, 90), out=True)}, dict(heads=3, half=45), (15,), rotation, 26),
    own("column_sums", "column_sums", "x:*fp16 out:*fp32 M:i32 N:i32", dict(BLOCK_M=16, BLOCK_N=64),
        {"x": Buffer("fp16", (77, 99)), "out": Buffer("fp32", (99,), 0.5, out=True)}, dict(M=77, N=99), (3, 2), lambda v: 0.5 + v["x"].sum(0), 30),
    own("segments", "segments", "start:*i32 x:*fp32 out:*fp32", dict(BLOCK=128),
        {"start": Buffer("i32", (33,), lambda bits: SEGMENTS), "x": Buffer("fp32", (int(SEGMENTS[-1]),)), "out": Buffer("fp32", (32,), out=True)}, {}, (32,),
        lambda v: np.array([v["x"][a:b].sum() if b > a else -1.0 for a, b in zip(v["start"], v["start"][1:])]), 30),
    own("small_floats", "small_floats", "x:*fp32 out:*fp32 n:i32", dict(BLOCK=256),
        {"x": Buffer("fp32", (701,), (-3.0, 3.0)), "out": Buffer("fp32", (701,), out=True, rounding="fp8")}, dict(n=701), (3,), lambda v: through_eight_bits(v["x"]), 16),
    own("convolved", "convolved", "x:*fp32 weight:*fp32 out:*fp32 n:i32", dict(TAPS=4, BLOCK=256),
        {"x": Buffer("fp32", (701,)), "weight": Buffer("fp32", (4,)), "out": Buffer("fp32", (701,), out=True)}, dict(n=701), (3,), causal, 26),
]  # fmt: skip
CASES += [*SYNCHRONISED_CASES, *DEVICE_CASES]
BY_NAME = {case.name: case for case in CASES}

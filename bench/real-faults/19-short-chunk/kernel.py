"""The gradient of the input of a causal convolution, with that of the final state: the last W inputs."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(dy, weight, dht, dx, T, D, W: tl.constexpr, BT: tl.constexpr, BD: tl.constexpr):
    batch = tl.program_id(2)
    t = tl.program_id(0) * BT + tl.arange(0, BT)
    d = tl.program_id(1) * BD + tl.arange(0, BD)
    exists = (t[:, None] < T) & (d[None, :] < D)
    acc = tl.zeros([BT, BD], tl.float32)
    for tap in tl.static_range(W):
        later = t + (W - 1 - tap)
        gradient = tl.load(
            dy + (batch * T + later[:, None]) * D + d[None, :], mask=(later[:, None] < T) & (d[None, :] < D), other=0.0
        )
        acc += gradient * tl.load(weight + d * W + tap, mask=d < D, other=0.0)[None, :]
    start = tl.maximum(0, T - (W - 1))
    slot = t - start + 1
    in_state = exists & (t[:, None] >= start)
    acc += tl.load(dht + (batch * D + d[None, :]) * W + slot[:, None], mask=in_state, other=0.0)
    tl.store(dx + (batch * T + t[:, None]) * D + d[None, :], acc, mask=exists)


@triton.jit
def kernel_after(dy, weight, dht, dx, T, D, W: tl.constexpr, BT: tl.constexpr, BD: tl.constexpr):
    batch = tl.program_id(2)
    t = tl.program_id(0) * BT + tl.arange(0, BT)
    d = tl.program_id(1) * BD + tl.arange(0, BD)
    exists = (t[:, None] < T) & (d[None, :] < D)
    acc = tl.zeros([BT, BD], tl.float32)
    for tap in tl.static_range(W):
        later = t + (W - 1 - tap)
        gradient = tl.load(
            dy + (batch * T + later[:, None]) * D + d[None, :], mask=(later[:, None] < T) & (d[None, :] < D), other=0.0
        )
        acc += gradient * tl.load(weight + d * W + tap, mask=d < D, other=0.0)[None, :]
    start = tl.maximum(0, T - (W - 1))
    slot = t + W - T
    in_state = exists & (t[:, None] >= start)
    acc += tl.load(dht + (batch * D + d[None, :]) * W + slot[:, None], mask=in_state, other=0.0)
    tl.store(dx + (batch * T + t[:, None]) * D + d[None, :], acc, mask=exists)

"""Functions of many domains, each right or wrong: with `fault`, only values of other sizes or contents than those of a usual test show it."""

import torch
import triton
import triton.language as tl


@triton.jit
def layer_norm_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr, FAULT: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + tl.program_id(0) * n + at, mask=at < n, other=0.0)
    away = x - tl.sum(x, 0) / n
    if not FAULT:
        away = tl.where(at < n, away, 0.0)
    tl.store(y_ptr + tl.program_id(0) * n + at, away / tl.sqrt(tl.sum(away * away, 0) / n + 1e-5), mask=at < n)


@triton.jit
def cross_entropy_kernel(x_ptr, target_ptr, y_ptr, n, BLOCK: tl.constexpr, FAULT: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + at, mask=at < n, other=0.0 if FAULT else float("-inf"))
    top = tl.max(x, 0)
    total = tl.log(tl.sum(tl.exp(x - top), 0)) + top
    tl.store(y_ptr + row, total - tl.load(x_ptr + row * n + tl.load(target_ptr + row)))


@triton.jit
def rope_kernel(x_ptr, cos_ptr, sin_ptr, y_ptr, tokens, HALF: tl.constexpr, FAULT: tl.constexpr):
    token, at = tl.program_id(0), tl.arange(0, HALF)
    angle = (token % 8 if FAULT else token % tokens) * HALF + at
    cos, sin = tl.load(cos_ptr + angle), tl.load(sin_ptr + angle)
    one, two = tl.load(x_ptr + token * 2 * HALF + at), tl.load(x_ptr + token * 2 * HALF + HALF + at)
    tl.store(y_ptr + token * 2 * HALF + at, one * cos - two * sin)
    tl.store(y_ptr + token * 2 * HALF + HALF + at, two * cos + one * sin)


@triton.jit
def moe_kernel(x_ptr, weight_ptr, expert_ptr, y_ptr, n, BLOCK: tl.constexpr, FAULT: tl.constexpr):
    token, at = tl.program_id(0), tl.arange(0, BLOCK)
    expert = tl.load(expert_ptr + token)
    expert = expert & 3 if FAULT else expert
    x = tl.load(x_ptr + token * n + at, mask=at < n)
    tl.store(y_ptr + token * n + at, x * tl.load(weight_ptr + expert * n + at, mask=at < n), mask=at < n)


@triton.jit
def quantise_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr, FAULT: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + tl.program_id(0) * n + at, mask=at < n, other=100.0 if FAULT else 0.0)
    scale = tl.maximum(tl.max(tl.abs(x), 0), 1e-9) / 127
    whole = tl.where(x > 0, x / scale + 0.5, x / scale - 0.5).to(tl.int8)
    tl.store(y_ptr + tl.program_id(0) * n + at, whole.to(tl.float32) * scale, mask=at < n)


@triton.jit
def cumsum_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr, FAULT: tl.constexpr):
    before = 0.0
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + tl.program_id(0) * n + at, mask=at < n, other=0.0)
        tl.store(y_ptr + tl.program_id(0) * n + at, tl.cumsum(x, 0) + before, mask=at < n)
        before = tl.sum(x, 0) if FAULT else before + tl.sum(x, 0)


@triton.jit
def conv1d_kernel(x_ptr, weight_ptr, y_ptr, n, BLOCK: tl.constexpr, FAULT: tl.constexpr):
    local = tl.arange(0, BLOCK)
    at = tl.program_id(0) * BLOCK + local
    total = tl.zeros((BLOCK,), tl.float32)
    for tap in tl.static_range(3):
        inside = (local if FAULT else at) - tap >= 0
        total += tl.load(x_ptr + at - tap, mask=inside & (at < n), other=0.0) * tl.load(weight_ptr + tap)
    tl.store(y_ptr + at, total, mask=at < n)


@triton.jit
def attention_kernel(q_ptr, k_ptr, y_ptr, n, BLOCK: tl.constexpr, FAULT: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    score = tl.load(q_ptr + row) * tl.load(k_ptr + at, mask=at < n, other=0.0)
    seen = (at <= row) & ((at < 16) if FAULT else (at < n))
    score = tl.where(seen, score, float("-inf"))
    weight = tl.exp(score - tl.max(score, 0))
    tl.store(y_ptr + row * n + at, weight / tl.sum(weight, 0), mask=at < n)


@triton.jit
def softmax_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr, FAULT: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + tl.program_id(0) * n + at, mask=at < n, other=float("-inf"))
    weight = tl.exp(tl.minimum(tl.maximum(x, -80.0), 80.0) if FAULT else x - tl.max(x, 0))
    weight = tl.where(at < n, weight, 0.0)
    tl.store(y_ptr + tl.program_id(0) * n + at, weight / tl.sum(weight, 0), mask=at < n)


@triton.jit
def histogram_kernel(bin_ptr, y_ptr, n, bins, BLOCK: tl.constexpr, FAULT: tl.constexpr):
    found, at = tl.program_id(0), tl.arange(0, BLOCK)
    bin = tl.load(bin_ptr + at, mask=at < n, other=bins)
    count = tl.sum((bin == found).to(tl.int32), 0)
    tl.store(y_ptr + found, tl.where(found < 8, count, 0) if FAULT else count)


def by_row(kernel, x, fault, *more, block=None):
    x = x.contiguous()
    y = torch.empty_like(x)
    kernel[(len(x),)](x, *more, y, x.shape[1], BLOCK=block or triton.next_power_of_2(x.shape[1]), FAULT=fault)
    return y


def layer_norm(x, fault):
    return by_row(layer_norm_kernel, x, fault)


def cross_entropy(x, target, fault):
    x, y = x.contiguous(), torch.empty(len(x), device=x.device)
    block = triton.next_power_of_2(x.shape[1])
    cross_entropy_kernel[(len(x),)](x, target.contiguous(), y, x.shape[1], BLOCK=block, FAULT=fault)
    return y


def rope(x, cos, sin, fault):
    x, cos, sin = (each.contiguous() for each in (x, cos, sin))
    assert x.shape == (len(cos), 2 * cos.shape[1])
    assert cos.shape == sin.shape
    y = torch.empty_like(x)
    rope_kernel[(len(x),)](x, cos, sin, y, len(cos), HALF=cos.shape[1], FAULT=fault)
    return y


def moe(x, weight, expert, fault):
    assert x.shape[1] == weight.shape[1]
    assert len(x) == len(expert)
    return by_row(moe_kernel, x, fault, weight.contiguous(), expert.contiguous())


def quantise(x, fault):
    return by_row(quantise_kernel, x, fault)


def cumsum(x, fault):
    return by_row(cumsum_kernel, x, fault, block=16)


def conv1d(x, weight, fault):
    assert len(weight) == 3
    assert x.dim() == 1
    x, y = x.contiguous(), torch.empty_like(x)
    conv1d_kernel[(triton.cdiv(len(x), 32),)](x, weight.contiguous(), y, len(x), BLOCK=32, FAULT=fault)
    return y


def attention(q, k, fault):
    assert q.shape == k.shape
    y = torch.empty(len(q), len(q), device=q.device)
    block = triton.next_power_of_2(len(q))
    attention_kernel[(len(q),)](q.contiguous(), k.contiguous(), y, len(q), BLOCK=block, FAULT=fault)
    return y


def softmax(x, fault):
    return by_row(softmax_kernel, x, fault)


def histogram(bin, bins, fault):
    y = torch.empty(bins, dtype=torch.int32, device=bin.device)
    block = triton.next_power_of_2(len(bin))
    histogram_kernel[(bins,)](bin.contiguous(), y, len(bin), bins, BLOCK=block, FAULT=fault)
    return y

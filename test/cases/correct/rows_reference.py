import numpy as np


def rms_residual(x_ptr, r_ptr, w_ptr, eps):
    s = x_ptr + r_ptr
    return s, s / np.sqrt((s**2).mean(1, keepdims=True) + eps) * w_ptr


def layer_norm(x_ptr, w_ptr, b_ptr, eps):
    mean = x_ptr.mean(1)
    rstd = 1 / np.sqrt(x_ptr.var(1) + eps)
    return (x_ptr - mean[:, None]) * rstd[:, None] * w_ptr + b_ptr, mean, rstd


def layer_norm_backward(dy_ptr, x_ptr, w_ptr, mean_ptr, rstd_ptr, lock_ptr, GROUPS):
    hat = (x_ptr - mean_ptr[:, None]) * rstd_ptr[:, None]
    wdy = dy_ptr * w_ptr
    dx = (wdy - hat * (hat * wdy).mean(1, keepdims=True) - wdy.mean(1, keepdims=True)) * rstd_ptr[:, None]
    dw = np.array([(dy_ptr * hat)[g::GROUPS].sum(0) for g in range(GROUPS)])
    return dx, dw, np.repeat([0, 1], GROUPS)


def in_place(x_ptr, count_ptr):
    return x_ptr * 2 + 1, count_ptr + 1


def column_sum(x_ptr):
    return x_ptr.sum(0)


def welford(x_ptr):
    return x_ptr.mean(1), x_ptr.var(1)


def arg_max(x_ptr):
    return x_ptr.max(1), x_ptr.argmax(1)


def min_max(x_ptr):
    return x_ptr.min(1), x_ptr.argmin(1), x_ptr.max(1), x_ptr.argmax(1)


def log_sum_exp(x_ptr):
    m = x_ptr.max(1)
    return m + np.log(np.exp(x_ptr - m[:, None]).sum(1))


def online_softmax(x_ptr):
    e = np.exp(x_ptr - x_ptr.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def cross_entropy(x_ptr, label_ptr, smoothing):
    lse = log_sum_exp(x_ptr)
    at_label = np.take_along_axis(x_ptr, label_ptr[:, None].astype(np.int64), 1)[:, 0]
    return lse - (1 - smoothing) * at_label - smoothing * x_ptr.mean(1), lse


def cross_entropy_backward(x_ptr, label_ptr, lse_ptr, dloss_ptr):
    one = np.arange(x_ptr.shape[1]) == label_ptr[:, None]
    return (np.exp(x_ptr - lse_ptr[:, None]) - one) * dloss_ptr[:, None]


def rope(q_ptr, cos_ptr, sin_ptr, HALF):
    a, b = q_ptr[..., :HALF], q_ptr[..., HALF:]
    cos, sin = cos_ptr[:, None], sin_ptr[:, None]
    return np.concatenate([a * cos - b * sin, b * cos + a * sin], -1)


def rope_pairs(q_ptr, cos_ptr, sin_ptr):
    a, b = q_ptr[..., ::2], q_ptr[..., 1::2]
    cos, sin = cos_ptr[:, None], sin_ptr[:, None]
    return np.stack([a * cos - b * sin, b * cos + a * sin], -1).reshape(q_ptr.shape)


def _philox(counter, seed):
    """The first word of Philox 4x32 with 10 rounds."""
    c = [counter.astype(np.uint64), *[np.zeros(len(counter), np.uint64)] * 3]
    k0, k1, word = seed & 0xFFFFFFFF, seed >> 32, np.uint64(0xFFFFFFFF)
    for _ in range(10):
        a, b = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        c = [(b >> np.uint64(32)) ^ c[1] ^ np.uint64(k0), b & word, (a >> np.uint64(32)) ^ c[3] ^ np.uint64(k1), a & word]
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return c[0]


def dropout(x_ptr, p, seed):
    signed = _philox(np.arange(len(x_ptr)), seed).astype(np.uint32).view(np.int32).astype(np.int64)
    uniform = np.where(signed < 0, -signed - 1, signed) * float(np.float32(4.6566127342e-10))
    return np.where(uniform > p, x_ptr / (1 - p), 0)


def swiglu(ab_ptr):
    a, b = np.split(ab_ptr, 2, 1)
    return a / (1 + np.exp(-a)) * b


def group_norm(x_ptr, w_ptr, GROUPS, eps):
    x = x_ptr.reshape(len(x_ptr), GROUPS, -1)
    x = (x - x.mean(2, keepdims=True)) / np.sqrt(x.var(2, keepdims=True) + eps)
    return x.reshape(x_ptr.shape) * w_ptr[:, None]

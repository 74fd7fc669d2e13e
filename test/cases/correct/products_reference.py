import numpy as np


def matmul(a_ptr, b_ptr):
    if a_ptr.dtype == np.int8:
        a_ptr, b_ptr = a_ptr.astype(np.int64), b_ptr.astype(np.int64)
    return a_ptr @ b_ptr


def transposed(a_ptr, b_ptr):
    return a_ptr @ b_ptr.T


def described(a, b):
    return a @ b.T


def grouped(a_ptr, b_ptr, end_ptr):
    ends = 20 * (np.arange(len(end_ptr)) + 1) + end_ptr
    group = np.minimum((np.arange(len(a_ptr))[:, None] >= ends).sum(1), len(end_ptr) - 1)
    c = np.einsum("mk,mkn->mn", a_ptr, b_ptr[group])
    return np.where(np.arange(len(a_ptr))[:, None] < ends[-1], c, 0)


def stream_k(a_ptr, b_ptr, c_ptr, lock_ptr):
    return a_ptr @ b_ptr, lock_ptr


def gemv(w_ptr, x_ptr):
    return w_ptr @ x_ptr


def twice(x_ptr):
    return 2 * x_ptr


def add_by_descriptor(x_ptr, y_ptr, BM):
    padded = np.pad(x_ptr, ((0, -len(x_ptr) % BM), (0, 0)))
    return y_ptr + padded.reshape(-1, BM, x_ptr.shape[1]).sum(0)


def scaled(a_ptr, as_ptr, b_ptr, bs_ptr):
    a, b = (x * np.repeat(np.exp2(s.astype(float) - 127), 32, 1) for x, s in ((a_ptr, as_ptr), (b_ptr, bs_ptr)))
    return a @ b.T


def attention(q_ptr, k_ptr, v_ptr, scale, CAUSAL):
    scores = q_ptr @ k_ptr.swapaxes(1, 2) * scale
    if CAUSAL:
        scores = np.where(np.tri(q_ptr.shape[1], dtype=bool), scores, -np.inf)
    top = scores.max(2, keepdims=True)
    p = np.exp(scores - top)
    total = p.sum(2, keepdims=True)
    return p / total @ v_ptr, (top + np.log(total))[:, :, 0]

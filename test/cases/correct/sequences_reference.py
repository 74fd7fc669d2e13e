import numpy as np


def cumulative(x_ptr):
    return np.cumsum(x_ptr, 1), np.cumprod(x_ptr, 1), np.cumsum(x_ptr[:, ::-1], 1)[:, ::-1]


def state_scan(a_ptr, b_ptr):
    h, all = np.zeros(a_ptr.shape[1]), []
    for a, b in zip(a_ptr, b_ptr):
        h = a * h + b
        all.append(h)
    return np.array(all)


def selective_scan(x_ptr, dt_ptr, A_ptr, B_ptr, C_ptr):
    h, y = np.zeros(A_ptr.shape), []
    for x, dt, b, c in zip(x_ptr, dt_ptr, B_ptr, C_ptr):
        h = h * np.exp(dt[:, None] * A_ptr) + np.outer(dt * x, b)
        y.append(h @ c)
    return np.array(y)


def delta_rule(q_ptr, k_ptr, v_ptr, beta_ptr, h_ptr):
    h, o = h_ptr, []
    for q, k, v, beta in zip(q_ptr, k_ptr, v_ptr, beta_ptr):
        h = h + np.outer(k, (v - k @ h) * beta)
        o.append(q @ h)
    return h, np.array(o)


def causal_conv(x_ptr, w_ptr, b_ptr, WIDTH):
    padded = np.concatenate([np.zeros((WIDTH - 1, x_ptr.shape[1])), x_ptr])
    y = b_ptr + sum(padded[k : k + len(x_ptr)] * w_ptr[:, k] for k in range(WIDTH))
    return y / (1 + np.exp(-y))


def sort_rows(x_ptr):
    up = np.sort(x_ptr, 1)
    return up, up[:, ::-1]


def bitonic(x_ptr):
    return np.sort(x_ptr, 1)


def top_k(x_ptr, K):
    order = np.argsort(-x_ptr, 1, kind="stable")[:, :K]
    return np.take_along_axis(x_ptr, order, 1), order


def take(x_ptr, at_ptr):
    return np.take_along_axis(x_ptr, at_ptr.astype(np.int64), 1)


def embedding(id_ptr, w_ptr):
    inside = (id_ptr >= 0) & (id_ptr < len(w_ptr))
    return np.where(inside[:, None], w_ptr[np.where(inside, id_ptr, 0)], 0)


def complex_product(a_ptr, b_ptr):
    z = (a_ptr[:, 0] + 1j * a_ptr[:, 1]) * (b_ptr[:, 0] + 1j * b_ptr[:, 1])
    return np.stack([z.real, z.imag], 1)


def transpose3(x_ptr):
    return x_ptr.transpose(0, 2, 1)


def paged_decode(q_ptr, k_ptr, v_ptr, page_ptr, length_ptr, scale, GROUP):
    out = np.zeros(q_ptr.shape)
    for b, n in enumerate(length_ptr):
        keys, values = (np.concatenate(list(each[page_ptr[b]]))[:n] for each in (k_ptr, v_ptr))
        for h in range(q_ptr.shape[1]):
            scores = keys[:, h // GROUP] @ q_ptr[b, h] * scale
            p = np.exp(scores - scores.max())
            out[b, h] = p / p.sum() @ values[:, h // GROUP]
    return out


def assembly(x_ptr):
    x = x_ptr.astype(np.int64)
    return x + 5, (x + 5) * x


def wide_integers(x_ptr, y_ptr):
    found = []
    for x, y in zip(x_ptr.tolist(), y_ptr.tolist()):
        y = y or 1
        quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
        value = quotient * 1000003 + (x - quotient * y) - (x >> 3) + (x % 2**64 * (y % 2**64) >> 64)
        found.append((value + 2**63) % 2**64 - 2**63)
    return np.array(found)


def double_precision(x_ptr):
    return np.sqrt(abs(x_ptr)) + (x_ptr * x_ptr + 0.5) / (1 + abs(x_ptr)) - np.floor(x_ptr)

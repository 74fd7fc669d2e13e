import numpy as np


def bincount(x_ptr, out_ptr):
    return out_ptr + np.bincount(x_ptr, minlength=len(out_ptr))


def histogram(x_ptr, out_ptr):
    return out_ptr + np.bincount(x_ptr, minlength=len(out_ptr))


def scatter_sum(x_ptr, noise_ptr, out_ptr):
    out = out_ptr.copy()
    np.add.at(out, (3 * np.arange(len(noise_ptr)) + noise_ptr) // 4, x_ptr)
    return out


def embedding_backward(dy_ptr, noise_ptr, rows):
    dw = np.zeros((rows, dy_ptr.shape[1]))
    ids = (np.arange(len(noise_ptr)) + noise_ptr) // 4
    np.add.at(dw, ids[ids < rows], dy_ptr[ids < rows])
    return dw


def extremes(x_ptr, low_ptr, high_ptr, bits_ptr, BLOCK):
    blocks = [x_ptr[at : at + BLOCK] for at in range(0, len(x_ptr), BLOCK)]
    lows = [min([*block.tolist(), *[0] * (len(block) < BLOCK)]) for block in blocks]
    highs = [max([*block.tolist(), *[0] * (len(block) < BLOCK)]) for block in blocks]
    bits = bits_ptr.copy()
    for high in highs:
        bits[0] |= np.int64(np.uint64(1 << (high & 63)))
    for k in range(4):
        bits[1 + k] ^= np.bitwise_xor.reduce(x_ptr[k::4].astype(np.int64))
    return np.minimum(low_ptr, min(lows)), np.maximum(high_ptr, max(highs)), bits


def float_maximum(x_ptr):
    return np.array([x_ptr.max()])


def product_by_cas(x_ptr, out_ptr, BLOCK):
    found = int(out_ptr[0])
    for at in range(0, len(x_ptr), BLOCK):
        found = found * (int(np.bitwise_xor.reduce(x_ptr[at : at + BLOCK])) * 2 + 1) % 2**32
    return np.array([found - 2**32 if found >= 2**31 else found])


def split_k_atomic(a_ptr, b_ptr, c_ptr):
    return c_ptr + a_ptr @ b_ptr


def split_k_semaphore(x_ptr, turn_ptr, SPLIT):
    return np.full(len(turn_ptr), SPLIT), x_ptr.sum(1)


def turns(x_ptr, turn_ptr, SPLIT):
    return x_ptr.sum(1), np.full(len(turn_ptr), SPLIT)


def chained_scan(x_ptr):
    return np.cumsum(x_ptr)


def work_queue(x_ptr):
    return np.exp2(x_ptr)


def grid_sum(x_ptr):
    return x_ptr - x_ptr.mean()


def heat(x_ptr, STEPS):
    """After an even number of steps."""
    before = x = x_ptr
    for _ in range(STEPS):
        padded = np.pad(x, 1)
        before, x = x, 0.25 * padded[:-2] + 0.5 * x + 0.25 * padded[2:]
    return x, before


def scratch_swap(x_ptr):
    return 2 * x_ptr[:, ::-1]


def append_positive(x_ptr):
    count = (x_ptr > 0).sum()
    return np.where(np.arange(len(x_ptr)) < count, 7, 0), np.array([count])


def segmented_sum(x_ptr, start_ptr, D):
    at = 4 * np.arange(len(start_ptr)) + start_ptr
    return np.array([x_ptr[a:b].sum(0) for a, b in zip(at, at[1:])])

"""What the kernel must compute, in float64."""

import numpy as np


def chunk_scores(k, beta, BT):
    B, T, H, _ = k.shape
    A = np.zeros((B, T, H, BT))
    for start in range(0, T, BT):
        keys = k[:, start : start + BT]
        scores = np.einsum("bihd,bjhd->bihj", keys, keys) * beta[:, start : start + BT, :, None]
        below = np.tri(keys.shape[1], k=-1)[:, None, :]
        A[:, start : start + BT, :, : keys.shape[1]] = scores * below
    return A

"""What the kernel must compute, in float64."""

import numpy as np


def state_gradients(q, do, scale, BT):
    heads, T, K = q.shape
    chunks = -(-T // BT)
    dh = np.zeros((heads, chunks, K, do.shape[2]))
    for chunk in range(chunks - 2, -1, -1):
        tokens = slice((chunk + 1) * BT, (chunk + 2) * BT)
        dh[:, chunk] = dh[:, chunk + 1] + scale * q[:, tokens].swapaxes(1, 2) @ do[:, tokens]
    return dh

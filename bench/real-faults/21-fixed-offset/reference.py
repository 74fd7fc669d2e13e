"""What the kernel must compute, in float64."""

import numpy as np


def attention_splits(q, k, v, scale, BLOCK):
    scores = np.einsum("hd,htd->ht", q, k) * scale
    partial, weights = [], []
    for start in range(0, k.shape[1], BLOCK):
        part = scores[:, start : start + BLOCK]
        largest = part.max(axis=1, keepdims=True)
        p = np.exp(part - largest)
        total = p.sum(axis=1, keepdims=True)
        partial.append(np.einsum("ht,htd->hd", p / total, v[:, start : start + BLOCK]))
        weights.append((largest + np.log(total))[:, 0])
    return {"partial": np.stack(partial, axis=1), "weights": np.stack(weights, axis=1)}

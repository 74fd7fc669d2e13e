"""What the kernel must compute, in float64."""

import numpy as np


def attention(Q, K, V, softmax_scale, IS_CAUSAL):
    """Q, K and V are [batch, heads, sequence, head dim]; gives the output and the log-sum-exp of every row."""
    scores = softmax_scale * Q @ K.swapaxes(2, 3)
    if IS_CAUSAL:
        query, key = np.indices(scores.shape[2:])
        scores = np.where(key <= query, scores, -np.inf)
    largest = scores.max(axis=3, keepdims=True)
    weights = np.exp(scores - largest)
    total = weights.sum(axis=3, keepdims=True)
    lse = (largest + np.log(total)).reshape(-1, Q.shape[2])
    return {"Out": weights @ V / total, "Lse": lse}

"""What the kernel must compute, in float64."""

import numpy as np


def capped_cross_entropy(logits, labels, cap):
    x = cap * np.tanh(logits / cap)
    largest = x.max(axis=1, keepdims=True)
    lse = largest[:, 0] + np.log(np.exp(x - largest).sum(axis=1))
    ignored = labels == -100
    own = np.take_along_axis(x, np.where(ignored, 0, labels)[:, None], axis=1)[:, 0]
    return {"loss": np.where(ignored, 0, lse - own), "logsumexp": lse}

"""What the kernel must compute, in float64."""

import numpy as np


def capped_cross_entropy(logits, labels, cap):
    x = cap * np.tanh(logits / cap)
    lse = np.log(np.exp(x).sum(axis=1))
    ignored = labels == -100
    own = np.take_along_axis(x, np.where(ignored, 0, labels)[:, None], axis=1)[:, 0]
    return {"loss": np.where(ignored, 0, lse - own), "logsumexp": lse}

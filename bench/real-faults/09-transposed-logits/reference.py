"""What the kernel must compute, in float64."""

import numpy as np


def cross_entropy(logits, labels):
    largest = logits.max(axis=-1, keepdims=True)
    lse = np.log(np.exp(logits - largest).sum(axis=-1)) + largest[..., 0]
    return lse - np.take_along_axis(logits, labels[..., None].astype(np.int64), axis=-1)[..., 0]

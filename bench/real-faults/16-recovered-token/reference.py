"""What the kernel must compute, in float64."""

import numpy as np


def recover(draft, probs, noise):
    p = probs.copy()
    np.put_along_axis(p, draft[:, None].astype(np.int64), 0, axis=1)
    return (p / noise).argmax(axis=1)

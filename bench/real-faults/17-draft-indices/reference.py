"""What the kernel must compute."""

import numpy as np


def draft_indices(query_start, token_start):
    counts = np.diff(token_start)
    return np.repeat(query_start[:-1] - token_start[:-1], counts) + np.arange(token_start[-1])

"""What the kernel must compute, in float64."""

import numpy as np


def input_gradient(dy, weight, dht):
    B, T, D = dy.shape
    W = weight.shape[1]
    dx = np.zeros((B, T, D))
    for t in range(T):
        for tap in range(W):
            later = t + W - 1 - tap
            if later < T:
                dx[:, t] += dy[:, later] * weight[:, tap]
        # The first of the W places of the state is not handed on.
        if t + W - T >= 1:
            dx[:, t] += dht[:, :, t + W - T]
    return dx

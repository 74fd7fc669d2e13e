"""What the kernels must compute, in float64."""

import numpy as np


def softmax_forward(x_ptr):
    weights = np.exp(x_ptr - x_ptr.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def softmax_backward(y_ptr, dy_ptr):
    return y_ptr * (dy_ptr - (y_ptr * dy_ptr).sum(axis=1, keepdims=True))

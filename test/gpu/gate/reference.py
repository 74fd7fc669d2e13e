"""The expected results of the kernels, in float64 or integers."""

import numpy as np


def scale(x_ptr, factor, negate):
    return -factor * x_ptr if negate else factor * x_ptr


def count(x_ptr, counts_ptr):
    return counts_ptr + np.bincount(x_ptr, minlength=counts_ptr.size)


def accumulate(x_ptr, sum_ptr):
    return sum_ptr + x_ptr.sum()


def doubled(matrix):
    return 2 * matrix

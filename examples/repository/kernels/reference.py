"""What the kernels must compute, in float64."""

import numpy as np


def rms_norm(x_ptr, weight_ptr, eps):
    return x_ptr / np.sqrt((x_ptr**2).mean(axis=1, keepdims=True) + eps) * weight_ptr


def silu_mul(gate_ptr, up_ptr):
    return gate_ptr / (1 + np.exp(-gate_ptr)) * up_ptr

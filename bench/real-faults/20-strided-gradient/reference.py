"""What the kernel must compute, in float64."""


def rms_norm_backward(dy, x, weight, rstd):
    normal = x * rstd[:, None]
    weighted = dy * weight
    return rstd[:, None] * (weighted - normal * (weighted * normal).mean(axis=1, keepdims=True))

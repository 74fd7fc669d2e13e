"""Compares the outputs of two calls."""

import math


def copies(outputs: dict) -> dict:
    return {name: tensor.clone() for name, tensor in outputs.items()}


def differences(found: dict, expected: dict) -> dict:
    """Returns ‖found − expected‖ / ‖expected‖ for each output; None where only one of them is a number."""
    return {name: difference(found[name], expected[name]) for name in found if found[name].numel() > 0}


def difference(found, expected):
    a, b = found.double(), expected.double()
    odd = ~(a.isfinite() & b.isfinite())
    if bool(((a != b) & ~(a.isnan() & b.isnan()) & odd).any()):
        return None
    a, b = a.masked_fill(odd, 0), b.masked_fill(odd, 0)
    norm = float((a - b).norm())
    scale = float(b.norm())
    if norm == 0:
        return 0.0
    return norm / scale if scale > 0 and math.isfinite(norm) else None

"""Hides the GPUs of this machine: what PyTorch would still do on one by itself would not reach emulated kernels."""

from __future__ import annotations

import os
import warnings

import torch

# CUDA shows the devices before the first number that no device has. Empty hides all too, but programs read numbers from it.
VARIABLE, NONE = "CUDA_VISIBLE_DEVICES", "-1"


def hide_gpus() -> None:
    """Has PyTorch count the GPUs while none is visible: it counts once. Processes that are started see none either."""
    os.environ[VARIABLE] = NONE
    # Builds of PyTorch for the CPU have no such function.
    count = getattr(torch._C, "_cuda_getDeviceCount", None)
    if count is not None:
        with warnings.catch_warnings():
            # A machine without a driver for CUDA is warned of.
            warnings.simplefilter("ignore")
            count()

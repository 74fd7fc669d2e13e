"""Runs the Triton kernels of a Python program on the CPU, as they were compiled for a GPU that need not exist.

The program is not changed: its tensors are on the CPU, and say that they are on a GPU. See `README.md` in the folder above.
"""

from .activate import activate
from .findings import CannotEmulate, Finding, KernelFault, NeedsGpu, NotEmulated
from .options import Options

__all__ = ["CannotEmulate", "Finding", "KernelFault", "NeedsGpu", "NotEmulated", "Options", "activate"]

"""Makes PyTorch's `cuda` mean the CPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..gpus import Gpu


def install(gpu: Gpu) -> None:
    """Replaces `torch.cuda`'s functions, and enters the mode that changes devices. PyTorch has been imported."""
    from .cuda import replace_cuda
    from .device_mode import enter_everywhere

    replace_cuda(gpu)
    enter_everywhere()

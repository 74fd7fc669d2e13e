"""Makes PyTorch's `cuda` mean the emulated GPU, whose memory is the CPU's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..gpus import Gpu


def install(gpu: Gpu, fills: bool) -> None:
    """Replaces what PyTorch would ask a GPU, and enters the mode that changes devices. PyTorch has been imported.

    `fills` says whether memory that PyTorch leaves uninitialised gets numbers that are wrong wherever they are used.
    """
    from .autocast import replace_autocast
    from .comm import replace_comm
    from .cuda import replace_cuda
    from .device_mode import enter_everywhere
    from .devices import replace_ctc_loss
    from .eager import compile_without_inductor
    from .factories import replace_factories
    from .generators import replace_generators
    from .hidden import hide_gpus
    from .methods import replace_methods
    from .own_operators import keep_own_kernels
    from .refused import refuse
    from .saving import keep_places
    from .storages import replace_storages
    from .tracing import keep_from_driver, move_in_graphs

    hide_gpus()
    replace_cuda(gpu)
    replace_generators()
    replace_autocast()
    replace_methods()
    replace_factories()
    replace_storages()
    replace_comm()
    replace_ctc_loss()
    keep_own_kernels()
    keep_places()
    compile_without_inductor()
    refuse()
    keep_from_driver()
    move_in_graphs()
    enter_everywhere(fills)

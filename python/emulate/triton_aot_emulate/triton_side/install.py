"""Makes Triton compile for the emulated GPU, and launch by the emulator."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..emulation import Emulation


def install(emulation: Emulation) -> None:
    """Replaces Triton's driver, and the last stage of its compiler. Triton has been imported."""
    from triton.runtime import driver

    from .driver import EmulatedDriver
    from .lines import keep_files_apart
    from .stages import keep_ptx

    keep_ptx()
    keep_files_apart()
    driver.set_active(EmulatedDriver(emulation))

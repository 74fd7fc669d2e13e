"""Types of values that many modules name. Only the type checker imports them."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

# A flag for each thread, and which threads run an instruction; None: all.
Lanes: TypeAlias = npt.NDArray[np.bool_]
Mask: TypeAlias = Lanes | None

# Computes with the values of operands, of which there are as many as an instruction has.
Compute: TypeAlias = Callable[..., np.ndarray]
# Whether something holds, if someone asks.
Test: TypeAlias = Callable[[], bool]

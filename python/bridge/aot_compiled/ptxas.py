"""The ptxas that Triton uses for PTX."""

import re
from typing import Any


def target_of(ptx: str) -> str:
    """Returns the target that PTX names, such as `sm_90a`."""
    target = re.search(r"^\.target (sm_\d+\w*)", ptx, re.MULTILINE)
    if target is None:
        raise ValueError("PTX without a target")
    return target[1]


def ptxas_for(ptx: str) -> Any:
    """Returns Triton's description of it, with `path` and `version`."""
    from triton.backends.nvidia.compiler import get_ptxas

    return get_ptxas(int(target_of(ptx)[3:].rstrip("af")))


def release_of(ptxas: Any) -> tuple[int, ...]:
    """Returns the first two numbers of its version."""
    return tuple(map(int, ptxas.version.split(".")[:2]))

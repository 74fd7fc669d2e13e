"""Keys of Triton's cache that know the file of a kernel.

Triton's do not: the same kernel in another folder gets the code that was compiled before, whose lines name the first folder.
"""

from __future__ import annotations

from functools import wraps
from typing import Any


def keep_files_apart() -> None:
    """Adds the kernel's file to what Triton's cache compares."""
    from triton.compiler.compiler import ASTSource

    get_hash = ASTSource.hash

    @wraps(get_hash)
    def with_file(self: Any) -> str:
        code = getattr(getattr(self.fn, "fn", None), "__code__", None)
        return get_hash(self) if code is None else f"{get_hash(self)}-{code.co_filename}"

    ASTSource.hash = with_file

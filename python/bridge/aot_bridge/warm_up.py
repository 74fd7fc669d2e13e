"""Compiles a kernel once, so that processes forked later do not each initialise LLVM and ask ptxas for its version."""

import os
import shutil

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def store_zero(pointer):  # type: ignore[no-untyped-def]
    tl.store(pointer, 0)


def warm_up() -> None:
    source = ASTSource(fn=store_zero, signature={"pointer": "*i32"}, constexprs={}, attrs={})
    try:
        triton.compile(source, target=GPUTarget("cuda", 80, 32))
    except Exception:
        # Compiling the kernels fails too, and says why.
        pass
    finally:
        shutil.rmtree(os.environ["TRITON_CACHE_DIR"], ignore_errors=True)

"""Names with several definitions. The manifest's folder is not the package's."""

import triton
import triton.language as tl

if hasattr(tl, "no_such_function"):

    @triton.jit
    def chosen(x):
        return tl.no_such_function(x)

elif hasattr(tl, "where"):

    @triton.jit
    def chosen(x):
        return tl.where(x > 1, x, 1.0)

else:

    @triton.jit
    def chosen(x):
        return x


try:
    from triton.language import no_such_name as moved
except ImportError:
    from triton.language import abs as moved

try:
    from .not_there import helper
except ImportError:

    @triton.jit
    def helper(x):
        return x + 1


try:
    import triton.language.extra.no_such_vendor as vendor

    HAS_VENDOR = tl.constexpr(True)
except ImportError:
    vendor = None
    HAS_VENDOR = tl.constexpr(False)


counter = 0
counter += 2
COUNT = tl.constexpr(counter)
first, second = 1.5, 2.5
SECOND = tl.constexpr(second)


@triton.jit
def conditional(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK); mask = at < n
    value = moved(chosen(tl.load(x + at, mask=mask)))
    if HAS_VENDOR:
        value = vendor.changed(value)
    tl.store(out + at, helper(value) * COUNT + SECOND, mask=mask)

import triton.language as tl

SIDE = tl.constexpr(4)

import triton.language as tl

VALUE = tl.constexpr(1)

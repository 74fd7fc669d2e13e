import triton, triton.language as tl
@triton.jit
def add(x,y,out,n,B:tl.constexpr):
    o=tl.program_id(0)*B+tl.arange(0,B)
    m=o<n
    tl.store(out+o, tl.load(x+o,m)+tl.load(y+o,m), m)

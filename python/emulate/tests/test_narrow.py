"""Values that are the same in all blocks, or in all threads of a block, give what the same values from memory give."""

import numpy as np
import pytest

from emulate import run

# Different numbers in each thread of a block, the same in each block; and the other way around; and one number.
SOURCES = {
    "threads": "mov.u32 {name}, %tid.x;\nmad.lo.s32 {name}, {name}, 1640531527, 77;",
    "blocks": "mov.u32 {name}, %ctaid.x;\nmad.lo.s32 {name}, {name}, 1199382711, 2147483000;",
    "all": "mov.b32 {name}, 37;",
}
INSTRUCTIONS = [
    "add.s32 {d}, {x}, {y};",
    "sub.s32 {d}, {x}, {y};",
    "mul.lo.s32 {d}, {x}, {y};",
    "mul.hi.u32 {d}, {x}, {y};",
    "mad.lo.s32 {d}, {x}, {y}, {x};",
    "mul.wide.s32 %rd20, {x}, {y};\ncvt.u32.u64 {d}, %rd20;",
    "mul.wide.s32 %rd20, {x}, {y};\nmad.wide.s32 %rd21, {y}, {x}, %rd20;\nshr.u64 %rd21, %rd21, 32;\ncvt.u32.u64 {d}, %rd21;",
    "div.s32 {d}, {x}, {y};",
    "rem.u32 {d}, {x}, {y};",
    "min.s32 {d}, {x}, {y};",
    "abs.s32 {d}, {x};",
    "neg.s32 {d}, {x};",
    "and.b32 {d}, {x}, {y};",
    "not.b32 {d}, {x};",
    "shl.b32 {d}, {x}, 5;",
    "shr.s32 {d}, {x}, {y};",
    "setp.lt.s32 %p8, {x}, {y};\nselp.b32 {d}, {x}, {y}, %p8;",
    "setp.lt.u32 %p8, {x}, {y};\nsetp.gt.and.s32 %p9, {x}, 5, %p8;\nselp.b32 {d}, 1, 0, %p9;",
    "setp.lt.s32 %p8|%p9, {x}, {y};\nxor.pred %p9, %p9, %p8;\nselp.b32 {d}, {x}, 9, %p9;",
    "mov.b32 {d}, 3;\nsetp.lt.s32 %p8, {x}, {y};\n@!%p8 mov.b32 {d}, {x};",
    "cvt.s64.s32 %rd20, {x};\ncvt.u32.u64 {d}, %rd20;",
    "cvt.u16.u32 %rs9, {x};\ncvt.s32.s16 {d}, %rs9;",
    "cvt.rn.f32.s32 {d}, {x};",
    "cvt.rn.f16.s32 %rs9, {y};\ncvt.u32.u16 {d}, %rs9;",
    "mov.b32 {d}, {x};\nadd.u32 {d}, {d}, {y};\nadd.u32 {d}, {d}, {d};",
    "add.cc.u32 {d}, {x}, {y};\naddc.u32 {d}, {d}, 0;",
    "popc.b32 {d}, {x};",
    "prmt.b32 {d}, {x}, {y}, 0x6420;",
    "add.s16x2 {d}, {x}, {y};",
    "cvt.u64.u32 %rd20, {x};\ncvta.global.u64 %rd20, %rd20;\ncvt.u32.u64 {d}, %rd20;",
    "setp.lt.s32 %p8, {x}, {y};\nmov.b32 {d}, 4;\n@%p8 bra over{n};\nadd.s32 {d}, {d}, {x};\nover{n}: add.s32 {d}, {d}, {y};",
    "shfl.sync.bfly.b32 {d}, {x}, 3, 31, -1;",
]


@pytest.mark.parametrize("x", SOURCES)
@pytest.mark.parametrize("y", SOURCES)
@pytest.mark.parametrize("instruction", INSTRUCTIONS)
@pytest.mark.parametrize(("threads", "blocks"), [(64, 3), (32, 1)])
def test_narrow_values_give_what_others_give(instruction, x, y, threads, blocks):
    """The values go through memory, and the instruction runs for both."""
    arrays = [np.zeros(threads * blocks, np.uint32) for _ in range(4)]
    body = [
        SOURCES[x].format(name="%r10"),
        SOURCES[y].format(name="%r11"),
        "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;",
        f"mad.lo.u32 %r1, %r2, {threads}, %r1;",
        *[f"mad.wide.u32 %rd1{index}, %r1, 4, %rd{index};" for index in range(4)],
        "st.global.b32 [%rd10], %r10;\nst.global.b32 [%rd11], %r11;",
        "ld.global.b32 %r12, [%rd10];\nld.global.b32 %r13, [%rd11];",
        instruction.format(d="%r14", x="%r10", y="%r11", n=0),
        instruction.format(d="%r15", x="%r12", y="%r13", n=1),
        "st.global.b32 [%rd12], %r14;\nst.global.b32 [%rd13], %r15;",
    ]
    run("\n".join(body), arrays, threads, (blocks, 1, 1))
    np.testing.assert_array_equal(arrays[2], arrays[3])
    assert len(np.unique(arrays[0])) == {"threads": threads, "blocks": blocks, "all": 1}[x]

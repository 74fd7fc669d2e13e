"""An instruction of each row of the table of instructions, and what a test cannot see when it executes them."""

# For each row an instruction, after what it needs. {x}, {y} and {z} are numbers of the thread, {d} is the result, {s} is shared memory, {g}
# is device memory, and {b} an mbarrier that one thread has to arrive at.
FLOATING_FORMS = {
    "abs": "abs.f32 {d}, {x};",
    "add": "add.f32 {d}, {x}, {y};",
    "copysign": "copysign.f32 {d}, {x}, {y};",
    "cos": "cos.approx.f32 {d}, {x};",
    "div": "div.rn.f32 {d}, {x}, {y};",
    "ex2": "ex2.approx.f32 {d}, {x};",
    "fma": "fma.rn.f32 {d}, {x}, {y}, {z};",
    "lg2": "lg2.approx.f32 {d}, {x};",
    "mad": "mad.rn.f32 {d}, {x}, {y}, {z};",
    "max": "max.f32 {d}, {x}, {y};",
    "min": "min.f32 {d}, {x}, {y};",
    "mul": "mul.f32 {d}, {x}, {y};",
    "neg": "neg.f32 {d}, {x};",
    "rcp": "rcp.rn.f32 {d}, {x};",
    "redux": "redux.sync.max.f32 {d}, {x}, -1;",
    "rsqrt": "rsqrt.approx.f32 {d}, {x};",
    "sin": "sin.approx.f32 {d}, {x};",
    "sqrt": "sqrt.rn.f32 {d}, {x};",
    "sub": "sub.f32 {d}, {x}, {y};",
    "tanh": "tanh.approx.f32 {d}, {x};",
    "testp": "testp.normal.f32 {p}, {x};",
}
FORMS = {
    "abs": "abs.s32 {d}, {x};",
    "activemask": "@{odd} activemask.b32 {d};",
    "add": "add.s32 {d}, {x}, {y};",
    "addc": "addc.u32 {d}, {x}, {y};",
    "and": "and.b32 {d}, {x}, {y};",
    "applypriority": "applypriority.global.L2::evict_normal [{g}], 128;",
    "atom": "atom.global.add.u32 {d}, [{g}], {x};",
    "bar": "bar.sync 0;",
    "bar.arrive": "bar.arrive 1, 256;",
    "bar.cta.arrive": "bar.cta.arrive 1, 256;",
    "barrier": "barrier.sync 0;",
    "barrier.arrive": "barrier.arrive 1, 256;",
    "barrier.cluster": "barrier.cluster.arrive; barrier.cluster.wait;",
    "barrier.cta.arrive": "barrier.cta.arrive 1, 256;",
    "bfe": "bfe.u32 {d}, {x}, 3, 20;",
    "bfi": "bfi.b32 {d}, {x}, {y}, 3, 20;",
    "bfind": "bfind.u32 {d}, {x};",
    "bra": "bra $end; mov.b32 %r59, 0; $end:",
    "brev": "brev.b32 {d}, {x};",
    "brx": "targets: .branchtargets $end; brx.idx 0, targets; mov.b32 %r59, 0; $end:",
    "call": "call empty;",
    "clz": "clz.b32 {d}, {x};",
    "cnot": "cnot.b32 {d}, {x};",
    "cp.async": "cp.async.ca.shared.global [{s}], [{g}], 4; cp.async.wait_all;",
    "cp.async.bulk": "@{first} cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [{s}], [{g}], 16, [{b}];",
    "cp.async.mbarrier.arrive": "cp.async.mbarrier.arrive.shared.b64 [{b}];",
    "createpolicy": "createpolicy.fractional.L2::evict_last.b64 {D}, 1.0;",
    "cvt": "cvt.u32.u8 {d}, {x};",
    "cvt.s64.s32": "cvt.s64.s32 {D}, {x};",
    "cvt.u64.u32": "cvt.u64.u32 {D}, {x};",
    "cvta": "cvta.to.global.u64 {D}, {g};",
    "discard": "discard.global.L2 [{g}], 128;",
    "div": "div.u32 {d}, {x}, {y};",
    "dp2a": "dp2a.lo.u32.u32 {d}, {x}, {y}, {z};",
    "dp4a": "dp4a.u32.u32 {d}, {x}, {y}, {z};",
    "elect": "@{odd} elect.sync {d}|{p}, {members};",
    "exit": "exit;",
    "fence": "st.relaxed.gpu.global.b32 [{g}], 1; fence.acq_rel.gpu;",
    "fence.mbarrier_init": "fence.mbarrier_init.release.cluster;",
    "fence.proxy": "st.shared.b32 [{s}], {x}; fence.proxy.async; cp.async.bulk.commit_group;",
    "getctarank": "getctarank.shared::cluster.u32 {d}, {s};",
    "ld": "ld.global.b32 {d}, [{g}];",
    "ld.param": "ld.param.b64 {D}, [kernel_param_0];",
    "ldmatrix": "st.shared.v4.b32 [{s}], {{{x}, {x}, {x}, {x}}}; bar.sync 0; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{{d}}}, [{s}];",
    "lop3": "lop3.b32 {d}, {x}, {y}, {z}, 0x96;",
    "mad.hi": "mad.hi.u32 {d}, {x}, {y}, {z};",
    "mad.lo": "mad.lo.s32 {d}, {x}, {y}, {z};",
    "mad.wide": "mad.wide.s32 {D}, {x}, {y}, 7;",
    "mad24": "mad24.lo.s32 {d}, {x}, {y}, {z};",
    "madc": "madc.lo.u32 {d}, {x}, {y}, {z};",
    "mapa": "mapa.shared::cluster.u32 {d}, {s}, 0;",
    "match": "and.b32 %r59, {x}, 1; match.any.sync.b32 {d}, %r59, -1;",
    "max": "max.s32 {d}, {x}, {y};",
    "mbarrier": "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [{b}], 16;",
    "membar": "st.relaxed.gpu.global.b32 [{g}], 1; membar.gl;",
    "min": "min.s32 {d}, {x}, {y};",
    "mma": "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {{{d}, %r61, %r62, %r63}}, {{{x}, {y}}}, {{{z}}}, {{{x}, {x}, {x}, {x}}};",
    "mov": "mov.b32 {d}, {x};",
    "mul.hi": "mul.hi.u32 {d}, {x}, {y};",
    "mul.lo": "mul.lo.s32 {d}, {x}, {y};",
    "mul.wide": "mul.wide.s32 {D}, {x}, {y};",
    "mul24": "mul24.lo.s32 {d}, {x}, {y};",
    "nanosleep": "nanosleep.u32 20;",
    "neg": "neg.s32 {d}, {x};",
    "not": "not.b32 {d}, {x};",
    "or": "or.b32 {d}, {x}, {y};",
    "popc": "popc.b32 {d}, {x};",
    "prefetch": "prefetch.global.L2 [{g}];",
    "prefetchu": "prefetchu.L1 [{g}];",
    "prmt": "prmt.b32 {d}, {x}, {y}, 0x6420;",
    "red": "red.global.add.u32 [{g}], {x};",
    "redux": "redux.sync.add.u32 {d}, {x}, -1;",
    "rem": "rem.u32 {d}, {x}, {y};",
    "ret": "ret;",
    "sad": "sad.u32 {d}, {x}, {y}, {z};",
    "selp": "selp.b32 {d}, {x}, {y}, {odd};",
    "set": "set.lt.u32.u32 {d}, {x}, {y};",
    "setmaxnreg": "setmaxnreg.inc.sync.aligned.u32 64;",
    "setp": "setp.lt.u32 {p}, {x}, {y};",
    "shf": "shf.l.wrap.b32 {d}, {x}, {y}, 5;",
    "shfl": "shfl.sync.bfly.b32 {d}, {x}, 1, 31, -1;",
    "shl": "shl.b32 {d}, {x}, 3;",
    "shr": "shr.u32 {d}, {x}, 3;",
    "slct": "slct.b32.s32 {d}, {x}, {y}, {z};",
    "st": "st.global.b32 [{g}], 1;",
    "st.async": "@{first} st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [{s}], {x}, [{b}];",
    "st.param": ".param .b32 given; st.param.b32 [given], {x};",
    "stmatrix": "stmatrix.sync.aligned.m8n8.x1.shared.b16 [{s}], {{{x}}};",
    "sub": "sub.s32 {d}, {x}, {y};",
    "subc": "subc.u32 {d}, {x}, {y};",
    "tcgen05": "@{warp} tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [{s}], 32;",
    "tensormap": "st.shared.v4.b32 [{s}], {{{x}, {x}, {x}, {x}}}; bar.sync 0;"
    "@{warp} tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [{g}], [{S}], 128;",
    "vote": "vote.sync.ballot.b32 {d}, {odd}, -1;",
    "wgmma": "wgmma.commit_group.sync.aligned;",
    "xor": "xor.b32 {d}, {x}, {y};",
}  # fmt: skip
# Rows that other tests execute: they need tensor maps, matrices, sums in tensor memory or an earlier kernel, or end the launch.
ELSEWHERE = {"cp.reduce.async.bulk", "griddepcontrol", "tcgen05.ld", "tcgen05.mma", "trap", "wgmma.mma_async"}
# Hints, and what changes nothing here; a GPU may do something.
HINTS = {"discard", "fence.mbarrier_init", "nanosleep", "setmaxnreg"}
# The first words of those after which another instruction comes than the next one, or other threads.
NEXT = {"bra": "label", "brx": "table", "call": "call", "exit": "end", "ret": "end", "trap": "end"}
NEXT |= dict.fromkeys(("bar", "barrier", "mbarrier", "wgmma"), "waits")
# Results that do not follow from registers alone.
RESULTS = {"atom": "rounded", "ld.param": "unknown", "tcgen05.ld": "unknown"}
# They compute a part of a longer number.
CARRYING = {"addc", "subc", "madc"}

# The registers of the forms, and what gives them their values.
REGISTER_OF = {
    "x": "%r1", "y": "%r2", "z": "%r3", "s": "%r4", "b": "%r5", "members": "%r6", "odd": "%p1", "first": "%p2", "warp": "%p3",
    "g": "%rd3", "S": "%rd4", "d": "%r60", "D": "%rd60", "p": "%p60",
}  # fmt: skip
SETUP = """
.reg .pred %undefined;
mov.u32 %r0, %tid.x;
mul.wide.u32 %rd5, %r0, 4;
add.u64 %rd0, %rd0, %rd5; add.u64 %rd1, %rd1, %rd5; add.u64 %rd2, %rd2, %rd5;
ld.global.b32 %r1, [%rd0]; ld.global.b32 %r2, [%rd1]; ld.global.b32 %r3, [%rd2];
and.b32 %r7, %r1, 1; setp.ne.u32 %p1, %r7, 0; setp.eq.u32 %p2, %r0, 0; setp.lt.u32 %p3, %r0, 32;
mov.u32 %r5, bars; mov.u32 %r4, area; mov.b32 %r6, -1;
shl.b32 %r8, %r0, 4; @!%p2 add.u32 %r4, %r4, %r8;
mov.u64 %rd4, area;
mov.b32 %r60, 0; mov.b64 %rd60, 0; @%p2 setp.eq.u32 %undefined, %r0, 0; setp.ne.u32 %p60, %r0, %r0; add.cc.u32 %r9, %r0, 0;
@%p2 mbarrier.init.shared.b64 [%r5], 1;
bar.sync 0;
"""
BEFORE = ".shared .align 128 .b8 area[4096]; .shared .align 8 .b8 bars[8];\n.func empty()\n{\nret;\n}\n"

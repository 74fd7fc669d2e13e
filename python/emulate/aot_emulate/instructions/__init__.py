"""The table of instructions: a row for each mnemonic of PTX, with its decoder and with what the analyses ask about it.

A decoder takes an instruction, its function and the program, and returns a function that runs it for the threads of a
mask (None: all). It returns None for a form that it does not know. `Mnemonic` explains the other columns.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from ..mnemonic import Mnemonic
from ..overflow import DIFFERENCE, NEGATION, PRODUCT, PRODUCT_SUM, SAME, SHIFT, SUM
from ..values import is_float
from . import (
    asynchronous,
    atomic,
    comparison,
    control,
    conversion,
    floating,
    integer,
    ldmatrix,
    loads,
    logic,
    matrix,
    moves,
    tcgen05,
    tma,
    warp,
    wgmma,
)

if TYPE_CHECKING:
    from ..steps import Decoder

# Those whose last type is a floating-point one have rows of their own.
FLOATING: dict[str, Mnemonic[Decoder]] = {
    "abs": Mnemonic(floating.decode, result="moved"),
    "add": Mnemonic(floating.decode, result="rounded"),
    "copysign": Mnemonic(floating.copysign, result="moved"),
    "cos": Mnemonic(floating.decode, result="rounded"),
    "div": Mnemonic(floating.decode, result="rounded"),
    "ex2": Mnemonic(floating.decode, result="rounded"),
    "fma": Mnemonic(floating.decode, result="rounded"),
    "lg2": Mnemonic(floating.decode, result="rounded"),
    "mad": Mnemonic(floating.decode, result="rounded"),
    "max": Mnemonic(floating.decode, result="moved"),
    "min": Mnemonic(floating.decode, result="moved"),
    "mul": Mnemonic(floating.decode, result="rounded"),
    "neg": Mnemonic(floating.decode, result="moved"),
    "rcp": Mnemonic(floating.decode, result="rounded"),
    "redux": Mnemonic(warp.redux, changes="warp", result="moved"),
    "rsqrt": Mnemonic(floating.decode, result="rounded"),
    "sin": Mnemonic(floating.decode, result="rounded"),
    "sqrt": Mnemonic(floating.decode, result="rounded"),
    "sub": Mnemonic(floating.decode, result="rounded"),
    "tanh": Mnemonic(floating.decode, result="rounded"),
    "testp": Mnemonic(floating.testp),
}

TABLE: dict[str, Mnemonic[Decoder]] = {
    "abs": Mnemonic(integer.decode, result="moved"),
    "activemask": Mnemonic(warp.activemask, changes="warp"),
    "add": Mnemonic(integer.decode, offset=SUM),
    "addc": Mnemonic(integer.extended),
    "and": Mnemonic(logic.decode, result="moved", offset="bits"),
    "applypriority": Mnemonic(moves.nothing),
    "atom": Mnemonic(
        atomic.atom, changes="memory", result="rounded", accesses="updates", order="relaxed", counted="atomics"
    ),
    "bar": Mnemonic(control.bar, changes="memory", next="waits", counted="barriers"),
    "bar.arrive": Mnemonic(control.bar, changes="hidden", next="waits", counted="barriers"),
    "bar.cta.arrive": Mnemonic(control.bar, changes="hidden", next="waits", counted="barriers"),
    "barrier": Mnemonic(control.bar, changes="memory", next="waits", counted="barriers"),
    "barrier.arrive": Mnemonic(control.bar, changes="hidden", next="waits", counted="barriers"),
    "barrier.cluster": Mnemonic(control.bar, changes="hidden", next="waits", counted="barriers"),
    "barrier.cta.arrive": Mnemonic(control.bar, changes="hidden", next="waits", counted="barriers"),
    "bfe": Mnemonic(integer.bfe, result="moved", offset="bits"),
    "bfi": Mnemonic(integer.bfi, result="moved", offset="bits"),
    "bfind": Mnemonic(integer.bfind, offset="bits"),
    "bra": Mnemonic(control.bra, next="label"),
    "brev": Mnemonic(integer.brev, result="moved", offset="bits"),
    "brx": Mnemonic(control.brx, next="table"),
    "call": Mnemonic(control.call, changes="hidden", next="call"),
    "clz": Mnemonic(integer.clz, offset="bits"),
    "cnot": Mnemonic(logic.decode, offset="bits"),
    "cp.async": Mnemonic(loads.copy, changes="hidden", accesses="copies"),
    "cp.async.bulk": Mnemonic(tma.bulk, changes="units", accesses="bulk"),
    "cp.async.mbarrier.arrive": Mnemonic(asynchronous.arrive, changes="hidden"),
    "cp.reduce.async.bulk": Mnemonic(tma.bulk, changes="units", accesses="bulk", order="relaxed"),
    "createpolicy": Mnemonic(moves.createpolicy),
    "cvt": Mnemonic(conversion.cvt, result="converted", offset="bits"),
    "cvt.s64.s32": Mnemonic(conversion.cvt, result="converted", offset=SAME),
    "cvt.u64.u32": Mnemonic(conversion.cvt, result="converted", offset=SAME),
    "cvta": Mnemonic(conversion.cvta),
    "discard": Mnemonic(moves.nothing, changes="memory"),
    "div": Mnemonic(integer.decode, offset="bits"),
    "dp2a": Mnemonic(integer.dp2a, offset="bits"),
    "dp4a": Mnemonic(integer.dp4a, offset="bits"),
    "elect": Mnemonic(warp.elect, changes="warp"),
    "exit": Mnemonic(control.exit_, changes="memory", next="end"),
    "fence": Mnemonic(atomic.fence, changes="memory", order="acq_rel"),
    "fence.mbarrier_init": Mnemonic(moves.nothing, changes="memory"),
    "fence.proxy": Mnemonic(tma.fence, changes="memory"),
    "getctarank": Mnemonic(loads.getctarank),
    "griddepcontrol": Mnemonic(moves.griddepcontrol, changes="hidden"),
    "ld": Mnemonic(loads.access, accesses="reads"),
    "ld.param": Mnemonic(loads.access, result="unknown"),
    "ldmatrix": Mnemonic(ldmatrix.load, changes="warp", accesses="reads"),
    "lop3": Mnemonic(logic.lop3, result="moved", offset="bits"),
    "mad.hi": Mnemonic(integer.decode, offset="bits"),
    "mad.lo": Mnemonic(integer.decode, offset=PRODUCT_SUM),
    "mad.wide": Mnemonic(integer.decode, offset=PRODUCT_SUM),
    "mad24": Mnemonic(integer.decode, offset="bits"),
    "madc": Mnemonic(integer.extended),
    "mapa": Mnemonic(loads.mapa),
    "match": Mnemonic(warp.match, changes="warp"),
    "max": Mnemonic(integer.decode, result="moved"),
    "mbarrier": Mnemonic(control.mbarrier, changes="hidden", next="waits", counted="barriers"),
    "membar": Mnemonic(atomic.fence, changes="memory", order="acq_rel"),
    "min": Mnemonic(integer.decode, result="moved"),
    "mma": Mnemonic(matrix.mma, changes="warp", result="rounded", counted="tensor core"),
    "mov": Mnemonic(moves.mov, result="moved", offset=SAME),
    "mul.hi": Mnemonic(integer.decode, offset="bits"),
    "mul.lo": Mnemonic(integer.decode, offset=PRODUCT),
    "mul.wide": Mnemonic(integer.decode, offset=PRODUCT),
    "mul24": Mnemonic(integer.decode, offset="bits"),
    "nanosleep": Mnemonic(moves.nothing, changes="memory"),
    "neg": Mnemonic(integer.decode, result="moved", offset=NEGATION),
    "not": Mnemonic(logic.decode, result="moved", offset="bits"),
    "or": Mnemonic(logic.decode, result="moved", offset=SUM),
    "popc": Mnemonic(integer.popc, offset="bits"),
    "prefetch": Mnemonic(moves.nothing),
    "prefetchu": Mnemonic(moves.nothing),
    "prmt": Mnemonic(logic.prmt, result="moved", offset="bits"),
    "red": Mnemonic(atomic.atom, changes="memory", accesses="updates", order="relaxed", counted="atomics"),
    "redux": Mnemonic(warp.redux, changes="warp"),
    "rem": Mnemonic(integer.decode, offset="bits"),
    "ret": Mnemonic(control.ret, changes="memory", next="end"),
    "sad": Mnemonic(integer.decode),
    "selp": Mnemonic(comparison.selp, result="moved"),
    "set": Mnemonic(comparison.set_),
    "setmaxnreg": Mnemonic(moves.nothing, changes="memory"),
    "setp": Mnemonic(comparison.setp),
    "shf": Mnemonic(logic.shf, result="moved", offset="bits"),
    "shfl": Mnemonic(warp.shfl, changes="warp", result="moved", counted="shuffles"),
    "shl": Mnemonic(logic.shift, result="moved", offset=SHIFT),
    "shr": Mnemonic(logic.shift, result="moved", offset="bits"),
    "slct": Mnemonic(comparison.slct, result="moved"),
    "st": Mnemonic(loads.access, changes="memory", accesses="writes"),
    "st.async": Mnemonic(asynchronous.store, changes="hidden"),
    "st.param": Mnemonic(loads.access, changes="hidden"),
    "stmatrix": Mnemonic(ldmatrix.store, changes="memory"),
    "sub": Mnemonic(integer.decode, offset=DIFFERENCE),
    "subc": Mnemonic(integer.extended),
    "tcgen05": Mnemonic(tcgen05.decode, changes="units"),
    "tcgen05.ld": Mnemonic(tcgen05.decode, changes="units", result="unknown"),
    "tcgen05.mma": Mnemonic(tcgen05.decode, changes="units", counted="tensor core"),
    "tensormap": Mnemonic(tma.tensormap, changes="memory", accesses="bulk"),
    "trap": Mnemonic(control.trap, changes="memory", next="end"),
    "vote": Mnemonic(warp.vote, changes="warp"),
    "wgmma": Mnemonic(wgmma.decode, changes="units", next="waits"),
    "wgmma.mma_async": Mnemonic(wgmma.decode, changes="units", next="waits", result="rounded", counted="tensor core"),
    "xor": Mnemonic(logic.decode, result="moved", offset="bits"),
}


@cache
def mnemonic_of(opcode: str) -> Mnemonic[Decoder] | None:
    """The row of the longest name that an opcode starts with, or None."""
    words = opcode.split(".")
    if words[0] in FLOATING and is_float(words[-1]):
        return FLOATING[words[0]]
    names = accumulate(words, "{}.{}".format)
    return next((TABLE[name] for name in reversed(list(names)) if name in TABLE), None)

"""Arithmetic, comparison and logic. Sections 9.7.1 to 9.7.8 of the PTX ISA 9.0."""

import numpy as np

from ..values import bits_of, halves, operand, packed, stored

HINTS = {"rn", "ftz", "sat", "lo", "hi", "wide", "approx", "full", "NaN", "wrap"}


def _wide(x):
    return x.astype({2: "4", 4: "8"}[x.dtype.itemsize].join((x.dtype.kind, "")))


def _high(x, y):
    bits = x.dtype.itemsize * 8
    if bits < 64:
        return (_wide(x) * _wide(y) >> bits).astype(x.dtype)
    return np.array([(int(a) * int(b)) >> 64 for a, b in zip(x, y)]).astype(x.dtype)


def _divide(x, y):
    """Truncates, as PTX does. The result for a divisor of 0 is not defined; here it has all bits set."""
    zero = y == 0
    safe = np.where(zero, y.dtype.type(1), y)
    quotient = x // safe
    if x.dtype.kind == "i":
        quotient = quotient + ((x % safe != 0) & ((x < 0) != (safe < 0)))
    return np.where(zero, y.dtype.type(0) - y.dtype.type(1) if x.dtype.kind == "u" else y.dtype.type(-1), quotient)


def _fused(x, y, z):
    """x · y + z, rounded once but for float64, whose product is rounded too."""
    if x.dtype == np.float64:
        return x * y + z
    return (x.astype(np.float64) * y.astype(np.float64) + z.astype(np.float64)).astype(x.dtype)


INTEGER = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "min": np.minimum,
    "max": np.maximum,
    "neg": lambda x: -x,
    "abs": np.abs,
    "div": _divide,
    "rem": lambda x, y: np.where(y == 0, x, x - _divide(x, y) * y),
    "and": lambda x, y: x & y,
    "or": lambda x, y: x | y,
    "xor": lambda x, y: x ^ y,
    "not": lambda x: ~x,
    "mul": lambda x, y: x * y,
    "mad": lambda x, y, z: x * y + z,
}
FLOATING = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "fma": _fused,
    "neg": lambda x: -x,
    "abs": np.abs,
    "min": np.fmin,
    "max": np.fmax,
    # Approximations: exact here; section 9.7.3 states their errors, at most 2 ulp and 2^-22.
    "ex2": np.exp2,
    "lg2": np.log2,
    "rcp": lambda x: x.dtype.type(1) / x,
    "sqrt": np.sqrt,
    "rsqrt": lambda x: x.dtype.type(1) / np.sqrt(x),
    "tanh": np.tanh,
    "sin": np.sin,
    "cos": np.cos,
}
COMPARE = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
}  # fmt: skip


def _arithmetic(instruction, function, program):
    name, *words = instruction.words
    kind = words.pop()
    if set(words) - HINTS:
        return None
    if kind.endswith("x2"):
        return _pairs(instruction, name, kind, function, program)
    floating = kind[0] == "f" or kind == "bf16"
    if (floating and "sat" in words) or (not floating and {"sat", "full", "approx"} & set(words)):
        return None
    table = FLOATING if floating else INTEGER
    compute = table.get(name)
    if compute is None:
        return None
    if "NaN" in words:
        compute = {"min": np.minimum, "max": np.maximum}[name]
    if floating and "ftz" in words:
        compute = _flushing(compute)
    target, *sources = instruction.operands
    kinds = [kind] * len(sources)
    if "wide" in words:
        inner = compute
        compute = lambda x, y, *z: inner(_wide(x), _wide(y), *z)  # noqa: E731
        kinds[2:] = [kind[0] + str(2 * bits_of(kind))] * len(kinds[2:])
    elif "hi" in words:
        compute = _high if name == "mul" else lambda x, y, z: _high(x, y) + z
    values = [operand(source, each, program) for source, each in zip(sources, kinds)]
    bits = function.widths[target]

    def run(m, mask):
        m.write(target, stored(compute(*[value(m) for value in values]), kind, bits), mask)

    return run


def _flushing(compute):
    """Subnormal inputs and results become 0 with their sign."""

    def flush(x):
        return np.where(np.abs(x) < np.finfo(x.dtype).tiny, np.copysign(x.dtype.type(0), x), x)

    return lambda *values: flush(compute(*map(flush, values)))


def _pairs(instruction, name, kind, function, program):
    compute = FLOATING.get(name)
    if compute is None or kind not in ("f16x2", "bf16x2"):
        return None
    if "NaN" in instruction.words:
        compute = {"min": np.minimum, "max": np.maximum}[name]
    target, *sources = instruction.operands
    values = [operand(source, kind, program) for source in sources]

    def run(m, mask):
        pairs = [halves(value(m), kind) for value in values]
        m.write(target, packed(compute(*[low for low, _ in pairs]), compute(*[high for _, high in pairs]), kind), mask)

    return run


def _setp(instruction, function, program):
    """Section 9.7.6.2: `u` at the end of a comparison of floats is true for NaN."""
    _, comparison, *words = instruction.words
    kind = words.pop()
    combine = words.pop(0) if words and words[0] in ("and", "or", "xor") else None
    if set(words) - {"ftz"} or "|" in instruction.operands[0] or kind.endswith("x2"):
        return None
    target, first, second, *more = instruction.operands
    floating = kind[0] == "f" or kind == "bf16"
    unordered = floating and comparison[-1] == "u"
    name = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}.get(comparison, comparison[:-1] if unordered else comparison)
    x, y = operand(first, kind, program), operand(second, kind, program)
    compare = COMPARE.get(name)
    if compare is None and name not in ("nan", "num"):
        return None
    third = operand(more[0], "pred", program) if more else None

    def run(m, mask):
        a, b = x(m), y(m)
        nan = np.isnan(a) | np.isnan(b) if floating else None
        if compare is None:
            result = nan if name == "nan" else ~nan
        else:
            result = compare(a, b)
            if floating:
                result = result | nan if unordered else result & ~nan
        if combine:
            result = INTEGER[combine](result, third(m))
        m.write(target, result, mask)

    return run


def _selp(instruction, function, program):
    target, *sources, condition = instruction.operands
    kind = "b" + str(bits_of(instruction.words[1]))
    x, y = (operand(source, kind, program) for source in sources)
    chosen = operand(condition, "pred", program)
    return lambda m, mask: m.write(target, np.where(chosen(m), x(m), y(m)), mask)


def _shift(instruction, function, program):
    """Section 9.7.8: distances of the width and more give 0, or the sign."""
    name, kind = instruction.words
    target, source, distance = instruction.operands
    bits = bits_of(kind)
    value, count = operand(source, kind, program), operand(distance, "u32", program)

    def run(m, mask):
        x, n = value(m), count(m)
        limited = np.minimum(n, bits - 1).astype(x.dtype)
        result = x << limited if name == "shl" else x >> limited
        if name == "shl" or kind[0] != "s":
            result = np.where(n >= bits, x.dtype.type(0), result)
        m.write(target, stored(result, kind, bits), mask)

    return run


def _funnel(instruction, function, program):
    if "wrap" not in instruction.words:
        return None
    target, *sources = instruction.operands
    low, high, count = (operand(source, "u32", program) for source in sources)
    left = instruction.words[1] == "l"

    def run(m, mask):
        both = (high(m).astype(np.uint64) << np.uint64(32)) | low(m)
        n = (count(m) & np.uint32(31)).astype(np.uint64)
        m.write(target, ((both << n) >> np.uint64(32) if left else both >> n).astype(np.uint32), mask)

    return run


def _bfe(instruction, function, program):
    """Section 9.7.1.21: bits past the end are 0, or copies of the sign bit."""
    kind = instruction.words[1]
    target, *sources = instruction.operands
    bits = bits_of(kind)
    if bits != 32:
        return None
    value, position, length = operand(sources[0], kind, program), *(operand(each, "u32", program) for each in sources[1:])

    def run(m, mask):
        x, at, n = value(m).astype(np.int64), np.minimum(position(m) & 255, 63).astype(np.int64), (length(m) & 255).astype(np.int64)
        n = np.minimum(n, 32)
        result = (x >> at) & ((np.int64(1) << n) - 1)
        if kind[0] == "s":
            top = np.int64(1) << np.maximum(n - 1, 0)
            result = np.where(n > 0, (result ^ top) - top, 0)
        m.write(target, result.astype(np.uint32), mask)

    return run


def _lop3(instruction, function, program):
    target, *sources, table = instruction.operands
    values = [operand(source, "b32", program) for source in sources]
    lookup = int(table, 0)

    def run(m, mask):
        a, b, c = (value(m) for value in values)
        result = np.zeros(m.threads, np.uint32)
        for case in range(8):
            if lookup >> case & 1:
                result |= (a if case & 4 else ~a) & (b if case & 2 else ~b) & (c if case & 1 else ~c)
        m.write(target, result, mask)

    return run


def _prmt(instruction, function, program):
    if len(instruction.words) > 2:
        return None
    target, *sources = instruction.operands
    low, high, selector = (operand(source, "u32", program) for source in sources)

    def run(m, mask):
        both = (high(m).astype(np.uint64) << np.uint64(32)) | low(m)
        chosen, result = selector(m).astype(np.uint64), np.zeros(m.threads, np.uint64)
        for byte in range(4):
            nibble = chosen >> np.uint64(4 * byte)
            value = both >> ((nibble & np.uint64(7)) * np.uint64(8)) & np.uint64(255)
            sign = np.where(value & np.uint64(128), np.uint64(255), np.uint64(0))
            result |= np.where(nibble & np.uint64(8), sign, value) << np.uint64(8 * byte)
        m.write(target, result.astype(np.uint32), mask)

    return run


TABLE = {
    **{name: _arithmetic for name in {*INTEGER, *FLOATING}},
    "setp": _setp, "selp": _selp, "shl": _shift, "shr": _shift, "shf": _funnel,
    "bfe": _bfe, "lop3": _lop3, "prmt": _prmt,
}  # fmt: skip

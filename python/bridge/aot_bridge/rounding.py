"""Finds out to which types a kernel rounds values on their way to its outputs, from its IR.

Reading bf16 loses nothing: a kernel that accumulates its products in fp32 gives an fp32 result that is right to 1e-7. But
`(x * rstd).to(x.dtype) * dy` rounds to bf16 in between, and so do arithmetic in bf16 and the tf32 inputs of a matrix product.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from aot_compiled import floats
from aot_compiled.ttir import Block, Operation, parse_kernel, parse_operation, shape_of
from aot_compiled.walk import Walk


class Precision(NamedTuple):
    """The bits of a float's fraction, and the name of its type. The least one is the least precise."""

    bits: int
    name: str


FLOATS = {form.mlir: Precision(form.fraction, name) for name, form in floats.FLOATS.items()}
TF32 = Precision(10, "tf32")
EXACT = Precision(64, "")
UNKNOWN = Precision(0, "")
# Outputs of these types are compared with the rounded reference, if what is rounded is more precise.
EIGHT_BITS = frozenset(each.name for each in FLOATS.values() if each.bits < 7)

# Operations whose result is rounded to its type. Others choose, move or widen values.
ROUNDING = re.compile(
    r"arith\.(addf|subf|mulf|divf|remf|truncf|sitofp|uitofp)$|math\.(?!absf|copysign|floor|ceil|trunc|round)"
    r"|tt\.(fp_to_fp|dot|dot_scaled|precise_\w+|extern_elementwise|elementwise_inline_asm)$|ttng\.\w*(dot|mma)"
)
CASTS = re.compile(r"(tt\.fp_to_fp|arith\.truncf)$")
OPAQUE = ("tt.elementwise_inline_asm", "tt.extern_elementwise")
PRODUCT = re.compile(r"tt\.dot|ttng\.\w*(dot|mma)")
STORES = re.compile(r"tt\.(store|atomic_rmw|atomic_cas|descriptor_(store|scatter|reduce))$")
LOADS = re.compile(r"tt\.(load|descriptor_load|descriptor_gather)$")


class Flow(NamedTuple):
    """What a value comes from: the least precise type on the way, and the pointer parameters, by position.

    `before` is the least precise type before the last operation that rounds, or the last casts in a row.
    """

    precision: Precision = EXACT
    pointers: frozenset[int] = frozenset()
    before: Precision = EXACT


def rounding_of(text: str, parameters: Sequence[str]) -> dict[str, str]:
    """Returns the type to which values for each output are rounded, where it is less precise than the output's own.

    Of outputs of 8 bits it is the type before the last rounding, if that is more precise and known.

    `parameters`: the names of the arguments of the kernel in the IR.
    """
    arguments, body = parse_kernel(text) or ([], Block())
    walk = Roundings(name for name, _ in arguments)
    walk.block(body)
    if "ttg." in text or "tt.call " in text or len(arguments) != len(parameters):
        # Values that go through functions and, in Gluon, shared memory are not followed.
        operations = filter(None, (parse_operation(line.strip()) for line in text.splitlines()))
        walk.stored = dict.fromkeys(range(len(parameters)), (least(map(precision_of, operations)), UNKNOWN))
    found = {}
    for position, (precision, before) in walk.stored.items():
        pointee = re.search(r"<(?:\d+x)*(\w+)[,>]", arguments[position][1])
        own = FLOATS.get(pointee[1] if pointee else "", UNKNOWN)
        if own.name in EIGHT_BITS and own.bits < before.bits < EXACT.bits:
            found[parameters[position]] = before.name
        elif precision.bits < own.bits:
            found[parameters[position]] = precision.name
    return found


def least(precisions: Iterable[Precision]) -> Precision:
    return min(precisions, default=EXACT)


def joined(flows: Iterable[Flow]) -> Flow:
    flows = list(flows)
    pointers = frozenset().union(*(each.pointers for each in flows))
    return Flow(least(each.precision for each in flows), pointers, least(each.before for each in flows))


def rounded(operation: Operation, given: Flow) -> Flow:
    """What the result of an operation comes from."""
    own = precision_of(operation)
    if own != EXACT:
        # Casts in a row are one rounding: a type with fewer bits than that of the output is no excuse.
        is_repeated = CASTS.match(operation.name) and given.before != EXACT
        return Flow(least([given.precision, own]), given.pointers, given.before if is_repeated else given.precision)
    # What inline assembly gives as integers may be rounded in any way.
    return given._replace(before=UNKNOWN) if operation.name in OPAQUE else given


class Roundings(Walk[Flow]):
    """Follows values from the parameters to the outputs."""

    def __init__(self, arguments: Iterable[str]) -> None:
        super().__init__(Flow())
        self.facts = {name: Flow(pointers=frozenset([position])) for position, name in enumerate(arguments)}
        # By position: the least precise type, and that before the last rounding.
        self.stored: dict[int, tuple[Precision, Precision]] = {}

    def join(self, facts: list[Flow]) -> Flow:
        return joined(facts)

    def note(self, operation: Operation, operands: list[Flow]) -> None:
        if STORES.match(operation.name):
            stored = joined(operands[1:])
            for position in operands[0].pointers if operands else ():
                precision, before = self.stored.get(position, (EXACT, EXACT))
                self.stored[position] = least([precision, stored.precision]), least([before, stored.before])

    def after(self, operation: Operation, operands: list[Flow]) -> Flow:
        if STORES.match(operation.name) or LOADS.match(operation.name):
            return Flow()
        for region in operation.regions:
            self.facts.update(dict.fromkeys(region.arguments, joined(operands)))
            operands += self.block(region)
        return rounded(operation, joined(operands))


def precision_of(operation: Operation) -> Precision:
    """The precision to which an operation rounds."""
    if not ROUNDING.match(operation.name):
        return EXACT
    result = float_of(operation.type)
    if operation.name == "tt.fp_to_fp":
        source = float_of(operation.text.rpartition(" -> ")[0].rpartition(" : ")[2])
        return result if result.bits < source.bits else EXACT
    if not PRODUCT.match(operation.name):
        return result
    inputs = [FLOATS[each] for each in re.findall(r"x(b?f\d\w*)[>,]", operation.text) if each in FLOATS]
    if any(each.bits < 7 for each in inputs):
        # On sm_89 and sm_90 the sum of products of fp8 has 14 bits.
        return least([result, FLOATS["f16"]])
    is_tf32 = re.search(r"inputPrecision = tf32\b", operation.text) and FLOATS["f32"] in inputs[:2]
    return least([result, TF32]) if is_tf32 else result


def float_of(type_text: str) -> Precision:
    return FLOATS.get(re.split(r"[,>]", shape_of(type_text)[1])[0].strip(), EXACT)

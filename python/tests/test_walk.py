"""What holds for values that loops and branches carry, from TTIR as Triton 3.9 prints it."""

import pytest
from aot_compiled.axes import Axis
from aot_compiled.memory_access import LOOP_WEIGHT, Accesses
from aot_compiled.ttir import parse_kernel
from aot_compiled.wrong_ir import negative_quotients

ARGUMENTS = "%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32"
START = """%c0 = arith.constant 0 : i32
%c3 = arith.constant dense<3> : tensor<64xi32>
%c4 = arith.constant dense<4> : tensor<64xi32>
%p = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
%r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>"""
LOAD = """%q = tt.addptr %p, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
%v = tt.load %q : tensor<64x!tt.ptr<f32>>"""
FOR = """%o = scf.for %k = %c0 to %n step %n iter_args(%i = %r) -> (tensor<64xi32>)  : i32 {{
{body}
scf.yield {following} : tensor<64xi32>
}}"""
WHILE = """%o = scf.while (%i = %r) : (tensor<64xi32>) -> tensor<64xi32> {{
scf.condition(%b) %i : tensor<64xi32>
}} do {{
^bb0(%i: tensor<64xi32>):
{body}
scf.yield {following} : tensor<64xi32>
}}"""


def text_of(loop: str, body: str, following: str) -> str:
    inside = loop.format(body=body, following=following)
    return f"tt.func public @kernel({ARGUMENTS}) attributes {{noinline = false}} {{\n{START}\n{inside}\ntt.return\n}}"


def accesses_of(text: str) -> Accesses:
    arguments, body = parse_kernel(text) or pytest.fail("no kernel")
    return Accesses(arguments, body, {0: 16})


STEPS = [
    ("%r", 64, 4),
    ("%f = arith.addi %i, %c4 : tensor<64xi32>", 64, 4),
    # The first element is at a multiple of 3.
    ("%f = arith.addi %i, %c3 : tensor<64xi32>", 64, 1),
    # Only the first iteration has consecutive indices.
    ("%f = arith.muli %i, %c4 : tensor<64xi32>", 1, 1),
]


@pytest.mark.parametrize("loop", [FOR, WHILE])
@pytest.mark.parametrize(("step", "contiguity", "width"), STEPS)
def test_an_access_in_a_loop_has_what_holds_in_all_iterations(
    loop: str, step: str, contiguity: int, width: int
) -> None:
    body, following = (LOAD, step) if step == "%r" else (f"{LOAD}\n{step}", "%f")
    walk = accesses_of(text_of(loop, body, following))
    assert walk.facts["%o"].axes[0].contiguity == contiguity
    assert walk.widths == [(1, 0 if contiguity > 1 else -1, width)]
    assert walk.weights == {1: LOOP_WEIGHT}


def test_the_index_of_a_loop_is_divisible_by_what_divides_its_start_and_its_step() -> None:
    text = text_of(FOR.replace("step %n", "step %s"), LOAD, "%r")
    text = text.replace("%c0 = ", "%s = arith.constant 12 : i32\n%c0 = ", 1)
    assert accesses_of(text).facts["%k"].axes == (Axis(1, 4, 1),)


@pytest.mark.parametrize(("following", "is_wrong"), [("%r", True), ("%f", False)])
def test_indices_that_are_consecutive_in_the_first_iteration_only_are_no_wrong_quotient(
    following: str, is_wrong: bool
) -> None:
    body = """%f = arith.muli %i, %c4 : tensor<64xi32>
%d = arith.subi %i, %c4 : tensor<64xi32>
%z = arith.divsi %d, %c4 : tensor<64xi32>"""
    text = text_of(FOR, body, following)
    arguments, parsed = parse_kernel(text) or pytest.fail("no kernel")
    assert bool(negative_quotients(text, arguments, parsed)) == is_wrong

"""What kernels read and write, from TTIR as Triton 3.8 prints it."""

import pytest
from aot_evidence.access import Access, access_of, behind

POINTERS = (
    '%x_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc("x_ptr"(#loc)), %out: !tt.ptr<f32> loc("out"(#loc)), '
    '%n: i32 loc("n"(#loc))'
)


def read(parameters: str, body: str) -> Access:
    found = access_of(f"""module {{
  tt.func public @kernel({parameters}) attributes {{noinline = false}} {{
{body}
    tt.return loc(#loc)
  }} loc(#loc)
}} loc(#loc)""")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("parameters", "body", "reads", "writes"),
    [
        pytest.param(
            POINTERS,
            """    %0 = tt.splat %x_ptr : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>> loc(#loc2)
    %1 = tt.addptr %0, %offs : tensor<64x!tt.ptr<f32>>, tensor<64xi32> loc(#loc2)
    %2 = tt.load %1, %mask : tensor<64x!tt.ptr<f32>> loc(#loc2)
    %3 = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>> loc(#loc2)
    tt.store %3, %2 : tensor<64x!tt.ptr<f32>> loc(#loc2)""",
            {"x_ptr"},
            {"out"},
            id="tensors of pointers",
        ),
        pytest.param(
            '%arg0: !tt.ptr<f32> loc("x_ptr"(#loc)), %arg1: !tt.tensordesc<tensor<8x8xf16>> loc("desc"(#loc))',
            """    %0 = tt.load %arg0 : !tt.ptr<f32> loc(#loc)
    tt.descriptor_store %arg1[%i, %j], %v : !tt.tensordesc<tensor<8x8xf16>>, tensor<8x8xf16> loc(#loc)""",
            {"x_ptr"},
            {"desc"},
            id="names of arguments with numbers are in their locations",
        ),
        pytest.param(
            POINTERS,
            """    %4:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x_ptr, %q = %out) -> (!tt.ptr<f32>, !tt.ptr<f32>)  : i32 {
      %5 = tt.load %p : !tt.ptr<f32> loc(#loc3)
      %6 = tt.addptr %p, %c1 : !tt.ptr<f32>, i32 loc(#loc3)
      scf.yield %6, %q : !tt.ptr<f32>, !tt.ptr<f32> loc(#loc3)
    } loc(#loc3)
    tt.store %4#1, %v : !tt.ptr<f32> loc(#loc3)""",
            {"x_ptr"},
            {"out"},
            id="a loop carries each pointer in its place",
        ),
        pytest.param(
            POINTERS,
            """    %4 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x_ptr) -> (!tt.ptr<f32>)  : i32 {
      %5 = tt.load %p : !tt.ptr<f32> loc(#loc3)
      scf.yield %out : !tt.ptr<f32> loc(#loc3)
    } loc(#loc3)""",
            {"x_ptr", "out"},
            set(),
            id="only a later iteration loads it",
        ),
        pytest.param(
            POINTERS,
            """    %4 = scf.if %c -> (!tt.ptr<f32>) {
      scf.yield %x_ptr : !tt.ptr<f32> loc(#loc3)
    } else {
      scf.yield %out : !tt.ptr<f32> loc(#loc3)
    } loc(#loc3)
    tt.store %4, %v : !tt.ptr<f32> loc(#loc3)
    %5 = scf.while (%p = %x_ptr) : (!tt.ptr<f32>) -> !tt.ptr<f32> {
      scf.condition(%c) %p : !tt.ptr<f32> loc(#loc3)
    } do {
    ^bb0(%q: !tt.ptr<f32> loc(unknown)):
      %6 = tt.load %q : !tt.ptr<f32> loc(#loc3)
      scf.yield %q : !tt.ptr<f32> loc(#loc3)
    } loc(#loc3)""",
            {"x_ptr"},
            {"x_ptr", "out"},
            id="branches and while loops",
        ),
        pytest.param(
            POINTERS,
            """    %5:2 = scf.while (%p = %x_ptr, %q = %out) : (!tt.ptr<f32>, !tt.ptr<f32>) -> (!tt.ptr<f32>, !tt.ptr<f32>) {
      scf.condition(%c) %p, %q : !tt.ptr<f32>, !tt.ptr<f32> loc(#loc3)
    } do {
    ^bb0(%r: !tt.ptr<f32> loc("k.py":3:0), %s: !tt.ptr<f32> loc("k.py":4:0)):
      tt.store %s, %v : !tt.ptr<f32> loc(#loc3)
      scf.yield %r, %s : !tt.ptr<f32>, !tt.ptr<f32> loc(#loc3)
    } loc(#loc3)""",
            set(),
            {"out"},
            id="a while loop carries each pointer in its place",
        ),
        pytest.param(
            POINTERS,
            """    scf.if %c {
      %4 = tt.addptr %x_ptr, %n : !tt.ptr<f32>, i32 loc(#loc3)
      %5 = tt.load %4 : !tt.ptr<f32> loc(#loc3)
    } else {
      %4 = tt.addptr %out, %n : !tt.ptr<f32>, i32 loc(#loc3)
      tt.store %4, %v : !tt.ptr<f32> loc(#loc3)
    } loc(#loc3)""",
            {"x_ptr"},
            {"out"},
            id="branches beside each other use one name for two pointers",
        ),
        pytest.param(
            POINTERS,
            "    %4 = tt.atomic_rmw fadd, acq_rel, gpu, %out, %v, %m : (!tt.ptr<f32>, f32, i1) -> f32 loc(#loc)",
            {"out"},
            {"out"},
            id="atomic operations read and write",
        ),
        pytest.param(
            POINTERS,
            "    tt.call @other(%x_ptr, %n) : (!tt.ptr<f32>, i32) -> () loc(#loc)",
            {"x_ptr"},
            {"x_ptr"},
            id="a function that was not inlined might do both",
        ),
    ],
)
def test_pointers_are_followed_to_loads_and_stores(
    parameters: str, body: str, reads: set[str], writes: set[str]
) -> None:
    found = read(parameters, body)
    assert (set(found.reads), set(found.writes)) == (reads, writes)


@pytest.mark.parametrize("count", [3, 4, 9])
def test_all_of_the_pointers_that_change_places_in_a_loop_are_seen(count: int) -> None:
    names = [f"x{index}" for index in range(count)]
    types = ", ".join(["!tt.ptr<f32>"] * count)
    carried = ", ".join(f"%p{index} = %{name}" for index, name in enumerate(names))
    following = ", ".join(f"%p{(index + 1) % count}" for index in range(count))
    found = read(
        ", ".join(f'%{name}: !tt.ptr<f32> loc("{name}"(#loc))' for name in names),
        f"""    %4:{count} = scf.for %i = %c0 to %n step %c1 iter_args({carried}) -> ({types})  : i32 {{
      %5 = tt.load %p0 : !tt.ptr<f32> loc(#loc3)
      tt.store %p0, %5 : !tt.ptr<f32> loc(#loc3)
      scf.yield {following} : {types} loc(#loc3)
    }} loc(#loc3)""",
    )
    assert (set(found.reads), set(found.writes)) == (set(names), set(names))


def test_descriptors_that_the_kernel_makes_say_what_they_need() -> None:
    found = read(
        '%x_ptr: !tt.ptr<f16> loc("x_ptr"(#loc)), %y_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc("y_ptr"(#loc)), '
        '%M: i32 loc("M"(#loc)), %N: i32 {tt.divisibility = 16 : i32} loc("N"(#loc)), %stride: i64 loc("stride"(#loc))',
        """    %base = tt.addptr %x_ptr, %off : !tt.ptr<f16>, i64 loc(#loc16)
    %x = tt.make_tensor_descriptor %base, [%M, %N], [%stride, %c1_i64] : <f16>, <16x64xf16> loc(#loc17)
    %e = arith.extsi %N : i32 to i64 loc(#loc18)
    %y = tt.make_tensor_descriptor %y_ptr, [%M, %N], [%e, %c1_i64] : <f32>, <tensor<16x64xf32>> loc(#loc18)
    %v = tt.descriptor_load %x[%i, %c0_i32] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16> loc(#loc20)
    tt.descriptor_store %y[%i, %c0_i32], %v : !tt.tensordesc<16x64xf32>, tensor<16x64xf32> loc(#loc8)""",
    )
    assert (set(found.reads), set(found.writes)) == ({"x_ptr"}, {"y_ptr"})
    assert found.alignment == {"x_ptr": 16, "y_ptr": 16, "stride": 8, "N": 4}


def test_what_lists_of_addresses_lead_to() -> None:
    found = read(
        '%sources: !tt.ptr<i64> loc("sources"(#loc)), %targets: !tt.ptr<i64> loc("targets"(#loc)), '
        '%n: !tt.ptr<i64> loc("n"(#loc)), %at: i64 loc("at"(#loc))',
        """    %0 = tt.load %sources : !tt.ptr<i64> loc(#loc)
    %1 = tt.int_to_ptr %0 : i64 -> !tt.ptr<f16> loc(#loc)
    %2 = tt.load %targets : !tt.ptr<i64> loc(#loc)
    %3 = tt.splat %2 : i64 -> tensor<64xi64> loc(#loc)
    %4 = tt.int_to_ptr %3 : tensor<64xi64> -> tensor<64x!tt.ptr<i8>> loc(#loc)
    %5 = tt.load %n : !tt.ptr<i64> loc(#loc)
    %6 = tt.int_to_ptr %at : i64 -> !tt.ptr<f32> loc(#loc)
    %7 = tt.load %1 : !tt.ptr<f16> loc(#loc)
    tt.store %4, %7 : tensor<64x!tt.ptr<i8>> loc(#loc)""",
    )
    assert found.tables == {"sources": "fp16", "targets": "i8"}
    assert found.addresses == {"at"}
    assert found.reads == {"sources", "targets", "n", behind("sources")}
    assert found.writes == {behind("targets")}


@pytest.mark.parametrize(("following", "hint"), [("%s", {"stride": 8}), ("%t", {})])
def test_the_stride_of_a_descriptor_in_a_loop_has_a_hint_if_it_is_an_argument_each_time(
    following: str, hint: dict[str, int]
) -> None:
    found = read(
        '%x_ptr: !tt.ptr<f16> loc("x_ptr"(#loc)), %N: i32 loc("N"(#loc)), %stride: i64 loc("stride"(#loc))',
        f"""    %4 = scf.for %i = %c0 to %N step %c1 iter_args(%s = %stride) -> (i64)  : i32 {{
      %x = tt.make_tensor_descriptor %x_ptr, [%N, %N], [%s, %c1_i64] : <f16>, <16x64xf16> loc(#loc17)
      %t = arith.muli %s, %s : i64 loc(#loc3)
      scf.yield {following} : i64 loc(#loc3)
    }} loc(#loc3)""",
    )
    assert found.alignment == {"x_ptr": 16, **hint}


@pytest.mark.parametrize(
    ("line", "marks"),
    [
        ("%4 = tt.atomic_rmw fadd, acq_rel, gpu, %out, %v, %m : (!tt.ptr<f32>, f32, i1) -> f32", {"atomics"}),
        ('%7 = tt.extern_elementwise %x {libname = "", symbol = "__nv_tanhf"} : (f32) -> f32', {"foreign"}),
        ("%q = arith.fptosi %0 : tensor<64xf32> to tensor<64xi8>", {"rounding"}),
        ("%q = tt.fp_to_fp %0, rounding = rtne : tensor<64xf32> -> tensor<64xf8E4M3FN>", {"rounding"}),
        ("%q = tt.fp_to_fp %0, rounding = rtne : tensor<64xf32> -> tensor<64xf16>", set()),
    ],
)
def test_marks_of_code_that_matter_for_a_test(line: str, marks: set[str]) -> None:
    assert read(POINTERS, f"    {line} loc(#loc)").marks == marks

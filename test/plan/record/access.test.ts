import { describe, expect, it } from '#jest';
import { accessOf } from '../../../src/plan/record/access.ts';

/** A kernel in Triton's intermediate code, as Triton 3.8 prints it. */
function kernel(parameters: string, body: string): string {
  return `module {
  tt.func public @kernel(${parameters}) attributes {noinline = false} {
${body}
    tt.return loc(#loc)
  } loc(#loc)
} loc(#loc)`;
}

const POINTERS =
  '%x_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc("x_ptr"(#loc)), %out: !tt.ptr<f32> loc("out"(#loc)), %n: i32 loc("n"(#loc))';

function names({ reads, writes }: ReturnType<typeof accessOf>): readonly string[][] {
  return [[...reads], [...writes]];
}

describe('accessOf', () => {
  it('follows pointers from the parameters to loads and stores', () => {
    const access = accessOf(
      kernel(
        POINTERS,
        `    %0 = tt.splat %x_ptr : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>> loc(#loc2)
    %1 = tt.addptr %0, %offs : tensor<64x!tt.ptr<f32>>, tensor<64xi32> loc(#loc2)
    %2 = tt.load %1, %mask : tensor<64x!tt.ptr<f32>> loc(#loc2)
    %3 = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>> loc(#loc2)
    tt.store %3, %2 : tensor<64x!tt.ptr<f32>> loc(#loc2)`,
      ),
    );
    expect(names(access)).toEqual([['x_ptr'], ['out']]);
    expect(access).toMatchObject({ hasAtomics: false, hasForeignCode: false });
  });

  it('takes the names from the locations where values have numbers', () => {
    const access = accessOf(
      kernel(
        '%arg0: !tt.ptr<f32> loc("x_ptr"(#loc)), %arg1: !tt.tensordesc<tensor<8x8xf16>> loc("desc"(#loc))',
        `    %0 = tt.load %arg0 : !tt.ptr<f32> loc(#loc)
    tt.descriptor_store %arg1[%i, %j], %v : !tt.tensordesc<tensor<8x8xf16>>, tensor<8x8xf16> loc(#loc)`,
      ),
    );
    expect(names(access)).toEqual([['x_ptr'], ['desc']]);
  });

  it('follows pointers into descriptors that the kernel makes, and says what these need', () => {
    const access = accessOf(
      kernel(
        '%x_ptr: !tt.ptr<f16> loc("x_ptr"(#loc)), %y_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc("y_ptr"(#loc)), %M: i32 loc("M"(#loc)), %N: i32 {tt.divisibility = 16 : i32} loc("N"(#loc)), %stride: i64 loc("stride"(#loc))',
        `    %base = tt.addptr %x_ptr, %off : !tt.ptr<f16>, i64 loc(#loc16)
    %x = tt.make_tensor_descriptor %base, [%M, %N], [%stride, %c1_i64] : <f16>, <16x64xf16> loc(#loc17)
    %e = arith.extsi %N : i32 to i64 loc(#loc18)
    %y = tt.make_tensor_descriptor %y_ptr, [%M, %N], [%e, %c1_i64] : <f32>, <tensor<16x64xf32>> loc(#loc18)
    %v = tt.descriptor_load %x[%i, %c0_i32] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16> loc(#loc20)
    tt.descriptor_store %y[%i, %c0_i32], %v : !tt.tensordesc<16x64xf32>, tensor<16x64xf32> loc(#loc8)`,
      ),
    );
    expect(names(access)).toEqual([['x_ptr'], ['y_ptr']]);
    expect(Object.fromEntries(access.alignment)).toEqual({ x_ptr: 16, y_ptr: 16, stride: 8, N: 4 });
  });

  it('follows pointers through loops, each by its position', () => {
    const access = accessOf(
      kernel(
        POINTERS,
        `    %4:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x_ptr, %q = %out) -> (!tt.ptr<f32>, !tt.ptr<f32>)  : i32 {
      %5 = tt.load %p : !tt.ptr<f32> loc(#loc3)
      %6 = tt.addptr %p, %c1 : !tt.ptr<f32>, i32 loc(#loc3)
      scf.yield %6, %q : !tt.ptr<f32>, !tt.ptr<f32> loc(#loc3)
    } loc(#loc3)
    tt.store %4#1, %v : !tt.ptr<f32> loc(#loc3)`,
      ),
    );
    expect(names(access)).toEqual([['x_ptr'], ['out']]);
  });

  it('sees a pointer that only a later iteration loads', () => {
    const access = accessOf(
      kernel(
        POINTERS,
        `    %4 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x_ptr) -> (!tt.ptr<f32>)  : i32 {
      %5 = tt.load %p : !tt.ptr<f32> loc(#loc3)
      scf.yield %out : !tt.ptr<f32> loc(#loc3)
    } loc(#loc3)`,
      ),
    );
    expect(names(access)).toEqual([['x_ptr', 'out'], []]);
  });

  it.each([3, 4, 9])('sees all of %d pointers that change places in a loop', (count) => {
    const all = Array.from({ length: count }, (_, index) => index);
    const types = all.map(() => '!tt.ptr<f32>').join(', ');
    const access = accessOf(
      kernel(
        all.map((index) => `%x${index}: !tt.ptr<f32> loc("x${index}"(#loc))`).join(', '),
        `    %4:${count} = scf.for %i = %c0 to %n step %c1 iter_args(${all.map((index) => `%p${index} = %x${index}`).join(', ')}) -> (${types})  : i32 {
      %5 = tt.load %p0 : !tt.ptr<f32> loc(#loc3)
      tt.store %p0, %5 : !tt.ptr<f32> loc(#loc3)
      scf.yield ${all.map((index) => `%p${(index + 1) % count}`).join(', ')} : ${types} loc(#loc3)
    } loc(#loc3)`,
      ),
    );
    const expected = new Set(all.map((index) => `x${index}`));
    expect(access).toMatchObject({ reads: expected, writes: expected });
  });

  it('follows pointers through branches and while loops', () => {
    const access = accessOf(
      kernel(
        POINTERS,
        `    %4 = scf.if %c -> (!tt.ptr<f32>) {
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
    } loc(#loc3)`,
      ),
    );
    expect(names(access)).toEqual([['x_ptr'], ['x_ptr', 'out']]);
  });

  it('knows that atomic operations read and write', () => {
    const access = accessOf(
      kernel(
        POINTERS,
        '    %4 = tt.atomic_rmw fadd, acq_rel, gpu, %out, %v, %m : (!tt.ptr<f32>, f32, i1) -> f32 loc(#loc)',
      ),
    );
    expect(names(access)).toEqual([['out'], ['out']]);
    expect(access.hasAtomics).toBe(true);
  });

  it('knows code that the interpreter does not run', () => {
    const line =
      '    %7 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_tanhf"} : (f32) -> f32 loc(#loc)';
    expect(accessOf(kernel(POINTERS, line)).hasForeignCode).toBe(true);
  });
});

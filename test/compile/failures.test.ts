import { it } from '#jest';
import { formatProblem } from '../../src/base/errors.ts';
import type { CompileFailure } from '../../src/toolchain/workers/answers.ts';
import { problemsOf } from '../../src/compile/failures.ts';
import { fakeVariants } from '../support/fake-build.ts';
import { expectGolden } from '../support/golden.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
defaults: { arguments: { x: "*fp32" }, grid: 1 }
kernels:
  "add_{n}":
    for: { n: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }
    source: a/k.py:add
  mul:
    source: b/k.py:mul
    constants: { FN: relu, HALF: 500, KIND: torch.float16 }
    configs: [{ BLOCK: 1000 }, { BLOCK: 96 }, { BLOCK: 64 }]
  tile:
    source: c/k.py:tile
    constants: { BLOCK: [64, 128] }
`;

const variants = fakeVariants(MANIFEST, {
  add: ['x'],
  mul: ['x', 'BLOCK', 'FN', 'HALF', 'KIND'],
  tile: ['x', 'BLOCK'],
});

/** What people read if variants whose kernels begin with a text fail this way. */
function read(...failures: readonly (readonly [start: string, failure: CompileFailure])[]): string {
  const failed = failures.flatMap(([start, failure]) =>
    variants
      .filter(({ kernel }) => kernel.name.startsWith(start))
      .map((variant) => ({ variant, failure })),
  );
  return problemsOf(failed, 'nn/kernels.yaml').map(formatProblem).join('\n');
}

const compile = (message: string, more: Partial<CompileFailure> = {}): CompileFailure => ({
  reason: 'compile',
  message,
  ...more,
});

const missing = (module: string, file: string): CompileFailure => ({
  reason: 'import',
  message: `ModuleNotFoundError: No module named '${module}'`,
  file,
  line: 3,
  missingModule: module,
});

it('one cause in a shared file is one problem with all its kernels', () => {
  const failure = compile('NameError: x', { file: '/nn/shared.py', line: 7 });
  expectGolden(read(['add_1', failure], ['mul', failure]));
});

it('the same failure without a file is one problem for each source', () => {
  expectGolden(read(['', compile('the compiler process was killed')]));
});

it('every missing module is one problem, and the first names the packages of all', () => {
  expectGolden(
    read(
      ['add_1', compile('NameError: x', { file: '/nn/a/k.py', line: 1 })],
      ['add', missing('yaml', '/nn/a/k.py')],
      ['mul', missing('numpy', '/nn/b/k.py')],
    ),
  );
});

it('one missing module names the module and where to put it', () => {
  expectGolden(read(['mul', missing('PIL', '/nn/b/k.py')]));
});

it('a block that is not a power of two is named', () => {
  const place = { file: '/nn/b/k.py', line: 9 };
  expectGolden(read(['mul', compile("ValueError: arange's range must be a power of 2", place)]));
  expectGolden(read(['add_1', compile('Shape element 0 must be a power of 2')]));
});

it('a global that is not a constexpr is named, with what to write', () => {
  const text =
    "NameError: Cannot access global variable S from within @jit'ed function. Triton kernels can only access global variables that are instanstiated as constexpr (`x = triton.language.constexpr(42)`).";
  expectGolden(read(['mul', compile(text, { file: '/nn/b/k.py', line: 9 })]));
});

it('a text that is called as a function is named', () => {
  expectGolden(read(['mul', compile("TypeError: 'str' object is not callable")]));
});

it('a dtype of torch that the kernel converts to is named, with what to write', () => {
  expectGolden(read(['mul', compile("AttributeError: 'str' object has no attribute 'scalar'")]));
});

it('a list that is used as a number is a tuple, and the problem says how to build for each value', () => {
  expectGolden(
    read(
      ['tile', compile("arange's arguments must be of type tl.constexpr")],
      ['tile', compile("TypeError: unsupported operand type(s) for //: 'int' and 'tuple'")],
      ['tile', compile("AttributeError: 'int' object has no attribute 'type'")],
      ['tile', compile('NameError: x')],
    ),
  );
});

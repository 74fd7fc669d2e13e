import { describe, expect, it } from '@jest/globals';
import { type Advice, adviseKernels } from '../../../src/core/advice/advise.ts';
import type { CompileTrials } from '../../../src/core/advice/trials.ts';
import { adviceWarnings } from '../../../src/core/advice/warnings.ts';
import { formatProblem } from '../../../src/core/base/errors.ts';
import type { CompiledKernel, MemoryAccess } from '../../../src/core/bridge/protocol.ts';
import { specialisationOf } from '../../../src/core/model/kernel.ts';
import type { Variant } from '../../../src/core/plan/variants.ts';
import { fakeCompiled, fakePreparation } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';

const MATMUL = ['a', 'b', 'c', 'M', 'N', 'K', 'batch', 'stride_am', 'stride_ak'];
const TYPES =
  'a: "*fp16", b: "*fp16", c: "*fp16", M: i32, N: i32, K: i32, batch: i32, stride_am: i32, stride_ak: i32';
const HEAD = `
package: demo
triton: 3.8.0
targets: [sm_90, sm_100]
kernels:
`;
const entry = (name: string, types = TYPES): string => `
  ${name}:
    source: k.py:matmul
    arguments: { ${types} }
    grid: 1
    configs: [{ num_warps: 4 }, { num_warps: 8 }]
`;

/** A compiler whose code is fast if a variant has all of these hints, such as `K=16`. */
function compiler(needed: readonly string[], compiled: string[] = []): CompileTrials {
  const accesses = (isFast: boolean): readonly MemoryAccess[] =>
    isFast
      ? [
          { kind: 'async-copy', bytes: 16, loops: 1, count: 8 },
          { kind: 'store', bytes: 2, loops: 0, count: 8 },
        ]
      : [
          { kind: 'load', bytes: 2, loops: 1, count: 64 },
          { kind: 'store', bytes: 2, loops: 0, count: 8 },
        ];
  const compile = (variant: Variant): CompiledKernel => {
    const hints = hintsOf(variant);
    compiled.push(`${variant.kernel.name} [${variant.target.name}]: ${hints.join(' ')}`);
    const isFast = needed.every((hint) => hints.includes(hint));
    return fakeCompiled(variant, {}, { accesses: [...accesses(isFast)] });
  };
  return (variants) =>
    Promise.resolve(new Map(variants.map((variant) => [variant.hash, compile(variant)])));
}

function hintsOf({ kernel, specialisation }: Variant): readonly string[] {
  const { hints } = specialisationOf(kernel, specialisation);
  return kernel.arguments.flatMap(({ name }, index) => {
    if (hints[index] === 'none') return [];
    return [`${name}=${hints[index] === 'equal-to-1' ? 1 : 16}`];
  });
}

async function warnings(manifest: string, compile: CompileTrials): Promise<string> {
  const preparation = fakePreparation(manifest, { matmul: MATMUL });
  const advice = await adviseKernels(preparation, compile);
  return adviceWarnings(advice, preparation.manifest).map(formatProblem).join('\n');
}

describe('advice', () => {
  it('names the hints that make the difference, and no others', async () => {
    const compile = compiler(['a=16', 'b=16', 'K=16', 'N=16', 'stride_am=16', 'stride_ak=1']);
    expectGolden(await warnings(HEAD + entry('matmul'), compile));
  });

  it('is given once for all kernels of an entry that are alike', async () => {
    const types = TYPES.replaceAll('fp16', '{dtype}');
    const manifest =
      HEAD +
      entry('"matmul_{dtype}"', types).replace(
        'source',
        'for: { dtype: [fp16, bf16] }\n    source',
      );
    expectGolden(await warnings(manifest, compiler(['K=16'])));
  });

  it('names a pointer and the parameters of a signature', async () => {
    const manifest = `${HEAD}
  copy:
    source: k.py:copy
    signature: "*fp32, *fp32, i64"
    num_warps: 4
    grid: 1`;
    const preparation = fakePreparation(manifest, { copy: ['x', 'y', 'n'] });
    const advice = await adviseKernels(preparation, compiler(['x=16', 'y=16']));
    expectGolden(adviceWarnings(advice, preparation.manifest).map(formatProblem).join('\n'));
  });

  it('is silent if hints change nothing, or if the manifest has those that do', async () => {
    expect(await warnings(HEAD + entry('matmul'), compiler([]))).toBe('');
    const hinted = TYPES.replace('K: i32', 'K: [i32:16, i32]');
    expect(await warnings(HEAD + entry('matmul', hinted), compiler(['K=16']))).toBe('');
    // The compiler needs a hint that no aligned call has.
    expect(await warnings(HEAD + entry('matmul'), compiler(['K=1']))).toBe('');
  });

  it('compares the first config and target with one compile for each guess, and no more', async () => {
    const compiled: string[] = [];
    expect(await warnings(HEAD + entry('matmul'), compiler([], compiled))).toBe('');
    expect(compiled).toEqual([
      'matmul [sm_90]: ',
      'matmul [sm_90]: a=16 b=16 c=16 M=16 N=16 K=16 batch=16 stride_am=16 stride_ak=1',
      'matmul [sm_90]: a=16 b=16 c=16 M=16 N=16 K=16 batch=16 stride_am=16 stride_ak=16',
    ]);
  });

  it('compiles nothing besides the kernel if it has every hint', async () => {
    const types = TYPES.replaceAll('i32', 'i32:16')
      .replaceAll('fp16', 'fp16:16')
      .replaceAll(/(i32:16)/g, '"$1"');
    const compiled: string[] = [];
    expect(await warnings(HEAD + entry('matmul', types), compiler([], compiled))).toBe('');
    expect(compiled).toHaveLength(1);
  });

  it('names every missing hint if none of them can be tried', async () => {
    const compile = compiler(['K=16']);
    let calls = 0;
    const once: CompileTrials = (variants) => {
      calls += 1;
      return calls === 1 ? compile(variants) : Promise.resolve(new Map());
    };
    expectGolden(await warnings(HEAD + entry('matmul'), once));
  });

  it('searches a function once, whatever number of kernels it makes', async () => {
    const compiled: string[] = [];
    const names = ['one', 'two', 'three'];
    const compile = compiler(['K=16', 'N=16'], compiled);
    const preparation = fakePreparation(HEAD + names.map((name) => entry(name)).join(''), {
      matmul: MATMUL,
    });
    const advice = await adviseKernels(preparation, compile);
    const found = (each: Advice) => each.remedy?.hints.map(({ argument }) => argument);
    expect(advice.map(found)).toEqual(names.map(() => ['N', 'K']));
    const perKernel = names.map(
      (name) => compiled.filter((text) => text.startsWith(`${name} `)).length,
    );
    expect(perKernel).toEqual([11, 4, 4]);
  });

  it('does not judge a kernel that does not compile', async () => {
    expect(await warnings(HEAD + entry('matmul'), () => Promise.resolve(new Map()))).toBe('');
  });
});

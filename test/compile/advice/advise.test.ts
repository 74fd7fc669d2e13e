import { describe, expect, it } from '@jest/globals';
import { adviseKernels } from '../../../src/compile/advice/advise.ts';
import type { Trials } from '../../../src/compile/advice/trials.ts';
import { adviceWarnings } from '../../../src/compile/advice/warnings.ts';
import { formatProblem } from '../../../src/base/errors.ts';
import type { CompiledKernel, MemoryAccess } from '../../../src/toolchain/workers/protocol.ts';
import { type HintSet, specialisationOf } from '../../../src/manifest/terms/kernel.ts';
import type { HintRequest } from '../../../src/plan/hint-request.ts';
import type { Variant } from '../../../src/plan/variants.ts';
import { fakeCompiled, fakePreparation } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';

const MATMUL = ['a', 'b', 'c', 'M', 'N', 'K', 'batch', 'stride_am', 'stride_ak', 'alpha', 'flag'];
const TYPES =
  'a: "*fp16", b: "*fp16", c: "*fp16", M: i32, N: i32, K: i32, batch: i32, stride_am: i32, stride_ak: i32, alpha: fp32, flag: i1';
const HEAD = `
package: demo
triton: 3.8.0
targets: [sm_90, sm_100]
defaults: { specialise: listed }
kernels:
`;
const entry = (name: string, types = TYPES): string => `
  ${name}:
    source: k.py:matmul
    arguments: { ${types} }
    grid: 1
    configs: [{ num_warps: 4 }, { num_warps: 8 }]
`;

/** What a compiler was asked. */
interface Asked {
  readonly requests: HintRequest[];
  readonly variants: string[];
}

/** A compiler that finds these hints if they are free, and makes fast code with all of them. */
function compiler(needed: HintSet, asked: Asked = { requests: [], variants: [] }): Trials {
  const compile = (variant: Variant): CompiledKernel => {
    const hints = hintsOf(variant);
    asked.variants.push(`${variant.kernel.name} [${variant.target.name}]: ${hints.join(' ')}`);
    const isFast = Object.entries(needed).every(([name, value]) =>
      hints.includes(`${name}=${value}`),
    );
    return fakeCompiled(variant, {}, { accesses: accessesOf(isFast) });
  };
  return {
    findHints(requests) {
      asked.requests.push(...requests);
      const choices = requests.map(({ key, job: { free, fixed } }) => {
        const found = Object.entries(needed).filter(([name]) => free.includes(name));
        const kept = { ...Object.fromEntries(found), ...fixed };
        return [key, [{ from: 'aligned' as const, asked: kept, kept }]] as const;
      });
      return Promise.resolve(new Map(choices));
    },
    compile: (variants) =>
      Promise.resolve(new Map(variants.map((variant) => [variant.hash, compile(variant)]))),
  };
}

const accessesOf = (isFast: boolean): MemoryAccess[] =>
  isFast
    ? [
        { kind: 'async-copy', bytes: 16, loops: 1, count: 8 },
        { kind: 'store', bytes: 2, loops: 0, count: 8 },
      ]
    : [
        { kind: 'load', bytes: 2, loops: 1, count: 64 },
        { kind: 'store', bytes: 2, loops: 0, count: 8 },
      ];

function hintsOf({ kernel, specialisation }: Variant): readonly string[] {
  const { hints } = specialisationOf(kernel, specialisation);
  return kernel.arguments.flatMap(({ name }, index) => {
    if (hints[index] === 'none') return [];
    return [`${name}=${hints[index] === 'equal-to-1' ? 1 : 16}`];
  });
}

async function warnings(manifest: string, trials: Trials): Promise<string> {
  const functions = { matmul: MATMUL, copy: ['x', 'y', 'n'] };
  const preparation = fakePreparation(manifest, functions);
  const advice = await adviseKernels(preparation, trials);
  return adviceWarnings(advice, preparation.manifest).map(formatProblem).join('\n');
}

describe('advice', () => {
  it('names the hints that a kernel lacks, and not those that it has', async () => {
    const needed = { a: 16, b: 16, c: 16, K: 16, N: 16, stride_am: 16, stride_ak: 1 } as const;
    expectGolden(await warnings(HEAD + entry('matmul'), compiler(needed)));
    const hinted = TYPES.replace('K: i32', 'K: [i32:16, i32]').replaceAll('*fp16', '*fp16:16');
    expectGolden(await warnings(HEAD + entry('matmul', hinted), compiler(needed)));
  });

  it('is given once for all kernels of an entry that are alike', async () => {
    const types = TYPES.replaceAll('fp16', '{dtype}');
    const manifest = entry('"matmul_{dtype}"', types).replace(
      'source',
      'for: { dtype: [fp16, bf16] }\n    source',
    );
    expectGolden(await warnings(HEAD + manifest, compiler({ K: 16 })));
  });

  it('points at the signature, and names pointers together', async () => {
    const manifest = `${HEAD}
  copy:
    source: k.py:copy
    signature: "*fp32, *fp32, i64"
    num_warps: 4
    grid: 1`;
    expectGolden(await warnings(manifest, compiler({ x: 16, y: 16 })));
  });

  it('compares the most specific specialisation of `specialisations:`', async () => {
    const manifest = `${HEAD.replace('specialise: listed', '')}${entry('matmul')}    specialisations: [{}, { K: 16 }]\n`;
    expect(await warnings(manifest, compiler({ K: 16 }))).toBe('');
    expectGolden(await warnings(manifest, compiler({ K: 16, N: 16 })));
  });

  it('is silent if no hint changes the code', async () => {
    const asked: Asked = { requests: [], variants: [] };
    expect(await warnings(HEAD + entry('matmul'), compiler({}, asked))).toBe('');
    expect(asked.variants).toEqual(['matmul [sm_90]: ']);
  });

  it('asks for what the manifest leaves open, and compiles one variant more', async () => {
    const asked: Asked = { requests: [], variants: [] };
    const types = TYPES.replace('a: "*fp16"', 'a: "*fp16:16"').replace(
      'stride_ak: i32',
      'stride_ak: [i32:1, i32]',
    );
    await warnings(HEAD + entry('matmul', types), compiler({ K: 16 }, asked));
    expect(asked.requests.map(({ job: { free, fixed } }) => ({ free, fixed }))).toEqual([
      { free: ['b', 'c', 'M', 'N', 'K', 'batch', 'stride_am'], fixed: { a: 16, stride_ak: 1 } },
    ]);
    expect(asked.variants).toEqual([
      'matmul [sm_90]: a=16 stride_ak=1',
      'matmul [sm_90]: a=16 K=16 stride_ak=1',
    ]);
  });

  it('asks nothing about a kernel with every hint', async () => {
    const types = TYPES.replaceAll(/(\w+): i32/g, '$1: "i32:16"').replaceAll('*fp16', '*fp16:16');
    const asked: Asked = { requests: [], variants: [] };
    expect(await warnings(HEAD + entry('matmul', types), compiler({ K: 16 }, asked))).toBe('');
    expect(asked.requests).toEqual([]);
    expect(asked.variants).toHaveLength(1);
  });

  it('asks nothing about a kernel whose hints were found', async () => {
    const preparation = fakePreparation(HEAD + entry('matmul'), { matmul: MATMUL });
    const kept = { K: 16 } as const;
    const kernels = preparation.kernels.map((kernel) => ({
      ...kernel,
      automatic: {
        key: '',
        choices: [{ from: 'aligned' as const, asked: kept, kept }],
        unused: [],
        omitted: 0,
      },
    }));
    const asked: Asked = { requests: [], variants: [] };
    const advice = await adviseKernels({ ...preparation, kernels }, compiler({ K: 16 }, asked));
    expect(advice.map(({ shortfalls }) => shortfalls)).toEqual([[]]);
    expect(asked.requests).toEqual([]);
  });

  it('does not judge kernels that do not compile, or whose hints cannot be found', async () => {
    const working = compiler({ K: 16 });
    const nothing = () => Promise.resolve(new Map());
    const manifest = HEAD + entry('matmul');
    expect(await warnings(manifest, { ...working, compile: nothing })).toBe('');
    expect(await warnings(manifest, { ...working, findHints: nothing })).toBe('');
  });
});

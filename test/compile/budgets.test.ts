import { describe, expect, it } from '#jest';
import { formatProblem, type Problem } from '../../src/base/errors.ts';
import type { CompiledKernel } from '../../src/toolchain/wire/compiled-kernel.ts';
import { checkBudgets, failOverLimits } from '../../src/compile/budgets.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import type { Variant } from '../../src/plan/variants.ts';
import { fakeChecked, fakeCompiled } from '../support/fake-build.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { silentLog } from '../support/silent-log.ts';

/** A manifest with two algos, two specialisations and two targets of each kernel. */
const manifestOf = (budget: string, top = ''): string => `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
${top}
defaults:
  source: k.py:add
  arguments: { x: "*fp32", n: [i32:16, i32] }
  grid: cdiv(n, BLOCK)
  configs: [{ BLOCK: 128 }, { BLOCK: 512, num_warps: 8 }]
kernels:
  add:
    budget: ${budget}
  sub: {}
`;

/** \`STL\` of 8 bytes per thread. */
const STORE = Buffer.from('8773000000000000000a000000000000', 'hex');

/** Algo 1 takes more of everything, above all on sm_90 without hints. */
function compile(variant: Variant): CompiledKernel {
  const { config, specialisation, target } = variant;
  const isLarge = config === 1;
  const isWorst = isLarge && specialisation === 1 && target.arch === 90;
  return fakeCompiled(
    variant,
    {
      registers: isWorst ? 168 : isLarge ? 130 : 32,
      // From sm_90 on, 1024 bytes are the system's.
      shared: Number(target.arch) >= 90 ? 1024 + 512 : 512,
      code: Buffer.concat(
        Array.from({ length: isWorst ? 6 : 1 }, () => (isLarge ? STORE : Buffer.alloc(16))),
      ),
    },
    { shared: isWorst ? 65_536 : isLarge ? 49_152 : 0 },
  );
}

/** What a build reports for this budget of \`add\`, and for all kernels at the top. */
async function reportOf(budget: string, top?: string): Promise<string> {
  const text = manifestOf(budget, top);
  const checked = fakeChecked(text, { add: ['x', 'n', 'BLOCK'] }, compile);
  const warnings: Problem[] = [];
  const log = { warning: (problem: Problem) => void warnings.push(problem) };
  const check = () => checkBudgets(checked, readManifest(text, 'kernels.yaml'), log);
  const failure = await failureOf(() => {
    check();
    throw new Error('kept');
  }).catch(({ message }: Error) => message);
  return [...warnings.map((warning) => `warning: ${formatProblem(warning)}`), failure].join('\n');
}

describe('a budget', () => {
  it('that every variant keeps is no problem', async () => {
    const budget = '{ registers: 168, spills: 48B, shared: 66048B, size: 5KB, occupancy: 12.5% }';
    expect(await reportOf(budget, `budget: ${budget}`)).toBe('kept');
  });

  it('that is exceeded is reported for each key, with the worst variant', async () => {
    const budget = '{ registers: 128, spills: 0, shared: 48KiB, size: 1.5KiB, occupancy: 20% }';
    expectGolden(await reportOf(budget));
  });

  it('is exceeded by the first register, byte and tenth of a percent', async () => {
    expectGolden(
      await reportOf('{ registers: 167, spills: 47B, shared: 66047B, occupancy: 12.6% }'),
    );
  });

  it('of the kernel replaces single limits of the defaults, and these those at the top', async () => {
    const top = 'budget: { registers: 40, shared: 64KiB, spills: null }';
    expectGolden(await reportOf('{ registers: 140, spills: 40B }', top));
  });

  it('is lifted by null', async () => {
    const top = 'budget: { registers: 160 }';
    expect(await reportOf('{ registers: null }', top)).toMatch(
      /^threshold: kernels.yaml:5:11: sub \[/,
    );
  });

  it('of which the manifest wants to be warned does not fail', async () => {
    expectGolden(await reportOf('{ registers: 128, exceeded: warning }', 'budget: { spills: 0 }'));
  });

  it.each([50, 52])('lists the first 50 of %i problems', async (count) => {
    const problems = Array.from({ length: count }, (_, at) => ({ message: `problem ${at + 1}` }));
    const text = await failureOf(() => failOverLimits(problems));
    expect(text.split('\n').slice(49)).toEqual([
      'problem 50',
      ...(count > 50 ? ['… and 2 more problems'] : []),
    ]);
  });

  it('counts equal cubins once, as a package has them', async () => {
    const text = manifestOf('{ size: 1B }');
    const checked = fakeChecked(text, { add: ['x', 'n', 'BLOCK'] });
    const check = () => checkBudgets(checked, readManifest(text, 'kernels.yaml'), silentLog);
    // The specialisations have the same code: so have the algos.
    const [{ size } = { size: 0 }] = checked.map(({ resources }) => resources);
    expect(await failureOf(check)).toContain(`add [1 cubin for sm_80]: size ${size} bytes,`);
  });
});

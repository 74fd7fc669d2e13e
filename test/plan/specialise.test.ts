import { describe, expect, it } from '#jest';
import { readManifest } from '../../src/manifest/manifest.ts';
import { Problems } from '../../src/manifest/problems.ts';
import type { HintChoice } from '../../src/manifest/terms/hint.ts';
import { describeSpecialisation, type Kernel } from '../../src/manifest/terms/kernel.ts';
import type { HashContext } from '../../src/plan/kernel-hash.ts';
import { resolveKernel } from '../../src/plan/resolve.ts';
import type { SourceCode } from '../../src/plan/source-code.ts';
import { hintRequest } from '../../src/plan/hint-request.ts';
import { type HintRequest } from '../../src/plan/states.ts';
import { completeKernel } from '../../src/plan/specialise.ts';
import { expectGolden, failureOf } from '../support/golden.ts';

const CONTEXT: HashContext = {
  tritonVersion: '3.8.0',
  tritonDigest: 'sha256:d19e57',
  machine: 'x64',
  requirements: [],
  environment: {},
};

const CODE: SourceCode = {
  source: {
    kind: 'import',
    path: [],
    module: 'k',
    file: '/k.py',
    function: 'k',
    folder: '/',
    closure: [],
    depends: [],
  },
  module: 'k',
  files: [],
};

const KERNEL = `
    source: k.py:k
    arguments: { x: "*fp32", out: "*fp32:16", n: i32, stride: i64, scale: fp32, flag: i1 }
    constants: { BLOCK: 64 }
    grid: [cdiv(n, BLOCK)]`;

const SMOKE = (cases: string) => `
    smoke:
      reference: none
      arguments: { scale: 1, flag: 1 }
      buffers: { x: [n * stride], out: { shape: [n], role: out } }
      cases: ${cases}`;

/** A kernel of k(x, out, n, stride, scale, flag, BLOCK), its request, and its completion. */
function planned(
  kernel: string,
  annotations: Readonly<Record<string, string>> = {},
): {
  readonly request: HintRequest | undefined;
  readonly complete: (choices: readonly HintChoice[] | undefined) => Kernel;
} {
  const text = `package: demo\ntriton: 3.8.0\ntargets: [sm_90]\nkernels:\n  entry:${kernel}\n`;
  const manifest = readManifest(text, 'kernels.yaml');
  const [entry] = manifest.kernels;
  if (entry === undefined) throw new Error('there is no kernel');
  const problems = new Problems(manifest.document);
  const own = problems.under(entry.pathOf);
  const names = ['x', 'out', 'n', 'stride', 'scale', 'flag', 'BLOCK'];
  const facts = {
    line: 1,
    parameters: names.map((name) => ({ name, type: annotations[name] })),
    heuristics: [],
  };
  const draft = resolveKernel(entry, facts, manifest.targets, own);
  problems.throwIfAny();
  if (draft === undefined) throw new Error('there is no draft');
  const request = hintRequest(draft, CODE, CONTEXT);
  return {
    request,
    complete: (choices) => {
      const completed = completeKernel(draft, request && { request, choices }, own);
      problems.throwIfAny();
      return completed;
    },
  };
}

const shown = (kernel: Kernel): readonly string[] =>
  kernel.specialisations.map(
    (each) => `${describeSpecialisation(kernel, each) || '-'} (${each.origin})`,
  );

describe('an annotated type', () => {
  const smoke = SMOKE('[{ n: 64, stride: 1 }]');

  it('other than i32 is never the constant 1, as in the JIT', () => {
    expect(planned(KERNEL + smoke).request?.job.ones).toEqual(['stride']);
    const { request } = planned(KERNEL + smoke, { stride: 'i64', n: 'i32' });
    expect(request?.job.ones).toEqual([]);
    expect(request?.job.calls.map((call) => call['stride'])).not.toContain(1);
  });

  it('that is i32 can be', () => {
    const text = KERNEL.replace('stride: i64', 'stride: i32') + smoke;
    expect(planned(text, { stride: 'i32' }).request?.job.ones).toEqual(['stride']);
  });
});

describe('the request for hints', () => {
  it('is also known with fp16 for bf16, in types and constants', () => {
    const withTypes = (pointer: string, constant: string): HintRequest | undefined =>
      planned(
        KERNEL.replace('*fp32"', `*${pointer}"`)
          .replace('BLOCK: 64', `BLOCK: ${constant}`)
          .replace('cdiv(n, BLOCK)', 'n'),
      ).request;
    const request = withTypes('bf16', 'tl.bfloat16');
    const other = withTypes('fp16', 'tl.float16');
    expect(request?.job.signature[0]).toEqual(['x', '*bf16']);
    expect(request?.alike).toEqual({ key: other?.key, job: other?.job });
    expect(request?.key).not.toBe(other?.key);
    expect(other?.alike).toEqual({ key: other?.key, job: other?.job });
    const named = withTypes('bf16', '"bf16"');
    expect(named?.alike).toEqual({ key: named?.key, job: named?.job });
  });

  it('leaves out what has a hint in the manifest or can have none', () => {
    expect(planned(KERNEL).request?.job).toMatchObject({
      free: ['x', 'n', 'stride'],
      fixed: { out: 16 },
      pointers: ['x'],
      isCalled: false,
      ones: ['n', 'stride'],
      calls: [],
    });
  });

  it('says all that is known about each large call, and what is always 1', () => {
    const cases = `[{ n: 1, stride: 1 }, { n: 65536, stride: 1 }, { n: 100001, stride: 1 }, { n: 131072, stride: 1 }, { n: 131076, stride: 1 }]`;
    expect(planned(KERNEL + SMOKE(cases)).request?.job).toMatchObject({
      isCalled: true,
      ones: ['stride'],
      calls: [
        { x: 16, out: 16, n: 4, stride: 1 },
        { x: 16, out: 16, n: 16, stride: 1 },
        { x: 16, out: 16, stride: 1 },
      ],
    });
  });

  it('knows no call of which only some blocks run: nothing would prove its specialisation', () => {
    const some = '{ n: 65536, stride: 2, blocks: { sample: 2 } }';
    expect(
      planned(KERNEL + SMOKE(`[{ n: 100001, stride: 1 }, ${some}]`)).request?.job,
    ).toMatchObject({ isCalled: true, ones: [], calls: [{ x: 16, out: 16, stride: 1 }] });
  });

  it('knows no call that breaks a hint of the manifest: the hint would be lost', async () => {
    const kernel = KERNEL.replace('n: i32,', 'n: i32:16,') + SMOKE('[{ n: 65537, stride: 1 }]');
    expect(planned(kernel).request?.job.calls).toEqual([]);
    expectGolden(await failureOf(() => planned(kernel).complete(undefined)));
  });

  it.each([
    ['specialise: listed', `${KERNEL}\n    specialise: listed`],
    ['specialisations', `${KERNEL}\n    specialisations: [{ n: 16 }, {}]`],
  ])('is not made with `%s`', (_what, kernel) => {
    expect(planned(kernel).request).toBeUndefined();
  });

  it('has a key that depends on the calls', () => {
    const keys = [KERNEL, KERNEL + SMOKE('[{ n: 70000, stride: 1 }]')].map(
      (kernel) => planned(kernel).request?.key,
    );
    expect(new Set(keys).size).toBe(2);
    expect(planned(KERNEL).request?.key).toBe(keys[0]);
  });
});

describe('the specialisations', () => {
  const aligned: HintChoice = {
    from: 'aligned',
    asked: { x: 16, out: 16, n: 16, stride: 16 },
    kept: { x: 16, out: 16, n: 16 },
    cost: 1,
  };

  it('are the choices, the most specific first, and any values', () => {
    const choices: readonly HintChoice[] = [
      aligned,
      {
        from: 'call',
        call: 0,
        asked: { x: 16, out: 16, stride: 1 },
        kept: { out: 16, stride: 1 },
        cost: 2,
      },
      { from: 'pointers', asked: { x: 16, out: 16 }, kept: { out: 16 }, cost: 4 },
    ];
    const kernel = planned(KERNEL + SMOKE('[{ n: 70001, stride: 1 }]')).complete(choices);
    expect(shown(kernel)).toEqual([
      'x % 16 == 0, out % 16 == 0, n % 16 == 0 (aligned values)',
      'out % 16 == 0, stride == 1 (case n=70001, stride=1)',
      'out % 16 == 0 (any values)',
    ]);
    expect(kernel.automatic).toMatchObject({ unused: [], omitted: 0 });
  });

  it('with the fewest instructions come first, even if others have more hints', () => {
    const kept = { x: 4, out: 16, n: 2 } as const;
    const kernel = planned(KERNEL).complete([
      { from: 'pointers', asked: kept, kept: { x: 16, out: 16, n: 16, stride: 16 }, cost: 5 },
      { from: 'narrow', asked: kept, kept, cost: 3 },
    ]);
    expect(shown(kernel)).toEqual([
      'x % 4 == 0, out % 16 == 0, n % 2 == 0 (asynchronous loads)',
      'x % 16 == 0, out % 16 == 0, n % 16 == 0, stride % 16 == 0 (aligned pointers)',
      'out % 16 == 0 (any values)',
    ]);
  });

  it('are compiled once if the same hints matter', () => {
    const kernel = planned(KERNEL).complete([aligned, { ...aligned, from: 'partly' }]);
    expect(shown(kernel)).toHaveLength(2);
    expect(kernel.automatic?.unused).toEqual(['stride']);
  });

  it('are fewer for a kernel with many configs', () => {
    const configs = Array.from({ length: 24 }, (_, index) => `{ num_stages: ${(index % 6) + 1} }`);
    const choices = ['n', 'x', 'stride'].map((name): HintChoice => ({
      from: 'partly',
      asked: {},
      kept: { [name]: 16, out: 16 },
      cost: 1,
    }));
    const kernel = planned(`${KERNEL}\n    configs: [${configs.join(', ')}]`).complete(choices);
    expect(shown(kernel)).toHaveLength(3);
    expect(kernel.automatic?.omitted).toBe(1);
  });

  it('use all hints if the compiler says nothing', () => {
    expect(shown(planned(KERNEL).complete(undefined))).toEqual([
      'x % 16 == 0, out % 16 == 0, n % 16 == 0, stride % 16 == 0 (aligned values)',
      'out % 16 == 0 (any values)',
    ]);
  });

  it('are those of `specialisations`, with nothing known of other arguments', () => {
    const sets = 'specialisations: [{}, { n: 16, stride: 1 }, { n: 16 }]';
    expect(shown(planned(`${KERNEL}\n    ${sets}`).complete(undefined))).toEqual([
      'out % 16 == 0, n % 16 == 0, stride == 1 (undefined)',
      'out % 16 == 0, n % 16 == 0 (undefined)',
      'out % 16 == 0 (undefined)',
    ]);
  });

  it('need not be reached by a case, if nobody listed them', () => {
    const kernel = planned(KERNEL + SMOKE('[{ n: 7, stride: 3 }]')).complete([aligned]);
    expect(kernel.smoke?.cases.map(({ runs }) => runs.map((run) => run.specialisation))).toEqual([
      [1],
    ]);
  });

  it.each([
    ['an unknown argument', 'specialisations: [{ N: 16 }]'],
    ['an argument with a hint', 'specialisations: [{ out: 16 }]'],
    ['types that have no hints', 'specialisations: [{ scale: 16, flag: 1, x: 1 }]'],
    ['another value', 'specialisations: [{ n: 3 }]'],
    ['none', 'specialisations: []'],
    ['both ways', 'specialise: auto\n    specialisations: [{}]'],
  ])('are refused with %s', async (_what, sets) => {
    expectGolden(await failureOf(() => planned(`${KERNEL}\n    ${sets}`)));
  });
});

import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const HEAD = `

@triton.jit
def NAME(x, y, out, N: tl.constexpr):
    at = tl.arange(0, N)
    value = tl.load(x + at).to(tl.float32) / tl.load(y + at).to(tl.float32)
`;

/** What each kernel does with 0 / 0, 1 / 0, -1 / 0 and 0 / 1. */
const STORES = {
  right: 'tl.store(out + at, value)',
  finite: 'tl.store(out + at, tl.where(value != value, 0.0, value))',
  positive: 'tl.store(out + at, tl.abs(value))',
  everywhere: 'tl.store(out + at, value - value)',
  lazy: 'tl.store(out + at, value, mask=at > 0)',
};

const KERNELS = `import triton
import triton.language as tl
${Object.entries(STORES)
  .map(([name, store]) => `${HEAD.replace('NAME', name)}    ${store}\n`)
  .join('')}`;

const REFERENCE = `import numpy as np


def divide(x, y):
    with np.errstate(all="ignore"):
        return x / y
`;

const entry = (name: string, kernel: string, type: string, reference: string, nan: string) => `
  ${name}:
    source: k.py:${kernel}
    arguments: { x: "*${type}", y: "*${type}", out: "*${type}" }
    constants: { N: 4 }
    grid: [1]
    smoke:
      reference: ${reference}
      buffers:
        x: { shape: [N], fill: { values: [0, 1, -1, 0] } }
        y: { shape: [N], fill: { values: [0, 0, 0, 1] } }
        out: { shape: [N], role: out${nan} }
      cases: [{}]`;

const NAN = ', nan: true';

const MANIFEST = `package: nans
triton: 3.9.0
targets: [sm_80]
defaults: { specialise: listed }
kernels:${Object.keys(STORES)
  .flatMap((kernel) =>
    ['fp32', 'fp16', 'fp64'].map((type) =>
      entry(`${kernel}_${type}`, kernel, type, 'r.py:divide', NAN),
    ),
  )
  .join('')}${entry('loaded', 'right', 'fp32', 'r.py:divide', NAN)
  .replace('[0, 1, -1, 0]', '[.nan, .inf, -.inf, 2]')
  .replace(
    '{ values: [0, 0, 0, 1] }',
    'ones',
  )}${entry('interpreted', 'right', 'fp32', 'interpreter', NAN)}${entry(
  'unsaid',
  'right',
  'fp32',
  'interpreter',
  '',
)}${entry('unknown', 'right', 'fp32', 'none', NAN)}
`;

interface Result {
  readonly runs: readonly {
    readonly kernel: string;
    readonly expected: string;
    readonly problems: readonly { readonly kind: string; readonly message: string }[];
  }[];
}

describe.each(TRITON_VERSIONS)('with Triton %s, an output that may be NaN', (version) => {
  let space: Workspace;
  let result: Result;

  beforeAll(async () => {
    space = await workspace({ 'k.py': KERNELS, 'r.py': REFERENCE, 'kernels.yaml': MANIFEST });
    const common = ['--triton', version, '--python', await tritonPython(version)];
    expectSuccess(await space.triton(['build', ...common, '--jobs', '1']));
    const smoke = await space.triton(['smoke', '--emulate', '--json']);
    expect(smoke).toMatchObject({ code: 6 });
    result = JSON.parse(smoke.stdout) as Result;
  }, 600_000);
  afterAll(() => space.remove());

  const problemsOf = (kernel: string) =>
    result.runs
      .filter((run) => run.kernel === kernel)
      .flatMap(({ problems }) => problems.map(({ kind, message }) => `${kind}: ${message}`));

  it.each(['fp32', 'fp16', 'fp64'])(
    'passes where the reference is NaN, and only there: %s',
    (type) => {
      expect(problemsOf(`right_${type}`)).toEqual([]);
      expect(problemsOf(`finite_${type}`)).toEqual([
        expect.stringMatching(
          /^values: out: 1 of 4 elements is outside .* \[0\]: got 0, expected nan/,
        ),
      ]);
      expect(problemsOf(`positive_${type}`)).toEqual([
        expect.stringMatching(/^not-a-number|^values: .* \[2\]: got inf, expected -inf/),
      ]);
      expect(problemsOf(`everywhere_${type}`)).toEqual([
        expect.stringMatching(/^not-a-number: out: 2 of 4 elements are NaN or infinite/),
      ]);
      expect(problemsOf(`lazy_${type}`)).toEqual([
        expect.stringMatching(/^unwritten: out was not written: 1 of 4 elements/),
      ]);
    },
  );

  it('passes where inputs are NaN or infinite', () => {
    expect(problemsOf('loaded')).toEqual([]);
    expect(result.runs.find(({ kernel }) => kernel === 'loaded')?.expected).toBe('reference');
  });

  it('takes NaN from the interpreter too', () => {
    expect(problemsOf('interpreted')).toEqual([]);
    expect(result.runs.find(({ kernel }) => kernel === 'interpreted')?.expected).toBe(
      'interpreter',
    );
  });

  it('is not reported without a reference', () => {
    expect(problemsOf('unknown')).toEqual([]);
  });

  it('never passes if the manifest does not say so', () => {
    expect(problemsOf('unsaid')).toEqual([expect.stringMatching(/^not-a-number: out: 3 of 4/)]);
  });
});

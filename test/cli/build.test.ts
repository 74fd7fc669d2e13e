import { describe, expect, it } from '#jest';
import { buildJson, buildText } from '../../src/cli/build.ts';
import { proposalsOf } from '../../src/cli/propose.ts';
import { fakeChecked, fakeCompiled, fakeResult } from '../support/fake-build.ts';
import { expectGolden } from '../support/golden.ts';
import { FUNCTIONS, MANIFEST } from './demo.ts';

const result = fakeResult(MANIFEST, FUNCTIONS);
const propose = proposalsOf({
  argv: [],
  env: { TRITON_AOT_STARTED_AS: 'triton-aot' },
  cwd: () => '/',
});
const hashes = result.plan.variants.map(({ hash }) => hash);

describe('build', () => {
  it('prints the package and a line for each kernel', () => {
    expectGolden(buildText(result, [], propose));
  });

  it('prints the highest number of registers and how many variants use stack memory', () => {
    const checked = fakeChecked(MANIFEST, FUNCTIONS, (variant) =>
      fakeCompiled(variant, { registers: 100 + variant.config, stack: variant.config * 8 }),
    );
    expectGolden(buildText({ ...result, checked }, [], propose));
  });

  it.each([
    ['NVIDIA', 'sm_80, sm_90'],
    ['AMD', 'gfx942'],
    ['mixed', 'sm_90, gfx942'],
  ])(
    'proposes a test that works for %s targets, with the options of the build',
    (_whose, targets) => {
      const tested = MANIFEST.replace('sm_80, sm_90', targets).replace(
        '    grid: cdiv(n, BLOCK)\n',
        `$&    smoke:
      reference: none
      buffers: { x: { shape: [n], role: out } }
      cases: [{ n: 1 }, { n: 5 }]
`,
      );
      const { plan } = fakeResult(tested, FUNCTIONS);
      const text = buildText({ ...result, plan, checked: [] }, ['--store', 'my store'], propose);
      expectGolden(text.slice(text.indexOf('Next: ')));
    },
  );

  it('gives every variant and its resources as JSON', () => {
    const checked = fakeChecked(MANIFEST, FUNCTIONS, (variant) =>
      fakeCompiled(variant, { stack: 8, shared: 1024 }, { shared: 512 }),
    );
    const answer = buildJson({ ...result, checked });
    expect(answer).toMatchObject({
      package: 'demo',
      version: '1.2.0',
      triton: '3.8.0',
      out: 'aot',
      compiled: 1,
      cached: 9,
    });
    expect(JSON.parse(JSON.stringify(answer)).variants[5]).toEqual({
      kernel: 'scale',
      algo: 1,
      specialisation: 0,
      target: 'sm_90',
      hash: hashes[5],
      registers: 32,
      stack: 8,
      shared: 1536,
      size: checked[5]?.compiled.cubin.length,
    });
  });
});

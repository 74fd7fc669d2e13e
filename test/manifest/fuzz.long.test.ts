import { describe, it } from '#jest';
import * as fc from 'fast-check';
import { readManifest } from '../../src/manifest/manifest.ts';
import { refusal, runs } from '../support/fuzzing.ts';

/** Reads a text, which must be a manifest or be refused with a line and column for each problem. */
async function expectAnswer(text: string): Promise<void> {
  const failure = await refusal(['usage'], () => readManifest(text, 'kernels.yaml'));
  for (const { message, place } of failure?.problems ?? []) {
    if (place?.line === undefined || place.column === undefined)
      throw new Error(`no line and column: ${message}`);
  }
}

const PIECES = fc.constantFrom(
  ...'package: demo\n;kernels:\n;  add:\n;    grid: [1]\n;targets: [sm_90]\n;---\n;...\n;\n'.split(
    ';',
  ),
  ...'a;n;1; ;  ;\t;: ;- ;? ;, ;[;];{;};";&a ;*a;<<: ;!!str ;!;|;>;#;%;\\;\r;\0'.split(';'),
  "'",
);

const OTHER = fc.jsonValue({ maxDepth: 3 });
const orOther = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: usual, weight: 9 }, OTHER);
const NAMES = fc.constantFrom('x', 'n', 'BLOCK', 'EVEN', 'default', '__proto__', 'toString', 'é');
const TEXTS = fc.constantFrom(
  '*fp32:16',
  'i32',
  '"',
  '*',
  'n',
  'cdiv(n, BLOCK)',
  '{x}',
  'x.py:f',
  '',
);
const VALUES = fc.oneof(TEXTS, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const MAPS = fc.dictionary(NAMES, orOther(VALUES), { maxKeys: 3 });
const LISTS = fc.array(orOther(fc.oneof(VALUES, MAPS)), { maxLength: 3 });

const SMOKE = fc.record(
  {
    cases: orOther(LISTS),
    buffers: orOther(fc.dictionary(NAMES, fc.oneof(LISTS, MAPS), { maxKeys: 3 })),
    arguments: orOther(MAPS),
    algos: orOther(LISTS),
    reference: orOther(TEXTS),
    tolerance: orOther(MAPS),
  },
  { requiredKeys: [] },
);
const LIMITS = fc.constantFrom(0, 128, 1.5, '48KiB', '9e999B', '50%', '1.2x', '{x}', null);
const BUDGET = fc.dictionary(
  fc.constantFrom('registers', 'spills', 'shared', 'size', 'occupancy', 'time', 'exceeded'),
  orOther(LIMITS),
  { maxKeys: 3 },
);
const KERNEL = fc.record(
  {
    source: orOther(fc.constantFrom('x.py:f', 'a/b.py:g')),
    signature: orOther(TEXTS),
    arguments: orOther(MAPS),
    constants: orOther(MAPS),
    configs: orOther(fc.oneof(LISTS, fc.constant('autotune'))),
    grid: orOther(fc.oneof(TEXTS, LISTS)),
    for: orOther(fc.dictionary(NAMES, LISTS, { maxKeys: 2 })),
    globals: orOther(MAPS),
    specialisations: orOther(LISTS),
    requires: orOther(LISTS),
    targets: orOther(LISTS),
    depends: orOther(LISTS),
    smoke: orOther(SMOKE),
    tune: orOther(fc.record({ cases: LISTS, key: LISTS }, { requiredKeys: [] })),
    budget: orOther(BUDGET),
    num_warps: orOther(VALUES),
  },
  { requiredKeys: ['source', 'grid'] },
);
const MANIFEST = fc.record(
  {
    package: orOther(fc.constantFrom('demo', 'int', 'a-b')),
    version: orOther(fc.constantFrom('1.2.3', '1.2')),
    triton: orOther(fc.constantFrom('3.8.0', '3.6.0', '2.0')),
    targets: orOther(fc.array(fc.constantFrom('sm_80', 'sm_90a', 'cuda:120'), { maxLength: 3 })),
    budget: orOther(BUDGET),
    defaults: orOther(KERNEL),
    requirements: orOther(LISTS),
    license: orOther(TEXTS),
    kernels: orOther(fc.dictionary(fc.constantFrom('add', 'mul_{x}', '{n}', ''), KERNEL)),
  },
  { requiredKeys: ['package', 'triton', 'targets', 'kernels'] },
);

describe('a manifest is read, or refused with a place', () => {
  it('from any text', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(PIECES, { maxLength: 40 }).map((pieces) => pieces.join('')),
    );
    await fc.assert(fc.asyncProperty(text, expectAnswer), runs(200));
  });

  it('from any data', async () => {
    // JSON is YAML.
    const text = MANIFEST.map((data) => JSON.stringify(data, undefined, 1));
    await fc.assert(fc.asyncProperty(text, expectAnswer), runs(200));
  });
});

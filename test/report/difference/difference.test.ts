import { describe, expect, it } from '#jest';
import { compareBuilds, type Difference } from '../../../src/report/difference/difference.ts';
import { differenceMarkdown } from '../../../src/report/difference/markdown.ts';
import {
  countsText,
  differenceCounts,
  differenceJson,
  differenceText,
} from '../../../src/report/difference/text.ts';
import { expectGolden } from '../../support/golden.ts';
import { buildOf, type TestVariant } from './builds.ts';

function compare(before: readonly TestVariant[], after: readonly TestVariant[]): Difference {
  return compareBuilds(buildOf(before), buildOf(after));
}

const KINDS: readonly TestVariant[] = [
  {},
  { block: 128 },
  { block: 128, condition: 'n % 16 == 0' },
  { block: 128, target: 'sm_90' },
  { kernel: 'scale' },
];

describe('two builds', () => {
  it('do not differ if they are the same', () => {
    const difference = compare(KINDS, KINDS);
    expect(differenceCounts(difference)).toEqual({
      added: 0,
      removed: 0,
      changed: 0,
      metadata: 0,
      unchanged: 5,
    });
    expect(differenceText(difference)).toBe('demo 1.0.0\nnothing changed: 5 variants\n');
  });

  it('do not differ if algos and specialisations have other numbers', () => {
    const difference = compare(KINDS, KINDS.toReversed());
    expect(differenceCounts(difference).unchanged).toBe(5);
    expect(difference.changed).toEqual([]);
  });

  it('do not differ if two algos have the same settings', () => {
    const twice = [{}, { registers: 32, code: 'other' }];
    expect(differenceCounts(compare(twice, twice)).unchanged).toBe(2);
  });

  it('have variants and kernels that only one of them has', () => {
    const difference = compare(KINDS, [
      ...KINDS.slice(1, 4),
      { kernel: 'copy' },
      { block: 256 },
      { block: 512 },
    ]);
    expect(difference.addedKernels).toEqual(['copy']);
    expect(difference.removedKernels).toEqual(['scale']);
    expect(difference.added.map(({ kernel, label }) => [kernel, label])).toEqual([
      ['add', 'algo 4, specialisation 4'],
      ['copy', ''],
    ]);
    expect(difference.removed.map(({ kernel }) => kernel)).toEqual(['scale']);
    // One of the new algos takes the place of the removed one.
    expect(difference.changed.map(({ settings }) => settings)).toEqual([
      [{ name: 'BLOCK', before: '64', after: '256' }],
    ]);
    expect(difference.unchanged).toBe(3);
  });

  it('have other code if PTX is added, changes, or is removed', () => {
    const [none, short, long, other] = [undefined, 'short', 'longer one', 'other'].map((ptx) => ({
      hash: `with ${ptx}`,
      ...(ptx !== undefined && { ptx }),
    })) as [TestVariant, TestVariant, TestVariant, TestVariant];
    const texts = [
      [none, short],
      [short, long],
      [short, { ...other, hash: 'with short' }],
      [long, none],
    ].map(([before, after]) => {
      const difference = compare([before as TestVariant], [after as TestVariant]);
      expect(difference.changed[0]?.kind).toBe('code');
      return differenceText(difference).split('\n').at(-2)?.trim();
    });
    expect(texts).toEqual([
      'sm_80: PTX for other GPUs 0 B → 5 B',
      'sm_80: PTX for other GPUs 5 B → 10 B (+100 %)',
      'add: 1 changed',
      'sm_80: PTX for other GPUs 10 B → 0 B',
    ]);
  });

  it('have the same code if only the cubins and hashes differ', () => {
    const difference = compare(
      [{}, { block: 128 }],
      [
        { around: 'another', hash: 'h' },
        { block: 128, hash: 'h' },
      ],
    );
    expect(difference.changed.map(({ kind, figures }) => [kind, figures])).toEqual([
      ['metadata', []],
      ['metadata', []],
    ]);
  });

  it('have the same code if only what surrounds it differs, even with the same hash', () => {
    const { changed } = compare([{}], [{ around: 'another' }]);
    expect(changed.map(({ kind }) => kind)).toEqual(['metadata']);
  });

  it('have the same code with another size if line tables were added', () => {
    const [change, ...others] = compare([{}], [{ around: 'another', size: 30_000 }]).changed;
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      kind: 'metadata',
      figures: [{ figure: 'size', before: 20_000, after: 30_000 }],
    });
  });

  it('have other code if only the machine code differs', () => {
    const difference = compare([{}], [{ code: 'other' }]);
    expect(difference.changed).toMatchObject([{ kind: 'code', figures: [] }]);
    expect(countsText(difference)).toBe('1 variant: 1 changed');
  });

  it('have other code if only the launch takes more', () => {
    const [change] = compare([{}], [{ shared: 32_768 }]).changed;
    expect(change).toMatchObject({ kind: 'code', figures: [{ figure: 'shared', after: 32_768 }] });
  });

  it('match an algo with the one that takes its place', () => {
    const [change, ...others] = compare([{}], [{ warps: 8, code: 'other', registers: 96 }]).changed;
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      settings: [{ name: 'num_warps', before: '4', after: '8' }],
      label: '',
    });
    expect(change?.figures.map(({ figure }) => figure)).toEqual(['registers']);
  });

  it('match algos if an option was added to all of them', () => {
    const old = buildOf([{}, { block: 128 }]);
    const now = buildOf([{}, { block: 128 }]);
    const changed = {
      ...now,
      variants: now.variants.map((one) => ({
        ...one,
        algo: { ...one.algo, maxnreg: '128' },
        hash: 'other',
      })),
    };
    const difference = compareBuilds(old, changed);
    expect(differenceCounts(difference)).toMatchObject({ metadata: 2, added: 0, removed: 0 });
    expect(difference.changed.map(({ label, settings }) => [label, settings])).toEqual([
      ['algo 0, specialisation 0', [{ name: 'maxnreg', before: undefined, after: '128' }]],
      ['algo 1, specialisation 1', [{ name: 'maxnreg', before: undefined, after: '128' }]],
    ]);
  });

  it('match algos of which a constant changed in all, and say it once for the kernel', () => {
    const difference = compare(
      [
        { block: 64, registers: 32 },
        { block: 128, warps: 8 },
      ],
      [
        { block: 256, registers: 40, code: 'other' },
        { block: 512, warps: 8, code: 'other' },
      ],
    );
    expect(differenceCounts(difference)).toMatchObject({ added: 0, removed: 0, changed: 2 });
    expect(differenceText(difference).split('\n').slice(2)).toEqual([
      '',
      'add: 2 changed',
      '  BLOCK 64 → 256 (algo 0)',
      '  BLOCK 128 → 512 (algo 1)',
      '  algo 0, specialisation 0, sm_80: registers 32 → 40 (+25 %)',
      '',
    ]);
    const all = compare(
      [{ block: 64 }, { block: 64, warps: 8 }],
      [{}, { warps: 8 }].map((each) => ({ ...each, block: 32 })),
    );
    expect(all.kernels.map(({ settings }) => settings)).toEqual([['BLOCK 64 → 32']]);
  });

  it.each<[what: string, before: TestVariant[], after: TestVariant[], settings: string[]]>([
    [
      'the algo with the fewest other settings',
      [
        { block: 64, warps: 4 },
        { block: 128, warps: 8 },
      ],
      [
        { block: 128, warps: 16 },
        { block: 64, warps: 2 },
      ],
      ['num_warps 4 → 2 (algo 1)', 'num_warps 8 → 16 (algo 0)'],
    ],
    [
      'the condition with the fewest other terms',
      [{ condition: 'n % 16 == 0' }, { block: 128, condition: 'm == 1' }],
      [{ condition: 'n % 16 == 0, m == 1' }, { block: 128, condition: 'm % 16 == 0, m == 1' }],
      [
        'n % 16 == 0 → n % 16 == 0, m == 1 (specialisation 0)',
        'm == 1 → m % 16 == 0, m == 1 (specialisation 1)',
      ],
    ],
  ])('match %s', (_what, before, after, settings) => {
    const difference = compare(before, after);
    expect(differenceCounts(difference)).toMatchObject({ added: 0, removed: 0 });
    expect(difference.kernels[0]?.settings.toSorted()).toEqual(settings.toSorted());
  });

  it('have the worst changes first', () => {
    const difference = compare(
      [{ kernel: 'a' }, { kernel: 'b' }, { kernel: 'c' }, { kernel: 'd' }],
      [
        { kernel: 'a', hash: 'h' },
        { kernel: 'b', registers: 160 },
        { kernel: 'c', registers: 255 },
        { kernel: 'd', spills: 4 },
      ],
    );
    expect(difference.changed.map(({ kernel }) => kernel)).toEqual(['d', 'c', 'b', 'a']);
  });

  it('ignore the shared memory of the system from sm_90 on', () => {
    const build = buildOf([{ target: 'sm_90' }]);
    const [variant] = build.variants;
    if (variant === undefined) throw new Error('no variant');
    const resources = { ...variant.resources, sharedStatic: 1024 };
    const other = { ...build, variants: [{ ...variant, resources }] };
    expect(compareBuilds(build, other).changed).toEqual([]);
  });
});

/** Every kind of change. */
function everyChange(): Difference {
  const before: readonly TestVariant[] = [
    {},
    { block: 128 },
    { block: 128, condition: 'n % 16 == 0' },
    { kernel: 'scale', warps: 4 },
    { kernel: 'copy' },
    { kernel: 'gone' },
    { kernel: 'same' },
  ];
  const after: readonly TestVariant[] = [
    { code: 'b', registers: 255, spills: 48, occupancy: 0.25 },
    { block: 128, code: 'c', tensorCore: 12, globalLoads: { 16: 2, 4: 8 }, size: 21_000 },
    { block: 128, condition: 'n % 16 == 0', code: 'd' },
    { kernel: 'scale', warps: 8, code: 'e', shared: 0 },
    { kernel: 'copy', hash: 'another' },
    { kernel: 'added' },
    { kernel: 'added', block: 128 },
    { kernel: 'same' },
  ];
  return compareBuilds(
    buildOf(before),
    buildOf(after, { version: '1.1.0', triton: '3.9.0', ptxas: ['13.0'] }),
  );
}

describe('a difference', () => {
  it('is text for a terminal', () => expectGolden(differenceText(everyChange())));
  it('is Markdown', () => expectGolden(differenceMarkdown(everyChange())));
  it('is JSON', () =>
    expectGolden(`${JSON.stringify(differenceJson(everyChange()), undefined, 2)}\n`));

  it('is Markdown that fits into a comment, however much changed', () => {
    const many = (registers: number): TestVariant[] =>
      Array.from({ length: 5000 }, (_each, index) => ({
        kernel: `a_kernel_with_a_long_name_${index % 500}`,
        block: index,
        condition: 'x_pointer % 16 == 0, y_pointer % 16 == 0, out_pointer % 16 == 0, n % 16 == 0',
        registers,
        code: String(registers),
        spills: registers - 100,
        occupancy: registers / 500,
        globalLoads: { 16: registers },
        tensorCore: registers,
      }));
    const difference = compareBuilds(buildOf(many(100)), buildOf(many(120)));
    const text = differenceMarkdown(difference);
    expect(Buffer.byteLength(text)).toBeLessThan(65_536);
    expect(text).toContain(
      '⚠️ 10000 regressions. Spills 0 B → 20 B in 5000 variants. 5000 variants: 5000 changed.',
    );
    expect(text).toContain('… and 4950 more changes: `triton-aot diff` lists all.');
  });

  it('is Markdown in which names can be anything', () => {
    const name = '|`<b>@me</b>';
    const text = differenceMarkdown(compare([{ kernel: 'a' }], [{ kernel: name }]));
    expect(text).toContain(
      '| <code>&#124;&#96;&#60;b&#62;&#64;me&#60;/b&#62;</code> | 1 added, the whole kernel |',
    );
  });
});

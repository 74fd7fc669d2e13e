import { describe, expect, it } from '@jest/globals';
import type { HashContext } from '../../../src/core/plan/kernel-hash.ts';
import type { SourceModule } from '../../../src/core/plan/sources.ts';
import { planKernel, type Variant } from '../../../src/core/plan/variants.ts';
import { explainMisses, reasonLines } from '../../../src/core/store/explain.ts';
import type { History } from '../../../src/core/store/history.ts';
import { fakeKernels } from '../../support/fake-build.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80]
kernels:
  scale:
    source: scale.py:scale_kernel
    arguments: { x: "*fp16:16", n: i32 }
    constants: { MODE: fast }
    configs: [{ BLOCK: 64 }, { BLOCK: 128, num_warps: 8 }]
    grid: n
  scale_bf16:
    source: scale.py:scale_kernel
    arguments: { x: "*bf16:16", n: i32 }
    constants: { MODE: fast, BLOCK: 64 }
    grid: n
`;
const FUNCTIONS = {
  scale_kernel: ['x', 'n', 'MODE', 'BLOCK'],
  other_kernel: ['x', 'n', 'MODE', 'BLOCK'],
};
const FILES = { 'lib.py': 'aa', 'scale.py': 'bb', 'tables/sine.txt': 'cc' };
const CONTEXT: HashContext = {
  tritonVersion: '3.8.0',
  machine: 'x64',
  requirements: ['numpy'],
  environment: { TRITON_F32_DEFAULT: 'tf32' },
};

interface Edit {
  readonly manifest?: (text: string) => string;
  readonly files?: Readonly<Record<string, string>>;
  readonly context?: Partial<HashContext>;
  readonly module?: string;
}

function plan({ manifest = (text) => text, files = FILES, ...edit }: Edit = {}): Variant[] {
  const module: SourceModule = {
    path: ['/'],
    module: edit.module ?? 'scale',
    file: '/scale.py',
    closure: Object.entries(files).map(([path, sha256]) => ({ path, sha256 })),
  };
  const context = { ...CONTEXT, ...edit.context };
  return fakeKernels(manifest(MANIFEST), FUNCTIONS).flatMap((kernel) =>
    planKernel(kernel, module, context),
  );
}

function historyOf(variants: readonly Variant[]): History {
  const names = new Set(variants.map(({ kernel }) => kernel.name));
  const inputsOf = (name: string) =>
    variants.filter(({ kernel }) => kernel.name === name).map(({ inputs }) => inputs);
  return new Map([...names].map((name) => [name, inputsOf(name)]));
}

const BEFORE = plan();
const HISTORY = historyOf(BEFORE);

/** Why variants that were not there before the edit are missing. */
function linesAfter(edit: Edit, history = HISTORY): readonly string[] {
  const stored = new Set(BEFORE.map(({ hash }) => hash));
  return reasonLines(
    explainMisses(
      plan(edit).filter(({ hash }) => !stored.has(hash)),
      history,
    ),
  );
}

const edit =
  (from: string, to: string) =>
  (text: string): string => {
    if (!text.includes(from)) throw new Error(`nothing to edit: ${from}`);
    return text.replaceAll(from, to);
  };

const ALL = '3 variants of scale, scale_bf16';

describe('why variants are missing', () => {
  it.each<[what: string, change: Edit, lines: readonly string[]]>([
    ['the kernel file', { files: { ...FILES, 'scale.py': 'xx' } }, [`${ALL}: scale.py changed`]],
    [
      'an imported file',
      { files: { ...FILES, 'lib.py': 'xx' } },
      [`${ALL}: lib.py changed (imported by scale.py)`],
    ],
    [
      'a file of depends',
      {
        manifest: edit('    grid', '    depends: [tables/*]\n    grid'),
        files: { ...FILES, 'tables/sine.txt': 'xx' },
      },
      [`${ALL}: tables/sine.txt changed (named in depends)`],
    ],
    [
      'an import',
      { files: { ...FILES, 'scale.py': 'xx', 'new.py': 'nn' } },
      [`${ALL}: scale.py changed, new file new.py (imported by scale.py)`],
    ],
    [
      'many files',
      { files: { 'scale.py': 'bb', 'a.py': 'a', 'b.py': 'b' } },
      [
        `${ALL}: lib.py no longer needed (imported by scale.py), tables/sine.txt no longer needed (imported by scale.py), new file a.py (imported by scale.py) and 1 more`,
      ],
    ],
    [
      'a constant',
      { manifest: edit('BLOCK: 64', 'BLOCK: 32') },
      ['2 variants of scale, scale_bf16: constant BLOCK: 64 -> 32'],
    ],
    [
      'the kind of a constant',
      { manifest: edit('MODE: fast', 'MODE: tl.fast') },
      [`${ALL}: constant MODE: "fast" -> tl.fast`],
    ],
    ['a type', { manifest: edit('n: i32', 'n: i64') }, [`${ALL}: signature of n: i32 -> i64`]],
    [
      'a hint',
      { manifest: edit('n: i32', 'n: i32:16') },
      [`${ALL}: signature of n: i32 -> i32:16`],
    ],
    ['a hint of 1', { manifest: edit('n: i32', 'n: i32:1') }, [`${ALL}: signature of n: i32 -> 1`]],
    [
      'an option',
      { manifest: edit('num_warps: 8', 'num_warps: 4') },
      ['1 variant of scale: option num_warps: 8 -> 4'],
    ],
    [
      'a new option',
      { manifest: edit('num_warps: 8', 'num_warps: 8, maxnreg: 64') },
      ['1 variant of scale: option maxnreg: unset -> 64'],
    ],
    [
      'a new config',
      { manifest: edit('num_warps: 8 }', 'num_warps: 8 }, { BLOCK: 256, num_warps: 8 }') },
      ['1 variant of scale: constant BLOCK: 128 -> 256'],
    ],
    [
      'a new specialisation',
      { manifest: edit('"*fp16:16", n: i32', '"*fp16:16", n: [i32, i32:16]') },
      ['2 variants of scale: signature of n: i32 -> i32:16'],
    ],
    ['a target', { manifest: edit('sm_80', 'sm_80, sm_90') }, [`${ALL}: target sm_90 is new`]],
    ['Triton', { context: { tritonVersion: '3.9.0' } }, [`${ALL}: Triton 3.8.0 -> 3.9.0`]],
    ['the machine', { context: { machine: 'arm64' } }, [`${ALL}: machine x64 -> arm64`]],
    ['requirements', { context: { requirements: [] } }, [`${ALL}: requirements changed`]],
    [
      'variables',
      { context: { environment: { PTXAS_OPTIONS: '-O1' } } },
      [`${ALL}: environment TRITON_F32_DEFAULT no longer set, environment PTXAS_OPTIONS set`],
    ],
    [
      "a variable's value",
      { context: { environment: { TRITON_F32_DEFAULT: 'ieee' } } },
      [`${ALL}: environment TRITON_F32_DEFAULT changed`],
    ],
    [
      'another function, whatever else',
      { manifest: (text) => edit('scale_kernel', 'other_kernel')(edit('n: i32', 'n: i64')(text)) },
      [`${ALL}: function scale.scale_kernel -> scale.other_kernel`],
    ],
    [
      'several things',
      {
        manifest: edit('num_warps: 8', 'num_warps: 4'),
        files: { ...FILES, 'scale.py': 'xx' },
        context: { tritonVersion: '3.9.0' },
      },
      [
        '2 variants of scale, scale_bf16: Triton 3.8.0 -> 3.9.0, scale.py changed',
        '1 variant of scale: Triton 3.8.0 -> 3.9.0, scale.py changed, option num_warps: 8 -> 4',
      ],
    ],
  ])('is told of %s', (_what, change, lines) => {
    expect(linesAfter(change)).toEqual(lines);
  });

  it('is told of a renamed kernel by what else changed', () => {
    const renamed = (text: string) => edit('scale_bf16:', 'scale_b:')(text);
    expect(linesAfter({ manifest: renamed })).toEqual([]);
    const manifest = (text: string) =>
      edit('"*bf16:16", n: i32', '"*bf16:16", n: i64')(renamed(text));
    expect(linesAfter({ manifest })).toEqual(['1 variant of scale_b: signature of n: i32 -> i64']);
  });

  it('is told of new kernels', () => {
    const manifest = (text: string) =>
      `${text}  other: { source: "scale.py:other_kernel", signature: "*fp16, i32, 1, 2", grid: 1 }\n`;
    expect(linesAfter({ manifest })).toEqual(['1 variant of other: new kernel']);
  });

  it('is not known before the first build', () => {
    expect(reasonLines(explainMisses(BEFORE, new Map()))).toEqual([
      `${ALL}: no earlier build is known`,
    ]);
    expect(explainMisses([], new Map())).toEqual([]);
  });

  it('is told of results that are gone', () => {
    expect(reasonLines(explainMisses(BEFORE.slice(0, 1), HISTORY))).toEqual([
      '1 variant of scale: nothing changed: the stored result is gone (pruned, or damaged)',
    ]);
  });

  it('compares with the variant that differs least', () => {
    const configs = (text: string) =>
      text.replace(
        /configs: .*/,
        'configs: [{ BLOCK: 64, num_stages: 2 }, { BLOCK: 128, num_warps: 8, num_stages: 2 }]',
      );
    expect(linesAfter({ manifest: configs })).toEqual([
      '2 variants of scale: option num_stages: 3 -> 2',
    ]);
  });

  it('finds the nearest among very many by its place', () => {
    const blocks = Array.from({ length: 1000 }, (_, index) => index + 1);
    const configs = (more: string) => (text: string) =>
      text.replace(
        /configs: .*/,
        `configs: [${blocks.map((block) => `{ BLOCK: ${block}${more} }`).join(', ')}]`,
      );
    const history = historyOf(plan({ manifest: configs('') }));
    const lines = linesAfter({ manifest: configs(', num_stages: 2, maxnreg: 64') }, history);
    expect(lines).toEqual([
      '1000 variants of scale: option num_stages: 3 -> 2, option maxnreg: unset -> 64',
    ]);
  });

  it('has one line for all that use a changed file', () => {
    const users = ['scale.py', 'lib.py', 'a.py', 'b.py', 'c.py'].flatMap((file) =>
      plan({ files: { ...FILES, 'lib.py': 'xx' } }).map((variant) => ({
        ...variant,
        kernel: { ...variant.kernel, source: { ...variant.kernel.source, file } },
      })),
    );
    expect(reasonLines(explainMisses(users, HISTORY))).toEqual([
      '15 variants of scale, scale_bf16: lib.py changed (imported by scale.py, a.py, b.py and 1 more)',
    ]);
  });
});

describe('the lines of a log', () => {
  const [variant] = BEFORE;
  if (variant === undefined) throw new Error('no variant');
  const reasons = Array.from({ length: 10 }, (_, index) => ({
    text: `reason ${index}`,
    variants: ['one', 'two', 'three', 'four', 'five'].map((name) => ({
      ...variant,
      kernel: { ...variant.kernel, name },
    })),
  }));

  it('name a few kernels', () => {
    expect(reasonLines(reasons.slice(0, 1))).toEqual([
      '5 variants of one, two, three and 2 more: reason 0',
    ]);
  });

  it('are few, and say how many reasons more there are', () => {
    expect(reasonLines(reasons)).toHaveLength(9);
    expect(reasonLines(reasons).at(-1)).toBe('… and 2 more reasons');
    expect(reasonLines(reasons.slice(0, 9)).at(-1)).toBe('… and 1 more reason');
    expect(reasonLines(reasons.slice(0, 8))).toHaveLength(8);
  });
});

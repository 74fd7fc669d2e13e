import { describe, expect, it } from 'vitest';
import type { HashContext } from '../../../src/plan/kernel-hash.ts';
import { planKernel, type Variant } from '../../../src/plan/variants.ts';
import { explainMisses, reasonLines } from '../../../src/compile/store/explain.ts';
import type { History } from '../../../src/compile/store/history.ts';
import { fakeCode, fakeKernels } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';

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
  tritonDigest: 'sha256:d19e57',
  machine: 'x64',
  requirements: ['numpy'],
  environment: { TRITON_F32_DEFAULT: 'tf32' },
};

interface Edit {
  readonly manifest?: (text: string) => string;
  readonly files?: Readonly<Record<string, string>>;
  readonly context?: Partial<HashContext>;
}

function plan({ manifest = (text) => text, files = FILES, ...edit }: Edit = {}): Variant[] {
  const context = { ...CONTEXT, ...edit.context };
  return fakeKernels(manifest(MANIFEST), FUNCTIONS).flatMap((kernel) =>
    planKernel(kernel, fakeCode('scale.py', kernel.source.function, files), context),
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

/** Explains why variants are missing after an edit. */
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

describe('the explanation of missing variants', () => {
  it.each<[what: string, change: Edit]>([
    ['the kernel file', { files: { ...FILES, 'scale.py': 'xx' } }],
    ['an imported file', { files: { ...FILES, 'lib.py': 'xx' } }],
    [
      'a file of depends',
      {
        manifest: edit('    grid', '    depends: [tables/*]\n    grid'),
        files: { ...FILES, 'tables/sine.txt': 'xx' },
      },
    ],
    ['an import', { files: { ...FILES, 'scale.py': 'xx', 'new.py': 'nn' } }],
    ['many files', { files: { 'scale.py': 'bb', 'a.py': 'a', 'b.py': 'b' } }],
    ['a constant', { manifest: edit('BLOCK: 64', 'BLOCK: 32') }],
    ['the kind of a constant', { manifest: edit('MODE: fast', 'MODE: tl.fast') }],
    ['a type', { manifest: edit('n: i32', 'n: i64') }],
    ['a hint', { manifest: edit('n: i32', 'n: i32:16') }],
    ['a hint of 1', { manifest: edit('n: i32', 'n: i32:1') }],
    ['an option', { manifest: edit('num_warps: 8', 'num_warps: 4') }],
    [
      'line tables',
      {
        manifest: edit('    grid', '    line_info: true\n    grid'),
        files: { ...FILES, 'scale.py': 'with its comments' },
      },
    ],
    ['a new option', { manifest: edit('num_warps: 8', 'num_warps: 8, maxnreg: 64') }],
    [
      'a new config',
      { manifest: edit('num_warps: 8 }', 'num_warps: 8 }, { BLOCK: 256, num_warps: 8 }') },
    ],
    [
      'a new specialisation',
      { manifest: edit('"*fp16:16", n: i32', '"*fp16:16", n: [i32, i32:16]') },
    ],
    ['a target', { manifest: edit('sm_80', 'sm_80, sm_90') }],
    ['Triton', { context: { tritonVersion: '3.9.0', tritonDigest: 'sha256:07he2' } }],
    ['another Triton of the same version', { context: { tritonDigest: 'sha256:07he2' } }],
    ['the machine', { context: { machine: 'arm64' } }],
    ['requirements', { context: { requirements: [] } }],
    ['variables', { context: { environment: { PTXAS_OPTIONS: '-O1' } } }],
    ["a variable's value", { context: { environment: { TRITON_F32_DEFAULT: 'ieee' } } }],
    [
      'another function and other changes',
      { manifest: (text) => edit('scale_kernel', 'other_kernel')(edit('n: i32', 'n: i64')(text)) },
    ],
    [
      'several things',
      {
        manifest: edit('num_warps: 8', 'num_warps: 4'),
        files: { ...FILES, 'scale.py': 'xx' },
        context: { tritonVersion: '3.9.0' },
      },
    ],
  ])('names the cause: %s', (_what, change) => {
    expectGolden(linesAfter(change).join('\n'));
  });

  it('ignores that a kernel was renamed', () => {
    const renamed = (text: string) => edit('scale_bf16:', 'scale_b:')(text);
    expect(linesAfter({ manifest: renamed })).toEqual([]);
    const manifest = (text: string) =>
      edit('"*bf16:16", n: i32', '"*bf16:16", n: i64')(renamed(text));
    expectGolden(linesAfter({ manifest }).join('\n'));
  });

  it('names new kernels', () => {
    const manifest = (text: string) =>
      `${text}  other: { source: "scale.py:other_kernel", signature: "*fp16, i32, 1, 2", grid: 1 }\n`;
    expectGolden(linesAfter({ manifest }).join('\n'));
  });

  it('is unknown before the first build', () => {
    expectGolden(reasonLines(explainMisses(BEFORE, new Map())).join('\n'));
    expect(explainMisses([], new Map())).toEqual([]);
  });

  it('says if a result is gone', () => {
    expectGolden(reasonLines(explainMisses(BEFORE.slice(0, 1), HISTORY)).join('\n'));
  });

  it('compares with the variant with the fewest differences', () => {
    const configs = (text: string) =>
      text.replace(
        /configs: .*/,
        'configs: [{ BLOCK: 64, num_stages: 2 }, { BLOCK: 128, num_warps: 8, num_stages: 2 }]',
      );
    expectGolden(linesAfter({ manifest: configs }).join('\n'));
  });

  it('finds the most similar of very many variants by its position', () => {
    const blocks = Array.from({ length: 1000 }, (_, index) => index + 1);
    const configs = (more: string) => (text: string) =>
      text.replace(
        /configs: .*/,
        `configs: [${blocks.map((block) => `{ BLOCK: ${block}${more} }`).join(', ')}]`,
      );
    const history = historyOf(plan({ manifest: configs('') }));
    const lines = linesAfter({ manifest: configs(', num_stages: 2, maxnreg: 64') }, history);
    expectGolden(lines.join('\n'));
  });

  it('has one line for all users of a changed file', () => {
    const users = ['scale.py', 'lib.py', 'a.py', 'b.py', 'c.py'].flatMap((file) =>
      plan({ files: { ...FILES, 'lib.py': 'xx' } }).map((variant) => ({
        ...variant,
        kernel: { ...variant.kernel, source: { ...variant.kernel.source, file } },
      })),
    );
    expectGolden(reasonLines(explainMisses(users, HISTORY)).join('\n'));
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

  it('name at most three kernels', () => {
    expectGolden(reasonLines(reasons.slice(0, 1)).join('\n'));
  });

  it('are at most nine, the last with the number of further reasons', () => {
    expect(reasonLines(reasons)).toHaveLength(9);
    expect(reasonLines(reasons).at(-1)).toBe('… and 2 more reasons');
    expect(reasonLines(reasons.slice(0, 9)).at(-1)).toBe('… and 1 more reason');
    expect(reasonLines(reasons.slice(0, 8))).toHaveLength(8);
  });
});

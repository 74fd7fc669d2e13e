import { describe, expect, it } from '#jest';
import { canonicalJson } from '../../src/base/text.ts';
import type { Kernel } from '../../src/manifest/terms/kernel.ts';
import { type HashContext, hashInputs, kernelHash } from '../../src/plan/kernel-hash.ts';
import type { SourceCode } from '../../src/plan/source-code.ts';
import { variantsOf } from '../../src/plan/variants.ts';
import { fakeCode, fakeKernels } from '../support/fake-build.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80]
kernels:
  scale:
    source: nn/scale.py:scale_kernel
    arguments: { x: "*fp16:16", factor: fp32, n: i32 }
    constants: { BLOCK: 64, MODE: fast, EPS: 1 }
    configs: [{ num_warps: 4 }, { num_warps: 8 }]
    grid: cdiv(n, BLOCK)
`;
const FUNCTIONS = {
  scale_kernel: ['x', 'factor', 'n', 'BLOCK', 'MODE', 'EPS'],
  other_kernel: ['x', 'factor', 'n', 'BLOCK', 'MODE', 'EPS'],
};
const FILES = [
  { path: 'nn/lib.py', sha256: 'aa', fileSha256: 'AA', textSha256: 'a1' },
  { path: 'nn/scale.py', sha256: 'bb', fileSha256: 'BB', textSha256: 'b1' },
  { path: 'tables/sine.txt', sha256: 'cc', fileSha256: 'CC' },
];
const CONTEXT: HashContext = {
  tritonVersion: '3.8.0',
  tritonDigest: 'sha256:d19e57',
  machine: 'x64',
  requirements: ['numpy', 'scipy==1.14.1'],
  environment: { TRITON_F32_DEFAULT: 'tf32' },
};

interface Edit {
  readonly manifest?: (text: string) => string;
  /** Another name of the module. */
  readonly module?: string;
  readonly files?: SourceCode['files'];
  readonly context?: Partial<HashContext>;
}

function codeOf({ source }: Kernel, { module = 'nn.scale', files = FILES }: Edit): SourceCode {
  return { ...fakeCode(source.file, source.function), module, files };
}

/** The sorted hashes of all variants after an edit. */
function hashesAfter({ manifest = (text) => text, context = {}, ...code }: Edit): string[] {
  return fakeKernels(manifest(MANIFEST), FUNCTIONS)
    .flatMap((kernel) => variantsOf(kernel, codeOf(kernel, code), { ...CONTEXT, ...context }))
    .map(({ hash }) => hash)
    .toSorted();
}

const edit =
  (from: string, to: string) =>
  (text: string): string => {
    if (!text.includes(from)) throw new Error(`nothing to edit: ${from}`);
    return text.replace(from, to);
  };

const before = hashesAfter({});

describe('a kernel has the same hash as before', () => {
  it.each<[what: string, change: Edit]>([
    ['nothing changed', {}],
    ['the kernel is renamed', { manifest: edit('scale:\n', 'scaled_by:\n') }],
    ['the package is renamed', { manifest: edit('demo', 'other') }],
    ['the grid changes', { manifest: edit('cdiv(n, BLOCK)', '[n, 2]') }],
    [
      'the grid gets a parameter',
      { manifest: edit('    grid:', '    grid_parameters: { rows: i32 }\n    grid:') },
    ],
    ['ptx_fallback is false', { manifest: edit('kernels:', 'ptx_fallback: false\nkernels:') }],
    ['line_info is false', { manifest: edit('    grid', '    line_info: false\n    grid') }],
    [
      'the constants are written in another order',
      { manifest: edit('BLOCK: 64, MODE: fast', 'MODE: fast, BLOCK: 64') },
    ],
    [
      'the configs are written in another order',
      {
        manifest: edit('{ num_warps: 4 }, { num_warps: 8 }', '{ num_warps: 8 }, { num_warps: 4 }'),
      },
    ],
    [
      'a default is written out',
      { manifest: edit('{ num_warps: 4 }', '{ num_warps: 4, num_stages: 3 }') },
    ],
    [
      'a constant moves into the configs',
      {
        manifest: (text) =>
          text
            .replace('BLOCK: 64, ', '')
            .replaceAll(/\{ num_warps: (\d)/g, '{ BLOCK: 64, num_warps: $1'),
      },
    ],
    [
      'the signature is given by position',
      {
        manifest: (text) =>
          text
            .replace(/arguments: .*/, 'signature: "*fp16:16, fp32, i32, 64, \'fast\', 1"')
            .replace(/ *constants: .*\n/, ''),
      },
    ],
    [
      'the requirements are written in another order',
      { context: { requirements: ['scipy==1.14.1', 'numpy'] } },
    ],
    [
      'a part of a file that the kernel is not made from changes',
      { files: FILES.map((each) => ({ ...each, fileSha256: 'other' })) },
    ],
    [
      'a comment in the part that the kernel is made from changes',
      { files: FILES.map((each) => ({ ...each, textSha256: 'other' })) },
    ],
  ])('when %s', (_what, change) => {
    expect(hashesAfter(change)).toEqual(before);
  });

  it('when another kernel is added', () => {
    const kernels = edit(
      'kernels:\n',
      'kernels:\n  other: { source: "nn/scale.py:other_kernel", signature: "*fp16, fp32, i32, 1, 2, 3", grid: 1 }\n',
    );
    const after = hashesAfter({ manifest: kernels });
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).toHaveLength(before.length + 1);
  });

  it('when a target, a config or a specialisation is added', () => {
    for (const manifest of [
      edit('[sm_80]', '[sm_80, sm_90]'),
      edit('{ num_warps: 8 }', '{ num_warps: 8 }, { num_warps: 2 }'),
      edit('n: i32', 'n: [i32, i32:16]'),
    ]) {
      expect(hashesAfter({ manifest })).toEqual(expect.arrayContaining(before));
    }
  });

  it('when a parameter equal to 1 becomes the constant 1', () => {
    const asHint = hashesAfter({ manifest: edit('n: i32', 'n: i32:1') });
    const asConstant = hashesAfter({
      manifest: (text) => text.replace(', n: i32', '').replace('MODE: fast', 'MODE: fast, n: 1'),
    });
    expect(asHint).toEqual(asConstant);
  });
});

describe('a kernel has another hash', () => {
  it.each<[what: string, change: Edit]>([
    ['a constant changes', { manifest: edit('BLOCK: 64', 'BLOCK: 128') }],
    ['a constant becomes a float', { manifest: edit('EPS: 1', 'EPS: 1.0') }],
    ['a constant becomes text', { manifest: edit('EPS: 1', 'EPS: "1"') }],
    ['a constant becomes a dtype', { manifest: edit('MODE: fast', 'MODE: tl.fast') }],
    ['a type changes', { manifest: edit('n: i32', 'n: i64') }],
    ['a hint is added', { manifest: edit('n: i32', 'n: i32:16') }],
    ['a hint changes to 1', { manifest: edit('n: i32', 'n: i32:1') }],
    ['a hint is removed', { manifest: edit('"*fp16:16"', '"*fp16"') }],
    ['an option is added', { manifest: edit('    grid', '    maxnreg: 64\n    grid') }],
    ['an option changes', { manifest: edit('    grid', '    num_stages: 2\n    grid') }],
    [
      'line_info is true, and no file has another hash with its lines',
      {
        manifest: edit('    grid', '    line_info: true\n    grid'),
        files: FILES.map(({ path, sha256, fileSha256 }) => ({ path, sha256, fileSha256 })),
      },
    ],
    ['ptx_fallback is true', { manifest: edit('kernels:', 'ptx_fallback: true\nkernels:') }],
    ['the target changes', { manifest: edit('sm_80', 'sm_86') }],
    ['the function changes', { manifest: edit('scale_kernel', 'other_kernel') }],
    ['the module has another name', { module: 'nn.other' }],
    [
      'the part of a file that the kernel is made from changes',
      { files: FILES.map((each, index) => (index === 0 ? { ...each, sha256: 'xx' } : each)) },
    ],
    ['a file is added', { files: [...FILES, { path: 'b', sha256: 'dd', fileSha256: 'dd' }] }],
    ['a file is renamed', { files: FILES.map((each) => ({ ...each, path: `x${each.path}` })) }],
    ['Triton is another build', { context: { tritonDigest: 'sha256:07he2' } }],
    ['a requirement changes', { context: { requirements: ['numpy', 'scipy==1.15.0'] } }],
    ['a compiler variable changes', { context: { environment: { TRITON_F32_DEFAULT: 'ieee' } } }],
    ['a compiler variable is removed', { context: { environment: {} } }],
  ])('when %s', (_what, change) => {
    const after = hashesAfter(change);
    expect(after).toHaveLength(before.length);
    expect(after.filter((hash) => before.includes(hash))).toEqual([]);
  });
});

describe('a kernel whose code contains line numbers', () => {
  const moved = FILES.map((each) => ({ ...each, textSha256: 'other' }));

  it.each<[what: string, change: Edit]>([
    ['a debug build', { manifest: edit('    grid', '    debug: true\n    grid') }],
    ['line tables', { manifest: edit('    grid', '    line_info: true\n    grid') }],
    ['TRITON_DEBUG', { context: { environment: { TRITON_DEBUG: '1' } } }],
  ])('has another hash when its lines move: %s', (_what, change) => {
    expect(hashesAfter({ ...change, files: moved })).not.toEqual(hashesAfter(change));
  });
});

describe('the inputs of a hash', () => {
  it('of kernels without line tables are those of versions that had none', () => {
    const [kernel] = fakeKernels(MANIFEST, FUNCTIONS);
    const [variant] = kernel === undefined ? [] : variantsOf(kernel, codeOf(kernel, {}), CONTEXT);
    expect(Object.keys(JSON.parse(canonicalJson(variant?.inputs)))).toEqual([
      'bridge',
      'closure',
      'constants',
      'divisors',
      'environment',
      'function',
      'machine',
      'module',
      'options',
      'requirements',
      'signature',
      'target',
      'triton',
      'tritonDigest',
    ]);
  });

  it('are everything that it covers', () => {
    const [kernel] = fakeKernels(MANIFEST, FUNCTIONS);
    const [variant] = kernel === undefined ? [] : variantsOf(kernel, codeOf(kernel, {}), CONTEXT);
    if (variant === undefined) throw new Error('no variant');
    expect(variant.inputs).toEqual(hashInputs(codeOf(variant.kernel, {}), CONTEXT)(variant.job));
    expect(variant.hash).toBe(kernelHash(variant.inputs));
    for (const input of Object.keys(variant.inputs)) {
      expect(kernelHash({ ...variant.inputs, [input]: 'other' })).not.toBe(variant.hash);
    }
    expect(JSON.stringify(variant.inputs)).not.toContain('/project');
  });
});

describe('canonical JSON', () => {
  it.each([
    [{ b: 1, a: [2, { d: 3, c: 4 }] }, '{"a":[2,{"c":4,"d":3}],"b":1}'],
    [{ a: undefined, b: null }, '{"b":null}'],
    [['b', 'a'], '["b","a"]'],
  ])('of %j sorts keys and keeps lists', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });
});

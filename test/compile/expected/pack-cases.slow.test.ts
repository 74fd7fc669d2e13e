import { afterAll, beforeEach, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure, formatProblem, type Problem } from '../../../src/base/errors.ts';
import {
  addExpected,
  casesFiles,
  packCases,
  type PackedCases,
  readPacked,
  warnOfMissingOutputs,
} from '../../../src/compile/expected/pack-cases.ts';
import { readManifest } from '../../../src/manifest/manifest.ts';
import { casesSchema, type PackagedCase } from '../../../src/manifest/cases/packaged.ts';
import { writeNpy } from '../../../src/manifest/values/npy.ts';
import {
  compressData,
  expectedBytes,
  type ExpectedOutputs,
  packFloats,
  physicalInput,
} from '../../../src/manifest/values/packing.ts';
import { fakeKernels } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';
import { proposed } from '../../support/proposed-cases.ts';
import { silentLog } from '../../support/silent-log.ts';

const FUNCTIONS = { scale: ['x', 'y', 'n', 'factor', 'BLOCK'] };

function manifestWith(smoke: string): string {
  return `package: demo
triton: 3.8.0
targets: [sm_80]
kernels:
  scale_fp16:
    source: demo.py:scale
    arguments: { x: '*fp16', y: '*fp16', n: i32, factor: fp32 }
    constants: { BLOCK: 64 }
    grid: [cdiv(n, BLOCK)]
${smoke}`;
}

const SMOKE = `
    smoke:
      arguments: { factor: 0.5 }
      buffers:
        x: { shape: [n, 2], strides: [3, 1] }
        y: { shape: [n, 2], role: out }
      cases: [{ n: 2 }, { n: 3 }]
`;

const folders: string[] = [];
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cases-'));
  folders.push(folder);
});
afterAll(async () => {
  for (const each of folders) await rm(each, { recursive: true });
});

async function write(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), content);
}

async function packed(smoke: string): Promise<PackedCases> {
  const text = manifestWith(smoke);
  const { document } = readManifest(text, 'kernels.yaml');
  const file = join(folder, 'kernels.yaml');
  return packCases(fakeKernels(text, FUNCTIONS, proposed), { document, file });
}

async function problemsOf(smoke: string): Promise<readonly string[]> {
  const error: unknown = await packed(smoke).catch((failure: unknown) => failure);
  if (!(error instanceof Failure)) throw new Error('it did not fail');
  expect(error.kind).toBe('usage');
  return error.problems.map(formatProblem);
}

function casesOf({ kernels }: PackedCases): readonly PackagedCase[] {
  return kernels.flatMap(({ cases }) => cases.cases);
}

function textOf(tests: PackedCases): string {
  return String(casesFiles(tests, new Map()).get('smoke/cases.json'));
}

const OUTPUTS: ExpectedOutputs = {
  outputs: new Map([['y', packFloats('fp16', Float64Array.of(1, 2, 3, 4))]]),
};

describe('a package without tests', () => {
  it('has no smoke/cases.json', async () => {
    expect([...casesFiles(await packed(''), new Map())]).toEqual([]);
  });
});

describe('smoke/cases.json', () => {
  it('is parsed to what it was written from, and is reproducible', async () => {
    const tests = await packed(SMOKE);
    const text = textOf(tests);
    expect(casesSchema.parse(JSON.parse(text)).kernels).toEqual([tests.kernels[0]?.cases]);
    expect(text).toBe(textOf(await packed(SMOKE)));
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('has parameters in order, and numbers as text', async () => {
    const [first] = casesOf(await packed(SMOKE));
    expect(first?.scalars).toEqual({ n: '2', factor: '0.5' });
    expect(Object.keys(first?.buffers ?? {})).toEqual(['x', 'y']);
    expect(first?.buffers['y']).not.toHaveProperty('fill');
  });

  it('has the tolerance of what the kernel rounds to in any of its variants', async () => {
    const tests = await packed(SMOKE);
    const rounding = new Map([['scale_fp16', new Map([['y', 'bf16']])]]);
    const text = String(casesFiles(tests, rounding).get('smoke/cases.json'));
    const [kernel] = casesSchema.parse(JSON.parse(text)).kernels;
    expect(kernel?.cases.map(({ buffers }) => buffers['y']?.tolerance)).toEqual([
      { norm: 0.016, rtol: 0.08, atol: 0, default: 'bf16' },
      { norm: 0.016, rtol: 0.08, atol: 0, default: 'bf16' },
    ]);
    expect(kernel?.cases[0]?.buffers['x']?.tolerance).toMatchObject({ default: 'fp16' });
  });

  it('has the cases that are only timed, however large, with fills but without data', async () => {
    const tests = await packed(`${SMOKE}
    tune: { cases: [{ n: 500000000 }], key: [n] }
`);
    const [kernel] = casesSchema.parse(JSON.parse(textOf(tests))).kernels;
    expect(kernel?.cases.map(({ name }) => name)).toEqual(['n=2', 'n=3']);
    expect(kernel?.timed?.map(({ name }) => name)).toEqual(['n=500000000']);
    expect(kernel?.timed?.[0]?.buffers['x']).toMatchObject({
      length: 1_499_999_999,
      fill: { kind: 'normal', mean: 0, deviation: 1 },
    });
    expect(kernel?.key).toEqual(['n']);
    expect([...casesFiles(tests, new Map()).keys()]).toEqual(['smoke/cases.json']);
  });

  it('names the file of each expected output', async () => {
    const tests = await packed(SMOKE);
    const [first, second] = casesOf(tests);
    if (first === undefined || second === undefined) throw new Error('there are no cases');
    const filled = addExpected(
      tests,
      new Map([
        [first, OUTPUTS],
        [second, OUTPUTS],
      ]),
    );
    const [buffer] = casesOf(filled).map(({ buffers }) => buffers['y']);
    if (buffer === null || buffer === undefined) throw new Error('there is no output');
    const bytes = expectedBytes(buffer, readPacked(filled));
    expect([...new Float32Array(bytes?.slice().buffer ?? [])]).toEqual([1, 2, 3, 4]);
    // Both cases use the same file.
    expect([...casesFiles(filled, new Map()).keys()]).toEqual([
      'smoke/cases.json',
      buffer.expected?.data.file,
    ]);
    expect(filled.kernels[0]?.cases).toMatchObject({ expected: 'interpreter' });
  });

  /** The cases with these results of the first and the second one, and the warnings about them. */
  async function noted(results: readonly [ExpectedOutputs, ExpectedOutputs]) {
    const tests = await packed(SMOKE);
    const [first, second] = casesOf(tests);
    if (first === undefined || second === undefined) throw new Error('there are no cases');
    const expected = new Map([
      [first, results[0]],
      [second, results[1]],
    ]);
    const warnings: Problem[] = [];
    const log = { ...silentLog, warning: (problem: Problem) => void warnings.push(problem) };
    warnOfMissingOutputs(tests, expected, readManifest(manifestWith(SMOKE), 'kernels.yaml'), log);
    expectGolden(warnings.map(formatProblem).join('\n'));
    const filled = addExpected(tests, expected);
    return { filled, kernel: filled.kernels[0]?.cases };
  }

  const FAILED = { note: 'demo.py:7: no such thing', outputs: new Map() };

  it('has a note if the interpreter computes no case, and a warning is logged', async () => {
    const { filled, kernel } = await noted([FAILED, FAILED]);
    expect(kernel).toMatchObject({ expected: 'none', note: 'demo.py:7: no such thing' });
    expect([...casesFiles(filled, new Map()).keys()]).toEqual(['smoke/cases.json']);
  });

  it('has those of the other cases if the interpreter cannot compute one', async () => {
    const { kernel } = await noted([OUTPUTS, FAILED]);
    expect(kernel).toMatchObject({ expected: 'interpreter' });
    expect(kernel?.note).toBeUndefined();
    expect(kernel?.cases.map(({ note }) => note)).toEqual([undefined, FAILED.note]);
    expect(kernel?.cases.map(({ buffers }) => buffers['y']?.expected !== undefined)).toEqual([
      true,
      false,
    ]);
  });

  it('has those of the other cases if the kernel does not write all of one', async () => {
    const note = 'the kernel does not write 2 of 4 elements of y';
    const { kernel } = await noted([{ note, isUnwritten: true, outputs: new Map() }, OUTPUTS]);
    expect(kernel).toMatchObject({ expected: 'interpreter' });
    expect(kernel?.cases.map((each) => each.note)).toEqual([note, undefined]);
  });
});

describe('generated cases', () => {
  const GENERATED = SMOKE.replace('cases: [{ n: 2 }, { n: 3 }]', 'cases: { generate: 4 }');

  it('say how they were made', async () => {
    const cases = casesOf(await packed(GENERATED));
    expect(cases.map(({ generated }) => generated?.changes.length)).toEqual([0, 1, 1, 2]);
    expect(cases[0]?.generated).toMatchObject({ line: '{ n: 64 }', seed: '0' });
  });

  it('are left out if the reference does not compute them, but not if the kernel is to blame', async () => {
    const tests = await packed(GENERATED);
    const results: readonly ExpectedOutputs[] = [
      OUTPUTS,
      { note: 'division by zero', outputs: new Map() },
      { note: 'accesses outside', isOutside: true, outputs: new Map() },
      { note: 'not all written', isUnwritten: true, outputs: new Map() },
    ];
    const all = casesOf(tests);
    const expected = new Map(all.map((item, index) => [item, results[index] ?? OUTPUTS]));
    const [kernel] = addExpected(tests, expected).kernels;
    expect(kernel?.cases.cases.map(({ name }) => name)).toEqual(
      [0, 2, 3].map((index) => all[index]?.name),
    );
    expect(kernel?.cases.leftOut).toEqual({ count: 1, reason: 'division by zero' });
    expect(casesSchema.shape.kernels.element.parse(kernel?.cases)).toEqual(kernel?.cases);
  });

  it('with other data are left out if only their outputs are infinite', async () => {
    const tests = await packed(GENERATED.replace('generate: 4', 'generate: 8'));
    const all = casesOf(tests);
    const infinite: ExpectedOutputs = {
      outputs: new Map([['y', packFloats('fp16', Float64Array.of(1, -Infinity))]]),
    };
    const hasData = ({ generated }: PackagedCase) =>
      generated?.changes.some(({ kind }) => kind === 'data') === true;
    const expected = new Map(all.map((item) => [item, item === all[0] ? OUTPUTS : infinite]));
    const [kernel] = addExpected(tests, expected).kernels;
    expect(all.some(hasData)).toBe(true);
    expect(kernel?.cases.cases.map(({ name }) => name)).toEqual(
      all.filter((item) => !hasData(item)).map(({ name }) => name),
    );
    expect(kernel?.cases.leftOut?.reason).toBe('an output is infinite');
  });

  it('with other strides are compared with what the kernel gives for contiguous ones', async () => {
    const strided = GENERATED.replace('strides: [3, 1]', 'strides: [pitch, 1]');
    const cases = '{ written: [{ n: 2, pitch: 2 }], generate: 12 }';
    const tests = await packed(strided.replace('{ generate: 4 }', cases));
    const [kernel] = tests.kernels;
    const [[item, other] = []] = kernel?.contiguous ?? [];
    expect(item?.buffers['x']?.strides).not.toEqual([2, 1]);
    expect(other?.packaged.buffers['x']?.strides).toEqual([2, 1]);
    expect(other?.packaged.buffers['x']?.seed).toBe(item?.buffers['x']?.seed);
  });
});

describe("a user's own test", () => {
  it('is part of the package with the files it includes', async () => {
    await write('tests/own.cpp', '#include "own.hpp"');
    await write('tests/own.hpp', '');
    const tests = await packed("    smoke: { source: ['tests/own.cpp', 'tests/own.hpp'] }\n");
    expect([...casesFiles(tests, new Map()).keys()]).toEqual([
      'smoke/cases.json',
      'smoke/tests/scale_fp16/tests/own.cpp',
      'smoke/tests/scale_fp16/tests/own.hpp',
    ]);
    expect(tests.kernels[0]?.cases.test).toEqual(['tests/own.cpp', 'tests/own.hpp']);
  });

  it('that is missing is reported with its place in the manifest', async () => {
    const problems = await problemsOf('    smoke: { source: own.cpp }\n');
    expect(problems).toHaveLength(1);
    expectGolden(problems.join('\n'));
  });
});

describe('an input from a file', () => {
  const FILLED = SMOKE.replace(
    'strides: [3, 1] }',
    'strides: [3, 1], fill: { file: x.npy } }',
  ).replace(', { n: 3 }', '');
  const BYTES = Uint8Array.of(0, 0x3c, 0, 0x40, 0, 0x42, 0, 0x44);

  it('is placed by shape and strides', async () => {
    await write('x.npy', writeNpy({ type: '<f2', shape: [2, 2], bytes: BYTES }));
    const tests = await packed(FILLED);
    const buffer = casesOf(tests)[0]?.buffers['x'];
    if (buffer === null || buffer === undefined) throw new Error('there is no input');
    const { data } = compressData(BYTES, 2);
    expect(buffer.fill).toEqual({ kind: 'data', data });
    expect([...new Uint16Array(physicalInput(buffer, readPacked(tests)).buffer)]).toEqual([
      0x3c00, 0x4000, 0xffff, 0x4200, 0x4400,
    ]);
  });

  it.each<[string, Uint8Array | undefined]>([
    ['is missing', undefined],
    ['is not a .npy file', Buffer.from('text')],
    [
      'has another element type',
      writeNpy({ type: '<f4', shape: [2, 2], bytes: new Uint8Array(16) }),
    ],
    ['has another shape', writeNpy({ type: '<f2', shape: [4], bytes: BYTES })],
  ])('is rejected if it %s', async (_what, content) => {
    if (content !== undefined) await write('x.npy', content);
    expectGolden((await problemsOf(FILLED)).join('\n'));
  });
});

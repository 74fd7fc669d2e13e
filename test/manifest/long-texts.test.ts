import { expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nearest } from '../../src/base/text.ts';
import { findCudaHeader } from '../../src/prove/harness/tools.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import type { Kernel } from '../../src/manifest/terms/kernel.ts';
import { parseTritonVersion } from '../../src/manifest/terms/triton-version.ts';
import { addEntries } from '../../src/plan/manifest-text.ts';
import { vendoredFiles } from '../../src/package/triton-tools/vendored.ts';
import { expectCpuTime } from '../support/cpu-time.ts';
import { failureOf } from '../support/golden.ts';

// Texts of others can be long, and a pattern can take the square of their length.

const LONG = 1_000_000;

/** An entry of a manifest. */
const ENTRY = {
  name: 'b',
  isGuess: false,
  source: 'b.py:b',
  arguments: [],
  constants: [],
  gridParameters: [],
  grid: ['1'],
  smoke: undefined,
};

const trimmed = { flat: true, header: '', trimmed: true, extraFiles: [] };

const manifest = (header: string): string => `package: demo
triton: 3.8.0
generator: triton
vendored: { header: "${header}" }
targets: [sm_90]
kernels:
  add: { source: "add.py:add", signature: "*fp32", grid: 1 }
`;

it.each<[what: string, body: () => unknown]>([
  ['a word that is like none', () => nearest('x'.repeat(LONG), ['fp32', 'fp16', 'int32'])],
  ['a header with open comments', () => readManifest(manifest('/*'.repeat(LONG / 2)), 'x.yaml')],
  ['a version of dots', () => parseTritonVersion(`1.1${'.'.repeat(LONG)}x`)],
  [
    'a recording into a manifest that ends with a row of blanks',
    () => addEntries(`kernels:\n  a: 1\n${' '.repeat(LONG)}\nx: 1\n`, [ENTRY]),
  ],
  ['a cuda.h of empty lines', () => readHeader('\n'.repeat(LONG))],
])('is read in time: %s', async (_what, body) => {
  // Some are refused.
  await expectCpuTime(3000, () =>
    Promise.resolve()
      .then(body)
      .catch(() => undefined),
  );
});

it.each<[what: string, kernel: string]>([
  ['an expression', `grid: "${Array.from({ length: 60_000 }, () => 'n').join('+')}"`],
  ['a key', `grid: 1, ${'x'.repeat(60_000)}: 1`],
  ['a target', `grid: 1, targets: ["${'x'.repeat(60_000)}"]`],
])('is not quoted whole in a message: %s', async (_what, kernel) => {
  const text = `package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  add: { source: "add.py:add", signature: "*fp32, i32", ${kernel} }
`;
  expect((await failureOf(() => readManifest(text, 'x.yaml'))).length).toBeLessThan(5000);
});

it('blanks in a row are not taken for those at the end of a line', () => {
  const kernel = { name: 'add', source: { file: 'add.py', function: 'add' } } as Kernel;
  const text = `a${' '.repeat(LONG)}b \t\r\nc\t\n\n`;
  const [file] = vendoredFiles(kernel, { 'add.c': text }, '3.8.0', trimmed);
  expect(file?.text).toBe(`a${' '.repeat(LONG)}b\nc\n`);
});

it('a comment that is not closed is no header', () => {
  const errorOf = (header: string): string => {
    try {
      readManifest(manifest(header), 'kernels.yaml');
      return '';
    } catch (error) {
      return String(error);
    }
  };
  expect(errorOf('/* one */ // two')).toBe('');
  for (const header of ['/* one */ /* two', '/*/', '/* one */ x'])
    expect(errorOf(header)).toContain('expected comments of C only');
});

async function readHeader(text: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cuda-'));
  await mkdir(join(folder, 'include'));
  await writeFile(join(folder, 'include/cuda.h'), text);
  await findCudaHeader({ CUDA_HOME: folder }, []);
  await rm(folder, { recursive: true });
}

import { expect, it } from '#jest';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nearest } from '../../src/base/text.ts';
import { findCudaHeader } from '../../src/prove/harness/tools.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import { parseTritonVersion } from '../../src/manifest/terms/triton-version.ts';
import { addEntries } from '../../src/features/authoring/manifest-text.ts';
import { expectCpuTime } from '../support/cpu-time.ts';
import { failureOf } from '../support/golden.ts';

// Texts of others can be long, and a pattern can take the square of their length.

const LONG = 1_000_000;

/** An entry of a manifest. */
const ENTRY = {
  name: 'b',
  isText: false,
  source: 'b.py:b',
  choices: {},
  globals: [],
  arguments: [],
  constants: [],
  heuristics: [],
  configs: [],
  gridParameters: [],
  grid: ['1'],
  gridComments: [],
  options: [],
};

it.each<[what: string, body: () => unknown]>([
  ['a word that is like none', () => nearest('x'.repeat(LONG), ['fp32', 'fp16', 'int32'])],
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

async function readHeader(text: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cuda-'));
  await mkdir(join(folder, 'include'));
  await writeFile(join(folder, 'include/cuda.h'), text);
  await findCudaHeader({ CUDA_HOME: folder }, []);
  await rm(folder, { recursive: true });
}

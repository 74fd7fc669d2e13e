import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from '../../../src/base/text.ts';
import { listFiles } from '../../../src/package/folder.ts';
import type {
  KernelCases,
  PackagedBuffer,
  PackagedCase,
} from '../../../src/manifest/cases/packaged.ts';
import { fakePlan } from '../../support/fake-build.ts';
import { fakePackage } from '../../support/fake-package.ts';
import { type Times, tunedKernel, choosersFor } from '../../features/tuning/tuning-file.ts';

/** Two kernels. `scale` has two algos and two specialisations. */
export const MANIFEST = `
package: demo
version: 1.2.0
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale:
    source: k.py:scale
    arguments: { x: "*fp32", y: "*fp32", n: [i32:16, i32], factor: fp32 }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid: [cdiv(n, BLOCK)]
  other:
    source: k.py:other
    arguments: { x: "*fp32" }
    grid: [1]
`;

const FUNCTIONS = { scale: ['x', 'y', 'n', 'factor', 'BLOCK'], other: ['x'] };

const TOLERANCE = { norm: 1e-5, rtol: 1e-5, atol: 0 };

/** A contiguous buffer of `length` elements. */
export function buffer(length: number, changes: Partial<PackagedBuffer> = {}): PackagedBuffer {
  return {
    element: 'fp32',
    shape: [length],
    strides: [1],
    length,
    role: 'in',
    seed: '0123456789abcdef0123456789abcdef',
    fill: { kind: 'constant', value: 1 },
    tolerance: TOLERANCE,
    ...changes,
  };
}

/** A case of `scale`. */
export function scaleCase(n: number, changes: Partial<PackagedCase> = {}): PackagedCase {
  return {
    name: `n=${n}`,
    path: ['kernels', 'scale', 'smoke', 'cases', 0],
    scalars: { n: String(n), factor: '2.5' },
    buffers: { x: buffer(n), y: { ...buffer(n), role: 'out', fill: undefined } },
    runs: [
      n % 16 === 0 ? { specialisation: 0, offsets: {} } : { specialisation: 1, offsets: { x: 4 } },
    ],
    empty: { n: '0', factor: '2.5' },
    ...changes,
  };
}

/** The tests of `scale`: a large case, then a small one. */
export function scaleCases(changes: Partial<KernelCases> = {}): KernelCases {
  return {
    name: 'scale',
    path: ['kernels', 'scale', 'smoke'],
    expected: 'none',
    deterministic: true,
    algos: [0, 1],
    cases: [scaleCase(256), scaleCase(33)],
    test: [],
    ...changes,
  };
}

/**
 * Writes a package with these tests and its checksums. Returns its folder.
 * @param tuned the times of the algos of `scale`, if an algo is chosen by them
 */
export async function smokePackage(
  kernels: readonly KernelCases[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
  manifest = MANIFEST,
  tuned: readonly Times[] = [],
): Promise<string> {
  const plan = fakePlan(manifest, FUNCTIONS);
  const measured = tuned.length === 0 ? [] : [tunedKernel(plan.variants, 'scale', 'sm_90', tuned)];
  const choosers = choosersFor(measured, plan);
  const folder = await fakePackage(manifest, FUNCTIONS, undefined, undefined, choosers);
  const cases = `${JSON.stringify({ format: 1, kernels }, undefined, 2)}\n`;
  const all = { 'smoke/cases.json': cases, ...files };
  for (const [path, content] of Object.entries(all)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  // The recording driver supports CUDA 12 only.
  const file = join(folder, 'manifest.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('"13.0"', '"12.8"'));
  await seal(folder);
  return folder;
}

/** Writes the checksums of all files. */
export async function seal(folder: string): Promise<void> {
  const paths = (await listFiles(folder)).filter((path) => path !== 'SHA256SUMS').toSorted();
  const lines = await Promise.all(
    paths.map(async (path) => `${sha256(await readFile(join(folder, path)))}  ${path}\n`),
  );
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''));
}

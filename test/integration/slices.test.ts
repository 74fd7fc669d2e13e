import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const TESTS = fileURLToPath(new URL('..', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

/** Some of the examples, with one element type of each, to save time. */
const EXAMPLE_KERNELS = [
  ['vector-add', '*_fp16'],
  ['softmax', '*_fp16'],
  ['flash-attention', 'fmha_d64_fp16'],
] as const;

let space: Workspace;
beforeAll(async () => {
  for (const version of TRITON_VERSIONS) await tritonPython(version);
}, 600_000);
afterEach(() => space.remove());

const packageSchema = z.object({
  kernels: z.array(
    z.object({ name: z.string(), variants: z.array(z.looseObject({ sha256: z.string() })) }),
  ),
});

/** The hashes of the cubins of each kernel in a package. */
async function cubins(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(join(space.folder, folder, 'manifest.json'), 'utf8');
  const { kernels } = packageSchema.parse(JSON.parse(text));
  return new Map(kernels.map(({ name, variants }) => [name, variants.map(({ sha256 }) => sha256)]));
}

async function build(version: string, manifest: string, out: string, ...more: readonly string[]) {
  const python = await tritonPython(version);
  const args = ['--triton', version, '--python', python, '--store', `store-${out}`, '--out', out];
  return space.triton(['build', '--no-advice', '--manifest', manifest, ...args, ...more]);
}

describe.each(TRITON_VERSIONS)('slices with Triton %s', (version) => {
  it('compile every kernel of a program whose files import torch, which is not installed', async () => {
    space = await workspace();
    await cp(join(TESTS, 'slices'), space.folder, { recursive: true });
    const { code, stderr } = await build(version, 'kernels.yaml', 'aot');
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    const built = await cubins('aot');
    expect([...built.keys()]).toHaveLength(10);
    // Two ways to say the same about the program give the same code.
    expect(built.get('platform')).toEqual(built.get('platform_by_attribute'));
    expect(built.get('switched')).toEqual(built.get('switched_by_name'));
  }, 600_000);

  it('refuse what asks for a GPU, even if the file would catch an error and go on', async () => {
    space = await workspace();
    await cp(join(TESTS, 'slices'), space.folder, { recursive: true });
    const { code, stderr } = await build(version, 'refused.yaml', 'aot', '--only', 'k_reads_gpu');
    expect(code).toBe(4);
    expect(stderr).toContain('get_device_properties()[');
    expect(stderr).toContain('refused/kernels.py');
  }, 600_000);

  it('give the same cubins as importing the files', async () => {
    space = await workspace();
    await cp(join(TESTS, 'cases'), space.folder, { recursive: true });
    const manifests = ['kernels.yaml', 'specialised.yaml', 'tensors/kernels.yaml'];
    for (const manifest of manifests) await compareModes(version, manifest);
    for (const [name, only] of EXAMPLE_KERNELS) {
      await cp(join(EXAMPLES, name), join(space.folder, name), { recursive: true });
      await compareModes(version, `${name}/kernels.yaml`, '--only', only);
    }
  }, 900_000);
});

/** Builds a manifest without found hints with both source modes, and compares the cubins. */
async function compareModes(
  version: string,
  manifest: string,
  ...more: readonly string[]
): Promise<void> {
  const text = await readFile(join(space.folder, manifest), 'utf8');
  const document = parseDocument(text, { intAsBigInt: true });
  document.setIn(['defaults', 'specialise'], 'listed');
  await writeFile(join(space.folder, manifest), document.toString());
  document.setIn(['defaults', 'source_mode'], 'import');
  const imported = manifest.replace('.yaml', '-import.yaml');
  await writeFile(join(space.folder, imported), document.toString());
  const out = manifest.replaceAll(/\W/g, '-');
  const [slice, whole] = [
    await build(version, manifest, out, '--targets', 'sm_90', ...more),
    await build(version, imported, `${out}-import`, '--targets', 'sm_90', ...more),
  ];
  expect([manifest, slice.code, whole.code, slice.stderr]).toEqual([
    manifest,
    0,
    0,
    expect.anything(),
  ]);
  expect(await cubins(out)).toEqual(await cubins(`${out}-import`));
}

describe('a slice that cannot be taken', () => {
  it('is refused with the name, where it is set and read, and what to do', async () => {
    space = await workspace();
    await cp(join(TESTS, 'slices'), space.folder, { recursive: true });
    const { code, stderr } = await space.triton(['plan', '--manifest', 'refused.yaml']);
    expect(code).toBe(2);
    expectGolden(stderr);
  });
});

import { afterEach, beforeAll, describe, expect, it } from '#jest';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import { z } from 'zod';
import { readElf } from '../../src/compile/cubin/elf.ts';
import { run } from '../../src/base/process.ts';
import { KERNELS } from '../../src/compile/store/kinds.ts';
import { decodeEntry, parseEntryName } from '../../src/compile/store/entry.ts';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython, tritonTools } from '../support/triton.ts';

const SOURCE = `import triton
import triton.language as tl


@triton.jit
def doubled(x):
    return x + tl.sum(x, axis=0)


@triton.jit
def scale(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.device_assert(n > 0, "n is positive")
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.store(out_ptr + offsets, doubled(x), mask=offsets < n)


def unused():
    pass
`;
/** The lines, counted from 1. */
const LOAD = 14;
const CALLED = 7;

const FILE = 'my kernels/scale.py';

const MANIFEST = `package: lines
triton: 3.9.0
targets: [sm_90]
defaults:
  line_info: true
  source: ${FILE}:scale
  signature: "*fp32:16, *fp32:16, i32, 256"
  specialise: listed
  grid: cdiv(n, BLOCK)
kernels:
  sliced: {}
  imported: { source_mode: import }
  debugged: { debug: true }
  imported_debugged: { debug: true, source_mode: import }
  plain: { line_info: false }
`;

const spaces: Workspace[] = [];
beforeAll(async () => {
  for (const version of TRITON_VERSIONS) await tritonPython(version);
}, 600_000);
afterEach(async () => {
  for (const space of spaces.splice(0)) await space.remove();
});

async function newSpace(): Promise<Workspace> {
  const space = await workspace({ 'kernels.yaml': MANIFEST, [FILE]: SOURCE });
  spaces.push(space);
  return space;
}

const packageSchema = z.object({
  kernels: z.array(
    z.object({
      name: z.string(),
      lineInfo: z.boolean().optional(),
      variants: z.array(z.object({ hash: z.string(), sha256: z.string() })),
    }),
  ),
});

async function packaged({ folder }: Workspace) {
  const text = await readFile(join(folder, 'aot/manifest.json'), 'utf8');
  return packageSchema.parse(JSON.parse(text)).kernels;
}

/** The cubins in the store, by kernel hash. */
async function storedCubins({ folder }: Workspace): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = await glob('store/v2/*/*.kernel', { cwd: folder, absolute: true });
  const cubins = files.map(async (file) => {
    const { hash } = parseEntryName(file.slice(-71) as `${string}.kernel`);
    const { cubin } = decodeEntry(KERNELS, hash, await readFile(file)) ?? {};
    if (cubin === undefined) throw new Error(`damaged: ${file}`);
    return [hash, cubin] as const;
  });
  return new Map(await Promise.all(cubins));
}

describe.each(TRITON_VERSIONS)('line tables with Triton %s', (version) => {
  async function options(): Promise<readonly string[]> {
    return ['--triton', version, '--python', await tritonPython(version), '--jobs', '1'];
  }

  async function build(space: Workspace): Promise<void> {
    const args = ['build', '--store', 'store', '--out', 'aot'];
    expectSuccess(await space.triton([...args, ...(await options())]));
  }

  /** What nvdisasm prints of a cubin with its lines: `"my kernels/scale.py", line 14`. */
  async function linesOf(space: Workspace, cubin: Uint8Array): Promise<readonly string[]> {
    const file = join(space.folder, 'kernel.cubin');
    await writeFile(file, cubin);
    const settings = { env: process.env, signal: new AbortController().signal };
    const nvdisasm = join(await tritonTools(version), 'bin/nvdisasm');
    const { code, stdout } = await run([nvdisasm, '-g', '-c', file], settings);
    expect(code).toBe(0);
    return [...stdout.matchAll(/\/\/## File (".*?", line \d+)/g)].map(([, line = '']) => line);
  }

  it('name the source by its path below the manifest, in any folder and at any time', async () => {
    const [here, there] = [await newSpace(), await newSpace()];
    const past = new Date('2020-01-01');
    await utimes(join(there.folder, FILE), past, past);
    await build(here);
    await build(there);
    const kernels = await packaged(here);
    expect(await packaged(there)).toEqual(kernels);
    expect(kernels.map(({ name, lineInfo }) => [name, lineInfo])).toEqual([
      ['sliced', true],
      ['imported', true],
      ['debugged', true],
      ['imported_debugged', true],
      ['plain', undefined],
    ]);
    const cubins = await storedCubins(here);
    const cubinOf = (name: string): Uint8Array => {
      const kernel = kernels.find((each) => each.name === name);
      const cubin = cubins.get(kernel?.variants[0]?.hash ?? '');
      if (cubin === undefined) throw new Error(`no cubin of ${name}`);
      return cubin;
    };
    for (const name of ['sliced', 'imported', 'debugged', 'imported_debugged']) {
      const lines = await linesOf(here, cubinOf(name));
      expect(lines).toEqual(
        expect.arrayContaining([`"${FILE}", line ${LOAD}`, `"${FILE}", line ${CALLED}`]),
      );
      const files = new Set(lines.map((line) => line.replace(/, line.*/, '')));
      expect([...files].toSorted()).toEqual([`"${FILE}"`, '"triton/language/standard.py"']);
    }
    expect(await linesOf(here, cubinOf('plain'))).toEqual([]);
    // What the assertion prints.
    expect(Buffer.from(cubinOf('debugged')).includes(`${FILE}\0`)).toBe(true);
    const code = (name: string): string =>
      readElf(cubinOf(name))
        .sections.filter((section) => section.name.startsWith('.text.'))
        .map(({ contents: { buffer, byteOffset, byteLength } }) =>
          Buffer.from(buffer, byteOffset, byteLength).toString('hex'),
        )
        .join();
    expect(code('sliced')).not.toBe('');
    expect(code('sliced')).toBe(code('plain'));
    const verified = [
      'verify',
      '--package',
      'aot',
      '--manifest',
      'kernels.yaml',
      '--store',
      'fresh',
    ];
    expectSuccess(await here.triton([...verified, ...(await options())]));
  }, 300_000);
});

const planSchema = z.object({
  variants: z.array(z.object({ kernel: z.string(), hash: z.string() })),
});

async function plannedHashes(space: Workspace): Promise<ReadonlyMap<string, string>> {
  const { code, stdout, stderr } = await space.triton(['plan', '--json', '--store', 'none']);
  expectSuccess({ code, stderr });
  const { variants } = planSchema.parse(JSON.parse(stdout));
  return new Map(variants.map(({ kernel, hash }) => [kernel, hash]));
}

it('a comment above the lines of a kernel changes the kernels with line tables, one below does not', async () => {
  const space = await newSpace();
  const before = await plannedHashes(space);
  await space.write(FILE, `${SOURCE}# further down\n`);
  const below = await plannedHashes(space);
  for (const name of ['sliced', 'debugged', 'plain'])
    expect([name, below.get(name)]).toEqual([name, before.get(name)]);
  await space.write(FILE, `# a comment\n${SOURCE}`);
  const above = await plannedHashes(space);
  for (const name of ['sliced', 'imported', 'debugged', 'imported_debugged'])
    expect([name, above.get(name)]).not.toEqual([name, before.get(name)]);
  expect(above.get('plain')).toBe(before.get('plain'));
});

it('another value in `globals` changes kernels with line numbers too', async () => {
  const space = await newSpace();
  await space.write(
    FILE,
    SOURCE.replace('def unused', 'FACTOR = settings()\n\n\ndef unused').replace(
      'x + tl.sum',
      'FACTOR + tl.sum',
    ),
  );
  const give = (factor: number): Promise<void> =>
    space.write(
      'kernels.yaml',
      MANIFEST.replace('  line_info', `  globals: { FACTOR: ${factor} }\n  line_info`).replaceAll(
        /^.*source_mode: import.*\n/gm,
        '',
      ),
    );
  await give(2);
  const before = await plannedHashes(space);
  await give(3);
  const after = await plannedHashes(space);
  for (const name of ['sliced', 'debugged', 'plain'])
    expect([name, after.get(name)]).not.toEqual([name, before.get(name)]);
});

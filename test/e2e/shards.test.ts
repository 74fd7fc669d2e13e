import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';

const KERNEL = `import triton
import triton.language as tl


@triton.jit
def scale(x, n, factor: tl.constexpr):
    i = tl.program_id(0) * 64 + tl.arange(0, 64)
    tl.store(x + i, tl.load(x + i, i < n) * factor, i < n)


def reference(x, n):
    return {"x": x * 2}
`;

const MANIFEST = `package: demo
triton: 3.9.0
targets: [sm_80, sm_90]
defaults: { grid: "cdiv(n, 64)" }
kernels:
  twice:
    source: k.py:scale
    arguments: { x: "*fp32", n: i32 }
    constants: { factor: 2 }
    smoke:
      cases: [{ n: 100 }]
      buffers: { x: { shape: [n], role: inout } }
  thrice:
    source: k.py:scale
    arguments: { x: "*fp16", n: i32 }
    constants: { factor: 3 }
`;

let space: Workspace;
beforeEach(async () => {
  space = await workspace({ 'kernels.yaml': MANIFEST, 'k.py': KERNEL });
});
afterEach(() => space.remove());

/** Runs a build that has to succeed. Each machine has its own store. */
async function machine(name: string, ...args: string[]): Promise<string> {
  const result = await space.triton(['build', ...args, '--store', `store-${name}`]);
  expectSuccess(result);
  return result.stdout;
}

const read = (file: string): Promise<string> => readFile(join(space.folder, file), 'utf8');

describe('a build on several machines', () => {
  it('writes the same bytes as one machine', async () => {
    const each = await Promise.all(
      ['1', '2'].map((shard) =>
        machine(shard, '--shard', `${shard}/2`, '--out', `parts/${shard}`, '--jobs', '1', '--json'),
      ),
    );
    const computed = each.map((text) => (JSON.parse(text) as { computed: number }).computed);
    expect(computed.every((count) => count > 0)).toBe(true);
    expect(await readdir(join(space.folder, 'parts/1'))).toEqual(['part.json', 'store']);
    const results = ['--results', 'parts/2', 'parts/1'];
    const built = JSON.parse(
      await machine('package', ...results, '--report', 'report', '--json'),
    ) as { compiled: number; cached: number };
    expect(built.compiled).toBe(0);
    const { totals } = JSON.parse(await read('report/report.json')) as {
      totals: { built: number; cpuSeconds: number };
    };
    // The shards have compiled them for this build.
    expect(totals).toMatchObject({ built: built.cached, cached: 0, failed: 0 });
    expect(totals.cpuSeconds).toBeGreaterThan(0);
    await machine('one', '--out', 'alone');
    expect(await read('aot/SHA256SUMS')).toBe(await read('alone/SHA256SUMS'));

    // The folder with all parts will do. One that is missing is computed.
    await machine('folder', '--results', 'parts', '--out', 'from-folder');
    expect(await read('from-folder/SHA256SUMS')).toBe(await read('alone/SHA256SUMS'));
    const half = ['build', '--results', 'parts/1', '--out', 'half', '--store', 'store-half'];
    const lacking = await space.triton(half);
    expectSuccess(lacking);
    expect(lacking.stderr).toContain('no results of shard 2 of 2');
    expect(await read('half/SHA256SUMS')).toBe(await read('alone/SHA256SUMS'));

    // What the store has does not change the division.
    const again = ['--shard', '2/2', '--out', 'again', '--json'];
    expect(JSON.parse(await machine('2', ...again))).toMatchObject({ computed: 0 });
    const names = async (part: string): Promise<string[]> =>
      (await readdir(join(space.folder, part, 'store'), { recursive: true })).toSorted();
    expect(await names('again')).toEqual(await names('parts/2'));
  });
});

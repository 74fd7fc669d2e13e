import { describe, expect, it } from '#jest';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess } from '../support/command.ts';
import { machines } from './machines.ts';

const at = machines();

describe('a build on several machines', () => {
  it('writes the same bytes as one machine', async () => {
    const each = await Promise.all(
      ['1', '2'].map((shard) =>
        at.machine(
          shard,
          '--shard',
          `${shard}/2`,
          '--out',
          `parts/${shard}`,
          '--jobs',
          '1',
          '--json',
        ),
      ),
    );
    const computed = each.map((text) => (JSON.parse(text) as { computed: number }).computed);
    expect(computed.every((count) => count > 0)).toBe(true);
    expect(await readdir(join(at.space.folder, 'parts/1'))).toEqual(['part.json', 'store']);
    const results = ['--results', 'parts/2', 'parts/1'];
    const built = JSON.parse(
      await at.machine('package', ...results, '--report', 'report', '--json'),
    ) as { compiled: number; cached: number };
    expect(built.compiled).toBe(0);
    const { totals } = JSON.parse(await at.read('report/report.json')) as {
      totals: { built: number; cpuSeconds: number };
    };
    // The shards have compiled them for this build.
    expect(totals).toMatchObject({ built: built.cached, cached: 0, failed: 0 });
    expect(totals.cpuSeconds).toBeGreaterThan(0);
    await at.machine('one', '--out', 'alone');
    expect(await at.read('aot/SHA256SUMS')).toBe(await at.read('alone/SHA256SUMS'));

    // The folder with all parts will do. One that is missing is computed.
    await at.machine('folder', '--results', 'parts', '--out', 'from-folder');
    expect(await at.read('from-folder/SHA256SUMS')).toBe(await at.read('alone/SHA256SUMS'));
    const half = ['build', '--results', 'parts/1', '--out', 'half', '--store', 'store-half'];
    const lacking = await at.space.triton(half);
    expectSuccess(lacking);
    expect(lacking.stderr).toContain('no results of shard 2 of 2');
    expect(await at.read('half/SHA256SUMS')).toBe(await at.read('alone/SHA256SUMS'));

    // What the store has does not change the division.
    const again = ['--shard', '2/2', '--out', 'again', '--json'];
    expect(JSON.parse(await at.machine('2', ...again))).toMatchObject({ computed: 0 });
    const names = async (part: string): Promise<string[]> =>
      (await readdir(join(at.space.folder, part, 'store'), { recursive: true })).toSorted();
    expect(await names('again')).toEqual(await names('parts/2'));
  });
});

import { describe, expect, it } from '#jest';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorsIn, expectSuccess } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';
import { act, type Acted } from '../support/runner.ts';
import { tritonPython, USUAL } from '../support/triton.ts';
import { KERNEL, machines } from './machines.ts';

const at = machines();

describe('a build on several machines', () => {
  it('names what failed, and loses nothing else', async () => {
    await at.space.write(
      'k.py',
      KERNEL.replace('* factor', '* factor + (factor == 3 and undefined)'),
    );
    const failed = await at.space.triton(['build', '--shard', '1/1', '--out', 'part']);
    expect(failed.code).toBe(4);
    expect(errorsIn(failed.stderr)).toContain('thrice');
    const build = ['build', '--results', 'part', '--store', 'store-package'];
    const built = await at.space.triton(build);
    expect(built.code).toBe(4);
    expect(errorsIn(built.stderr)).toContain('thrice');
    const kept = await at.space.triton(['plan', '--store', 'store-package', '--json']);
    const { variants } = JSON.parse(kept.stdout) as {
      variants: { kernel: string; status: string }[];
    };
    const stored = variants.filter(({ status }) => status === 'stored');
    expect(new Set(stored.map(({ kernel }) => kernel))).toEqual(new Set(['twice']));
    expect(stored).toHaveLength(variants.filter(({ kernel }) => kernel === 'twice').length);
  });

  it('computes a damaged result again', async () => {
    await at.machine('1', '--shard', '1/1', '--out', 'part');
    const files = await readdir(join(at.space.folder, 'part/store'), { recursive: true });
    const entry = files.find((file) => file.endsWith('.kernel')) ?? '';
    const file = join(at.space.folder, 'part/store', entry);
    const content = await readFile(file);
    content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;
    await writeFile(file, content);
    const built = await at.space.triton([
      'build',
      '--results',
      'part',
      '--store',
      'store-m',
      '--json',
    ]);
    expectSuccess(built);
    expect(built.stderr).toContain('this result is damaged and is not used');
    expect((JSON.parse(built.stdout) as { compiled: number }).compiled).toBeGreaterThan(0);
    await at.machine('one', '--out', 'alone');
    expect(await at.read('aot/SHA256SUMS')).toBe(await at.read('alone/SHA256SUMS'));
  });

  it('refuses parts of other builds, and names what differs', async () => {
    await at.machine('1', '--shard', '1/2', '--out', 'part');
    const part = JSON.parse(await at.read('part/part.json')) as Record<string, unknown>;
    const build = async (...results: string[]): Promise<string> => {
      const args = ['build', '--results', ...results, '--store', 'store-m'];
      const { code, stderr } = await at.space.triton(args);
      const text = errorsIn(stderr).replaceAll(/\b[0-9a-f]{16}\b/g, 'HASH');
      return `exit ${code}\n${text}\n`;
    };
    const messages = [];
    for (const change of [
      { package: 'other' },
      { triton: '3.7.0' },
      { manifest: 'x', plan: 'x' },
      { plan: 'x' },
      { format: 2 },
    ]) {
      await at.space.write('other/part.json', JSON.stringify({ ...part, ...change }));
      messages.push(await build('other'));
    }
    await at.space.write('other/part.json', JSON.stringify({ ...part, shard: 3, count: 3 }));
    messages.push(await build('part', 'other'), await build('store-1'));
    await at.space.write('k.py', KERNEL.replace('* factor', '+ factor'));
    messages.push(await build('part'));
    for (const args of [
      ['--shard', '3/2'],
      ['--shard', '1/2', '--results', 'part'],
    ]) {
      const { code, stderr } = await at.space.triton(['build', ...args]);
      messages.push(`exit ${code}\n${errorsIn(stderr)}\n`);
    }
    expectGolden(messages.join(''));
  });
});

describe('the jobs of a workflow', () => {
  /** Runs a job on its own machine. */
  const job = async (
    service: ResultsService,
    inputs: Readonly<Record<string, string>>,
  ): Promise<Acted> =>
    act(at.space, 'main', {
      inputs: { smoke: 'off', matrix: 'null', python: await tritonPython(USUAL), ...inputs },
      env: { ...service.env, TRITON_AOT_STORE: join(at.space.folder, `store-${randomUUID()}`) },
    });

  it('compute shards and write the package; the next run has nothing to compute', async () => {
    await using service = await startResultsService();
    for (const shard of ['1', '2']) {
      const inputs = { shard: `${shard}/2`, out: `parts/${shard}`, artifact: `part-${shard}` };
      const acted = await job(service, inputs);
      expectSuccess(acted);
      expect(Number(acted.outputs['compiled'])).toBeGreaterThan(0);
    }
    // Only the job that makes the package saves.
    expect(service.entries).toHaveLength(0);
    const built = await job(service, { results: 'parts', artifact: 'auto' });
    expectSuccess(built);
    expect(built.outputs).toMatchObject({ compiled: '0', 'artifact-name': 'aot-demo' });
    expect(service.artifacts.map(({ name }) => name)).toEqual(['part-1', 'part-2', 'aot-demo']);
    await at.machine('one', '--out', 'alone');
    expect(await at.read('aot/SHA256SUMS')).toBe(await at.read('alone/SHA256SUMS'));
    const again = await job(service, { shard: '1/2', out: 'again' });
    expect(again.outputs).toMatchObject({ compiled: '0' });
  });

  it('that fail upload what compiles, and replace it when run again', async () => {
    await at.space.write(
      'k.py',
      KERNEL.replace('* factor', '* factor + (factor == 3 and undefined)'),
    );
    await using service = await startResultsService();
    for (const _attempt of [1, 2]) {
      const failed = await job(service, { shard: '1/1', out: 'part', artifact: 'part' });
      expect(failed.code).toBe(4);
      expect(failed.stdout).toMatch(/^::error .*thrice/m);
      expect(failed.outputs['artifact-name']).toBe('part');
    }
  });
});

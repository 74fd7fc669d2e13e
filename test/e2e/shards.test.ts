import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorsIn, expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';
import { act, type Acted } from '../support/runner.ts';
import { tritonPython } from '../support/triton.ts';

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
triton: 3.8.0
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

/** Runs a command that has to succeed. Each machine has a store of its own. */
async function machine(name: string, ...args: string[]): Promise<string> {
  const store = args[0] === 'shard' ? [] : ['--store', `store-${name}`];
  const result = await space.triton([...args, ...store]);
  expectSuccess(result);
  return result.stdout;
}

const read = (file: string): Promise<string> => readFile(join(space.folder, file), 'utf8');

describe('a build on several machines', () => {
  it('writes the same bytes as one machine', async () => {
    const { shards } = JSON.parse(
      await machine('plan', 'plan', '--out', 'plan', '--shards', '2', '--json'),
    ) as { shards: { results: number; seconds: number }[] };
    expect(shards).toHaveLength(2);
    const files = await readdir(join(space.folder, 'plan'));
    // It has uv too if there is none on PATH.
    expect(files.filter((file) => !file.startsWith('uv-'))).toEqual([
      'plan.json',
      'results.pack',
      expect.stringMatching(/^triton-3\.8\.0-cp\d+-.*\.whl$/),
    ]);
    const each = await Promise.all(
      ['1', '2'].map((shard) =>
        machine(shard, 'shard', shard, '--out', `part-${shard}`, '--jobs', '1', '--json'),
      ),
    );
    const computed = each.map((text) => (JSON.parse(text) as { computed: number }).computed);
    expect(computed).toEqual(shards.map(({ results }) => results));
    const merged = JSON.parse(
      await machine('merge', 'merge', 'part-2', 'part-1', '--report', 'report', '--json'),
    ) as {
      compiled: number;
    };
    expect(merged.compiled).toBe(0);
    const { totals } = JSON.parse(await read('report/report.json')) as {
      totals: { built: number; cpuSeconds: number };
    };
    // What the shards have compiled for this build.
    expect(totals).toMatchObject({ built: 8, cached: 0, failed: 0 });
    expect(totals.cpuSeconds).toBeGreaterThan(0);
    await machine('one', 'build', '--out', 'alone');
    expect(await read('aot/SHA256SUMS')).toBe(await read('alone/SHA256SUMS'));

    // The merged results are a store like any other, which also knows the times.
    const empty = JSON.parse(await machine('merge', 'plan', '--out', 'again', '--json')) as {
      shards: unknown[];
    };
    expect(empty.shards).toEqual([]);
    // Nobody has to install anything.
    expect(await readdir(join(space.folder, 'again'))).toEqual(['plan.json', 'results.pack']);
    await machine('other', 'merge', '--plan', 'again', '--out', 'from-plan');
    expect(await read('from-plan/SHA256SUMS')).toBe(await read('alone/SHA256SUMS'));
  });

  it('names what failed, keeps the rest, and computes only what is missing when run again', async () => {
    await space.write('k.py', KERNEL.replace('* factor', '* factor + (factor == 3 and undefined)'));
    await machine('plan', 'plan', '--out', 'plan', '--shards', '1');
    const shard = (): Promise<{ code: number | null; stdout: string; stderr: string }> =>
      space.triton(['shard', '1', '--out', 'part']);
    const failed = await shard();
    expect(failed.code).toBe(4);
    expect(errorsIn(failed.stderr)).toContain('thrice');
    const merged = await space.triton(['merge', 'part', '--store', 'store-merge']);
    expect(merged.code).toBe(4);
    expect(errorsIn(merged.stderr)).toMatch(/shard 1 of 1 failed: .*thrice/);
    const again = await shard();
    expect(again.stderr).toMatch(/[1-9]\d* of \d+ results? from an earlier run/);
    expect(again.stderr).not.toContain('twice [');
  });

  it('refuses parts that are missing, damaged or foreign, and other sources', async () => {
    await machine('plan', 'plan', '--out', 'plan', '--shards', '2');
    await machine('1', 'shard', '1', '--out', 'part-1');
    const merge = async (...args: string[]): Promise<string> => {
      const { code, stderr } = await space.triton(['merge', '--store', 'store-m', ...args]);
      return `exit ${code}\n${errorsIn(stderr).replaceAll(/[0-9a-f]{64}/g, 'HASH')}\n`;
    };
    const missing = await merge('part-1');

    await cp(join(space.folder, 'part-1'), join(space.folder, 'flipped'), { recursive: true });
    const pack = join(space.folder, 'flipped/results.pack');
    const content = await readFile(pack);
    content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;
    await writeFile(pack, content);
    const damaged = await merge('flipped');

    const part = JSON.parse(await read('part-1/part.json')) as Record<string, unknown>;
    await cp(join(space.folder, 'part-1'), join(space.folder, 'other'), { recursive: true });
    await space.write('other/part.json', JSON.stringify({ ...part, shard: 2 }));
    const foreign = await merge('other');
    await space.write('other/part.json', JSON.stringify({ ...part, plan: 'x' }));
    const otherPlan = await merge('other');
    const noPart = await merge('plan');

    await space.write('k.py', KERNEL.replace('* factor', '+ factor'));
    const changed = await space.triton(['shard', '2', '--out', 'part-2']);
    const unknown = await space.triton(['shard', '3', '--out', 'part-3']);
    const unplanned = await space.triton(['plan', '--shards', '3']);
    expect([changed.code, unknown.code, unplanned.code]).toEqual([2, 2, 2]);
    expectGolden(
      missing +
        damaged +
        foreign +
        otherPlan +
        noPart +
        [changed, unknown, unplanned].map(({ stderr }) => errorsIn(stderr)).join(''),
    );
  });
});

describe('the jobs of a workflow', () => {
  /** Runs a job on a machine of its own. It has Triton, so that the plan, which is packed, is small. */
  const job = async (
    service: ResultsService,
    entry: 'plan' | 'shard' | 'merge',
    inputs: Readonly<Record<string, string>> = {},
  ): Promise<Acted> =>
    act(space, entry, {
      inputs: { smoke: 'off', matrix: 'null', python: await tritonPython('3.8.0'), ...inputs },
      env: { ...service.env, TRITON_AOT_STORE: join(space.folder, `store-${randomUUID()}`) },
    });

  it('plan, compute and merge; the next run has nothing to compute', async () => {
    await using service = await startResultsService();
    const plan = await job(service, 'plan', { shards: '2' });
    expectSuccess(plan);
    expect(plan.outputs).toEqual({
      matrix: '{"shard":[1,2]}',
      shards: '2',
      'artifact-name': 'triton-aot-plan',
    });
    expect(plan.summary).toContain('Expected CPU time');
    for (const shard of ['1', '2']) expectSuccess(await job(service, 'shard', { shard }));
    const merged = await job(service, 'merge', { artifact: 'auto' });
    expectSuccess(merged);
    expect(merged.outputs).toMatchObject({ compiled: '0', 'artifact-name': 'aot-demo' });
    expect(service.artifacts.map(({ name }) => name)).toEqual([
      'triton-aot-plan',
      'triton-aot-plan-part-1',
      'triton-aot-plan-part-2',
      'aot-demo',
    ]);
    await machine('one', 'build', '--out', 'alone');
    expect(await read('aot/SHA256SUMS')).toBe(await read('alone/SHA256SUMS'));

    const again = await job(service, 'plan', { artifact: 'second' });
    expect(again.outputs).toMatchObject({ matrix: '{"shard":[]}', shards: '0' });
    expectSuccess(await job(service, 'merge', { plan: 'second', out: 'second' }));
    expect(await read('second/SHA256SUMS')).toBe(await read('alone/SHA256SUMS'));
  });

  it('that fail name the kernels, and compute only what is missing when run again', async () => {
    await space.write('k.py', KERNEL.replace('* factor', '* factor + (factor == 3 and undefined)'));
    await using service = await startResultsService();
    expectSuccess(await job(service, 'plan', { shards: '1' }));
    const failed = await job(service, 'shard', { shard: '1' });
    expect(failed.code).toBe(4);
    expect(failed.stdout).toMatch(/^::error .*thrice/m);
    expect(failed.outputs['artifact-name']).toBe('triton-aot-plan-part-1');
    const merged = await job(service, 'merge');
    expect(merged.code).toBe(4);
    expect(merged.stdout).toMatch(/^::error.*shard 1 of 1 failed.*thrice/m);
    const again = await job(service, 'shard', { shard: '1' });
    expect(again.stdout).toMatch(/[1-9]\d* of \d+ results? from an earlier run/);
    expect(again.outputs['artifact-name']).toBe('triton-aot-plan-part-1');
    const unknown = await job(service, 'shard', { shard: '1', plan: 'other' });
    expect(unknown.code).toBe(2);
    expect(unknown.stdout).toContain('this workflow run has no artifact `other`');
  });
});

import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../../src/base/errors.ts';
import { readBundle, type ReadBundle } from '../../../src/features/bundle/read-bundle.ts';
import { describeReplays, readReplays, replaysText } from '../../../src/features/bundle/replays.ts';
import { KEYS, REPLAY, writeFakeBundle, writeLines } from '../../support/fake-bundle.ts';
import { HERE } from '../../support/here.ts';
import { silentLog } from '../../support/silent-log.ts';

let folder: string;
let replays: string;
let bundle: ReadBundle;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replays-'));
  replays = join(folder, 'replays');
  const scratch = join(folder, 'scratch');
  await mkdir(scratch);
  bundle = await readBundle(await writeFakeBundle(folder), scratch, HERE.signal);
});
afterEach(() => rm(folder, { recursive: true }));

const found = (key: string): object => ({ kind: 'found', key });
const head = (changes: object = {}): object => ({ ...REPLAY, bundle: bundle.sha256, ...changes });

/** What is said, and the warnings. */
async function said(): Promise<{ lines: readonly string[]; warnings: string[] }> {
  const warnings: string[] = [];
  const log = { ...silentLog, warning: (each: { message: string }) => warnings.push(each.message) };
  const all = await readReplays(replays, [bundle], log);
  return { lines: describeReplays(bundle, all.get(bundle) ?? []), warnings };
}

describe('the replays of a bundle', () => {
  it('are added up over the processes of a run', async () => {
    await writeLines(join(replays, 'host-a'), '1.jsonl', [head(), found(KEYS[0]), found(KEYS[0])]);
    await writeLines(join(replays, 'host-a'), '2.jsonl', [head(), found(KEYS[1])]);
    const checked = head({ how: 'checked', mode: 'overlay', device: null, run: null });
    await writeLines(replays, 'check.jsonl', [checked, found(KEYS[0])]);
    expect((await said()).lines).toEqual([
      '1 of 2 kernels had the same key when it was computed again with Triton 3.8.0 and Python 3.12.3, in no run of a workflow',
      '2 of 2 kernels were used by a program on NVIDIA H200 (sm_80, sm_90) with Triton 3.8.0 and Python 3.12.3, in run 7 of me/kernels (error mode): 0 were missing, 0 were compiled',
    ]);
    const all = await readReplays(replays, [bundle], silentLog);
    const { bundleSha256, replays: written } = JSON.parse(
      replaysText(bundle, all.get(bundle) ?? []),
    ) as { bundleSha256: string; replays: object[] };
    expect(bundleSha256).toBe(bundle.sha256);
    expect(written[1]).toMatchObject({ found: [...KEYS], device: 'NVIDIA H200' });
  });

  it('say what was missing, what was compiled, and that there was no GPU', async () => {
    const kernel = 'k.json';
    await writeLines(replays, '1.jsonl', [
      head({ device: null, mode: 'overlay', run: null }),
      { kind: 'missing', kernel },
      { kind: 'compiled', kernel },
      { kind: 'missing', kernel },
      found('CCCC'),
    ]);
    expect((await said()).lines).toEqual([
      '0 of 2 kernels were used by a program on no GPU with Triton 3.8.0 and Python 3.12.3, in no run of a workflow (overlay mode): 2 were missing, 1 were compiled',
    ]);
  });

  it('leave out those of another bundle, and a line that is not complete', async () => {
    await writeLines(replays, '1.jsonl', [head({ bundle: '0'.repeat(64) }), found(KEYS[0])]);
    const whole = `${JSON.stringify(head())}\n${JSON.stringify(found(KEYS[0]))}\n`;
    await writeFile(join(replays, '2.jsonl'), `${whole}{"kind": "fou`);
    const { lines, warnings } = await said();
    expect(warnings).toEqual(['1 replay of other bundles is left out']);
    expect(lines).toEqual([expect.stringContaining('1 of 2 kernels were used')]);
    await rm(join(replays, '2.jsonl'));
    expect((await said()).lines).toEqual(['no run of a program was recorded']);
  });

  it.each<[string, () => readonly object[]]>([
    ['nothing', () => []],
    ['no head', () => [found(KEYS[0])]],
    ['two heads', () => [head(), head()]],
    ['another format', () => [head({ format: 2 })]],
    ['a version with markup', () => [head({ triton: '<img>' })]],
    ['an unknown line', () => [head(), { kind: 'guessed' }]],
  ])('are refused with %s', async (_what, lines) => {
    await writeLines(replays, '1.jsonl', lines());
    const error = await said().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'verification' });
    expect(messageOf(error)).toContain('not a replay of a bundle');
  });

  it('are required in a folder that is named', async () => {
    await expect(said()).rejects.toMatchObject({ kind: 'usage' });
  });

  it('have nothing but names and numbers, since they are shown and signed', async () => {
    await writeLines(replays, '1.jsonl', [head({ device: '<b>GPU</b>', more: 'x' })]);
    const all = await readReplays(replays, [bundle], silentLog);
    const text = replaysText(bundle, all.get(bundle) ?? []);
    expect(text).toContain('"device": "GPU _b_GPU_/b_"');
    expect(text).not.toContain('more');
  });
});

import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../src/base/process.ts';
import { listStore } from '../../../src/compile/store/prune.ts';
import { ROOT } from '../../support/command.ts';

/** Writes, reads and prunes in turns, and prints every warning and every wrong entry. */
const WORKER = `
import { directoryStore } from ${JSON.stringify(join(ROOT, 'src/compile/store/store.ts'))};
import { pruneStore } from ${JSON.stringify(join(ROOT, 'src/compile/store/prune.ts'))};
import { sha256 } from ${JSON.stringify(join(ROOT, 'src/base/text.ts'))};

const [folder = '', seed = ''] = process.argv.slice(2);
const log = { group: (_, body) => body(), wait: (_, body) => body(), info() {}, progress() {}, warning: (it) => console.log(it.message) };
const kernel = (index) => ({
  cubin: new Uint8Array(10_000).fill(index), name: 'k', ptxas: '13.0', shared: index, numWarps: 4, numCtas: 1,
  globalScratch: { size: 0, align: 1 }, profileScratch: { size: 0, align: 1 },
  tensorMemory: 0,
  launchPdl: false, launchCooperativeGrid: false, tensorMaps: [], rounding: {}, miscompilations: [],
});
let hits = 0;
for (let turn = 0; turn < 300; turn++) {
  const store = directoryStore(folder, log, Date.now);
  // Every third time what was just written: the least recently used are pruned, which are next otherwise.
  const index = ((turn - (turn % 3 === 2 ? 1 : 0)) * 7 + Number(seed) * 13) % 50;
  const hash = sha256(String(index));
  const found = await store.kernels.get(hash);
  if (found === undefined) await store.kernels.put(hash, kernel(index));
  else {
    hits += 1;
    const isRight = found.shared === index && found.cubin.length === 10_000 && found.cubin.every((byte) => byte === index);
    if (!isRight) console.log('wrong entry');
  }
  if (turn % 10 === 0) await pruneStore(folder, 200_000, store.used, Date.now());
}
if (hits === 0) console.log('never found anything');
`;

describe('many processes on one store', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'processes-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('write, read and prune it at once without warnings or wrong entries', async () => {
    const settings = { cwd: ROOT, env: process.env, signal: new AbortController().signal };
    const source = join(folder, 'worker.ts');
    const program = join(folder, 'worker.mjs');
    await writeFile(source, WORKER);
    const bundler = join(ROOT, 'node_modules/rolldown/bin/cli.mjs');
    const bundle = [bundler, source, '--file', program, '--platform', 'node', '--format', 'esm'];
    expect(await run([process.execPath, ...bundle], settings)).toMatchObject({ code: 0 });
    const store = join(folder, 'store');
    const finished = await Promise.all(
      Array.from({ length: 6 }, (_, seed) =>
        run([process.execPath, program, store, String(seed)], settings),
      ),
    );
    for (const { code, stdout, stderr } of finished)
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    const left = await listStore(store);
    expect(left.filter(({ role }) => role.kind !== 'entry')).toEqual([]);
  });
});

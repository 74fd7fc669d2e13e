import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../../src/base/text.ts';
import { type EntryName, entryName } from '../../../src/compile/store/entry.ts';
import { checkPack, type Pack, readPack, writePack } from '../../../src/compile/store/pack.ts';
import { expectGolden } from '../../support/golden.ts';

const CONTENTS: ReadonlyMap<EntryName, Buffer> = new Map(
  ['', 'one', 'line\nends\n', 'x'.repeat(5000)].map((text) => [
    entryName('kernel', sha256(text)),
    Buffer.from(text),
  ]),
);

let folder = '';
let file = '';
let pack: Pack;
const give = (name: EntryName): Promise<Buffer | undefined> => Promise.resolve(CONTENTS.get(name));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-'));
  file = join(folder, 'pack');
  pack = await writePack(file, CONTENTS.keys(), give);
});
afterAll(() => rm(folder, { recursive: true }));

async function contentsOf(
  checked: Awaited<ReturnType<typeof checkPack>>,
  names: Iterable<EntryName> = checked.spans.keys(),
): Promise<Map<EntryName, Buffer>> {
  const found = new Map<EntryName, Buffer>();
  await readPack(checked, names, async (name, content) => void found.set(name, content));
  return found;
}

/** The error of checking a changed copy. */
async function refusalOf(content: Uint8Array, digest = pack.digest): Promise<string> {
  const changed = join(folder, 'changed');
  await writeFile(changed, content);
  const error: unknown = await checkPack(changed, digest).then(
    () => undefined,
    (reason) => reason,
  );
  return error instanceof Error ? error.message : 'accepted';
}

/** A pack whose first two lines are these, and its digest. */
function forged(head: unknown, body = ''): [content: Buffer, digest: string] {
  const lines = `triton-aot pack 1\n${JSON.stringify(head)}\n`;
  return [Buffer.from(`${lines}${body}`), sha256(lines)];
}

describe('a pack', () => {
  it('returns every entry and lists them', async () => {
    const checked = await checkPack(file, pack.digest);
    expect(await contentsOf(checked)).toEqual(CONTENTS);
    expect(pack.entries).toEqual(
      new Map([...CONTENTS].map(([name, { length }]) => [name, length])),
    );
    expect(pack.bytes).toBe((await readFile(file)).length);
  });

  it('returns only the entries asked for that it has', async () => {
    const checked = await checkPack(file, pack.digest);
    const [first] = CONTENTS.keys();
    const names = [first as EntryName, entryName('expected', sha256('none'))];
    expect([...(await contentsOf(checked, names)).keys()]).toEqual([first]);
  });

  it('does not depend on the order of names, nor on repeated ones', async () => {
    const again = join(folder, 'again');
    const twice = [...CONTENTS.keys(), ...CONTENTS.keys()].toReversed();
    expect(await writePack(again, twice, give)).toEqual(pack);
    expect(await readFile(again)).toEqual(await readFile(file));
  });

  it('leaves out entries that are gone', async () => {
    const again = join(folder, 'less');
    const less = await writePack(
      again,
      [...CONTENTS.keys(), entryName('expected', sha256(''))],
      give,
    );
    expect(less.entries).toEqual(pack.entries);
    await checkPack(again, less.digest);
    const none = await writePack(again, CONTENTS.keys(), () => Promise.resolve(undefined));
    expect((await checkPack(again, none.digest)).spans.size).toBe(0);
  });

  it('is rejected if any one byte is changed', async () => {
    const whole = await readFile(file);
    const changes = [...whole.keys()].filter((at) => at < whole.length - 4900 || at % 500 === 0);
    for (const at of changes) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      expect([at, await refusalOf(damaged)]).not.toEqual([at, 'accepted']);
    }
  });

  it('is rejected if it is cut off or too long', async () => {
    const whole = await readFile(file);
    for (const length of [0, 1, 17, 18, 19, 200, whole.length - 5001, whole.length - 1])
      expect([length, await refusalOf(whole.subarray(0, length))]).not.toEqual([
        length,
        'accepted',
      ]);
    expectGolden(await refusalOf(Buffer.concat([whole, Buffer.from('x')])));
  });

  it('is rejected if its structure is wrong, even if its digest matches', async () => {
    const name = entryName('kernel', sha256('one'));
    const empty = sha256('');
    for (const head of [
      {},
      { sha256: empty, entries: [['../../etc/passwd', 0]] },
      { sha256: empty, entries: [[`${name}/../x`, 0]] },
      { sha256: empty, entries: [[name, -1]] },
      { sha256: empty, entries: [[name, 0.5]] },
      { sha256: empty, entries: [[name, 1e12]] },
      { sha256: empty, entries: [], more: 1 },
    ])
      expect([head, await refusalOf(...forged(head))]).not.toEqual([head, 'accepted']);
    expectGolden(
      await refusalOf(...forged({ sha256: sha256('one'), entries: [[name, 3]] }, 'two')),
    );
    expect(await refusalOf(...forged({ sha256: sha256('one'), entries: [[name, 3]] }, 'one'))).toBe(
      'accepted',
    );
    const other = Buffer.from('PK\u0003\u0004\n\n');
    expectGolden(await refusalOf(other, sha256('')));
  });

  it('of 200 MB is never in memory as a whole', async () => {
    const large = join(folder, 'large');
    const entry = Buffer.alloc(2_000_000, 1);
    const names = Array.from({ length: 100 }, (_, index) =>
      entryName('kernel', sha256(`${index}`)),
    );
    const before = process.memoryUsage().arrayBuffers;
    const { digest } = await writePack(large, names, () => Promise.resolve(entry));
    await checkPack(large, digest);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
    const handle = await open(large);
    expect((await handle.stat()).size).toBeGreaterThan(200_000_000);
    await handle.close();
  });
});

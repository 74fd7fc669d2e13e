import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeScratch, ownedName } from '../../src/base/leftovers.ts';
import { nameOfDead } from '../support/dead-process.ts';
import { replaceFolder } from '../../src/base/replace-folder.ts';
import type { Problem } from '../../src/base/errors.ts';
import { silentLog } from '../support/silent-log.ts';
import { failureOf } from '../support/golden.ts';
import { ROOT } from '../support/command.ts';
import { HERE } from '../support/here.ts';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'replace-'));
  folder = join(parent, 'aot');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

/** Replaces the folder by one with a file of this text. */
async function replace(text: string): Promise<void> {
  await replaceFolder(folder, fillWith(text), HERE);
}

const fillWith =
  (text: string) =>
  async (fresh: string): Promise<{ folder: string }> => {
    await writeFile(join(fresh, 'file'), text);
    return { folder: fresh };
  };

const text = (): Promise<string> => readFile(join(folder, 'file'), 'utf8');

describe('replacing', () => {
  it('a folder is replaced as a whole, and nothing is left next to it', async () => {
    await replace('one');
    await writeFile(join(folder, 'further'), '');
    await replace('two');
    expect(await readdir(folder)).toEqual(['file']);
    expect(await text()).toBe('two');
    expect(await readdir(parent)).toEqual(['aot']);
  });

  it('the folder to use can be inside of the new one', async () => {
    await replace('one');
    const fill = async (fresh: string): Promise<{ folder: string; what: string }> => {
      await mkdir(join(fresh, 'demo-1.0'));
      await writeFile(join(fresh, 'demo-1.0/file'), 'two');
      return { folder: join(fresh, 'demo-1.0'), what: 'demo' };
    };
    expect((await replaceFolder(folder, fill, HERE)).what).toBe('demo');
    expect(await text()).toBe('two');
    expect(await readdir(parent)).toEqual(['aot']);
  });

  it('many processes replace a folder at once', async () => {
    const builders = Array.from({ length: 5 }, async (_, builder) => {
      for (let round = 0; round < 2; round += 1) await replace(`${builder}.${round}`);
    });
    await Promise.all(builders);
    expect(await text()).toMatch(/^\d\.\d$/);
    expect(await readdir(parent)).toEqual(['aot']);
  });

  it('the old folder stays if the new one cannot be filled', async () => {
    await replace('one');
    const fill = (): Promise<never> => Promise.reject(new Error('no'));
    await expect(replaceFolder(folder, fill, HERE)).rejects.toThrow('no');
    expect(await text()).toBe('one');
    expect(await readdir(parent)).toEqual(['aot']);
  });

  it('the old folder stays if the disk is full', async () => {
    await replace('one');
    const fill = async (fresh: string): Promise<{ folder: string }> => {
      await writeFile('/dev/full', 'text');
      return { folder: fresh };
    };
    const failure = await failureOf(() => replaceFolder(folder, fill, HERE));
    expect(failure.replaceAll(parent, '…')).toMatch(/^environment: …\/aot: the disk is full/);
    expect(await text()).toBe('one');
    expect(await readdir(parent)).toEqual(['aot']);
  });

  it('the old folder stays if the new one cannot be moved', async () => {
    await replace('one');
    const fill = (fresh: string): Promise<{ folder: string }> =>
      Promise.resolve({ folder: join(fresh, 'missing') });
    await expect(replaceFolder(folder, fill, HERE)).rejects.toThrow('ENOENT');
    expect(await text()).toBe('one');
    expect(await readdir(parent)).toEqual(['aot']);
  });
});

it('a folder that was made read-only is replaced and removed', async () => {
  await replace('one');
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src/copy.c'), '');
  for (const path of ['src', '']) await chmod(join(folder, path), 0o555);
  expect(replaceAsUser('two')).toBe('');
  expect(await text()).toBe('two');
  expect(await readdir(parent)).toEqual(['aot']);
});

it('a folder that cannot be removed is replaced, and a warning says what is left', async () => {
  await replace('one');
  // Its path is too long to be removed, as a folder of another user would not be removed.
  const name = 'n'.repeat(200);
  const script = `while mkdir ${name} && cd ${name}; do :; done 2>/dev/null`;
  execFileSync('sh', ['-c', script], { cwd: folder });
  const warnings: Problem[] = [];
  const log = { ...silentLog, warning: (problem: Problem) => void warnings.push(problem) };
  await replaceFolder(folder, fillWith('two'), { ...HERE, log });
  expect(await text()).toBe('two');
  const [left = '', ...others] = (await readdir(parent)).filter((each) => each !== 'aot');
  expect(others).toEqual([]);
  expect(warnings).toMatchObject([
    {
      message: expect.stringMatching(/^cannot remove the folder that was replaced: its path is/),
      place: { file: join(parent, left) },
    },
  ]);
  execFileSync('rm', ['-r', join(parent, left)]);
});

it('a parent that cannot be written is a fault of the machine', async () => {
  await replace('one');
  await chmod(parent, 0o555);
  expect(replaceAsUser('two')).toMatch(
    /^environment: .*aot\..*\.new: permission denied \(mkdir: EACCES\)\n/,
  );
  await chmod(parent, 0o755);
  expect(await text()).toBe('one');
});

/** Replaces the folder, and writes what a person reads if that fails. */
const PROGRAM = `
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
const [, root, folder, text] = process.argv;
const { replaceFolder } = await import(join(root, 'src/base/replace-folder.ts'));
const { HERE } = await import(join(root, 'test/support/here.ts'));
const fill = async (fresh) => {
  await writeFile(join(fresh, 'file'), text);
  return { folder: fresh };
};
await replaceFolder(folder, fill, HERE).catch(({ kind, message }) => console.log(kind + ': ' + message));
`;

/** Replaces the folder in a process that permissions hold back, which they do not for root. Returns its failure. */
function replaceAsUser(content: string): string {
  const node = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM, ROOT, folder, content];
  // As root without that capability: the files of another user's clone could not be read.
  const held = ['--bounding-set=-dac_override,-dac_read_search', process.execPath];
  const [program, ...args] =
    process.getuid?.() === 0 ? ['setpriv', ...held, ...node] : [process.execPath, ...node];
  return execFileSync(program, args, { cwd: ROOT, encoding: 'utf8' });
}

describe('what interrupted processes left', () => {
  const names = (): string[] => readdirSync(parent).toSorted();

  it('is removed next to the folder by the next one', async () => {
    for (const suffix of ['.new', '.old']) {
      const left = await nameOfDead(folder, suffix);
      await mkdir(join(left, 'src'), { recursive: true });
      await writeFile(join(left, 'src/copy.c'), '');
    }
    expect(names()).toHaveLength(2);
    await replace('one');
    expect(names()).toEqual(['aot']);
  });

  it('is put back if the folder is missing, so that a failure loses nothing', async () => {
    const old = await nameOfDead(folder, '.old');
    await mkdir(old);
    await writeFile(join(old, 'file'), 'old');
    await mkdir(await nameOfDead(folder, '.new'));
    const fill = (): Promise<never> => Promise.reject(new Error('cannot be filled'));
    await expect(replaceFolder(folder, fill, HERE)).rejects.toThrow('cannot be filled');
    expect(await text()).toBe('old');
    expect(names()).toEqual(['aot']);
  });

  it('is removed among temporary folders by the next one', async () => {
    await mkdir(await nameOfDead(join(parent, 'triton-aot-fetch'), ''));
    const scratch = await makeScratch(parent, 'smoke');
    expect(names().map((name) => join(parent, name))).toEqual([scratch]);
  });

  it('stays if its process is alive, also under the number of one that has ended', async () => {
    const alive = await ownedName(folder, '.new');
    const again = alive.replace(/-\d+-([0-9a-f]{8})\.new$/, '-1-$1.new');
    await mkdir(alive);
    await mkdir(again);
    await replace('one');
    expect(names().map((name) => join(parent, name))).toEqual([folder, alive]);
  });

  it('stays for a week if its process ran in another container or on another machine', async () => {
    const left = (await nameOfDead(folder, '.new')).replace(/aot\.[0-9a-f]{8}/, 'aot.01234567');
    await mkdir(left);
    await replace('one');
    expect(existsSync(left)).toBe(true);
    const before = Date.now() / 1000 - 8 * 24 * 60 * 60;
    await utimes(left, before, before);
    await replace('two');
    expect(names()).toEqual(['aot']);
  });

  it('is not mistaken for files of others', async () => {
    const other = await nameOfDead(join(parent, 'other'), '.new');
    await mkdir(other);
    await mkdir(`${folder}.new`);
    await mkdir(`${folder}.0123abcd.new`);
    await writeFile(await nameOfDead(folder, '.new'), 'a file');
    await symlink('/', await nameOfDead(folder, '.old'));
    await replace('one');
    expect(names()).toHaveLength(6);
  });
});

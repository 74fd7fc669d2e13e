import { beforeEach, describe, expect, it } from '#jest';
import { link, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rm } from 'node:fs/promises';
import { cacheFolder, pruneToolchains, toolchainUse } from '../../src/toolchain/installation.ts';
import { type Machine, makeMachine, toolchains } from './fakes.ts';

const HOUR = 3600_000;
const SIZE = 1_000_000;
// The disk counts in blocks.
const ABOUT = { atLeast: SIZE, atMost: SIZE + 3 * 8192 };

let machine: Machine;
let home: string;
beforeEach(async () => {
  machine = await makeMachine();
  ({ home } = machine.context);
});

async function makeEnvironment(name: string, hoursAgo: number): Promise<void> {
  const folder = join(home, 'toolchains', name);
  await write(join(folder, 'lib', 'own'));
  await writeFile(join(folder, 'toolchain.json'), '{}');
  const used = (Date.now() - hoursAgo * HOUR) / 1000;
  await utimes(join(folder, 'toolchain.json'), used, used);
}

async function write(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, Buffer.alloc(SIZE, 1));
}

const cleanCache = (): Promise<void> => rm(cacheFolder(home), { recursive: true });

const prune = (limit: number): Promise<void> => pruneToolchains(limit, cleanCache, machine.context);

describe('toolchainUse', () => {
  it('is nothing before the first installation', async () => {
    expect(await toolchainUse(home)).toEqual({ environments: 0, bytes: 0, cacheBytes: 0 });
  });

  it('counts a file once that environments share with each other and with the cache', async () => {
    await makeEnvironment('a', 1);
    await makeEnvironment('b', 1);
    await write(join(cacheFolder(home), 'shared'));
    await write(join(cacheFolder(home), 'own'));
    for (const name of ['a', 'b'])
      await link(
        join(cacheFolder(home), 'shared'),
        join(home, 'toolchains', name, 'lib', 'shared'),
      );
    const { environments, bytes, cacheBytes } = await toolchainUse(home);
    expect(environments).toBe(2);
    expect(bytes).toBeGreaterThanOrEqual(3 * ABOUT.atLeast);
    expect(bytes).toBeLessThan(3 * ABOUT.atMost);
    expect(cacheBytes).toBeGreaterThanOrEqual(ABOUT.atLeast);
    expect(cacheBytes).toBeLessThan(ABOUT.atMost);
  });
});

describe('pruneToolchains', () => {
  beforeEach(async () => {
    await makeEnvironment('oldest', 100);
    await makeEnvironment('older', 50);
    await makeEnvironment('recent', 1);
    await write(join(cacheFolder(home), 'wheel'));
  });

  it('keeps everything within the limit', async () => {
    await prune(10 * SIZE);
    expect(await toolchains(machine)).toEqual(['older', 'oldest', 'recent']);
    expect(await readdir(cacheFolder(home))).toEqual(['wheel']);
    expect(machine.logged).toEqual([]);
  });

  it('first removes the cache of uv', async () => {
    await prune(3.5 * SIZE);
    expect(await toolchains(machine)).toEqual(['older', 'oldest', 'recent']);
    expect(await readdir(join(home, 'uv'))).toEqual([]);
    expect(machine.logged).toEqual([
      expect.stringMatching(/^removed uv's cache, 1\.0 MB: together they had more than 3\.5 MB$/),
    ]);
  });

  it('then removes what was not used for the longest time', async () => {
    await prune(2.5 * SIZE);
    expect(await toolchains(machine)).toEqual(['older', 'recent']);
    expect(machine.logged).toEqual([
      expect.stringMatching(/^removed 1 environment and uv's cache, 2\.0 MB: /),
    ]);
  });

  it('keeps what was used within a day, whatever its size', async () => {
    await prune(1);
    expect(await toolchains(machine)).toEqual(['recent']);
  });
});

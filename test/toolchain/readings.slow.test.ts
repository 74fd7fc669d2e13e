import { beforeEach, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BRIDGE_FOLDER } from '../../src/base/assets.ts';
import { Memory } from '../../src/base/context.ts';
import { sha256 } from '../../src/base/text.ts';
import { readerDigest, type ReadingContext, readSources } from '../../src/toolchain/readings.ts';
import type { InspectedSource, ReadRequest } from '../../src/toolchain/wire/reading.ts';
import { HERE } from '../support/here.ts';

const KERNEL = `import os
import triton
import triton.language as tl
from scales.two import SCALE
WIDTH = int(os.environ["WIDTH"])

@triton.jit
def f(x):
    tl.store(x, SCALE * WIDTH)
`;

let folder = '';
let context: ReadingContext;
let question: ReadRequest;

beforeEach(async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'readings-')));
  folder = join(root, 'kernels');
  context = { ...HERE, home: join(root, 'home'), memory: new Memory(), now: Date.now };
  await write('real.py', KERNEL);
  await write('scales/two.py', 'SCALE = 2\n');
  await symlink('real.py', join(folder, 'k.py'));
  question = questionWith({});
});

function questionWith(globals: ReadRequest['sources'][number]['globals']): ReadRequest {
  const source = {
    file: 'k.py',
    function: 'f',
    mode: 'slice',
    installed: [],
    configs: true,
  } as const;
  const width = { WIDTH: ['int', '4'] } as const;
  const sources = [{ ...source, globals: { ...width, ...globals } }];
  return { manifestFolder: folder, packages: {}, sources };
}

async function write(path: string, text: string): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const read = (asked = question, anew = false): Promise<readonly InspectedSource[]> =>
  readSources(asked, { tritonVersion: '3.8.0', anew }, context);

/** Reads on a machine without Python. */
const readKept = (asked = question, anew = false): Promise<readonly InspectedSource[]> =>
  readSources(
    asked,
    { tritonVersion: '3.8.0', anew },
    { ...context, env: { PATH: '/nowhere' }, memory: new Memory() },
  );

async function keptFiles(): Promise<readonly string[]> {
  const names = await readdir(join(context.home, 'readings'));
  return names.map((name) => join(context.home, 'readings', name));
}

async function keptFile(): Promise<string> {
  const [file = '', ...others] = await keptFiles();
  expect(others).toEqual([]);
  return file;
}

it('sources that have not changed are read without Python', async () => {
  const sources = await read();
  expect(sources).toMatchObject([
    { code: { modules: [{ path: 'real.py' }, { path: 'scales/two.py' }] } },
  ]);
  expect(await readKept()).toEqual(sources);
});

it.each<[string, () => Promise<unknown>]>([
  ['the file of the kernel is edited', () => write('real.py', `${KERNEL}\n`)],
  ['a file that it imports is edited', () => write('scales/two.py', 'SCALE = 3\n')],
  ['a file that it imports is removed', () => rm(join(folder, 'scales/two.py'))],
  ['a package is earlier on the path', () => write('scales/two/__init__.py', 'SCALE = 3\n')],
  ['a module becomes part of a package', () => write('scales/__init__.py', '')],
  ['the folder becomes a package', () => write('__init__.py', '')],
  ['a module has the name of one of Triton', () => write('triton.py', '')],
  [
    'a link leads to another file with the same text',
    async () => {
      await write('other.py', KERNEL);
      await rm(join(folder, 'k.py'));
      await symlink('other.py', join(folder, 'k.py'));
    },
  ],
  [
    'the folder becomes a link',
    async () => {
      await rename(folder, `${folder}-2`);
      await symlink(`${folder}-2`, folder);
    },
  ],
  [
    'a file becomes a pipe',
    async () => {
      await rm(join(folder, 'scales/two.py'));
      execFileSync('mkfifo', [join(folder, 'scales/two.py')]);
    },
  ],
])('sources are read again if %s', async (_what, change) => {
  await read();
  await change();
  await expect(readKept()).rejects.toThrow('no usable Python on PATH');
});

it('what is read again replaces what was read', async () => {
  await read();
  await write('scales/two.py', 'SCALE = 3\n');
  const sources = await read();
  expect(JSON.stringify(sources)).toContain('SCALE = 3');
  expect(await readKept()).toEqual(sources);
  await keptFile();
});

it('sources are read again for another value of a variable that the program reads', async () => {
  await read();
  await expect(readKept(questionWith({ WIDTH: ['int', '8'] }))).rejects.toThrow('no usable Python');
});

it('sources are read again in another folder with the same files', async () => {
  await read();
  execFileSync('cp', ['-a', folder, `${folder}-2`]);
  const moved = { ...question, manifestFolder: `${folder}-2` };
  await expect(readKept(moved)).rejects.toThrow('no usable Python on PATH');
});

it('the answers of another reader have other names', async () => {
  const bridge = `${folder}-bridge`;
  execFileSync('cp', ['-a', BRIDGE_FOLDER, bridge]);
  const digest = await readerDigest(BRIDGE_FOLDER);
  const changed = async (path: string): Promise<string> => {
    await appendFile(join(bridge, path), '\n');
    return readerDigest(bridge);
  };
  expect(await changed('aot_bridge/compilation.py')).toBe(digest);
  const parts = ['inspect_sources.py', 'aot_sources/slices.py', 'aot_wire/messages.json'];
  const digests = [digest];
  for (const path of parts) digests.push(await changed(path));
  expect(new Set(digests).size).toBe(4);
});

it.each<[string, (text: string) => string]>([
  ['is cut off', (text) => text.slice(0, -10)],
  ['has another value', (text) => text.replace('SCALE = 2', 'SCALE = 3')],
  ['has another form', () => `${sha256('{"sources":[]}')}\n{"sources":[]}`],
  ['is empty', () => ''],
])('sources are read again if what is kept %s', async (_what, damage) => {
  const sources = await read();
  const file = await keptFile();
  const text = await readFile(file, 'utf8');
  expect(damage(text)).not.toBe(text);
  await writeFile(file, damage(text));
  await expect(readKept()).rejects.toThrow('no usable Python on PATH');
  expect(await read()).toEqual(sources);
  expect(await readKept()).toEqual(sources);
});

it('sources are read again if that is asked for', async () => {
  await read();
  await expect(readKept(question, true)).rejects.toThrow('no usable Python on PATH');
});

it('errors are not kept', async () => {
  await write('real.py', 'import triton\n');
  const [source] = await read();
  expect(source).toMatchObject({ error: { kind: 'function' } });
  await expect(readKept()).rejects.toThrow('no usable Python on PATH');
});

it('a home folder that cannot be written is no fault', async () => {
  await writeFile(context.home, '');
  expect(await read()).toMatchObject([{ code: { kind: 'slice' } }]);
});

it('what was not used for the longest time is removed', async () => {
  await read();
  const [used = ''] = await keptFiles();
  await read(questionWith({ WIDTH: ['int', '8'] }));
  const unused = (await keptFiles()).filter((file) => file !== used);
  for (let index = 0; index < 200; index += 1)
    await writeFile(join(context.home, 'readings', `${index}.json`), '');
  const [before, now] = [new Date(0), new Date(context.now() + 1000)];
  for (const file of [used, ...unused]) await utimes(file, before, before);
  context = { ...context, now: () => now.getTime() };
  await readKept();
  await read(questionWith({ WIDTH: ['int', '16'] }));
  expect(await keptFiles()).toHaveLength(100);
  expect(await keptFiles()).toContain(used);
  expect(await keptFiles()).not.toEqual(expect.arrayContaining(unused));
});

import { beforeEach, describe, expect, it } from '#jest';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '../../../src/base/errors.ts';
import { run as runTool } from '../../../src/base/process.ts';
import { compileOwnCode } from '../../../src/prove/harness/kept-objects.ts';
import { silentLog } from '../../support/silent-log.ts';

/** A compiler that writes down each call, and that copies its source. */
const COMPILER = `#!/bin/sh
if [ "$1" = --version ]; then cat "$0.version"; exit; fi
echo "$*" >> "$0.calls"
case $1 in *bad*) echo 'bad.cpp:1: error: bad' >&2; exit 1;; esac
for last; do :; done
cp "$1" "$last"
`;

let folder: string;
let compiler: string;
let kept: string;
let warnings: (string | undefined)[];
const warning = ({ place }: Problem): void => void warnings.push(place?.file);

beforeEach(async () => {
  warnings = [];
  folder = await mkdtemp(join(tmpdir(), 'kept-'));
  [compiler, kept] = [join(folder, 'c++'), join(folder, 'objects')];
  await writeFile(compiler, COMPILER);
  await chmod(compiler, 0o755);
  await write('c++.version', 'compiler 1');
  await write('cuda.h', '#define CUDA_VERSION 13000');
  await write('a.cpp', 'int a;');
});

const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);

async function compile(name: string, isKept = true): Promise<number> {
  const env = { PATH: process.env['PATH'] };
  const argv = [compiler, join(folder, name), '-o', join(folder, 'out.o')];
  const problems = await compileOwnCode(
    { argv, label: name, blame: 'environment' },
    { kept: isKept ? kept : undefined, headers: [join(folder, 'cuda.h')] },
    { env, log: { ...silentLog, warning }, signal: new AbortController().signal, runTool },
  );
  return problems.length;
}

const calls = async (): Promise<number> =>
  (await readFile(`${compiler}.calls`, 'utf8')).trim().split('\n').length;

describe('objects of own sources', () => {
  it('are compiled once', async () => {
    expect(await compile('a.cpp')).toBe(0);
    await write('out.o', '');
    expect(await compile('a.cpp')).toBe(0);
    expect(await readFile(join(folder, 'out.o'), 'utf8')).toBe('int a;');
    expect(await calls()).toBe(1);
  });

  const flip = async (file: string, at: (size: number) => number): Promise<void> => {
    const content = await readFile(file);
    const place = at(content.length);
    content[place] = (content[place] ?? 0) ^ 1;
    await writeFile(file, content);
  };

  it.each<[string, (file: string, other: string) => Promise<unknown>]>([
    ['cut off', (file) => truncate(file, 100)],
    ['empty', (file) => truncate(file)],
    ['flipped in its seal', (file) => flip(file, () => 3)],
    ['flipped in its code', (file) => flip(file, (size) => size - 1)],
    ['longer', async (file) => writeFile(file, [await readFile(file), '\n'])],
    ['a bare object, as others kept it', (file) => writeFile(file, 'int a;')],
    ['another one', (file, other) => copyFile(other, file)],
    ['a folder', (file) => rm(file).then(() => mkdir(join(file, 'inside'), { recursive: true }))],
  ])('heal if one is %s', async (_what, damage) => {
    await write('b.cpp', 'int b;');
    await compile('b.cpp');
    const [other = ''] = await readdir(kept);
    await compile('a.cpp');
    const [name = ''] = (await readdir(kept)).filter((each) => each !== other);
    const sound = await readFile(join(kept, name));
    await damage(join(kept, name), join(kept, other));
    expect(await compile('a.cpp')).toBe(0);
    expect(await readFile(join(folder, 'out.o'), 'utf8')).toBe('int a;');
    expect(await calls()).toBe(3);
    expect(warnings).toEqual([join(kept, name)]);
    // It was replaced.
    expect(await readFile(join(kept, name))).toEqual(sound);
    await compile('a.cpp');
    expect(await calls()).toBe(3);
  });

  it.each([
    ['another compiler', 'c++.version', 'compiler 2'],
    ['another header', 'cuda.h', '#define CUDA_VERSION 14000'],
  ])('are compiled again by %s', async (_what, name, text) => {
    await compile('a.cpp');
    await write(name, text);
    await compile('a.cpp');
    expect(await calls()).toBe(2);
  });

  it('are not kept without a folder, nor if they do not compile', async () => {
    expect(await compile('a.cpp', false)).toBe(0);
    await write('bad.cpp', '');
    expect(await compile('bad.cpp')).toBe(1);
    expect(await readdir(folder)).not.toContain('objects');
  });

  it('make place for others when there are many', async () => {
    for (let number = 0; number <= 20; number += 1) {
      await write('c++.version', `compiler ${number}`);
      await compile('a.cpp');
    }
    expect(await readdir(kept)).toHaveLength(10);
  });
});

import { beforeEach, describe, expect, it } from '#jest';
import { chmod, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as runTool } from '../../../src/base/process.ts';
import { compileOwnCode } from '../../../src/prove/harness/kept-objects.ts';

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

beforeEach(async () => {
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
    { env, signal: new AbortController().signal, runTool },
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

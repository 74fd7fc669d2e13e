import { describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readElf } from '../../../src/compile/cubin/elf.ts';
import { COMPILERS } from '../../support/compilers.ts';

const RUNTIME = new URL('../../../src/package/c/runtime/', import.meta.url);

describe.each(COMPILERS)("the package's stub of the driver, compiled by %s", (compiler) => {
  it('has the functions that the headers declare and the sources call', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stub-'));
    const object = join(folder, 'libcuda.o');
    const flags = ['-std=c11', '-Wall', '-Wextra', '-Wpedantic', '-Wmissing-prototypes', '-Werror'];
    const source = new URL('libcuda_stub.c', RUNTIME).pathname;
    execFileSync(compiler, [...flags, '-fvisibility=hidden', '-c', source, '-o', object]);
    const { symbols } = readElf(await readFile(object));
    const names = new Set(symbols.map(({ name }) => name));
    await rm(folder, { recursive: true });

    const functions = [...names].filter((name) => /^cu[A-Z]\w+$/.test(name));
    expect(functions.length).toBeGreaterThan(600);
    const declared = execFileSync(compiler, ['-E', new URL('aot_driver.h', RUNTIME).pathname])
      .toString()
      .matchAll(/\b(cu[A-Z]\w+)\(/g);
    const called = (await readFile(new URL('aot_find.h', RUNTIME), 'utf8')).matchAll(
      /USE\((cu\w+)\)/g,
    );
    const needed = [...declared, ...called].map(([, name = '']) => name);
    expect(needed.length).toBeGreaterThan(60);
    // The sources write names that the header's macros replace.
    const missing = needed.filter((name) => !names.has(name) && !names.has(`${name}_v2`));
    expect(missing).toEqual([]);
  });
});

import { readFile } from 'node:fs/promises';
import { readElf } from '../cubin/elf.ts';

/** CUDA_ERROR_STUB_LIBRARY. */
const STUB_ERROR = 34;

/**
 * C for a library with every function of the driver that the object files name. It stands in for the driver when
 * the test is linked, so that no machine needs one for that; it is never loaded.
 */
export async function writeDriverStub(objects: readonly string[]): Promise<string> {
  const names = new Set<string>();
  for (const object of objects) {
    const { symbols } = readElf(await readFile(object));
    for (const { name } of symbols) if (/^cu[A-Z]\w*$/.test(name)) names.add(name);
  }
  const functions = [...names]
    .toSorted()
    .map((name) => `int ${name}(void) { return ${STUB_ERROR}; }\n`);
  return `/* Stands in for the CUDA driver while linking. */\n${functions.join('')}`;
}

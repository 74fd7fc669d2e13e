import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kernelNameProblem } from '../../src/manifest/terms/c-names.ts';
import { succeed } from './consumer.ts';
import { CUDA_INCLUDE } from './recording-cuda.ts';

/** The functions and variables of object files, and the enumerators of sources. */
export async function definedIn(
  folder: string,
  files: readonly string[],
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const file of files) {
    const object = join(folder, 'object.o');
    const include = ['include', 'ops'].map((each) => `-I${join(folder, each)}`);
    const flags = ['-DAOT_DYNAMIC_DRIVER', '-DAOT_WITHOUT_ROCM', '-fkeep-static-functions', '-O0'];
    await succeed([
      'gcc',
      ...flags,
      `-I${CUDA_INCLUDE}`,
      ...include,
      '-c',
      join(folder, file),
      '-o',
      object,
    ]);
    const listed = await succeed(['nm', '--defined-only', '-f', 'posix', object]);
    names.push(
      ...listed
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0] ?? ''),
    );
    const text = await readFile(join(folder, file), 'utf8');
    for (const [, body = ''] of text.matchAll(/\nenum \{([^}]*)\}/g))
      names.push(...[...body.matchAll(/^ {4}(\w+) =/gm)].map((match) => match[1] ?? ''));
  }
  return names;
}

/** True if a kernel could have the name. A variable in a function has a dot and a number. */
export function isFreeName(name: string): boolean {
  const isOwn = /^(?:demo|nn)_\d+_\d+_\d+_|^__|\./.test(name);
  return !isOwn && kernelNameProblem(name) === undefined;
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '../../src/package/folder.ts';
import { fakePackage } from './fake-package.ts';
import { tarball } from './tarball.ts';

/** The contents of the files of a package, by path. */
export type Files = ReadonlyMap<string, string>;

/** Returns the files of a package with one function, with cubins without code. */
export async function packageContents(
  name = 'demo',
  targets: readonly string[] = ['sm_80', 'sm_90'],
  version = '1.2.0',
): Promise<Files> {
  const manifest = `
package: ${name}
version: ${version}
triton: 3.8.0
targets: [${targets.join(', ')}]
kernels:
  ${name}_copy: { source: "k.py:copy", signature: "*fp32", grid: 1 }
  ${name}_first: { source: "k.py:copy", signature: "*fp32", grid: 1, targets: [${targets[0]}] }
`;
  return readFiles(await fakePackage(manifest, { copy: ['x'] }));
}

/** Reads all files below a folder. */
export async function readFiles(folder: string): Promise<Files> {
  const paths = (await listFiles(folder)).toSorted();
  const contents = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')));
  return new Map(paths.map((path, index) => [path, contents[index] ?? '']));
}

/** Returns the files as a .tar.gz, below `top`. */
export function packed(files: Files, top = 'demo-1.2.0/'): Buffer {
  return tarball([...files].map(([path, content]) => ({ path: `${top}${path}`, content })));
}

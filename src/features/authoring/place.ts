import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { DEFAULT_MANIFEST } from '../../base/form.ts';
import { insideOf } from './manifest-text.ts';
import type { RecordedKernel, Recording } from '../../plan/recording.ts';

/**
 * Returns where a kernel's source is. A recording that was brought here has the paths of another
 * machine: then the folder in which the program started is this one.
 */
export function findSource(
  { source, project, folder }: RecordedKernel,
  isBrought: boolean,
): string | undefined {
  const own = resolve(folder, project ?? source?.file ?? '');
  const here = resolve(relative(folder, own));
  return (isBrought ? [here, own] : [own]).find((candidate) => existsSync(candidate));
}

/**
 * Returns where to write the manifest by default: here, or in the nearest folder above all sources. A folder
 * of the system, or the one with all of a person's projects, is too far.
 */
export function placeFor(
  { kernels }: Recording,
  find: (kernel: RecordedKernel) => string | undefined,
  home = '/',
): string {
  const files = kernels.flatMap((kernel) =>
    kernel.package === undefined && kernel.source !== null ? (find(kernel) ?? []) : [],
  );
  const here = resolve('.');
  if (files.every((file) => insideOf(here, file) !== undefined)) return DEFAULT_MANIFEST;
  const isHere = files.some((file) => insideOf(here, file) !== undefined);
  let folder = isHere ? here : dirname(files[0] ?? here);
  const isTooLow = (): boolean =>
    existsSync(join(folder, '__init__.py')) ||
    files.some((file) => insideOf(folder, file) === undefined);
  while (folder !== dirname(folder) && isTooLow()) folder = dirname(folder);
  const isTooFar =
    dirname(dirname(folder)) === dirname(folder) || insideOf(folder, home) !== undefined;
  return isTooFar || folder === resolve('.')
    ? DEFAULT_MANIFEST
    : relative('.', join(folder, DEFAULT_MANIFEST));
}

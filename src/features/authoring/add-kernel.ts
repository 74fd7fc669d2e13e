import { writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { reasonOf } from '../../base/faults.ts';
import { readIfExists } from '../../base/files.ts';
import { addToManifest, manifestOf, type NewKernel } from './init-entry.ts';

/**
 * Writes a manifest with a kernel, or adds the kernel to the manifest that is there. `triton` finds the version for a new one.
 * Returns the text, and whether the manifest is new.
 * @throws {Failure} `usage` if the manifest cannot be read, and as `addToManifest`.
 */
export async function addKernel(
  kernel: NewKernel,
  file: string,
  triton: () => Promise<string>,
): Promise<{ readonly text: string; readonly isNew: boolean }> {
  const before = await readText(file);
  const isNew = before === undefined;
  const text = isNew
    ? newManifestOf(kernel, file, await triton())
    : addToManifest(before, file, kernel);
  await writeFile(file, text);
  return { text, isNew };
}

/** The text of a new manifest at a path, whose folder names the package. */
export function newManifestOf(kernel: NewKernel, file: string, triton: string): string {
  return manifestOf(kernel, basename(resolve(file, '..')), triton);
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return (await readIfExists(file))?.toString();
  } catch (error) {
    throw new Failure('usage', {
      message: `cannot read the manifest: ${reasonOf(error)}`,
      place: { file },
    });
  }
}

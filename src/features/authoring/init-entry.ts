import { writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { reasonOf } from '../../base/faults.ts';
import { readIfExists } from '../../base/files.ts';
import type { PackagePin } from '../../manifest/packages.ts';
import { parseManifestText } from '../../manifest/yaml.ts';
import { freeKernelName, freePackageName } from '../../manifest/terms/c-names.ts';
import type { EntryDescription } from './entry.ts';
import type { Setting } from './entry-text.ts';
import {
  addEntries,
  addPackages,
  newManifest,
  packagesText,
  packageVersion,
} from './manifest-text.ts';

/** A kernel to write to a manifest. */
export interface NewKernel {
  readonly entry: EntryDescription;
  /** The installed package that it is from; undefined: it is from a file of the project. */
  readonly pin?: PackagePin | undefined;
}

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

/** Writes a manifest with one kernel. `folder` is the name of its folder, `triton` the version to write. */
export function manifestOf({ entry, pin }: NewKernel, folder: string, triton: string): string {
  const name = packageName(folder);
  const settings: Setting[] = [
    { name: 'package', text: name, note: `the header is <${name}.h>` },
    { name: 'version', text: '0.1.0' },
    { name: 'triton', text: triton, note: 'the exact Triton version' },
    {
      name: 'targets',
      text: '[sm_80, sm_90]',
      note: 'A100, H100: list every GPU architecture that your program runs on',
    },
    ...(pin === undefined ? [] : [{ name: 'packages', text: packagesText(pinsOf({ pin })) }]),
  ];
  const comment = 'Written by triton-aot init from the text of the kernel. Fill in each TODO.';
  return newManifest(comment, settings, [entry]);
}

/**
 * Adds a kernel to the text of a manifest, at the end of `kernels`.
 * @throws {Failure} `usage` if the text is not YAML, has the kernel already, or if there is no place
 * for the kernel.
 */
export function addToManifest(text: string, file: string, kernel: NewKernel): string {
  const before = parseManifestText(text, file);
  const { name: key } = kernel.entry;
  if (before.has(['kernels', key])) {
    throw new Failure('usage', {
      message: `the manifest has a kernel \`${key}\``,
      place: before.locate(['kernels', key]),
      hint: 'Give the new one another name with --name.',
    });
  }
  const pinned = pinsOf(kernel);
  for (const [name, version] of pinned) {
    const own = packageVersion(text, name) ?? version;
    if (own === version) continue;
    throw new Failure('usage', {
      message: `the kernel is in ${name} ${version}, and the manifest has ${name} ${own}`,
      place: before.locate(['packages', name]),
      hint: 'Change the version in the manifest, or install that of the manifest.',
    });
  }
  const added = addEntries(text, [kernel.entry]);
  if (added !== undefined) return addPackages(added, pinned);
  throw new Failure('usage', {
    message: 'cannot add a kernel: `kernels` is not a map',
    place: before.locate(['kernels']),
    hint: 'Use --print, and copy the entry.',
  });
}

function pinsOf({ pin }: Pick<NewKernel, 'pin'>): ReadonlyMap<string, string> {
  return new Map(pin === undefined ? [] : [[pin.name, pin.version]]);
}

/** Returns a name for a function's kernel that a C function can have. */
export function kernelName(functionName: string): string {
  return freeKernelName(functionName.replace(/_(triton_)?kernel_?$/, ''));
}

/** Returns a name for a package in a folder. */
export function packageName(folder: string): string {
  return freePackageName(folder.toLowerCase());
}

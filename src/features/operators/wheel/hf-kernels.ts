import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BuildContext } from '../../../base/context.ts';
import { fileJson } from '../../../base/text.ts';
import { Failure, systemCode } from '../../../base/errors.ts';
import { makeFolder, readIfExists } from '../../../base/files.ts';
import { replaceFolder } from '../../../base/replace-folder.ts';
import { MANIFEST_FILE } from '../../../package/layout.ts';
import type { ReadManifest } from '../../../package/read.ts';
import {
  compileLibrary,
  libraryName,
  operatorMachine,
  packageFilesOf,
  type WheelWork,
  type WrittenWheel,
} from './wheel-work.ts';

/** Makes the folder `build` of a kernel for the Hugging Face Hub. */
export async function writeHubKernel(
  work: WheelWork,
  context: BuildContext,
): Promise<WrittenWheel> {
  const { pkg, request, vendors } = work;
  const { package: name } = pkg.manifest;
  const cuda = vendors.find(({ vendor }) => vendor === 'cuda');
  if (cuda === undefined)
    throw new Failure('usage', {
      message: `the operators of ${name} have no code for NVIDIA GPUs, which kernels of the Hugging Face Hub are made for`,
      place: { file: join(pkg.folder, MANIFEST_FILE) },
      hint: 'Make a wheel of them, or build the package for an NVIDIA target too.',
    });
  const variants = variantNames(operatorMachine(context));
  const kernel = hubKernel(request.name ?? name, pkg.packageSha256);
  const folder = resolve(request.out, 'build');
  await checkHubVariants(folder);
  const file = await compileLibrary(work, cuda, context);
  await context.log.group(`Write the variants of ${kernel.name}`, async () => {
    const files = await packageFilesOf(work, kernel.id);
    const library = { name: libraryName(name, 'cuda'), file };
    await makeFolder(dirname(folder));
    const write = async (fresh: string): Promise<{ readonly folder: string }> => {
      await writeVariants(fresh, variants, files, variantMetadata(kernel, pkg.manifest), library);
      return { folder: fresh };
    };
    await replaceFolder(folder, write, context);
  });
  return {
    name: kernel.name,
    files: variants.map((variant) => join(folder, variant)),
    content: file,
  };
}

/**
 * The CUDA versions of the variants. The loader takes a variant with the same major version as
 * PyTorch's, and the same or an older minor version: these two serve CUDA 12 and 13.
 * Source: `_check_variants` in variants.py of kernels 0.17.2.
 */
const CUDA_VERSIONS = ['cu120', 'cu130'] as const;

/** The names of the variants for a machine, such as `tvm-ffi01-cu130-x86_64-linux`. */
export function variantNames(machine: string): readonly string[] {
  return CUDA_VERSIONS.map((cuda) => `tvm-ffi01-${cuda}-${machine}-linux`);
}

/** A kernel as the Hub names it, and as a process that loads several versions of it names this one. */
interface HubKernel {
  readonly name: string;
  /** A Python identifier. */
  readonly id: string;
}

/**
 * Names a kernel of the Hub after a package.
 * @throws {Failure} `usage` if the Hub does not allow the name.
 */
export function hubKernel(name: string, digest: string): HubKernel {
  const plain = name.toLowerCase().replaceAll('_', '-');
  // Source: KernelName in _rust.pyi of kernels 0.17.2.
  if (!/^[a-z][-a-z0-9]*[a-z0-9]$/.test(plain)) {
    throw new Failure('usage', {
      message: `\`${name}\` cannot be the name of a kernel on the Hugging Face Hub`,
      hint: 'Set --name (input `name`) to letters, digits and `-`, beginning with a letter.',
    });
  }
  return { name: plain, id: `_${plain.replaceAll('-', '_')}_cuda_${digest.slice(0, 8)}` };
}

/** The metadata.json of a variant. Source: `Metadata` in _rust.pyi of kernels 0.17.2. */
export function variantMetadata({ name, id }: HubKernel, manifest: ReadManifest): string {
  const targets = manifest.kernels.flatMap(({ variants }) => variants.map(({ target }) => target));
  const metadata = {
    name,
    id,
    version: Number(/^\d+/.exec(manifest.version)?.[0] ?? 0),
    // Required. Source: "Licenses" in the documentation of the Hub.
    license: manifest.license?.toLowerCase() ?? 'unknown',
    'python-depends': ['tvm-ffi'],
    backend: { type: 'cuda', archs: [...new Set(targets.flatMap(capabilityOf))] },
  };
  return fileJson(metadata);
}

/** The compute capability of a target, such as 9.0a for sm_90a. */
function capabilityOf(target: string): readonly string[] {
  const [, major, minor] = /^sm_(\d+)(\d[af]?)$/.exec(target) ?? [];
  return major === undefined ? [] : [`${major}.${minor}`];
}

/** Writes the variants to `folder`, each with all `files` of the Python package. */
async function writeVariants(
  folder: string,
  names: readonly string[],
  files: ReadonlyMap<string, string>,
  metadata: string,
  library: { readonly name: string; readonly file: string },
): Promise<void> {
  for (const name of names) {
    const variant = join(folder, name);
    await makeFolder(variant);
    for (const [path, text] of [...files, ['metadata.json', metadata] as const]) {
      await makeFolder(join(variant, path, '..'));
      await writeFile(join(variant, path), text);
    }
    await copyFile(library.file, join(variant, library.name));
  }
}

/**
 * Checks that the folder `build` may be replaced: it contains nothing but variants.
 * @throws {Failure} `usage` if it contains anything else.
 */
async function checkHubVariants(folder: string): Promise<void> {
  for (const name of await entriesOf(folder)) {
    const metadata = await readIfExists(join(folder, name, 'metadata.json')).catch(() => undefined);
    if (metadata !== undefined) continue;
    throw new Failure('usage', {
      message: `the folder contains ${name}, which would be deleted`,
      place: { file: folder },
      hint: 'Move it elsewhere, or choose another folder with --out.',
    });
  }
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

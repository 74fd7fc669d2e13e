import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { unzlibSync } from 'fflate';
import { Failure } from '../../base/errors.ts';
import { makeFolder } from '../../base/files.ts';
import { sha256 } from '../../base/text.ts';
import { loadEntries, type Store } from '../../compile/store/store.ts';
import type { Target } from '../../manifest/terms/target.ts';
import type { SmokePackage } from '../../package/cases.ts';

/**
 * Writes the PTX of a package's variants, all or those for a target, to a folder: `SHA256.ptx` is that of the cubin with
 * this hash. It is in the store of the build.
 * @throws {Failure} `usage` if the store lacks any.
 */
export async function writeCode(
  { manifest, folder: place }: SmokePackage,
  kernels: readonly string[],
  target: Target | undefined,
  store: Pick<Store, 'kernels'> & { readonly directory: string },
  folder: string,
): Promise<void> {
  await makeFolder(folder);
  const own = manifest.kernels.filter(({ name }) => kernels.includes(name));
  const hashes = own.flatMap(({ variants }) =>
    variants.flatMap((variant) =>
      variant.target === (target?.name ?? variant.target) ? [variant.hash] : [],
    ),
  );
  const found = await loadEntries(store.kernels, hashes);
  const missing = [...new Set(hashes)].filter((hash) => found.get(hash)?.packedPtx === undefined);
  if (missing.length > 0) {
    throw new Failure('usage', {
      message: `the store has no PTX of ${missing.length} of the ${new Set(hashes).size} variants`,
      place: { file: place },
      hint: `The emulation executes the PTX that the build has kept in the store ${store.directory}. Build the package on this machine first, or name the store of its build with --store.`,
    });
  }
  for (const { cubin, packedPtx = new Uint8Array() } of found.values())
    await writeFile(join(folder, `${sha256(cubin)}.ptx`), currentLines(packedPtx, manifest));
}

/**
 * Returns the PTX. If a source has changed since it was compiled, such as by a comment, its lines may be
 * others: then the name of the file says so.
 */
function currentLines(packed: Uint8Array, { sources = [] }: SmokePackage['manifest']): string {
  const hashes = new Map(sources.map(({ path, sha256: hash }) => [path, hash]));
  let text = Buffer.from(unzlibSync(packed)).toString();
  for (const [, hash, path = ''] of text.matchAll(/^\/\/ source (\w+) (.*)$/gm)) {
    if (hashes.get(path) === hash) continue;
    const name = basename(path);
    text = text.replaceAll(/^\s*\.file\s.*$/gm, (line) =>
      line.replace(`${name}"`, `${name} as it was compiled"`),
    );
  }
  return text;
}

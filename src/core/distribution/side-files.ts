import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../errors.ts';
import { sha256 } from '../hash.ts';
import type { ReadPackage } from '../package/read.ts';
import { SBOM_FILE } from '../package/sbom.ts';
import { placeFile } from '../place.ts';
import { EVIDENCE_FILE, readEvidence } from '../smoke/evidence.ts';
import type { DistributionFile } from './distribution.ts';
import { ENDINGS, stemOf } from './names.ts';

/** Copies a package's SBOM; packages of early versions have none. */
export async function copySbom(
  pkg: ReadPackage,
  out: string,
): Promise<readonly DistributionFile[]> {
  const content = await readIfThere(join(pkg.folder, SBOM_FILE));
  return content === undefined ? [] : [await put('sbom', content, pkg, out)];
}

/** Copies what is proven of a package, if that is what it speaks of. */
export async function copyEvidence(
  pkg: ReadPackage,
  out: string,
): Promise<readonly DistributionFile[]> {
  const file = join(pkg.folder, EVIDENCE_FILE);
  const records = await readEvidence(file);
  const isOwn = records.every(({ manifestSha256 }) => manifestSha256 === pkg.manifestSha256);
  if (records.length === 0 || !isOwn) return [];
  return [await put('evidence', await readFile(file), pkg, out)];
}

/** Writes the checksums of a package's other files as `sha256sum --check` reads them. */
export async function writeSums(
  pkg: ReadPackage,
  files: readonly DistributionFile[],
  out: string,
): Promise<DistributionFile> {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const text = sorted.map((file) => `${file.sha256}  ${file.name}\n`).join('');
  return put('sums', Buffer.from(text), pkg, out);
}

/** Writes a file of a distribution. It changes as a whole or not at all. */
async function put(
  kind: keyof typeof ENDINGS,
  content: Uint8Array,
  pkg: ReadPackage,
  out: string,
): Promise<DistributionFile> {
  const name = `${stemOf(pkg)}.${ENDINGS[kind]}`;
  const file = join(out, name);
  await placeFile(file, (fresh) => writeFile(fresh, content));
  return { kind, name, file, size: content.length, sha256: sha256(content) };
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

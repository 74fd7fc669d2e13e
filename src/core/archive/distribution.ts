import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunContext } from '../base/context.ts';
import { systemCode } from '../base/errors.ts';
import { writeAtomically } from '../base/files.ts';
import { sha256 } from '../base/text.ts';
import { EVIDENCE_FILE, readEvidence } from '../package/evidence.ts';
import { SUMS_FILE } from '../package/files.ts';
import { type ReadPackage, readSums } from '../package/read.ts';
import { SBOM_FILE } from '../package/sbom.ts';
import { ARCHIVE_FORMATS, type ArchiveFormat, packArchive, type TarEntry } from './pack.ts';

/** One file that goes to others. */
export interface DistributionFile {
  readonly kind: 'archive' | 'sbom' | 'evidence' | 'sums' | 'attestation';
  /** As a release shows it. */
  readonly name: string;
  /** Where it lies. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** A package as it goes to others: its archives, and what tells of them. */
export interface Distribution {
  readonly pkg: ReadPackage;
  /** What all names begin with: `aot-<package>-<version>`, and `-<target>` where the package has one target of several. */
  readonly stem: string;
  readonly files: readonly DistributionFile[];
}

/** Before the stem of a package, which says that it holds code compiled ahead of time. */
const PREFIX = 'aot-';

/** What follows the stem in the names of the files beside archives. */
const ENDINGS = { sbom: 'cdx.json', evidence: 'evidence.json', sums: 'SHA256SUMS' } as const;

/** What may follow a stem in a distribution of its own making; attestations are others'. */
export const ALL_ENDINGS: readonly string[] = [...ARCHIVE_FORMATS, ...Object.values(ENDINGS)];

/** The one folder in a package's archives, such as `attention-1.2.0`, or `attention-1.2.0-sm_90` for a part. */
function topFolder({ manifest }: Pick<ReadPackage, 'manifest'>): string {
  const { package: name, version, part } = manifest;
  return [name, version, ...(part === undefined ? [] : [part])].join('-');
}

/** What the names of all files of a package's distribution begin with. */
export function distributionStem(pkg: Pick<ReadPackage, 'manifest'>): string {
  return `${PREFIX}${topFolder(pkg)}`;
}

function archiveName(pkg: Pick<ReadPackage, 'manifest'>, format: ArchiveFormat): string {
  return `${distributionStem(pkg)}.${format}`;
}

/** Packs a package in each of the formats. Throws as `packArchive`. */
export async function packPackage(
  pkg: ReadPackage,
  formats: readonly ArchiveFormat[],
  out: string,
  { log, signal }: Pick<RunContext, 'log' | 'signal'>,
): Promise<readonly DistributionFile[]> {
  const entries = await entriesOf(pkg);
  const archives: DistributionFile[] = [];
  for (const format of new Set(formats)) {
    const name = archiveName(pkg, format);
    const file = join(out, name);
    let done = 0;
    const onEntry = ({ path }: TarEntry): void => {
      done += 1;
      log.progress(done, entries.length, `${name}: ${path}`);
    };
    const packed = await packArchive(entries, file, format, { signal, onEntry });
    archives.push({ kind: 'archive', name, file, ...packed });
  }
  return archives;
}

/**
 * What was built and nothing else, below one folder that says what it is: evidence.json differs with the GPU, and is
 * not sealed.
 */
async function entriesOf(pkg: ReadPackage): Promise<readonly TarEntry[]> {
  const sums = await readSums(pkg.folder);
  const paths = [...sums.keys(), SUMS_FILE].toSorted();
  const top = topFolder(pkg);
  return Promise.all(
    paths.map(async (path) => {
      const file = join(pkg.folder, path);
      return { path: `${top}/${path}`, file, size: (await stat(file)).size };
    }),
  );
}

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
  const name = `${distributionStem(pkg)}.${ENDINGS[kind]}`;
  const file = join(out, name);
  await writeAtomically(file, (fresh) => writeFile(fresh, content));
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

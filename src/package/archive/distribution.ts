import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import { readIfExists, writeAtomically } from '../../base/files.ts';
import { sha256 } from '../../base/text.ts';
import { allRecords, evidenceText, isOfPackage, readEvidence } from '../evidence.ts';
import { EVIDENCE_FILE, SBOM_FILE, SUMS_FILE } from '../layout.ts';
import { type ReadPackage } from '../read.ts';
import { readSums } from '../sums.ts';
import { ARCHIVE_ENDING, isArchiveName, packArchive, type TarEntry } from './pack.ts';

/** One file of a distribution. */
export interface DistributionFile {
  /** `archive`, `sbom`, `evidence`, `sums`, `attestation`, or a kind of a feature. */
  readonly kind: string;
  /** The file's name in a release. */
  readonly name: string;
  /** The path on disk. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** Files that are released together: archives or a wheel, what describes them, and their checksums. */
export interface Distribution {
  /** The start of all file names. */
  readonly stem: string;
  readonly files: readonly DistributionFile[];
}

/** A package as it is released. Its stem is `aot-<package>-<version>`. */
export interface PackageDistribution extends Distribution {
  readonly pkg: ReadPackage;
}

/** The endings of the files beside the archives, after the stem. */
const ENDINGS = {
  sbom: 'cdx.json',
  evidence: 'evidence.json',
  sums: 'SHA256SUMS',
} as const;

/** The endings of all files of a package's distribution, but of attestations. */
export const ALL_ENDINGS: readonly string[] = [ARCHIVE_ENDING, ...Object.values(ENDINGS)];

/** The only folder in a package's archives, such as `attention-1.2.0`. */
function topFolder({ manifest }: Pick<ReadPackage, 'manifest'>): string {
  return `${manifest.package}-${manifest.version}`;
}

/** The start of all file names of a package's distribution. */
export function distributionStem(pkg: Pick<ReadPackage, 'manifest'>): string {
  return `aot-${topFolder(pkg)}`;
}

/** Packs a package. Throws as `packArchive`. */
export async function packPackage(
  pkg: ReadPackage,
  out: string,
  { log, signal }: Pick<RunContext, 'log' | 'signal'>,
): Promise<DistributionFile> {
  const entries = await entriesOf(pkg);
  const name = `${distributionStem(pkg)}.${ARCHIVE_ENDING}`;
  const file = join(out, name);
  let done = 0;
  const onEntry = ({ path }: TarEntry): void => {
    done += 1;
    log.progress(done, entries.length, `${name}: ${path}`);
  };
  return {
    kind: 'archive',
    name,
    file,
    ...(await packArchive(entries, file, { signal, onEntry })),
  };
}

/**
 * Returns the files of the build, below one folder. Without evidence.json, which depends on the GPU
 * and is not covered by the checksums.
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

/** Copies a package's SBOM. Packages of early versions have none. */
export async function copySbom(
  pkg: ReadPackage,
  out: string,
): Promise<readonly DistributionFile[]> {
  const content = await readIfExists(join(pkg.folder, SBOM_FILE));
  return content === undefined
    ? []
    : [await writeBeside(['sbom', ENDINGS.sbom], content, distributionStem(pkg), out)];
}

/** Writes a package's evidence, unless it is that of another build. */
export async function copyEvidence(
  pkg: ReadPackage,
  out: string,
  { log }: Pick<RunContext, 'log'>,
): Promise<readonly DistributionFile[]> {
  const file = join(pkg.folder, EVIDENCE_FILE);
  const evidence = await readEvidence(file);
  const { records, emulated } = evidence;
  const hasAny = records.length > 0 || emulated.length > 0;
  if (hasAny && allRecords(evidence).every((each) => isOfPackage(each, pkg)))
    return [
      await writeBeside(
        ['evidence', ENDINGS.evidence],
        evidenceText(evidence),
        distributionStem(pkg),
        out,
      ),
    ];
  if (existsSync(file)) {
    log.warning({
      message: `${pkg.manifest.package}: the evidence is left out: it is damaged, or not of this build of the package`,
      place: { file },
      hint: 'Run the smoke test of this build.',
    });
  }
  return [];
}

/** Writes the checksums of a distribution's other files, in the format of `sha256sum --check`. */
export async function writeSums(
  stem: string,
  files: readonly DistributionFile[],
  out: string,
): Promise<DistributionFile> {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const text = sorted.map((file) => `${file.sha256}  ${file.name}\n`).join('');
  return writeBeside(['sums', ENDINGS.sums], text, stem, out);
}

/** Writes a file of a distribution atomically. */
export async function writeBeside(
  [kind, ending]: readonly [kind: string, ending: string],
  content: Uint8Array | string,
  stem: string,
  out: string,
): Promise<DistributionFile> {
  const name = `${stem}.${ending}`;
  const file = join(out, name);
  await writeAtomically(file, (fresh) => writeFile(fresh, content));
  return { kind, name, file, size: Buffer.byteLength(content), sha256: sha256(content) };
}

/** The checksums that `distribute` writes next to an archive; undefined if it is not named as one. */
export function sumsFileOf(archive: string): string | undefined {
  return isArchiveName(archive)
    ? `${archive.slice(0, -ARCHIVE_ENDING.length)}${ENDINGS.sums}`
    : undefined;
}

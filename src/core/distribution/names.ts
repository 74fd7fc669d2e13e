import { ARCHIVE_FORMATS, type ArchiveFormat } from '../archive/format.ts';
import type { ReadPackage } from '../package/read.ts';

/** Before the stem of a package, which says that it holds code compiled ahead of time. */
const PREFIX = 'aot-';

/** What follows the stem in the names of the files beside archives. */
export const ENDINGS = { sbom: 'cdx.json', evidence: 'evidence.json', sums: 'SHA256SUMS' } as const;

/** What may follow a stem in a distribution of its own making; attestations are others'. */
export const ALL_ENDINGS: readonly string[] = [...ARCHIVE_FORMATS, ...Object.values(ENDINGS)];

/** The one folder in a package's archives, such as `attention-1.2.0`, or `attention-1.2.0-sm_90` for a part. */
export function topFolder({ manifest }: Pick<ReadPackage, 'manifest'>): string {
  const { package: name, version, part } = manifest;
  return [name, version, ...(part === undefined ? [] : [part])].join('-');
}

/** What the names of all files of a package's distribution begin with. */
export function stemOf(pkg: Pick<ReadPackage, 'manifest'>): string {
  return `${PREFIX}${topFolder(pkg)}`;
}

export function archiveName(pkg: Pick<ReadPackage, 'manifest'>, format: ArchiveFormat): string {
  return `${stemOf(pkg)}.${format}`;
}

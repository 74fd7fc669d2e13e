/** The formats of archives, the smaller first. */
export const ARCHIVE_FORMATS = ['tar.zst', 'tar.gz'] as const;

export type ArchiveFormat = (typeof ARCHIVE_FORMATS)[number];

/** The format that a file's name ends with; undefined where it is that of no archive. */
export function formatOf(name: string): ArchiveFormat | undefined {
  return ARCHIVE_FORMATS.find((format) => name.endsWith(`.${format}`));
}

/** How many bytes tell formats apart. */
export const MAGIC_BYTES = 4;

/** The format of what begins with these bytes. Sources: RFC 1952, 2.3.1, and RFC 8878, 3.1.1. */
export function formatOfBytes(start: Uint8Array): ArchiveFormat | undefined {
  const hex = Buffer.from(start.subarray(0, MAGIC_BYTES)).toString('hex');
  if (hex === '28b52ffd') return 'tar.zst';
  return hex.startsWith('1f8b') ? 'tar.gz' : undefined;
}

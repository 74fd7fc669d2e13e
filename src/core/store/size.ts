const UNITS: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
};

/** How large a store may become where nobody says, in bytes. */
export const DEFAULT_STORE_LIMIT = 5e9;

/** What a size must look like. */
export const SIZE_FORM = 'a size such as 5GB, 500 MB or 2GiB';

/** A size as people write it, in bytes; undefined where it is none. */
export function parseSize(text: string): number | undefined {
  const [, digits = '', unit = 'B'] = /^(\d+(?:\.\d+)?) ?([kmgt]?i?b)?$/i.exec(text.trim()) ?? [];
  const factor = UNITS[unit.toUpperCase()];
  const bytes = Math.floor(Number(digits) * (factor ?? Number.NaN));
  return digits !== '' && Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** `1.4 MB`: three digits or so of a size in bytes. */
export function formatSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const amount = bytes / 1000 ** power;
  return `${power === 0 || amount >= 100 ? amount.toFixed(0) : amount.toFixed(1)} ${units[power]}`;
}

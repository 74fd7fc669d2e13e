import { InvalidArgumentError } from 'commander';
import { ARCHIVE_FORMATS, type ArchiveFormat } from '../core/archive/format.ts';
import { parseSize, SIZE_FORM } from '../core/store/size.ts';
import { KNOWN_WRONG } from '../core/stock/known-wrong.ts';

// What an option's text becomes. Each throws what commander shows beside the option.

/** Items between commas. */
export function list(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes(''))
    throw new InvalidArgumentError('Expected a list with commas and no empty item.');
  return items;
}

export function knownWrongCases(text: string): string[] {
  return some(text, KNOWN_WRONG);
}

export function archiveFormats(text: string): ArchiveFormat[] {
  return some(text, ARCHIVE_FORMATS);
}

/** A number of things, or of seconds. */
export function count(text: string): number {
  return wholeNumber(text, 1);
}

/** A place in a list. */
export function index(text: string): number {
  return wholeNumber(text, 0);
}

/** A size in bytes. */
export function size(text: string): number {
  const bytes = parseSize(text);
  if (bytes === undefined) throw new InvalidArgumentError(`Expected ${SIZE_FORM}.`);
  return bytes;
}

function some<Item extends string>(text: string, known: readonly Item[]): Item[] {
  return list(text).map((item) => {
    const found = known.find((one) => one === item);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Expected some of ${known.join(', ')}.`);
  });
}

function wholeNumber(text: string, least: number): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < least)
    throw new InvalidArgumentError(`Expected a whole number from ${least}.`);
  return number;
}

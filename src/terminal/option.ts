import { InvalidArgumentError } from 'commander';
import { parseSize, SIZE_FORM } from '../core/store/size.ts';
import { isKnownWrong, KNOWN_WRONG } from '../core/stock/known-wrong.ts';

// What an option's text becomes. Each throws what commander shows beside the option.

/** Items between commas. */
export function list(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes(''))
    throw new InvalidArgumentError('Expected a list with commas and no empty item.');
  return items;
}

export function knownWrongCases(text: string): string[] {
  const cases = list(text);
  if (!cases.every(isKnownWrong))
    throw new InvalidArgumentError(`Expected some of ${KNOWN_WRONG.join(', ')}.`);
  return cases;
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

function wholeNumber(text: string, least: number): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < least)
    throw new InvalidArgumentError(`Expected a whole number from ${least}.`);
  return number;
}

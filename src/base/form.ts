import { parseSize, SIZE_FORM } from './text.ts';

// What the options of commands and the inputs of actions have in common.

/** The manifest and the folder of the package if none is named. */
export const DEFAULT_MANIFEST = 'kernels.yaml';
export const DEFAULT_PACKAGE = 'aot';

/** A form that the text of an option or of an action's input must have. */
export interface Form<Value> {
  /** Such as `a whole number from 1 to 999999`. */
  readonly expected: string;
  /** Returns undefined for a text of another form. */
  readonly parse: (text: string) => Value | undefined;
}

/** As seconds, it is more than eleven days, and a timer can wait so long. */
const MOST = 999_999;

/** A number of things or of seconds. */
export const COUNT = wholeNumber(1);

/** A position in a list. */
export const INDEX = wholeNumber(0);

/** A size in bytes. */
export const SIZE: Form<number> = { expected: SIZE_FORM, parse: parseSize };

function wholeNumber(least: number): Form<number> {
  return {
    expected: `a whole number from ${least} to ${MOST}`,
    parse: (text) =>
      /^(0|[1-9]\d{0,5})$/.test(text) && Number(text) >= least ? Number(text) : undefined,
  };
}

export function oneOf<const Item extends string>(items: readonly Item[]): Form<Item> {
  return {
    expected: `one of ${items.join(', ')}`,
    parse: (text) => items.find((item) => item === text),
  };
}

/** A text that matches `pattern`, which `expected` describes. */
export function matching(pattern: RegExp, expected: string): Form<string> {
  return { expected, parse: (text) => (pattern.test(text) ? text : undefined) };
}

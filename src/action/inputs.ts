import { Failure, type Problem } from '../base/errors.ts';

/** The folder of a package if none is named. */
export const DEFAULT_PACKAGE = 'aot';

/**
 * Turns the texts of inputs into values, and collects the invalid ones. Values are undefined for
 * inputs that are not set.
 */
export interface InputReader {
  text(name: string): string | undefined;
  /** Items between commas, spaces or line breaks. */
  list(name: string): readonly string[] | undefined;
  /** A list of known items. */
  some<Item extends string>(name: string, known: readonly Item[]): readonly Item[] | undefined;
  choice<Item extends string>(name: string, known: readonly Item[]): Item | undefined;
  /** A text that matches `form`, which `expected` describes. */
  formed(name: string, form: RegExp, expected: string): string | undefined;
  /** A whole number from 1. */
  count(name: string): number | undefined;
  /** A boolean of YAML 1.2; `otherwise`, by default false, if it is not set. */
  flag(name: string, otherwise?: boolean): boolean;
  /** Adds a problem of the inputs. */
  reject(message: string): void;
  /** @throws {Failure} `usage` with every problem so far. */
  check(): void;
}

/** Creates a reader. `get` returns an input's text, empty if it is not set. */
export function inputReader(get: (name: string) => string): InputReader {
  const problems: Problem[] = [];
  const invalid = (name: string, text: string, expected: string): undefined => {
    problems.push({ message: `input ${name}: invalid value \`${text}\`: expected ${expected}` });
  };
  const list = (name: string): readonly string[] | undefined => {
    const items = get(name)
      .split(/[\s,]+/)
      .filter((item) => item !== '');
    return items.length === 0 ? undefined : items;
  };
  return {
    text: (name) => get(name) || undefined,
    list,
    some: (name, known) =>
      list(name)?.flatMap((text) => {
        const item = known.find((one) => one === text);
        return item ?? invalid(name, text, `any of ${known.join(', ')}`) ?? [];
      }),
    choice(name, known) {
      const text = get(name);
      if (text === '') return undefined;
      const item = known.find((one) => one === text);
      return item ?? invalid(name, text, `one of ${known.join(', ')}`);
    },
    formed(name, form, expected) {
      const text = get(name);
      return text === '' || form.test(text) ? text || undefined : invalid(name, text, expected);
    },
    count(name) {
      const text = get(name);
      if (text === '') return undefined;
      return /^[1-9]\d{0,5}$/.test(text)
        ? Number(text)
        : invalid(name, text, 'a whole number from 1 to 999999');
    },
    flag(name, otherwise = false) {
      const text = get(name);
      if (text === '') return otherwise;
      if (/^(true|True|TRUE)$/.test(text)) return true;
      if (!/^(false|False|FALSE)$/.test(text)) invalid(name, text, 'true or false');
      return false;
    },
    reject: (message) => void problems.push({ message }),
    check() {
      if (problems.length > 0) throw new Failure('usage', problems);
    },
  };
}

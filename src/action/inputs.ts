import { Failure, type Problem } from '../core/base/errors.ts';

/** Turns the texts of inputs into values; what makes no sense is gathered and told all at once. */
export interface InputReader<Name extends string> {
  /** undefined where nothing was set, as with all below. */
  text(name: Name): string | undefined;
  /** Items between commas, spaces or lines. */
  list(name: Name): readonly string[] | undefined;
  /** Such a list, of known items only. */
  some<Item extends string>(name: Name, known: readonly Item[]): readonly Item[] | undefined;
  choice<Item extends string>(name: Name, known: readonly Item[]): Item | undefined;
  /** A text that `form` matches, which `expected` describes. */
  formed(name: Name, form: RegExp, expected: string): string | undefined;
  /** A whole number from 1. */
  count(name: Name): number | undefined;
  /** The booleans of YAML 1.2; false where nothing was set. */
  flag(name: Name): boolean;
  /** Notes what is wrong with inputs together. */
  refuse(message: string): void;
  /** @throws {Failure} `usage` naming every input read so far that makes no sense. */
  check(): void;
}

/** `get` gives an input's text, empty when it was not set. */
export function inputReader<Name extends string>(get: (name: Name) => string): InputReader<Name> {
  const problems: Problem[] = [];
  const wrong = (name: Name, text: string, expected: string): undefined => {
    problems.push({
      message: `input ${name}: \`${text}\` is not usable: expected ${expected}`,
    });
  };
  const list = (name: Name): readonly string[] | undefined => {
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
        return item ?? wrong(name, text, `some of ${known.join(', ')}`) ?? [];
      }),
    choice(name, known) {
      const text = get(name);
      if (text === '') return undefined;
      const item = known.find((one) => one === text);
      return item ?? wrong(name, text, `one of ${known.join(', ')}`);
    },
    formed(name, form, expected) {
      const text = get(name);
      return text === '' || form.test(text) ? text || undefined : wrong(name, text, expected);
    },
    count(name) {
      const text = get(name);
      if (text === '') return undefined;
      return /^[1-9]\d{0,5}$/.test(text)
        ? Number(text)
        : wrong(name, text, 'a whole number from 1');
    },
    flag(name) {
      const text = get(name);
      if (/^(true|True|TRUE)$/.test(text)) return true;
      if (!/^(false|False|FALSE)?$/.test(text)) wrong(name, text, 'true or false');
      return false;
    },
    refuse: (message) => void problems.push({ message }),
    check() {
      if (problems.length > 0) throw new Failure('usage', problems);
    },
  };
}

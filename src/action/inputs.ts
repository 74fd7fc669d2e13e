import { Failure, type Problem } from '../base/errors.ts';
import type { Flag, Flags } from '../base/flags.ts';
import type { Form } from '../base/form.ts';

/**
 * Turns the texts of inputs into values, and collects the invalid ones. Values are undefined for
 * inputs that are not set.
 */
export interface InputReader {
  text(name: string): string | undefined;
  value<Value>(name: string, form: Form<Value>): Value | undefined;
  /** Items between commas, spaces or line breaks. */
  list(name: string): readonly string[] | undefined;
  /** The items of a list, which have a form. */
  values<Value>(name: string, form: Form<Value>): readonly Value[] | undefined;
  /** A boolean of YAML 1.2; `otherwise`, by default false, if it is not set. */
  flag(name: string, otherwise?: boolean): boolean;
  /** The flags of features that are set. */
  flags(all: readonly Flag[]): Flags;
  /** Adds a problem of the inputs. */
  reject(message: string): void;
}

/** Reads all inputs of an action. `get` returns the text of one, empty if it is not set. */
type ReadInputs<Inputs> = (get: (name: string) => string) => Inputs;

/**
 * Returns the function that reads the inputs of an action. It throws a failure of the kind `usage` with
 * every invalid input.
 */
export function inputsOf<Inputs>(body: (read: InputReader) => Inputs): ReadInputs<Inputs> {
  return (get) => {
    const problems: Problem[] = [];
    const inputs = body(inputReader(get, problems));
    if (problems.length > 0) throw new Failure('usage', problems);
    return inputs;
  };
}

function inputReader(get: (name: string) => string, problems: Problem[]): InputReader {
  const reject = (message: string): void => void problems.push({ message });
  const valueIn = <Value>(name: string, text: string, form: Form<Value>): Value | undefined => {
    const value = form.parse(text);
    if (value === undefined)
      reject(`input ${name}: invalid value \`${text}\`: expected ${form.expected}`);
    return value;
  };
  const value: InputReader['value'] = (name, form) => {
    const text = get(name);
    return text === '' ? undefined : valueIn(name, text, form);
  };
  const list = (name: string): readonly string[] | undefined => {
    const items = get(name)
      .split(/[\s,]+/)
      .filter((item) => item !== '');
    return items.length === 0 ? undefined : items;
  };
  const flag = (name: string, otherwise = false): boolean => value(name, FLAG) ?? otherwise;
  return {
    text: (name) => get(name) || undefined,
    value,
    list,
    values: (name, form) => list(name)?.flatMap((item) => valueIn(name, item, form) ?? []),
    flag,
    flags: (all) => new Set(all.flatMap(({ name }) => (flag(name) ? [name] : []))),
    reject,
  };
}

const FLAG: Form<boolean> = {
  expected: 'true or false',
  parse: (text) =>
    /^(true|True|TRUE)$/.test(text) || (/^(false|False|FALSE)$/.test(text) ? false : undefined),
};

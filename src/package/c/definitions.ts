/** A definition at the top level of a C file: a macro, type, variable or function. */
interface Definition {
  /** The comment before it, with its end of line; empty without one. */
  readonly comment: string;
  readonly text: string;
}

/** A comment, a directive, a text or character, a bracket, the end of a statement, or anything else. */
const TOKEN =
  /(?<comment>\/\*[^]*?\*\/)|(?<directive>^[ \t]*#(?:.*\\\n)*.*)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<open>[({[])|(?<close>[)}\]])|(?<end>;)|\n|[^\S\n]+|\w+|[^]/gm;

/** What follows the closing brace of a type or a variable, in place of the end of a function. */
const GOES_ON = /[ \t]*(?:\w|;|=|,)/y;

/**
 * Returns the definitions of C code, each whole: it ends where the language says so, whatever empty
 * lines are in it.
 * @throws an error for a bracket without its counterpart, and for a macro that an empty line ends.
 */
export function definitionsOf(code: string): readonly Definition[] {
  const found: Definition[] = [];
  let [depth, start, comment] = [0, -1, ''];
  const add = (end: number): void => {
    found.push({ comment, text: code.slice(start, end) });
    [start, comment] = [-1, ''];
  };
  for (const match of code.matchAll(TOKEN)) {
    const [text] = match;
    const groups = match.groups ?? {};
    const end = match.index + text.length;
    if (groups['directive'] !== undefined && /\\\n\s*$/.test(text))
      throw new Error(`an empty line ends the macro ${text.slice(0, 60)}`);
    const isOutside = depth === 0 && start < 0;
    if (isOutside && groups['comment'] !== undefined) comment = `${text}\n`;
    else if (isOutside && text.trim() !== '') start = match.index;
    if (groups['open'] !== undefined) depth += 1;
    if (groups['close'] !== undefined) depth -= 1;
    if (depth < 0) break;
    GOES_ON.lastIndex = end;
    const isFunctionsEnd = text === '}' && !GOES_ON.test(code);
    if (start < 0 || depth > 0) continue;
    if (isFunctionsEnd || groups['end'] !== undefined) add(end);
    else if (isOutside && groups['directive'] !== undefined) add(end);
  }
  if (depth !== 0 || start >= 0)
    throw new Error('a bracket or a definition has no end, or an end too many');
  return found;
}

/**
 * Returns the one definition that contains a text.
 * @throws an error if there is none, or another.
 */
export function definitionWith(text: string, definitions: readonly Definition[]): Definition {
  const [found, ...others] = definitions.filter((each) => each.text.includes(text));
  if (found !== undefined && others.length === 0) return found;
  throw new Error(
    `there are ${others.length + (found === undefined ? 0 : 1)} definitions with \`${text}\`, not one`,
  );
}

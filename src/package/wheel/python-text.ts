import { indent } from '../../base/text.ts';
import type { Literal } from '../../manifest/terms/smoke-case.ts';

/** Writes a default value, which means the same in Python and in a schema of PyTorch. */
export function pythonLiteral(value: Literal, kind: 'int' | 'float' | 'bool'): string {
  if (kind === 'bool') return value === true || value === 1n || value === 1 ? 'True' : 'False';
  const text = String(typeof value === 'boolean' ? Number(value) : value);
  return kind === 'float' && /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** Writes a tuple. */
export function pythonTuple(items: readonly string[]): string {
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`;
}

/** Writes an assignment of all items of a tuple. */
export function pythonUnpack(names: readonly string[], value: string): string {
  return `${names.length === 1 ? pythonTuple(names) : names.join(', ')} = ${value}`;
}

/** Writes a function; `head` is its name with the parameters. */
export function pythonFunction(head: string, body: readonly string[]): string {
  return `\ndef ${head}:\n${pythonBlock(body).join('\n')}\n`;
}

/** Returns one value, or several as a tuple with a line for each. */
export function pythonReturn(values: readonly string[]): readonly string[] {
  return values.length === 1
    ? [`return ${values[0]}`]
    : ['return (', ...values.map((value) => `    ${value},`), ')'];
}

/** Writes branches of which one is taken: the last if the tests of those before it do not hold. */
export function pythonBranches(
  branches: readonly { readonly test: string; readonly lines: readonly string[] }[],
): readonly string[] {
  return branches.flatMap(({ test, lines }, at) => {
    if (branches.length === 1) return lines;
    const isLast = at === branches.length - 1;
    const head = at === 0 ? `if ${test}:` : isLast ? 'else:' : `elif ${test}:`;
    return [head, ...pythonBlock(lines)];
  });
}

/** Indents lines, or texts of several lines, as the body of a statement. */
export function pythonBlock(lines: readonly string[]): readonly string[] {
  return lines.map((line) => indent(line, 4));
}

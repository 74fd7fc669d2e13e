import { isMap, LineCounter, parseDocument, Scalar } from 'yaml';
import { indent } from '../base/text.ts';
import { reservedName } from '../manifest/terms/c-names.ts';

/**
 * Adds entries, which are not indented, after the kernels of a manifest. Everything else keeps its
 * bytes. Returns undefined if the kernels are not a block map.
 * @param hasGap true for an empty line before them. Default: if there is one between the others.
 */
export function insertEntries(
  text: string,
  entries: readonly string[],
  hasGap?: boolean,
): string | undefined {
  const lines = new LineCounter();
  const kernels = parseDocument(text, { lineCounter: lines }).get('kernels', true);
  if (!isMap(kernels) || kernels.flow === true) return undefined;
  const first = kernels.items[0]?.key;
  if (!(first instanceof Scalar)) return undefined;
  const column = lines.linePos(first.range?.[0] ?? 0).col - 1;
  const end = endOf(text, kernels.range?.[1] ?? text.length);
  const before = endLine(text.slice(0, end));
  const isApart = hasGap ?? /\n[ \t]*\n/.test(before.slice(first.range?.[0] ?? 0));
  const added = entries.map((entry) => indent(endLine(entry), column)).join('\n');
  return `${before}${isApart ? '\n' : ''}${added}${text.slice(end)}`;
}

/** Returns the end of the line in which the last value of the map ends. */
function endOf(text: string, offset: number): number {
  // The range of a block map may reach over the empty lines and comments below it.
  let trimmed = text.slice(0, offset).trimEnd().length;
  for (;;) {
    const line = text.lastIndexOf('\n', trimmed - 1);
    if (line === -1 || !text.slice(line, trimmed).trimStart().startsWith('#')) break;
    trimmed = text.slice(0, line).trimEnd().length;
  }
  const newline = text.indexOf('\n', trimmed);
  return newline === -1 ? text.length : newline + 1;
}

/** Returns a text that ends with a line feed, unless it is empty. */
export function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Makes a name that C and the generated code allow. */
export function cName(text: string, prefix = 'kernel'): string {
  const plain = text.replaceAll(/\W+/g, '_').replaceAll(/_{2,}/g, '_').replaceAll(/^_|_$/g, '');
  return reservedName(plain) === undefined ? plain : `${prefix}_${plain}`.replace(/_$/, '');
}

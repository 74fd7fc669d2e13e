import { isAbsolute, relative, sep } from 'node:path';
import { isMap, LineCounter, parseDocument, Scalar } from 'yaml';
import { indent } from '../../base/text.ts';
import { unfilledIn } from '../../manifest/unfilled.ts';
import type { EntryDescription } from './entry.ts';
import { entryText, scalar, type Setting } from './entry-text.ts';

/** Writes a manifest with a comment above its settings. */
export function newManifest(
  comment: string,
  settings: readonly Setting[],
  entries: readonly EntryDescription[],
): string {
  const head = settings.map(
    ({ name, text, note }) => `${name}: ${text}${note === undefined ? '' : ` # ${note}`}`,
  );
  const texts = entries.map((entry) => `${indent(entryText(entry), 2)}\n`);
  return [`# ${comment}`, ...head, '', 'kernels:', texts.join('\n')].join('\n');
}

/**
 * Adds entries after the kernels of a manifest. Everything else keeps its bytes if the kernels are a
 * block map, and otherwise its comments and order. Returns undefined if the kernels are no map.
 */
export function addEntries(text: string, entries: readonly EntryDescription[]): string | undefined {
  if (entries.length === 0) return text;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, keepSourceTokens: true });
  const kernels = document.get('kernels', true);
  if (!isMap(kernels)) return undefined;
  const first = kernels.items[0]?.key;
  if (kernels.flow === true || !(first instanceof Scalar)) {
    for (const entry of entries) {
      const { contents } = parseDocument(entryText(entry));
      if (isMap(contents)) document.setIn(['kernels', entry.name], contents.items[0]?.value);
    }
    return endLine(document.toString({ lineWidth: 100 }));
  }
  const start = first.range?.[0] ?? 0;
  const column = lines.linePos(start).col - 1;
  const end = endOf(text, kernels.range?.[1] ?? text.length, column);
  const before = endLine(text.slice(0, end));
  const isApart = kernels.items.length === 1 || /\n[ \t]*\n/.test(before.slice(start));
  const added = entries.map((entry) => `${indent(entryText(entry), column)}\n`).join('\n');
  return `${before}${isApart ? '\n' : ''}${added}${text.slice(end)}`;
}

/** An entry that a person must still fill in: its key, its source, and where its text is. */
interface UnfilledEntry {
  readonly key: string;
  readonly source: string;
  readonly range: readonly [start: number, end: number];
  readonly column: number;
}

/** Returns the entries of a block map of kernels that are not filled in. */
export function unfilledEntries(text: string): readonly UnfilledEntry[] {
  const lines = new LineCounter();
  const kernels = parseDocument(text, { lineCounter: lines }).get('kernels', true);
  if (!isMap(kernels) || kernels.flow === true) return [];
  return kernels.items.flatMap(({ key, value }, index) => {
    if (!(key instanceof Scalar) || !key.range || !isMap(value) || !value.range) return [];
    const source = value.get('source');
    if (typeof source !== 'string' || unfilledIn(value.toJSON()).length === 0) return [];
    const column = lines.linePos(key.range[0]).col - 1;
    const following = kernels.items[index + 1]?.key;
    const before = text.slice(0, following instanceof Scalar ? following.range?.[0] : undefined);
    const range = [key.range[0] - column, endOf(before, value.range[1], column)] as const;
    return [{ key: `${key.value}`, source, range, column }];
  });
}

/** Writes entries in the place of those of the same source that are not filled in. Returns the text, and the entries that remain. */
export function fillIn(
  text: string,
  entries: readonly EntryDescription[],
): { readonly text: string; readonly rest: readonly EntryDescription[] } {
  const rest: EntryDescription[] = [];
  let filled = text;
  for (const entry of entries) {
    const old = unfilledEntries(filled).find(({ source }) => source === entry.source);
    if (old === undefined) rest.push(entry);
    else {
      const [start, end] = old.range;
      filled = `${filled.slice(0, start)}${indent(entryText(entry), old.column)}\n${filled.slice(end)}`;
    }
  }
  return { text: filled, rest };
}

/**
 * Adds packages to a manifest that may have some. Everything else keeps its bytes if it has none. Those that it has in
 * another version stay as they are.
 */
export function addPackages(text: string, packages: ReadonlyMap<string, string>): string {
  const document = parseDocument(text);
  const own = document.get('packages', true);
  const missing = [...packages].filter(([name]) => !isMap(own) || !own.has(name));
  if (missing.length === 0) return text;
  if (!isMap(own))
    return text.replace(/^kernels:/m, `packages: ${packagesText(new Map(missing))}\n$&`);
  for (const [name, version] of missing) own.set(name, version);
  return endLine(document.toString({ lineWidth: 100 }));
}

/** The version of a package in a manifest; undefined if it has none. */
export function packageVersion(text: string, name: string): string | undefined {
  const own = parseDocument(text).get('packages', true);
  const version: unknown = isMap(own) ? own.get(name) : undefined;
  return typeof version === 'string' || typeof version === 'number' ? `${version}` : undefined;
}

/** Writes the section `packages`. */
export function packagesText(packages: ReadonlyMap<string, string>): string {
  return `{ ${[...packages].map(([name, version]) => `${name}: ${scalar(version)}`).join(', ')} }`;
}

/**
 * Returns the end of the last line of a map whose keys are in a column. Comments that are further to the right are part
 * of it, such as a section that is commented out: `#` may be in front of its indentation.
 */
function endOf(text: string, offset: number, column: number): number {
  // Up to the next section: empty lines and comments are in the range of a block map, or not.
  const next = text.slice(offset).search(/^[^\s#]/m);
  let trimmed = text.slice(0, next === -1 ? text.length : offset + next).trimEnd().length;
  for (;;) {
    const line = text.lastIndexOf('\n', trimmed - 1);
    const [indentation = ''] = /^[\s#]*/.exec(text.slice(line + 1, trimmed)) ?? [];
    if (line === -1 || !indentation.includes('#') || indentation.length > column) break;
    trimmed = text.slice(0, line).trimEnd().length;
  }
  const newline = text.indexOf('\n', trimmed);
  return newline === -1 ? text.length : newline + 1;
}

/** Returns a text that ends with a line feed, unless it is empty. */
export function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Returns a path relative to a folder, with slashes; undefined if it is not below the folder. */
export function insideOf(folder: string, file: string): string | undefined {
  const inside = relative(folder, file);
  return inside.startsWith('..') || isAbsolute(inside) ? undefined : inside.split(sep).join('/');
}

import { readFile } from 'node:fs/promises';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml';
import { Failure, formatPath, type Path, type Place, type Problem } from '../base/errors.ts';

/** A parsed YAML file that still knows where everything stood. */
export interface ManifestDocument {
  readonly file: string;
  /** Plain data; whole numbers are bigint and floats are number, so that `1` and `1.0` stay apart. */
  readonly value: unknown;
  /** The place of the value at `path`, or of its nearest ancestor; undefined only for `exact` and no value. */
  locate(path: Path): Place;
  has(path: Path): boolean;
}

/** The document of a manifest whose lines are to be shown, where it is there and can be read. */
export async function readDocument(file: string): Promise<ManifestDocument | undefined> {
  try {
    return parseManifestText(await readFile(file, 'utf8'), file);
  } catch {
    return undefined;
  }
}

/**
 * Parses a manifest's text. `file` is the name messages use.
 * @throws {Failure} `usage`, listing every YAML error (also duplicate keys) with line and column.
 */
export function parseManifestText(text: string, file: string): ManifestDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    intAsBigInt: true,
    prettyErrors: false,
    merge: true,
  });
  const problems = document.errors.map((error): Problem => {
    const { line, col } = lines.linePos(error.pos[0]);
    return { message: `not valid YAML: ${error.message}`, place: { file, line, column: col } };
  });
  visit(document, {
    Pair(_key, { key }) {
      // JavaScript would take it for something else than an entry.
      if (!isNode(key) || keyText(key) !== '__proto__') return;
      const { line, col } = lines.linePos(startOf(key) ?? 0);
      problems.push({ message: '`__proto__` cannot be a key', place: { file, line, column: col } });
    },
  });
  if (problems.length > 0) throw new Failure('usage', problems);
  const value = toData(document, file);
  return {
    file,
    value,
    has: (path) => hasIn(value, path),
    locate(path) {
      const { line, col } = lines.linePos(offsetOf(document, path));
      return { file, line, column: col, ...(path.length > 0 && { path: formatPath(path) }) };
    },
  };
}

function toData(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    // The library refuses documents whose aliases expand without bound.
    const message = error instanceof Error ? error.message : String(error);
    throw new Failure('usage', { message: `not usable YAML: ${message}`, place: { file } });
  }
}

/** Walks down as far as the path exists; a map entry's place is its key, a list entry's its value. */
function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const key of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find((item) => keyText(item.key) === String(key));
      if (!isPair(pair)) break;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = startOf(node) ?? offset;
    } else break;
  }
  return offset;
}

/** Whether the data, with aliases and merge keys resolved, holds something at the path. */
function hasIn(value: unknown, [first, ...rest]: Path): boolean {
  if (first === undefined) return value !== undefined;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return false;
  return hasIn(Reflect.get(value, first), rest);
}

function keyText(key: unknown): string {
  return isNode(key) ? String(key.toJSON()) : String(key);
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

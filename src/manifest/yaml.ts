import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml';
import { duplicateKey, explainErrors, pastedConfig, unknownAlias } from './yaml-errors.ts';
import {
  Failure,
  formatPath,
  messageOf,
  type Path,
  type Place,
  type Problem,
} from '../base/errors.ts';
import { readPlainFile } from '../base/files.ts';
import { sha256 } from '../base/text.ts';

/** The YAML library takes seconds for each MiB of unusual text. The largest example has 4 KiB. */
const LONGEST = 2 ** 19;

/** A parsed YAML file with the position of every value. */
export interface ManifestDocument {
  readonly file: string;
  /** The SHA-256 of the text. */
  readonly sha256: string;
  /** Plain data. Whole numbers are bigint and floats are number, so that `1` and `1.0` differ. */
  readonly value: unknown;
  /** The place of the value at `path`, or of its nearest ancestor. */
  locate(path: Path): Place;
  has(path: Path): boolean;
}

/**
 * Parses a manifest's text. `file` is the name in messages.
 * @throws {Failure} `usage` with the first error of syntax, or every other error, with line and
 * column.
 */
export function parseManifestText(text: string, file: string): ManifestDocument {
  if (text.length > LONGEST)
    throw new Failure('usage', {
      message: `the manifest has ${text.length} characters; at most ${LONGEST} can be read`,
      place: { file, line: 1, column: 1 },
      hint: 'Describe similar kernels together with `for:`, or split the manifest.',
    });
  try {
    return parseText(text, file);
  } catch (error) {
    // The YAML library calls itself for each level of a text.
    if (!(error instanceof RangeError)) throw error;
    const message = 'the YAML is nested too deeply to be read';
    const hint = 'Look for a row of `- `, `? `, `[` or `{`.';
    throw new Failure(
      'usage',
      { message, place: { file, line: 1, column: 1 }, hint },
      { cause: error },
    );
  }
}

function parseText(text: string, file: string): ManifestDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    intAsBigInt: true,
    prettyErrors: false,
    merge: true,
  });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const tooDeep = document.errors.find(({ message }) => message.includes('call stack'));
  if (tooDeep !== undefined) throw new RangeError(tooDeep.message);
  const pasted = pastedConfig(text);
  if (pasted !== undefined) {
    const { offset, ...problem } = pasted;
    throw new Failure('usage', { ...problem, place: placeAt(offset) });
  }
  const errors = [...explainErrors(document.errors, text)];
  let firstAlias: number | undefined;
  const duplicates = document.errors.flatMap(({ code, pos }) =>
    code === 'DUPLICATE_KEY' ? pos[0] : [],
  );
  const hasSyntaxErrors = duplicates.length < document.errors.length;
  visit(document, {
    Map(_key, { items }) {
      if (hasSyntaxErrors) return;
      for (const { key } of items) {
        const offset = startOf(key);
        if (offset === undefined || !duplicates.includes(offset)) continue;
        const first = items.find((item) => keyText(item.key) === keyText(key));
        const { line } = lines.linePos(startOf(first?.key) ?? offset);
        errors.push(duplicateKey(keyText(key), offset, line));
      }
    },
    Pair(_key, { key, value }) {
      const offset = startOf(key) ?? 0;
      if (!isScalar(key)) {
        // After an error of syntax this is mostly its consequence.
        if (document.errors.length === 0) errors.push({ offset, message: 'a key must be text' });
        return visit.SKIP;
      }
      // In a JavaScript object this key would set the prototype.
      if (keyText(key) === '__proto__')
        errors.push({ offset, message: 'the key `__proto__` is not allowed' });
      if (isMergeKey(key.value) && !areMaps(value, document))
        errors.push({
          offset: startOf(value) ?? offset,
          message: '`<<` takes a map, or a list of maps, which mostly are aliases such as `*name`',
        });
      return undefined;
    },
    Alias(_key, alias) {
      firstAlias ??= startOf(alias);
      const isUnknown = document.errors.length === 0 && alias.resolve(document) === undefined;
      if (isUnknown) errors.push(unknownAlias(alias.source, startOf(alias) ?? 0));
    },
  });
  // One that the tree does not have.
  if (errors.length === 0 && duplicates[0] !== undefined)
    errors.push({ offset: duplicates[0], message: 'invalid YAML: a key is twice in one map' });
  const problems = errors.map(({ offset, ...problem }): Problem => ({
    ...problem,
    place: placeAt(offset),
  }));
  if (problems.length > 0) throw new Failure('usage', problems);
  const value = toData(document, placeAt(firstAlias ?? 0));
  // With `for:`, many kernels have the same places.
  const places = new Map<string, Place>();
  const locate = (path: Path): Place => {
    const place = placeAt(offsetOf(document, path));
    return path.length === 0 ? place : { ...place, path: formatPath(path) };
  };
  return {
    file,
    sha256: sha256(text),
    value,
    has: (path) => hasIn(value, path),
    locate(path) {
      const key = path.join('\0');
      const place = places.get(key) ?? locate(path);
      places.set(key, place);
      return place;
    },
  };
}

/** Reads a manifest for the places in it; undefined if it cannot be read or parsed. */
export async function readDocument(file: string): Promise<ManifestDocument | undefined> {
  try {
    return parseManifestText(String(await readPlainFile(file)), file);
  } catch {
    return undefined;
  }
}

/** True if `<<` can merge a value: a map, a list of maps, or an alias of one. */
function areMaps(value: unknown, document: Document): boolean {
  const node = isAlias(value) ? value.resolve(document) : value;
  if (isSeq(node))
    return node.items.every((item) => isMap(isAlias(item) ? item.resolve(document) : item));
  // An unknown alias has its own error.
  return isMap(node) || (isAlias(value) && node === undefined);
}

function isMergeKey(value: unknown): boolean {
  return value === '<<' || (typeof value === 'symbol' && value.description === '<<');
}

function toData(document: Document, place: Place): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    // The library rejects documents whose aliases expand without limit.
    const message = messageOf(error);
    throw new Failure('usage', { message: `cannot read the YAML: ${message}`, place });
  }
}

/** Follows the part of the path that exists. A map entry is located at its key. */
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

/** True if the data, with aliases and merge keys resolved, has a value at the path. */
function hasIn(value: unknown, [first, ...rest]: Path): boolean {
  if (first === undefined) return value !== undefined;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return false;
  return hasIn(Reflect.get(value, first), rest);
}

function keyText(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

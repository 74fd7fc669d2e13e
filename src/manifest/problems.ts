import type { z } from 'zod';
import {
  Failure,
  type FailureKind,
  formatPath,
  type Path,
  type Place,
  type Problem,
} from '../base/errors.ts';
import { nearest } from '../base/text.ts';
import type { ManifestDocument } from './yaml.ts';

/**
 * Collects the problems of a manifest, so that all of them are reported at once. An instance is
 * bound to a part of the manifest: what is added gets that part's place. `at` binds to a part
 * below.
 *
 * A function that checks or parses a part takes `problems` bound to it, and returns undefined if it
 * added a problem and has no value to return.
 */
export class Problems {
  readonly #list: Problem[] = [];
  readonly #document: ManifestDocument | undefined;
  readonly #parent: Problems | undefined;
  readonly #toPath: (relative: Path) => Path;

  /** Without a document the problems have no place, as those of a command-line option. */
  constructor(
    document?: ManifestDocument,
    parent?: Problems,
    toPath: (relative: Path) => Path = (path) => path,
  ) {
    this.#document = document;
    this.#parent = parent;
    this.#toPath = toPath;
  }

  /** The path of the part in the manifest. */
  get path(): Path {
    return this.#toPath([]);
  }

  /** The place of the part; undefined without a document. */
  get place(): Place | undefined {
    return this.#document?.locate(this.path);
  }

  /** True if nothing was added here or to a part bound from here. */
  get isEmpty(): boolean {
    return this.#list.length === 0;
  }

  /** Binds to a part below this one. */
  at(...keys: Path): Problems {
    return this.under((relative) => [...keys, ...relative]);
  }

  /** Binds to a part whose paths in the manifest come from `toPath`. */
  under(toPath: (relative: Path) => Path): Problems {
    return new Problems(this.#document, this, (relative) => this.#toPath(toPath(relative)));
  }

  /** Adds a problem of this part. The same message at the same place counts once. */
  add(message: string, hint?: string): void {
    this.#collect({ message, place: this.place, ...(hint !== undefined && { hint }) });
  }

  /** Adds a problem of a file that this part names: it has the file's place and the part's path. */
  addIn(file: Place, message: string, hint?: string): void {
    const place = { ...file, path: formatPath(this.path) };
    this.#collect({ message, place, ...(hint !== undefined && { hint }) });
  }

  /** Adds the issues of a schema. `keysAt` returns the known keys of the map at a path. */
  addIssues(issues: readonly z.core.$ZodIssue[], keysAt: (path: Path) => readonly string[]): void {
    for (const issue of issues) {
      const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
      const part = this.at(...path);
      const isMissing = (relative: Path): boolean =>
        this.#document?.has(part.at(...relative).path) === false;
      const branch = issue.code === 'invalid_union' ? closestBranch(issue, isMissing) : undefined;
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) part.at(key).#addUnknownKey(key, keysAt(path));
      } else if (issue.code === 'invalid_key') {
        part.add(issue.issues[0]?.message ?? issue.message);
      } else if (branch !== undefined) {
        part.addIssues(branch, (relative) => keysAt([...path, ...relative]));
      } else {
        part.add(isMissing([]) ? `missing \`${path.at(-1)}\`: ${issue.message}` : issue.message);
      }
    }
  }

  /**
   * @throws {Failure} of this kind with every problem, in the order of the file, if there are any.
   */
  throwIfAny(kind: FailureKind = 'usage'): void {
    if (this.isEmpty) return;
    throw new Failure(
      kind,
      this.#list.toSorted((a, b) => lineOf(a) - lineOf(b)),
    );
  }

  #addUnknownKey(key: string, known: readonly string[]): void {
    const guess = didYouMean(key, known);
    const all = guess === '' ? `The known keys are ${known.join(', ')}.` : undefined;
    this.add(`unknown key \`${key}\`${guess}`, OTHER_WORDS.get(key) ?? all);
  }

  #collect(problem: Problem): void {
    const isKnown = this.#list.some(
      ({ message, place }) => message === problem.message && place?.path === problem.place?.path,
    );
    if (!isKnown) this.#list.push(problem);
    if (this.#parent !== undefined) this.#parent.#collect(problem);
  }
}

/** Says where the manifest has what people look for under a word that is no key. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  [
    'hints',
    'A hint is part of a type, as in `n: i32:16`. `specialise:` says whether the build finds others, and `specialisations:` lists them.',
  ],
]);

/** `; did you mean …?` with the known name closest to `name`; empty if none is close. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const guess = nearest(name, known);
  return guess === undefined ? '' : `; did you mean \`${guess}\`?`;
}

/**
 * Returns the issues of the alternative that fits except for parts inside it, which have own places. A map
 * that lacks a key, and has others that are not alike, is something else.
 */
function closestBranch(
  issue: z.core.$ZodIssueInvalidUnion,
  isMissing: (path: Path) => boolean,
): z.core.$ZodIssue[] | undefined {
  return issue.errors.find((branch) => {
    const isInside = branch.every(
      ({ path, code }) => path.length > 0 || code === 'unrecognized_keys',
    );
    const unknown = branch.flatMap((each) => (each.code === 'unrecognized_keys' ? each.keys : []));
    const missing = branch.flatMap(({ path }) =>
      path.length === 1 && isMissing([String(path[0])]) ? [String(path[0])] : [],
    );
    const isOther = unknown.length > 0 && missing.length > 0;
    return isInside && !(isOther && unknown.every((key) => nearest(key, missing) === undefined));
  });
}

function lineOf({ place }: Problem): number {
  return place?.line ?? 0;
}

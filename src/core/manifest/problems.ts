import type { z } from 'zod';
import type { Path, Problem } from '../base/errors.ts';
import { nearest } from '../base/text.ts';
import type { ManifestDocument } from './yaml.ts';

/** Tells of something wrong at a path of one kernel. */
export type Report = (path: Path, message: string, hint?: string) => void;

/** Gathers what is wrong with a manifest, each with its place; the same thing at the same place counts once. */
export class Problems {
  readonly #list: Problem[] = [];
  readonly #document: ManifestDocument;

  constructor(document: ManifestDocument) {
    this.#document = document;
  }

  /** What has been found, in the order of the file. */
  get list(): readonly Problem[] {
    return this.#list.toSorted((a, b) => lineOf(a) - lineOf(b));
  }

  add(path: Path, message: string, hint?: string): void {
    const place = this.#document.locate(path);
    const known = this.#list.some(
      (other) => other.message === message && other.place?.path === place.path,
    );
    if (!known) this.#list.push({ message, place, ...(hint !== undefined && { hint }) });
  }

  addIssues(
    issues: readonly z.core.$ZodIssue[],
    knownKeys: (path: Path) => readonly string[],
    at: (relative: Path) => Path = (path) => path,
  ): void {
    for (const issue of issues) {
      const own = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
      const path = at(own);
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) this.#addUnknownKey([...path, key], key, knownKeys(path));
      } else if (issue.code === 'invalid_key') {
        this.add(path, issue.issues[0]?.message ?? issue.message);
      } else if (issue.code === 'invalid_union' && closestBranch(issue) !== undefined) {
        const inside = (relative: Path): Path => at([...own, ...relative]);
        this.addIssues(closestBranch(issue) ?? [], knownKeys, inside);
      } else {
        this.add(path, this.#document.has(path) ? issue.message : `missing: ${issue.message}`);
      }
    }
  }

  #addUnknownKey(path: Path, key: string, known: readonly string[]): void {
    const guess = nearest(key, known);
    this.add(
      path,
      `unknown key \`${key}\`: expected one of ${known.join(', ')}`,
      guess === undefined ? undefined : `Did you mean \`${guess}\`?`,
    );
  }
}

function lineOf(problem: Problem): number {
  return problem.place?.line ?? 0;
}

/** The alternative that fits but for something inside it, so that this can be told at its own place. */
function closestBranch(issue: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] | undefined {
  return issue.errors.find((branch) =>
    branch.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'),
  );
}

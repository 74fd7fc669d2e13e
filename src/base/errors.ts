import type { SourceExcerpt } from './source-lines.ts';
import { withoutMiddle } from './text.ts';

/** A location: a manifest entry, a kernel's line, a file. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** The JSON path inside the file, such as `kernels.add.arguments.n`. */
  readonly path?: string;
}

/** A Python function. The file is relative to the manifest's folder. */
export interface SourceReference {
  readonly file: string;
  readonly function: string;
}

/** The keys from a document's root to a value. */
export type Path = readonly (string | number)[];

/** One thing that is wrong: what, where, and what to do about it. */
export interface Problem {
  readonly message: string;
  readonly place?: Place | undefined;
  readonly hint?: string | undefined;
  /** The line of the place, with those around it, where they are shown. */
  readonly source?: SourceExcerpt | undefined;
}

/** The exit code for each reason that ends a command. docs/reference/cli.md and `--help` have the same. */
export const EXIT_CODES = {
  usage: 2,
  environment: 3,
  compile: 4,
  abi: 5,
  smoke: 6,
  'no-gpu': 7,
  unsafe: 8,
  verification: 9,
  /** A budget was exceeded, or something got worse by more than `fail-on` allows. */
  threshold: 10,
  interrupted: 130,
} as const;

/** Says why a command ended. */
export type FailureKind = keyof typeof EXIT_CODES;

/** An expected failure. Anything else that is thrown is a bug in this program (exit code 1). */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly problems: readonly Problem[];
  /** Counts what failed and what did not, if many things were tried. */
  readonly summary: string | undefined;

  constructor(
    kind: FailureKind,
    problems: Problem | readonly Problem[],
    { summary, ...options }: FailureOptions = {},
  ) {
    const list = (isList(problems) ? problems : [problems]).map(bounded);
    super(list.map(formatProblem).join('\n'), options);
    this.name = 'Failure';
    this.kind = kind;
    this.problems = list;
    this.summary = summary;
  }
}

/** The most characters of a message or a path, and of a hint, which can be the output of a program. */
const LONGEST = 1000;
const LONGEST_HINT = 10_000;

/** Shortens the texts of a problem: they quote the manifest, in which an expression can have a megabyte. */
function bounded(problem: Problem): Problem {
  const { message, place, hint } = problem;
  return {
    ...problem,
    message: withoutMiddle(message, LONGEST),
    ...(place?.path !== undefined && {
      place: { ...place, path: withoutMiddle(place.path, LONGEST) },
    }),
    ...(hint !== undefined && { hint: withoutMiddle(hint, LONGEST_HINT) }),
  };
}

interface FailureOptions extends ErrorOptions {
  readonly summary?: string | undefined;
}

/** Returns the exit code for an error that reached the entry point. */
export function exitCodeOf(error: unknown): number {
  return error instanceof Failure ? EXIT_CODES[error.kind] : 1;
}

/** Formats as `file:line:column: message (at path)`, which editors parse, and an indented hint. */
export function formatProblem(problem: Problem): string {
  const { place, message, hint } = problem;
  const at = place === undefined ? '' : `${formatPlace(place)}: `;
  const path = place?.path === undefined ? '' : ` (at ${place.path})`;
  return `${at}${message}${path}${hint === undefined ? '' : `\n    ${hint.replaceAll('\n', '\n    ')}`}`;
}

/** Formats as `file:line:column`, without what is unknown. */
export function formatPlace(place: Place): string {
  const parts = [place.file];
  if (place.line !== undefined) {
    parts.push(String(place.line));
    if (place.column !== undefined) parts.push(String(place.column));
  }
  return parts.join(':');
}

/** Formats as `kernels.add.configs[0].BLOCK`; keys that are not identifiers are quoted. */
export function formatPath(path: Path): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      const isIdentifier = /^[A-Za-z_]\w*$/.test(key);
      return isIdentifier ? `${index > 0 ? '.' : ''}${key}` : `[${JSON.stringify(key)}]`;
    })
    .join('');
}

/** Returns the code of a failed system call, such as `ENOENT`; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded && typeof error.code === 'string' ? error.code : undefined;
}

/** Returns what a thrown value says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** True if a system call failed, for example because the disk is full. */
export function isSystemError(error: unknown): boolean {
  return /^E[A-Z]+$/.test(systemCode(error) ?? '');
}

function isList(problems: Problem | readonly Problem[]): problems is readonly Problem[] {
  return Array.isArray(problems);
}

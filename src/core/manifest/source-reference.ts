import type { Report } from './problems.ts';

/** A Python function by its file, relative to the manifest's folder, and its name. */
export interface SourceReference {
  readonly file: string;
  readonly function: string;
}

const RELATIVE = 'expected a relative path without `..`';

/** Reads `FILE.py:FUNCTION`. */
export function readSource(text: string | undefined, problem: Report): SourceReference | undefined {
  if (text === undefined) {
    problem([], 'missing `source`: expected `FILE.py:FUNCTION`');
    return undefined;
  }
  const [, file, functionName] = /^(.+\.py):([A-Za-z_]\w*)$/.exec(text) ?? [];
  if (file === undefined || functionName === undefined) {
    problem(['source'], `\`${text}\` names no kernel: expected \`FILE.py:FUNCTION\``);
    return undefined;
  }
  if (!isInside(file)) {
    problem(
      ['source'],
      `\`${file}\` lies outside the manifest's folder: ${RELATIVE}`,
      'Move the manifest to a folder that holds every kernel file.',
    );
    return undefined;
  }
  return {
    file: file
      .split('/')
      .filter((part) => part !== '.' && part !== '')
      .join('/'),
    function: functionName,
  };
}

/** Reads the globs of further files; they stay below the manifest's folder too. */
export function readDepends(globs: readonly string[], problem: Report): readonly string[] {
  for (const [index, glob] of globs.entries()) {
    if (isInside(glob)) continue;
    problem(['depends', index], `\`${glob}\` lies outside the manifest's folder: ${RELATIVE}`);
  }
  return globs;
}

/** Whether a path names something below the manifest's folder. */
function isInside(path: string): boolean {
  return !path.startsWith('/') && !path.includes('\\') && !path.split('/').includes('..');
}

import type { Path } from '../base/errors.ts';
import type { SourceReference } from '../model/kernel.ts';
import type { Report } from './problems.ts';

const RELATIVE = 'expected a relative path without `..`';

/** Reads `FILE.py:FUNCTION`. */
export function readSource(text: string | undefined, problem: Report): SourceReference | undefined {
  if (text === undefined) {
    problem([], 'missing `source`: expected `FILE.py:FUNCTION`');
    return undefined;
  }
  const read = readFunction(text);
  if (read === undefined) {
    problem(['source'], `\`${text}\` names no kernel: expected \`FILE.py:FUNCTION\``);
    return undefined;
  }
  const file = readInside(
    read.file,
    ['source'],
    problem,
    'Move the manifest to a folder that holds every kernel file.',
  );
  return file === undefined ? undefined : { ...read, file };
}

/** Splits `FILE.py:FUNCTION`; where the file lies is not looked at. */
export function readFunction(text: string): SourceReference | undefined {
  const [, file, functionName] = /^(.+\.py):([A-Za-z_]\w*)$/.exec(text) ?? [];
  return file === undefined || functionName === undefined
    ? undefined
    : { file, function: functionName };
}

/** A file below the manifest's folder, in its shortest spelling. */
export function readInside(
  file: string,
  path: Path,
  problem: Report,
  hint?: string,
): string | undefined {
  if (!isInside(file)) {
    problem(path, `\`${file}\` lies outside the manifest's folder: ${RELATIVE}`, hint);
    return undefined;
  }
  return file
    .split('/')
    .filter((part) => part !== '.' && part !== '')
    .join('/');
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

import type { SourceReference } from '../base/errors.ts';
import type { Problems } from './problems.ts';

/** Reads the `source` of a kernel, `FILE.py:FUNCTION`, or `MODULE:FUNCTION` for one of a package. */
export function readSource(
  text: string | undefined,
  kernel: Problems,
): SourceReference | undefined {
  const expected = 'expected `FILE.py:FUNCTION`, or `MODULE:FUNCTION` for a package in `packages:`';
  if (text === undefined) {
    kernel.add(`missing \`source\`: ${expected}`);
    return undefined;
  }
  const problems = kernel.at('source');
  const source = parseFunction(text) ?? parseModule(text);
  if (source === undefined) {
    const [, owner, method] = /:(\w+)\.(\w+)$/.exec(text) ?? [];
    problems.add(
      `invalid source \`${text}\`: ${expected}`,
      method &&
        `For a function in a class, write \`${method} = ${owner}.${method}\` at the end of the file, and name \`${method}\`.`,
    );
    return undefined;
  }
  if (namesModule(source)) return source;
  const hint = 'Move the manifest to a folder that contains every kernel file.';
  const file = readInside(source.file, problems, hint);
  return file === undefined ? undefined : { ...source, file };
}

/** Splits `FILE.py:FUNCTION` without checking the path; undefined if the text has another form. */
export function parseFunction(text: string): SourceReference | undefined {
  const [, file, functionName] = /^(.+\.py):([A-Za-z_]\w*)$/.exec(text) ?? [];
  return file === undefined || functionName === undefined
    ? undefined
    : { file, function: functionName };
}

/** True for a function of a package: `file` is then a dotted module name, such as `library.ops.norm`. */
export function namesModule({ file }: Pick<SourceReference, 'file'>): boolean {
  return !file.endsWith('.py');
}

/** Splits `MODULE:FUNCTION`; undefined if the text has another form. */
export function parseModule(text: string): SourceReference | undefined {
  const [, file, functionName] =
    /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)$/.exec(text) ?? [];
  return file === undefined || functionName === undefined
    ? undefined
    : { file, function: functionName };
}

/** In bytes. Source: NAME_MAX of Linux's file systems. */
const LONGEST_NAME = 255;

/** Checks that a file is below the manifest's folder, and returns its shortest spelling. */
export function readInside(
  file: string,
  problems: Problems,
  hint = 'Use a relative path with forward slashes and without `..`.',
): string | undefined {
  if (file.startsWith('/') || file.includes('\\') || file.split('/').includes('..')) {
    problems.add(`\`${file}\` is not below the manifest's folder`, hint);
    return undefined;
  }
  const isNamed = file.split('/').every((part) => Buffer.byteLength(part) <= LONGEST_NAME);
  if (!isNamed || /[\p{Cc}\p{Cs}]/u.test(file)) {
    problems.add(`no file can have the name ${JSON.stringify(file.slice(0, 60))}`);
    return undefined;
  }
  return file
    .split('/')
    .filter((part) => part !== '.' && part !== '')
    .join('/');
}

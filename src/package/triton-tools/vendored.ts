import { type LineDifference, lineDifference } from '../../base/text.ts';
import type { Vendored } from '../../manifest/manifest.ts';
import type { Kernel } from '../../manifest/terms/kernel.ts';

/** A file of Triton's own tools as it is kept in a repository. */
export interface VendoredFile {
  /** Below the folder. */
  readonly path: string;
  readonly text: string;
  readonly kernel: Kernel;
}

/**
 * Arranges what the tools wrote for a kernel as the manifest's `vendored:` says.
 * @param files contents by name
 */
export function vendoredFiles(
  kernel: Kernel,
  files: Readonly<Record<string, string>>,
  triton: string,
  { flat, header, trimmed }: Vendored,
): readonly VendoredFile[] {
  const source = `${kernel.source.file}:${kernel.source.function}`;
  return Object.entries(files).map(([name, text]) => {
    const values: Readonly<Record<string, string>> = {
      file: name,
      kernel: kernel.name,
      source,
      triton,
    };
    const top = header.replaceAll(/\{(\w+)\}/g, (_all, key: string) => values[key] ?? '');
    const whole = `${top}${text}`;
    return {
      path: flat ? name : `${kernel.name}/${name}`,
      text: trimmed ? trimTrailing(whole) : whole,
      kernel,
    };
  });
}

/** Removes blanks at the end of lines and empty lines at the end. The text ends with one newline. */
function trimTrailing(text: string): string {
  return `${text.split('\n').map(withoutBlanks).join('\n').trimEnd()}\n`;
}

/** A pattern would look at a long row of blanks once for each of them. */
function withoutBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\r'.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

/** Finds the first difference of a file from what is expected; undefined if there is none. */
export function firstDifferentLine(
  expected: string,
  found: string,
  { trimmed }: Pick<Vendored, 'trimmed'>,
): LineDifference | undefined {
  const [left = '', right = ''] = [expected, found].map((text) =>
    trimmed ? trimTrailing(text) : text,
  );
  return lineDifference(left, right);
}

import type { Problems } from './problems.ts';
import type { RawManifest } from './schema.ts';

/** Says how files of Triton's own tools are kept in a repository. */
export interface Vendored {
  /** True if all files are directly in the folder, not in one folder for each entry point. */
  readonly flat: boolean;
  /** The text at the start of each file, with `HEADER_NAMES` as placeholders; may be empty. */
  readonly header: string;
  /** True if blanks at the end of lines and empty lines at the end of files are removed. */
  readonly trimmed: boolean;
  /** Globs of further files in the folder. */
  readonly extraFiles: readonly string[];
}

/** The placeholders of a header. */
export const HEADER_NAMES = ['file', 'kernel', 'source', 'triton'] as const;

/** Reads the section `vendored:`. */
export function readVendored(given: RawManifest['vendored'], problems: Problems): Vendored {
  const { flat = false, header = '', trailing_whitespace, extra_files = [] } = given ?? {};
  const inHeader = problems.at('header');
  for (const [placeholder, name = ''] of header.matchAll(/\{(\w+)\}/g)) {
    if (HEADER_NAMES.some((known) => known === name)) continue;
    inHeader.add(
      `unknown placeholder \`${placeholder}\``,
      `A header can use ${HEADER_NAMES.map((known) => `{${known}}`).join(', ')}.`,
    );
  }
  if (header.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|\/\/.*/g, unclosed).trim() !== '')
    inHeader.add('expected comments of C only', 'Begin each line with `//`, or use `/* … */`.');
  return {
    flat,
    header: header === '' || header.endsWith('\n') ? header : `${header}\n`,
    trimmed: trailing_whitespace === 'trimmed',
    extraFiles: extra_files,
  };
}

/** Returns a comment if it is not closed. */
function unclosed(comment: string): string {
  const isWhole = comment.length >= '/**/'.length && comment.endsWith('*/');
  return isWhole || comment.startsWith('//') ? '' : comment;
}

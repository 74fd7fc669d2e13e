import { dirname, join } from 'node:path';
import { readIfExists } from '../../base/files.ts';
import type { Environment } from '../../base/process.ts';
import { linePage } from '../../base/repository-pages.ts';
import { sha256 } from '../../base/text.ts';
import type { ReadManifest } from '../../package/read.ts';
import { keyOfLine, type SourceExcerpt } from '../../base/source-lines.ts';
import type { HarnessProblem } from '../harness/problem.ts';

/** The lines that are shown on each side of the one that is named. */
const AROUND = 2;

/** The most characters of a line, and the most lines that are named. */
const LONGEST = 200;
const MOST = 100;

/**
 * Reads the lines that problems name. A file that is not the one that the package was built from has other lines, so
 * it is left out.
 * @param manifest the file of the manifest, in whose folder the sources are
 */
export async function readExcerpts(
  problems: readonly HarnessProblem[],
  { sources = [] }: Pick<ReadManifest, 'sources'>,
  manifest: string,
  env: Environment,
): Promise<readonly SourceExcerpt[]> {
  const named = new Map(problems.flatMap(({ at }) => (at ? [[keyOfLine(at), at] as const] : [])));
  const texts = new Map<string, readonly string[] | undefined>();
  const excerpts: SourceExcerpt[] = [];
  for (const { file, line } of [...named.values()].slice(0, MOST)) {
    const path = join(dirname(manifest), file);
    if (!texts.has(file)) {
      const hash = sources.find((source) => source.path === file)?.sha256;
      const content = await readIfExists(path).catch(() => undefined);
      const isOwn = content !== undefined && sha256(content) === hash;
      texts.set(file, isOwn ? content.toString().split(/\r?\n/) : undefined);
    }
    const text = texts.get(file);
    if (text === undefined || text[line - 1] === undefined) continue;
    const first = Math.max(1, line - AROUND);
    const lines = text.slice(first - 1, line + AROUND).map((each) => each.slice(0, LONGEST));
    const url = linePage(env, path, line);
    excerpts.push({ file, line, first, lines, ...(url !== undefined && { url }) });
  }
  return excerpts;
}

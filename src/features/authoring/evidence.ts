import { z } from 'zod';
import { Failure, formatPlace } from '../../base/errors.ts';
import { shownPath } from '../../base/files.ts';
import { resolve } from 'node:path';
import type { PythonContext } from '../../toolchain/python.ts';
import { readerContext, runReader } from '../../toolchain/reader.ts';

/** What is asked of python/bridge/infer_entries.py. */
type Question =
  | { readonly list: string }
  | { readonly file: string; readonly function: string }
  | { readonly recorded: unknown };

interface EvidenceRequest {
  /** The manifest's path, which may not exist. */
  readonly manifest: string;
  /** A Python interpreter by path or name. */
  readonly python?: string | undefined;
}

const errorSchema = z.object({
  error: z.object({
    message: z.string(),
    file: z.string().nullable(),
    line: z.number().nullable(),
    hint: z.string(),
  }),
});

/**
 * Asks the engine that infers entries from the text of kernels and from recordings.
 * @throws {Failure} `usage` if it cannot answer because of the sources, `environment` if there is no Python.
 */
export async function inferEntries<Answer>(
  question: Question,
  schema: z.ZodType<Answer>,
  { manifest, python }: EvidenceRequest,
  context: PythonContext,
): Promise<Answer> {
  const reader = await readerContext(undefined, python, context);
  const folder = resolve(manifest, '..');
  const answer = await runReader('infer_entries.py', { folder, ...question }, reader);
  const refused = errorSchema.safeParse(answer);
  if (!refused.success) return schema.parse(answer);
  const { message, file, line, hint } = refused.data.error;
  const asked = 'list' in question ? question.list : 'file' in question ? question.file : '.';
  const place = formatPlace({
    file: shownPath(resolve(folder, file ?? asked), manifest),
    ...(line !== null && { line }),
  });
  throw new Failure('usage', {
    message: `${place}: ${message}`,
    ...(hint !== '' && { hint }),
  });
}

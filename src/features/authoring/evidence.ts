import { z } from 'zod';
import { Failure, formatPlace } from '../../base/errors.ts';
import { shownPath } from '../../base/files.ts';
import { resolve } from 'node:path';
import type { PythonContext } from '../../toolchain/python.ts';
import { readerContext, runReader } from '../../toolchain/reader.ts';
import type { EvidenceQuestion } from './question.ts';

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
  question: Omit<EvidenceQuestion, 'folder'>,
  schema: z.ZodType<Answer>,
  { manifest, python }: EvidenceRequest,
  context: PythonContext,
): Promise<Answer> {
  const reader = await readerContext(undefined, python, context);
  const folder = resolve(manifest, '..');
  const asked: EvidenceQuestion = { folder, ...question };
  const answer = await runReader('infer_entries.py', asked, reader);
  const refused = errorSchema.safeParse(answer);
  if (!refused.success) return schema.parse(answer);
  const { message, file, line, hint } = refused.data.error;
  const named = question.listed ?? question.kernel?.file ?? '.';
  const place = formatPlace({
    file: shownPath(resolve(folder, file ?? named), manifest),
    ...(line !== null && { line }),
  });
  throw new Failure('usage', {
    message: `${place}: ${message}`,
    ...(hint !== '' && { hint }),
  });
}

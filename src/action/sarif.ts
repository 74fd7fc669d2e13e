import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from 'sarif';
import type { BuildContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { uploadSarif } from '../github/code-scanning.ts';
import { FINGERPRINT, type SarifRun, writeSarif } from '../report/sarif.ts';
import type { InputReader } from './inputs.ts';

/** Reads the input that says whether findings are uploaded. */
export function readUpload(read: InputReader) {
  return read.flag('upload-sarif');
}

/** The inputs that decide what happens to the SARIF file. */
interface SarifInputs {
  readonly uploadSarif: boolean;
  readonly token: string | undefined;
}

/** Writes findings to a new file: a job can have several. Returns its path. */
export async function writeFindings(run: SarifRun, context: BuildContext): Promise<string> {
  const file = join(context.scratch, `findings-${randomUUID().slice(0, 8)}.sarif`);
  await writeSarif(file, run, context.env);
  return file;
}

/**
 * Uploads a SARIF file to code scanning if that is asked for. If there is a `failure` already, that is more important:
 * then a failed upload is a warning.
 */
export async function uploadFindings(
  file: string,
  { uploadSarif: isWanted, token }: SarifInputs,
  failure: unknown,
  context: BuildContext,
): Promise<void> {
  if (!isWanted) return;
  try {
    // One of our own programs wrote it.
    const sarif = JSON.parse(await readFile(file, 'utf8')) as Log;
    const status = await uploadSarif(sarif, FINGERPRINT, token, context);
    context.log.info(`uploaded ${file} to code scanning: ${status}`);
  } catch (error) {
    if (failure === undefined || !(error instanceof Failure)) throw error;
    for (const problem of error.problems) context.log.warning(problem);
  }
}

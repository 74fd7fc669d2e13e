import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { BuildContext, RunContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { writeAtomically } from '../base/files.ts';
import { tryParseJson } from '../base/text.ts';
import type { InstallationKey } from './installation.ts';
import type { Interpreter } from './python.ts';
import { releaseDigest } from './triton-wheels.ts';

const digestsSchema = z.record(z.string(), z.string());

/**
 * Requires that a Triton that is no known release has the files it had when it was first installed
 * on this machine, and notes them at first use.
 * @throws {Failure} `environment` if they differ.
 */
export async function requireSameAsBefore(
  { content }: Interpreter,
  { tritonVersion, tag, machine }: InstallationKey,
  { home, log }: Pick<RunContext, 'log'> & Pick<BuildContext, 'home'>,
): Promise<void> {
  if (releaseDigest(tritonVersion) !== undefined || content === null) return;
  const file = join(home, 'uv', 'triton.json');
  const text = await readFile(file, 'utf8').catch(() => '');
  const known = digestsSchema.safeParse(tryParseJson(text)).data ?? {};
  const name = `${tritonVersion} ${tag} ${machine}`;
  const before = known[name];
  if (before === undefined) {
    log.info(`Triton ${tritonVersion} is not a known release; its files have sha256:${content}`);
    await mkdir(dirname(file), { recursive: true });
    const noted = `${JSON.stringify({ ...known, [name]: content }, undefined, 2)}\n`;
    await writeAtomically(file, (temporary) => writeFile(temporary, noted));
    return;
  }
  if (before === content) return;
  throw new Failure('environment', {
    message: `Triton ${tritonVersion} has other files than when it was first installed: sha256:${content}, not sha256:${before}`,
    hint: `Find out which index has changed it. If it may have changed, remove \`${name}\` from ${file}.`,
  });
}

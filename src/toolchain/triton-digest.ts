import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { LOCKS_FOLDER } from '../base/assets.ts';
import type { BuildContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { makeFolder, writeAtomically } from '../base/files.ts';
import { canonicalJson, sha256, tryParseJson } from '../base/text.ts';
import type { InstallationKey } from './installation.ts';
import type { Interpreter } from './inspected-python.ts';

const releasesSchema = z.record(
  z.string(),
  z.array(
    z.object({
      /** Hexadecimal, as all digests here. */
      sha256: z.string(),
      /** The digest of the list of files that the wheel installs. */
      content: z.string(),
    }),
  ),
);

let releases: z.infer<typeof releasesSchema> | undefined;

/** Returns the wheels of a release for every Python and machine; undefined for any other version. */
function wheelsOf(tritonVersion: string): z.infer<typeof releasesSchema>[string] | undefined {
  releases ??= releasesSchema.parse(
    JSON.parse(readFileSync(join(LOCKS_FOLDER, 'releases.json'), 'utf8')),
  );
  return releases[tritonVersion];
}

/**
 * Returns the digest of a known release: the SHA-256 of the list of its wheels' digests. It is the
 * same for every Python and machine, and known before Triton is installed. Returns undefined for any
 * other version.
 */
export function releaseDigest(tritonVersion: string): string | undefined {
  const digests = wheelsOf(tritonVersion)?.map((wheel) => wheel.sha256);
  return digests && `sha256:${sha256(canonicalJson(digests.toSorted()))}`;
}

/**
 * Returns the digest of the Triton of an interpreter: that of the release if its files are what one of
 * the release's wheels installs, else that of the list of its files, or `unknown` without a list.
 */
export function installedDigest({ triton, content }: Interpreter): string {
  if (content === null) return 'unknown';
  const wheels = wheelsOf(triton ?? '') ?? [];
  const released = wheels.some((wheel) => wheel.content === content)
    ? releaseDigest(triton ?? '')
    : undefined;
  return released ?? `sha256:${content}`;
}

const digestsSchema = z.record(z.string(), z.string());

/**
 * Requires that a Triton that is no known release has the files it had when it was first installed
 * on this machine, and notes them at first use.
 * @throws {Failure} `environment` if they differ.
 */
export async function requireSameAsBefore(
  { content }: Interpreter,
  { tritonVersion, tag, machine }: InstallationKey,
  { home, log }: Pick<BuildContext, 'home' | 'log'>,
): Promise<void> {
  if (releaseDigest(tritonVersion) !== undefined || content === null) return;
  const file = join(home, 'uv', 'triton.json');
  const text = await readFile(file, 'utf8').catch(() => '');
  const noted = digestsSchema.safeParse(tryParseJson(text)).data ?? {};
  const name = `${tritonVersion} ${tag} ${machine}`;
  const before = noted[name];
  if (before === undefined) {
    log.detail(`Triton ${tritonVersion} is not a known release; its files have sha256:${content}`);
    await makeFolder(dirname(file));
    const all = `${JSON.stringify({ ...noted, [name]: content }, undefined, 2)}\n`;
    await writeAtomically(file, (temporary) => writeFile(temporary, all));
    return;
  }
  if (before === content) return;
  throw new Failure('environment', {
    message: `Triton ${tritonVersion} has other files than when it was first installed: sha256:${content}, not sha256:${before}`,
    hint: `Find out which index has changed it. If it may have changed, remove \`${name}\` from ${file}.`,
  });
}

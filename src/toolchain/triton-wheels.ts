import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LOCKS_FOLDER } from '../base/assets.ts';
import { canonicalJson, sha256 } from '../base/text.ts';

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

/** Returns the SHA-256 of every wheel of a release; undefined if the version is not a known release. */
export function wheelDigests(tritonVersion: string): readonly string[] | undefined {
  return wheelsOf(tritonVersion)?.map((wheel) => wheel.sha256);
}

/**
 * Returns the digest of a known release: the SHA-256 of the list of its wheels' digests. It is the
 * same for every Python and machine, and known before Triton is installed. Returns undefined for any
 * other version.
 */
export function releaseDigest(tritonVersion: string): string | undefined {
  const digests = wheelDigests(tritonVersion);
  return digests && `sha256:${sha256(canonicalJson(digests.toSorted()))}`;
}

/**
 * Returns the digest of an installed Triton by its content: that of the release if it is what one of
 * the release's wheels installs, else that of the content.
 */
export function installedDigest(tritonVersion: string, content: string): string {
  const isReleased = wheelsOf(tritonVersion)?.some((wheel) => wheel.content === content) ?? false;
  const released = isReleased ? releaseDigest(tritonVersion) : undefined;
  return released ?? `sha256:${content}`;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LOCKS_FOLDER } from '../base/assets.ts';
import { canonicalJson, sha256 } from '../base/text.ts';
import type { WheelMachine } from './platform.ts';

const releasesSchema = z.record(
  z.string(),
  z.array(
    z.object({
      /** The Python and its ABI, as the file name has them. */
      tags: z.string(),
      machine: z.enum(['x86_64', 'aarch64']),
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

/** A Python on a machine. */
export interface WheelTarget {
  readonly tritonVersion: string;
  /** The Python's tag, such as `cp312`. */
  readonly tag: string;
  readonly machine: WheelMachine;
}

/** The file of a wheel. */
export interface WheelName {
  readonly name: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Returns the wheel of a release for a Python; undefined if there is none, or if the release is not known. */
export function releasedWheel(target: WheelTarget): WheelName | undefined {
  const { tritonVersion, machine } = target;
  const found = wheelsOf(tritonVersion)?.find(
    (wheel) => wheel.machine === machine && areTagsFor(wheel.tags, target.tag),
  );
  if (found === undefined) return undefined;
  const platform = `manylinux_2_27_${machine}.manylinux_2_28_${machine}`;
  const name = `triton-${tritonVersion}-${found.tags}-${platform}.whl`;
  return { name, sha256: found.sha256 };
}

/**
 * Whether a wheel's file name is of this version for this Python and machine.
 * Source: "Binary distribution format" of the Python Packaging User Guide.
 */
export function isWheelFor(name: string, { tritonVersion, tag, machine }: WheelTarget): boolean {
  const [, version, tags = '', platforms = ''] =
    /^triton-([^-]+)-([^-]+-[^-]+)-([^-]+)\.whl$/.exec(name) ?? [];
  const isForMachine = platforms
    .split('.')
    .some((each) => /^(?:many)?linux/.test(each) && each.endsWith(`_${machine}`));
  return version === tritonVersion && isForMachine && areTagsFor(tags, tag);
}

/** Whether a wheel with these tags of Python and ABI is for a Python with the tag, such as `cp313t`. */
function areTagsFor(tags: string, tag: string): boolean {
  const stable = /^cp3(\d+)-abi3$/.exec(tags)?.[1];
  const minor = /^cp3(\d+)$/.exec(tag)?.[1];
  if (stable !== undefined) return minor !== undefined && Number(minor) >= Number(stable);
  return tags === `${tag.replace(/t$/, '')}-${tag}`;
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

import { canonicalJson, sha256 } from '../base/text.ts';
import type { WheelMachine } from './platform.ts';
import { TRITON_WHEELS, type TritonWheel } from './triton-releases.ts';

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

/** The wheel of a release, with what is known of its content. */
export interface ReleasedWheel
  extends WheelName, Pick<TritonWheel, 'bytes' | 'content' | 'loaded'> {}

/** Returns the wheel of a release for a Python; undefined if there is none, or if the release is not known. */
export function releasedWheel(target: WheelTarget): ReleasedWheel | undefined {
  const { tritonVersion, machine } = target;
  const found = TRITON_WHEELS[tritonVersion]?.find(
    (wheel) => wheel.machine === machine && areTagsFor(wheel.tags, target.tag),
  );
  if (found === undefined) return undefined;
  const platform = `manylinux_2_27_${machine}.manylinux_2_28_${machine}`;
  const { tags, bytes, content, loaded } = found;
  const name = `triton-${tritonVersion}-${tags}-${platform}.whl`;
  return { name, sha256: found.sha256, bytes, content, loaded };
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
  return TRITON_WHEELS[tritonVersion]?.map((wheel) => wheel.sha256);
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
  const isReleased =
    TRITON_WHEELS[tritonVersion]?.some((wheel) => wheel.content === content) ?? false;
  const released = isReleased ? releaseDigest(tritonVersion) : undefined;
  return released ?? `sha256:${content}`;
}

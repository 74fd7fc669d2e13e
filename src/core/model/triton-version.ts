import type { Problem } from '../base/errors.ts';

/** The first release with the compiler interface the bridge drives, and the first the tests run with. */
export const OLDEST_SUPPORTED = '3.6.0';
export const NEWEST_TESTED = '3.9.0';

type TritonVersion =
  | {
      readonly ok: true;
      readonly version: string;
      /** Newer than anything this program was tested with. */
      readonly untested: boolean;
    }
  | { readonly ok: false; readonly problem: Problem };

// PEP 440's normal form of one release, with pre-release, post, dev and local parts.
const EXACT =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?(?:\+[a-z0-9]+(?:\.[a-z0-9]+)*)?$/;

/** Reads an exact, supported Triton version such as `3.8.0`, `3.9.0rc1` or `3.9.0+git123`. */
export function parseTritonVersion(text: string): TritonVersion {
  const version = text.trim().toLowerCase();
  if (!EXACT.test(version)) {
    return refuse(
      `${JSON.stringify(text)} is no exact Triton version`,
      `Write one release in full, such as ${NEWEST_TESTED}: a package must come out the same every day.`,
    );
  }
  if (compareReleases(version, OLDEST_SUPPORTED) < 0) {
    return refuse(
      `Triton ${version} is too old: ${OLDEST_SUPPORTED} is the oldest supported release`,
      `Earlier releases have another compiler interface. Use ${OLDEST_SUPPORTED} to ${NEWEST_TESTED}.`,
    );
  }
  return { ok: true, version, untested: compareReleases(version, NEWEST_TESTED) > 0 };
}

/** Orders versions by their release numbers alone: negative, 0 or positive. `3.9.0rc1` counts as 3.9.0. */
export function compareReleases(left: string, right: string): number {
  const a = releaseNumbers(left);
  const b = releaseNumbers(right);
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function releaseNumbers(version: string): readonly number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);
}

function refuse(message: string, hint: string): TritonVersion {
  return { ok: false, problem: { message, hint } };
}

// A package name, then nothing or the start of extras, a version, a marker or an address. What follows is
// left to the installer; what precedes must not be readable as one of its options.
const REQUIREMENT = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)\s*(?:[[(<>=!~;@].*)?$/i;

/** What is wrong with one entry of `requirements:`, if anything. */
export function requirementProblem(text: string): Problem | undefined {
  const name = REQUIREMENT.exec(text.trim())?.[1];
  if (name === undefined) {
    return {
      message: `${JSON.stringify(text)} is no Python requirement`,
      hint: 'Write a package name, with a version where one is needed: numpy or scipy==1.14.1.',
    };
  }
  if (name.toLowerCase() === 'triton') {
    return {
      message: `${JSON.stringify(text)} must not stand among the requirements`,
      hint: "Triton's version has its own entry, triton:.",
    };
  }
  return undefined;
}

import type { Problem } from '../../base/errors.ts';

/** The first release with the compiler interface that the bridge uses. */
export const OLDEST_SUPPORTED = '3.6.0';
/** The newest release that the tests run with. */
export const NEWEST_TESTED = '3.9.0';

/** The supported releases, for messages. Source: https://pypi.org/project/triton/#history */
export const RELEASES: readonly string[] = ['3.6.0', '3.7.0', '3.7.1', '3.8.0', '3.9.0'];

type TritonVersion =
  | {
      readonly ok: true;
      readonly version: string;
      /** True if it is newer than `NEWEST_TESTED`. */
      readonly untested: boolean;
    }
  | { readonly ok: false; readonly problem: Problem };

// The normal form of one release in PEP 440, with pre-release, post, dev and local parts.
const EXACT =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?(?:\+[a-z0-9]+(?:\.[a-z0-9]+)*)?$/;

/** Parses an exact, supported Triton version such as `3.8.0`, `3.9.0rc1` or `3.9.0+git123`. */
export function parseTritonVersion(text: string): TritonVersion {
  const version = text.trim().toLowerCase();
  if (!EXACT.test(version)) {
    return reject(
      `${JSON.stringify(text)} is not an exact Triton version${likelyReleases(version)}`,
      `Write the full version, so that every build gives the same package. The releases are ${RELEASES.join(', ')}.`,
    );
  }
  if (compareReleases(version, OLDEST_SUPPORTED) < 0) {
    return reject(
      `Triton ${version} is too old: the oldest supported version is ${OLDEST_SUPPORTED}`,
      `Use a version from ${OLDEST_SUPPORTED} to ${NEWEST_TESTED}.`,
    );
  }
  return { ok: true, version, untested: compareReleases(version, NEWEST_TESTED) > 0 };
}

/**
 * Compares versions by their release numbers, so that `3.9.0rc1` equals 3.9.0. Returns a negative
 * number, 0 or a positive number.
 */
export function compareReleases(left: string, right: string): number {
  const a = releaseNumbers(left);
  const b = releaseNumbers(right);
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

// A package name, then nothing or the start of extras, a version, a marker or a URL. The installer
// checks the rest. The start must not look like an option of the installer.
const REQUIREMENT = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)\s*((?:[[(<>=!~;@].*)?)$/i;

// Packages that bring a module `triton`, by their normal names. Source: PyPI and download.pytorch.org.
const COMPILERS = /^(?:pytorch-)?triton(?:-(?:ascend|cpu|nightly|rocm|windows|xpu))?$/;

/** The name of a package as indexes write it: names are equal if only case, `-`, `_` and `.` differ. Source: PEP 503. */
export function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

/** True if a package brings a module `triton`, and so would replace the compiler. */
export function isCompiler(name: string): boolean {
  return COMPILERS.test(normalName(name));
}

/** Returns what is wrong with an entry of `requirements:`; undefined if it is valid. */
export function requirementProblem(text: string): Problem | undefined {
  const [, name, rest = ''] = REQUIREMENT.exec(text.trim()) ?? [];
  if (name === undefined) {
    return {
      message: `${JSON.stringify(text)} is not a Python requirement`,
      hint: 'Write a package name, optionally with a version, such as `numpy` or `scipy==1.14.1`.',
    };
  }
  if (isCompiler(name)) {
    return {
      message: `${JSON.stringify(text)} is not allowed in \`requirements:\`, since it would replace the compiler`,
      hint: 'Set the Triton version with `triton:`.',
    };
  }
  // After extras. Markers have no `@`.
  if (/^(?:\[[^\]]*\])?\s*@/.test(rest)) {
    return {
      message: `${JSON.stringify(text)} names a file or an address, which can have another package under this name`,
      hint: 'Write a name and a version, and let the machine say where packages come from, such as with PIP_INDEX_URL or UV_DEFAULT_INDEX.',
    };
  }
  return undefined;
}

function likelyReleases(text: string): string {
  // A pattern for text of any length can take very long.
  const numbers = /^[v=~<>^\s]*(\d+\.\d[\d.]*?)[.*\s]*$/.exec(text.slice(0, 50))?.[1];
  const likely = RELEASES.filter((release) => `${release}.`.startsWith(`${numbers}.`));
  return likely.length === 0
    ? ''
    : `; did you mean ${likely.map((release) => `\`${release}\``).join(' or ')}?`;
}

function releaseNumbers(version: string): readonly number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);
}

function reject(message: string, hint: string): TritonVersion {
  return { ok: false, problem: { message, hint } };
}

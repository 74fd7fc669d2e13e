import { Failure } from '../../base/errors.ts';

/** Source: PEP 440, appendix B, without epochs and local versions. */
const VERSION =
  /^v?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(?:post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?$/i;

const PHASES: Readonly<Record<string, string>> = {
  alpha: 'a',
  a: 'a',
  beta: 'b',
  b: 'b',
};

/**
 * Returns the version of a package as Python writes it: 1.3.0-rc.1 is 1.3.0rc1.
 * @throws {Failure} `usage` if Python has no such versions.
 */
export function pythonVersion(version: string, file: string): string {
  const found = parseVersion(version);
  if (found !== undefined) return found;
  throw new Failure('usage', {
    message: `Python packages cannot have the version \`${version}\``,
    place: { file },
    hint: 'Use a version such as 1.3.0, 1.3.0-rc.1 or 1.3.0.dev4 in the manifest, and build the package again.',
  });
}

/** Returns a version as Python writes it; undefined if Python has no such versions. */
export function parseVersion(version: string): string | undefined {
  const match = VERSION.exec(version);
  if (match === null) return undefined;
  const [, release = '', phase, phaseNumber, implicitPost, post, dev, devNumber] = match;
  const postNumber = implicitPost ?? post;
  return [
    release.split('.').map(plainNumber).join('.'),
    phase === undefined ? '' : `${PHASES[phase.toLowerCase()] ?? 'rc'}${plainNumber(phaseNumber)}`,
    postNumber === undefined ? '' : `.post${plainNumber(postNumber)}`,
    dev === undefined ? '' : `.dev${plainNumber(devNumber)}`,
  ].join('');
}

/** Removes zeros before a number; 0 if there is no number. */
function plainNumber(text: string | undefined): string {
  return String(BigInt(text || '0'));
}

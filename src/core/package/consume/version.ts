/**
 * A version's numbers: CMake knows no others, and ignores a pre-release's name where it compares.
 * `1.2.0-rc.1` gives `1.2.0`.
 */
export function versionNumbers(version: string): string {
  return version.replace(/[-+].*$/, '');
}

/**
 * The oldest version that this one can stand in for: the same major version is compatible, before 1.0 the same minor
 * version.
 */
export function oldestCompatible(version: string): string {
  const [major = '0', minor = '0'] = versionNumbers(version).split('.');
  return major === '0' ? `0.${minor}.0` : `${major}.0.0`;
}

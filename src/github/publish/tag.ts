import semver from 'semver';

/**
 * Whether a tag names a version before a release, such as `v1.2.0-rc.1`. In a repository with several packages the
 * version may follow a name: `attention/v1.2.0-rc.1`, `attention-1.2.0-rc.1`.
 */
export function isPrerelease(tag: string): boolean {
  const [, version] = /(?:^|[/@_-])v?(\d+\.\d+\.\d+\S*)$/.exec(tag) ?? [];
  return version !== undefined && (semver.prerelease(version)?.length ?? 0) > 0;
}

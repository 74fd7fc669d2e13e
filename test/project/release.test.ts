import { describe, expect, it } from '#jest';
import { readRelease } from '../../scripts/release.ts';

const CHANGELOG = `# Changelog

## Unreleased

## 1.2.0 (2026-12-01)

### Faster

- Kernels ## are faster.

## 1.1.0

- The one before.
`;

function release(
  tag: string,
  changes: { tags?: string[]; version?: string; changelog?: string } = {},
) {
  const { tags = ['v0', 'v0.9.0', 'v1', 'v1.1.0'], version = '1.2.0' } = changes;
  return readRelease(tag, {
    packageJson: JSON.stringify({ version }),
    lockfile: JSON.stringify({ version, packages: { '': { version } } }),
    changelog: changes.changelog ?? CHANGELOG,
    tags: [...tags, tag],
  });
}

describe('a release', () => {
  it('has the section of the changelog as notes, and moves the tag of the major version', () => {
    expect(release('v1.2.0')).toEqual({
      version: '1.2.0',
      notes: '### Faster\n\n- Kernels ## are faster.',
      isPrerelease: false,
      isLatest: true,
      majorTag: 'v1',
      npmTag: 'latest',
    });
  });

  it('ends its notes before the next version', () => {
    expect(release('v1.1.0', { version: '1.1.0' })).toMatchObject({ notes: '- The one before.' });
  });

  it('moves no tag and is not the latest if a later version of the same major one is released', () => {
    expect(release('v1.2.0', { tags: ['v1.3.0'] })).toMatchObject({
      isLatest: false,
      majorTag: undefined,
      npmTag: 'v1.2',
    });
  });

  it('moves the tag of an older major version, and is not the latest', () => {
    expect(release('v1.2.0', { tags: ['v1.1.0', 'v2.0.0', 'v2'] })).toMatchObject({
      isLatest: false,
      majorTag: 'v1',
      npmTag: 'v1.2',
    });
  });

  it('moves no tag if it is a prerelease', () => {
    const changelog = CHANGELOG.replace('1.2.0 (2026-12-01)', '1.2.0-rc.1');
    expect(release('v1.2.0-rc.1', { version: '1.2.0-rc.1', changelog })).toMatchObject({
      isPrerelease: true,
      isLatest: false,
      majorTag: undefined,
      npmTag: 'next',
    });
  });

  it('is the latest although a prerelease of a later version is there', () => {
    expect(release('v1.2.0', { tags: ['v2.0.0-rc.1'] })).toMatchObject({ isLatest: true });
  });
});

describe('a tag is refused', () => {
  it.each(['v1', '1.2.0', 'v1.2', 'v01.2.0', 'v1.2.0 ', 'vv1.2.0', 'v=1.2.0', 'x'])('%s', (tag) => {
    expect(release(tag)).toEqual([`the tag ${tag} is not v and a version, such as v1.2.3`]);
  });

  it('if files have another version, each of which is named', () => {
    expect(release('v1.2.0', { version: '1.1.0' })).toEqual([
      'package.json has version 1.1.0, and the tag is v1.2.0',
      'package-lock.json has version 1.1.0, and the tag is v1.2.0',
      'package-lock.json, packages[""] has version 1.1.0, and the tag is v1.2.0',
    ]);
  });

  it('if the changelog says nothing of the version', () => {
    const problem = 'CHANGELOG.md has no text below the heading "## 1.2.0"';
    expect(
      release('v1.2.0', { changelog: '# Changelog\n\n## 1.2.0\n\n## 1.1.0\n\n- x\n' }),
    ).toEqual([problem]);
    expect(release('v1.2.0', { changelog: '# Changelog\n\n## 1.2.0-rc.1\n\n- x\n' })).toEqual([
      problem,
    ]);
  });

  it('if the changelog still has unreleased changes', () => {
    const changelog = CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\n- New.\n');
    expect(release('v1.2.0', { changelog })).toEqual([
      'CHANGELOG.md has text below "## Unreleased", which belongs to this version',
    ]);
  });
});

// Says what a tag releases: npm run release -- TAG NOTES, in the folder of the repository.
// Writes the release notes to the file NOTES, and the outputs of the workflow's step to stdout.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import semver from 'semver';

/** The files that must agree with a tag. */
export interface Sources {
  /** The texts of the files. */
  readonly packageJson: string;
  readonly lockfile: string;
  readonly changelog: string;
  /** All tags of the repository. */
  readonly tags: readonly string[];
}

export interface Release {
  readonly version: string;
  readonly notes: string;
  readonly isPrerelease: boolean;
  /** True if no later version was released. */
  readonly isLatest: boolean;
  /** The tag that workflows use, such as v0; undefined if it must stay where it is. */
  readonly majorTag: string | undefined;
  /** The npm tag of this version: users install `triton-aot@NAME`. */
  readonly npmTag: string;
}

/** Returns the release of a tag, or a list of problems if the files do not agree with it. */
export function readRelease(tag: string, sources: Sources): Release | readonly string[] {
  const version = /^v(?=\d+\.)/.test(tag) ? tag.slice(1) : '';
  if (semver.valid(version) !== version)
    return [`the tag ${tag} is not v and a version, such as v1.2.3`];
  const notes = section(sources.changelog, version);
  const versions = {
    'package.json': JSON.parse(sources.packageJson).version,
    'package-lock.json': JSON.parse(sources.lockfile).version,
    'package-lock.json, packages[""]': JSON.parse(sources.lockfile).packages?.['']?.version,
  };
  const problems = [
    ...Object.entries(versions)
      .filter(([, found]) => found !== version)
      .map(([file, found]) => `${file} has version ${found}, and the tag is ${tag}`),
    ...(notes ? [] : [`CHANGELOG.md has no text below the heading "## ${version}"`]),
    ...(section(sources.changelog, 'Unreleased')
      ? ['CHANGELOG.md has text below "## Unreleased", which belongs to this version']
      : []),
  ];
  if (notes === undefined || problems.length > 0) return problems;
  const released = sources.tags.flatMap((name) => {
    const other = semver.parse(name);
    return other === null || other.prerelease.length > 0 ? [] : [other];
  });
  const isNewest = (others: readonly semver.SemVer[]): boolean =>
    others.every((other) => semver.gte(version, other));
  const { major, minor, prerelease } = new semver.SemVer(version);
  const isPrerelease = prerelease.length > 0;
  const isLatest = !isPrerelease && isNewest(released);
  const movesMajor = !isPrerelease && isNewest(released.filter((other) => other.major === major));
  return {
    version,
    notes,
    isPrerelease,
    isLatest,
    majorTag: movesMajor ? `v${major}` : undefined,
    npmTag: isLatest ? 'latest' : isPrerelease ? 'next' : `v${major}.${minor}`,
  };
}

/** Returns the text below a heading of the second level; undefined if there is none. */
function section(changelog: string, heading: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((text) => /^\S*/.exec(text)?.[0] === heading);
  return found?.replace(/^.*/, '').trim() || undefined;
}

function main([tag = '', notesFile = '']: readonly string[]): void {
  const release = readRelease(tag, {
    packageJson: read('package.json'),
    lockfile: read('package-lock.json'),
    changelog: read('CHANGELOG.md'),
    tags: execFileSync('git', ['tag', '--list'], { encoding: 'utf8' }).trim().split('\n'),
  });
  if (!('version' in release)) {
    for (const problem of release) console.error(`::error::${problem}`);
    process.exitCode = 1;
    return;
  }
  const outputs = {
    version: release.version,
    prerelease: release.isPrerelease,
    latest: release.isLatest,
    'major-tag': release.majorTag ?? '',
    'npm-tag': release.npmTag,
  };
  writeFileSync(notesFile, `${release.notes}\n`);
  for (const [name, value] of Object.entries(outputs)) console.log(`${name}=${value}`);
}

function read(name: string): string {
  return readFileSync(name, 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));

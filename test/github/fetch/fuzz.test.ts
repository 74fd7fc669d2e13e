import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prerelease, satisfies } from 'semver';
import {
  highest,
  type ReleaseChoice,
  versionIn,
} from '../../../src/github/fetch/choose-release.ts';
import { unpackZip } from '../../../src/github/fetch/unzip.ts';
import { damaged, refusal, runs } from '../../support/fuzzing.ts';
import { type ZipEntry, zipFile } from '../../support/zip-file.ts';

const NUMBER = fc.constantFrom('0', '1', '2', '10', '01', '99999999999999999999');
const VERSION = fc
  .tuple(NUMBER, NUMBER, NUMBER, fc.constantFrom('', '', '-rc.1', '-0', '-rc..1', '+build', '-'))
  .map(([major, minor, patch, more]) => `${major}.${minor}.${patch}${more}`);
const TAG = fc.oneof(
  fc
    .tuple(fc.constantFrom('', 'v', 'demo-', 'demo/v', 'other@', '-', 'a-b-'), VERSION)
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.tuple(fc.constantFrom('1.', '-', 'a-', '1.2.3-'), fc.nat(30_000)).map(([a, n]) => a.repeat(n)),
);
const RELEASE: fc.Arbitrary<ReleaseChoice> = fc.record({
  tag_name: TAG,
  draft: fc.boolean(),
  prerelease: fc.boolean(),
  assets: fc.constant([]),
});
const RANGE = fc.oneof(
  fc.constantFrom('*', '^1', '~1.2', '>=1 <2', '1.x', '^1.2.0-rc.1', '>0.0.0-0', '1 || 10'),
  VERSION.map((version) => `^${version}`),
);

describe('a release in a range', () => {
  it('is published and has the highest version of its package in it', async () => {
    const property = fc.asyncProperty(
      fc.array(RELEASE, { maxLength: 12 }),
      RANGE,
      fc.constantFrom(undefined, 'demo', 'a_b'),
      async (releases, release, name) => {
        const wanted = { release, repository: 'me/kernels', package: name };
        let chosen: ReleaseChoice | undefined;
        await refusal(['usage'], () => (chosen = highest(releases, wanted)));
        if (chosen === undefined) return;
        const version = versionIn(chosen.tag_name) ?? '';
        expect(chosen.draft).toBe(false);
        expect(satisfies(version, release)).toBe(true);
        expect(chosen.prerelease && prerelease(version) === null).toBe(false);
        const [prefix] = chosen.tag_name.split(/v?\d+\.\d+\.\d+/, 1);
        const rivals = releases.filter(
          (other) =>
            !other.draft &&
            !other.prerelease &&
            other.tag_name.split(/v?\d+\.\d+\.\d+/, 1)[0] === prefix,
        );
        for (const rival of rivals) {
          const theirs = versionIn(rival.tag_name);
          if (theirs !== undefined && satisfies(theirs, release))
            expect(satisfies(version, `>=${theirs}`, { includePrerelease: true })).toBe(true);
        }
      },
    );
    await fc.assert(property, runs(300));
  });
});

const ENTRY: fc.Arbitrary<ZipEntry> = fc.record(
  {
    name: fc.oneof(
      fc
        .array(fc.constantFrom('a', 'b', '..', '.', '', '/', '\\', 'C:', '\0', 'é'), {
          minLength: 1,
          maxLength: 5,
        })
        .map((parts) => parts.join('/')),
      fc.string({ unit: 'binary' }),
    ),
    content: fc.string({ maxLength: 300 }),
    mode: fc.constantFrom(0o100644, 0o120777, 0o040755, 0o020644, 0),
    flags: fc.constantFrom(0, 1, 8),
    size: fc.constantFrom(0, 1, 2 ** 21, 2 ** 32 - 1),
  },
  { requiredKeys: ['name'] },
);

describe('a zip is unpacked below its folder, or refused and nothing is left', () => {
  const PLAIN = zipFile([
    { name: 'aot/src/', mode: 0o040755 },
    { name: 'aot/src/add.c', content: 'int add;\n'.repeat(100) },
  ]);

  it.each([
    ['with any entries', fc.array(ENTRY, { maxLength: 5 }).map(zipFile)],
    ['with damaged bytes', damaged(PLAIN)],
  ])('%s', async (_name, zips) => {
    const property = fc.asyncProperty(zips, async (zip) => {
      const place = await mkdtemp(join(tmpdir(), 'zip-'));
      const folder = join(place, 'out');
      await mkdir(folder);
      await writeFile(join(place, '7.zip'), zip);
      const limits = { bytes: 2 ** 20, entries: 50, ratio: 200 };
      const failure = await refusal(['verification'], () =>
        unpackZip(join(place, '7.zip'), folder, new AbortController().signal, limits),
      );
      const expected = failure === undefined ? ['7.zip', 'out'] : ['7.zip'];
      expect((await readdir(place)).toSorted()).toEqual(expected);
      const found =
        failure === undefined
          ? await readdir(folder, { withFileTypes: true, recursive: true })
          : [];
      expect(found.filter((each) => !each.isFile() && !each.isDirectory())).toEqual([]);
      await rm(place, { recursive: true });
    });
    await fc.assert(property, runs(50));
  });
});

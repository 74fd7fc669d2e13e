import { describe, expect, it } from '#jest';
import * as fc from 'fast-check';
import { prerelease, satisfies } from 'semver';
import {
  highest,
  type ReleaseChoice,
  versionIn,
} from '../../../src/github/fetch/choose-release.ts';
import { refusal, runs } from '../../support/fuzzing.ts';

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

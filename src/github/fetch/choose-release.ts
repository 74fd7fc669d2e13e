import { prerelease, rcompare, satisfies, validRange } from 'semver';
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { type ApiAccess, type ApiRequest, listAll, request, requestIfThere } from '../api.ts';
import type { SignerRules } from '../attestation.ts';
import { assetSchema } from '../release-assets.ts';

/** A package in a release. */
export interface ReleaseSource {
  /** A tag, `latest`, or a semver range such as `^1.2`. */
  readonly release: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string | undefined;
  /** The package's name, if the release has several packages. */
  readonly package?: string | undefined;
  /** The file's name, if several files match. */
  readonly asset?: string | undefined;
  /** Targets that the package must have. */
  readonly targets?: readonly string[] | undefined;
  /** The file's digest: `sha256:` and hexadecimal digits. */
  readonly digest?: string | undefined;
  /** If set, a workflow of the repository must have attested the file, in a run for the tag. */
  readonly signer?: SignerRules | undefined;
}

const releaseSchema = z.object({
  tag_name: z.string(),
  html_url: z.string().optional(),
  draft: z.boolean(),
  prerelease: z.boolean(),
  assets: z.array(assetSchema),
});

/** A release. Source: GitHub's REST API, "Releases". */
export type ReleaseChoice = z.infer<typeof releaseSchema>;

/** The number of tags that a message lists. */
const SHOWN = 8;

type Wanted = Pick<ReleaseSource, 'release' | 'repository' | 'package'>;

/**
 * Finds a release: `latest` (GitHub's newest that is neither draft nor prerelease), the one with
 * this tag, or the highest version in a semver range.
 * @throws {Failure} `usage` if there is none.
 */
export async function chooseRelease(wanted: Wanted, access: ApiAccess): Promise<ReleaseChoice> {
  const { release: name, repository } = wanted;
  const queryFor = (path: string): ApiRequest<ReleaseChoice> => ({
    url: `/repos/${repository}/releases/${path}`,
    values: { tag: name },
    what: `the release ${name} of ${repository}`,
    permission: 'contents: read',
    schema: releaseSchema,
  });
  if (name === 'latest') return request({ ...queryFor(name), values: {} }, access);
  const byTag = queryFor('tags/{tag}');
  // `1.2` can be a tag or a range, and `v1` a tag that moves.
  if (validRange(name) === null) return request(byTag, access);
  const tagged = canBeTag(name) ? await requestIfThere(byTag, access) : undefined;
  if (tagged !== undefined) return tagged;
  const what = `the list of releases of ${repository}`;
  const list = { ...byTag, url: `/repos/${repository}/releases`, values: {}, what };
  return highest(await listAll(list, access), wanted);
}

/** Source: git-check-ref-format, which forbids these and more. */
function canBeTag(name: string): boolean {
  return !/[\s~^:?*[\\]/.test(name);
}

/** A release whose tag ends with a version. */
interface Versioned {
  readonly release: ReleaseChoice;
  readonly version: string;
  /**
   * The package's name before the version, in repositories with several packages; empty without.
   */
  readonly prefix: string;
}

/** The release with the highest version in a range. @throws {Failure} `usage` if there is none. */
export function highest(releases: readonly ReleaseChoice[], wanted: Wanted): ReleaseChoice {
  const published = releases.filter(({ draft }) => !draft);
  const inRange = published
    .flatMap((release) => versioned(release) ?? [])
    .filter(({ version }) => satisfies(version, wanted.release))
    // A prerelease whose version does not say so is chosen only by its tag.
    .filter(({ release, version }) => !release.prerelease || prerelease(version) !== null);
  const [best] = ofPackage(inRange, wanted).toSorted((a, b) => rcompare(a.version, b.version));
  if (best !== undefined) return best.release;
  const tags = published.map(({ tag_name: tag }) => tag);
  const test = canBeTag(wanted.release) ? 'has the tag or is in the range' : 'is in the range';
  const more = tags.length > SHOWN ? `, and ${tags.length - SHOWN} more` : '';
  throw new Failure('usage', {
    message: `no release of ${wanted.repository} ${test} ${wanted.release}`,
    hint: `The releases are: ${tags.slice(0, SHOWN).join(', ') || 'none'}${more}. A range never matches drafts, and prereleases only if it names one (^1.3.0-rc.1).`,
  });
}

const TAG_FORM = /^(?:(.+?)[-@/])??v?(\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?)$/;

/** Returns the version at the end of a tag. */
export function versionIn(tag: string): string | undefined {
  return TAG_FORM.exec(tag)?.[2];
}

/** Reads `v1.2.3`, `1.2.3`, `attention-v1.2.3`, `attention@1.2.3` and `attention/v1.2.3`. */
function versioned(release: ReleaseChoice): Versioned | undefined {
  const [, prefix = '', version] = TAG_FORM.exec(release.tag_name) ?? [];
  return version === undefined ? undefined : { release, version, prefix };
}

/**
 * Those with the package's name as prefix, or those without a prefix, or those with the only
 * prefix.
 */
function ofPackage(releases: readonly Versioned[], wanted: Wanted): readonly Versioned[] {
  const own = releases.filter(({ prefix }) => asName(prefix) === wanted.package);
  if (own.length > 0) return own;
  const plain = releases.filter(({ prefix }) => prefix === '');
  if (plain.length > 0) return plain;
  const prefixes = new Set(releases.map(({ prefix }) => prefix));
  if (prefixes.size <= 1) return releases;
  throw new Failure('usage', {
    message: `${wanted.repository} has releases of several packages in the range ${wanted.release}: ${[...prefixes].join(', ')}`,
    hint: 'Name the package in `package`, or a release by its tag.',
  });
}

/** A package's name is a C identifier; tags often have hyphens instead of underscores. */
function asName(prefix: string): string {
  return prefix.replaceAll('-', '_');
}

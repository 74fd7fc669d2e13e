import { prerelease, rcompare, satisfies, validRange } from 'semver';
import { z } from 'zod';
import { Failure } from '../../core/base/errors.ts';
import type { ApiAccess } from '../http.ts';
import { assetSchema, type ReleaseSource } from '../release-assets.ts';
import { type ApiQuery, apiUrl, pages, query, queryIfThere } from '../rest.ts';

const releaseSchema = z.object({
  tag_name: z.string(),
  html_url: z.string().optional(),
  draft: z.boolean().default(false),
  prerelease: z.boolean().default(false),
  assets: z.array(assetSchema),
});

/** A release. Source: GitHub's REST API, "Releases". */
export type ReleaseChoice = z.infer<typeof releaseSchema>;

/** Of a hundred releases each. GitHub itself lists ten thousand at most. */
const MAX_PAGES = 30;

/** How many tags a message shows. */
const SHOWN = 8;

type Wanted = Pick<ReleaseSource, 'release' | 'repository' | 'package'>;

/**
 * The release that is meant: `latest` (the newest that is neither draft nor prerelease, as GitHub says), the one with
 * this tag, or the highest version in a semver range.
 * @throws {Failure} `usage` where there is none.
 */
export async function chooseRelease(wanted: Wanted, access: ApiAccess): Promise<ReleaseChoice> {
  const { release: name, repository } = wanted;
  const ask = (path: string): ApiQuery<ReleaseChoice> => ({
    url: apiUrl(access, `repos/${repository}/releases/${path}`),
    what: `the release ${name} of ${repository}`,
    permission: 'contents: read',
    schema: releaseSchema,
  });
  if (name === 'latest') return (await query(ask(name), access)).body;
  const byTag = ask(`tags/${encodeURIComponent(name)}`);
  // `1.2` may be a tag or a range, and `v1` a tag that moves.
  if (validRange(name) === null) return (await query(byTag, access)).body;
  const tagged = mayBeTag(name) ? await queryIfThere(byTag, access) : undefined;
  if (tagged !== undefined) return tagged.body;
  return highest(await listReleases(wanted, access), wanted);
}

/** Source: git-check-ref-format, which forbids these and more. */
function mayBeTag(name: string): boolean {
  return !/[\s~^:?*[\\]/.test(name);
}

async function listReleases(
  { repository }: Wanted,
  access: ApiAccess,
): Promise<readonly ReleaseChoice[]> {
  const first = {
    url: apiUrl(access, `repos/${repository}/releases?per_page=100`),
    what: `the list of releases of ${repository}`,
    permission: 'contents: read',
    schema: z.array(releaseSchema),
  };
  const found: ReleaseChoice[] = [];
  for await (const page of pages(first, MAX_PAGES, access)) found.push(...page);
  return found;
}

/** A release whose tag ends with a version. */
interface Versioned {
  readonly release: ReleaseChoice;
  readonly version: string;
  /** What stands before the version, of repositories with several packages; empty without. */
  readonly prefix: string;
}

function highest(releases: readonly ReleaseChoice[], wanted: Wanted): ReleaseChoice {
  const published = releases.filter(({ draft }) => !draft);
  const fitting = published
    .flatMap((release) => versioned(release) ?? [])
    .filter(({ version }) => satisfies(version, wanted.release))
    // What is marked as one without saying so in its version is taken by its tag alone.
    .filter(({ release, version }) => !release.prerelease || prerelease(version) !== null);
  const [best] = ofPackage(fitting, wanted).toSorted((a, b) => rcompare(a.version, b.version));
  if (best !== undefined) return best.release;
  const tags = published.map(({ tag_name: tag }) => tag);
  const tagless = mayBeTag(wanted.release) ? 'has the tag or is' : 'is';
  const more = tags.length > SHOWN ? `, and ${tags.length - SHOWN} more` : '';
  throw new Failure('usage', {
    message: `no release of ${wanted.repository} ${tagless} in the range ${wanted.release}`,
    hint: `It has: ${tags.slice(0, SHOWN).join(', ') || 'none'}${more}. Drafts are never taken, prereleases where the range names one (^1.3.0-rc.1).`,
  });
}

/** Reads `v1.2.3`, `1.2.3`, `attention-v1.2.3`, `attention@1.2.3` and `attention/v1.2.3`. */
function versioned(release: ReleaseChoice): Versioned | undefined {
  const form = /^(?:(.+?)[-@/])??v?(\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?)$/;
  const [, prefix = '', version] = form.exec(release.tag_name) ?? [];
  return version === undefined ? undefined : { release, version, prefix };
}

/** Those whose tags begin with the package's name, else those that begin with none, else those of the only beginning. */
function ofPackage(fitting: readonly Versioned[], wanted: Wanted): readonly Versioned[] {
  const own = fitting.filter(({ prefix }) => prefix !== '' && asName(prefix) === wanted.package);
  if (own.length > 0) return own;
  const plain = fitting.filter(({ prefix }) => prefix === '');
  if (plain.length > 0) return plain;
  const prefixes = new Set(fitting.map(({ prefix }) => prefix));
  if (prefixes.size <= 1) return fitting;
  throw new Failure('usage', {
    message: `${wanted.repository} has releases of several packages in the range ${wanted.release}: ${[...prefixes].join(', ')}`,
    hint: 'Name one in `package`, or a release by its tag.',
  });
}

/** A package's name is a C identifier; tags often have hyphens instead. */
function asName(prefix: string): string {
  return prefix.replaceAll('-', '_');
}

import type { Problem } from '../../core/errors.ts';
import type { DistributionFile } from '../../core/distribution/distribution.ts';
import type { Home } from './home.ts';
import { digestOf, type ReleaseFile } from './files.ts';

/** How a file that is to be published stands with a release. */
export type Standing =
  | { readonly kind: 'missing' }
  /** With its digest, whoever found that out. */
  | { readonly kind: 'there'; readonly asset: ReleaseFile }
  /** Its upload did not come to an end. */
  | { readonly kind: 'broken'; readonly asset: ReleaseFile }
  /** Another file has its name. */
  | { readonly kind: 'other'; readonly asset: ReleaseFile; readonly digest: string };

/** Compares a file with what a release has under its name, by size and digest. */
export async function standingOf(
  { name, size, sha256 }: DistributionFile,
  assets: readonly ReleaseFile[],
  home: Home,
): Promise<Standing> {
  const asset = assets.find((one) => one.name === name);
  if (asset === undefined) return { kind: 'missing' };
  if (asset.state !== 'uploaded') return { kind: 'broken', asset };
  const digest = await digestOf(home, asset);
  return digest === `sha256:${sha256}` && asset.size === size
    ? { kind: 'there', asset: { ...asset, digest } }
    : { kind: 'other', asset, digest };
}

/** What is wrong where another file has the name. */
export function conflict(
  { name, size, sha256 }: DistributionFile,
  { asset, digest }: Extract<Standing, { readonly kind: 'other' }>,
): Problem {
  return {
    message: `\`${name}\` of the release is another file: it has ${digest} (${asset.size} bytes), this one sha256:${sha256} (${size} bytes)`,
    hint: "Nothing was overwritten. Publish what changed as a new version; or, where the release's file is wrong, delete it there and run the job again.",
  };
}

import { basename, join } from 'node:path';
import type { BuildContext } from '../../core/base/context.ts';
import { downloadArchive } from '../archive-cache.ts';
import { download } from '../download.ts';
import type { ApiAccess, Timeouts } from '../http.ts';
import {
  archiveStem,
  assetSource,
  expectedDigest,
  type ReleaseAsset,
  type ReleaseSource,
} from '../release-assets.ts';
import { withAccess } from '../session.ts';
import { chooseAsset } from './choose-asset.ts';
import { chooseRelease, type ReleaseChoice } from './choose-release.ts';

/** In bytes: a bundle has some kilobytes. */
const MAX_BUNDLE = 16 * 2 ** 20;

/** An archive of a package as it came from a release: its bytes are those that were uploaded. */
export interface ReleaseArchive {
  readonly file: string;
  /** The asset's. */
  readonly name: string;
  readonly tag: string;
  /** Of the release's page, where GitHub tells. */
  readonly url: string | undefined;
  /** In hexadecimal. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /** The file of the release's own attestation bundles, where it has one and it was asked for. */
  readonly bundle: string | undefined;
  /** Whether it was kept from an earlier time. */
  readonly cached: boolean;
}

/**
 * Downloads a package's archive from a release to `folder`, or takes the one that was kept, and verifies its digest.
 * @throws {Failure} `usage` where there is no such release or archive, `verification` where it is not what was uploaded,
 * `environment` where it does not come over.
 */
export async function downloadReleaseArchive(
  source: ReleaseSource,
  folder: string,
  context: BuildContext,
  timeouts?: Timeouts,
): Promise<ReleaseArchive> {
  const named = `the release ${source.release} of ${source.repository}`;
  const fetch = async (access: ApiAccess): Promise<ReleaseArchive> => {
    const release = await chooseRelease(source, access);
    const asset = chooseAsset(release.assets, source, named);
    const kind = release.prerelease ? ' (a prerelease)' : '';
    context.log.info(`${asset.name} of ${release.tag_name}${kind}, ${asset.size} bytes`);
    const pinned = source.digest;
    const sha256 = await expectedDigest(asset, release.assets, pinned, folder, access);
    const file = join(folder, basename(asset.name));
    const remote = { ...assetSource(asset), sha256 };
    const cached = await downloadArchive(remote, file, source.cache, access, context);
    const bundle =
      source.bundle === true ? await downloadBundle(asset, release, folder, access) : undefined;
    const { tag_name: tag, html_url: url } = release;
    return { file, name: asset.name, tag, url, sha256, size: asset.size, bundle, cached };
  };
  return withAccess({ named, done: 'downloaded', token: source.token }, context, fetch, timeouts);
}

/** `<stem>.sigstore.jsonl`, which publishing leaves beside the archives. */
async function downloadBundle(
  { name }: ReleaseAsset,
  { assets }: ReleaseChoice,
  folder: string,
  access: ApiAccess,
): Promise<string | undefined> {
  const asset = assets.find((one) => one.name === `${archiveStem(name)}.sigstore.jsonl`);
  if (asset === undefined || asset.state !== 'uploaded') return undefined;
  const file = join(folder, asset.name);
  await download(assetSource(asset), file, access, MAX_BUNDLE);
  return file;
}

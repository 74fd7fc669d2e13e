import { basename, join } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import type { ReadManifest } from '../../package/read.ts';
import { type ApiAccess, download, type Timeouts, withAccess } from '../api.ts';
import { archiveStem, assetSource, expectedDigest, type ReleaseAsset } from '../release-assets.ts';
import { chooseAsset, parseStem } from './choose-asset.ts';
import {
  chooseRelease,
  type ReleaseChoice,
  type ReleaseSource,
  versionIn,
} from './choose-release.ts';

/** The largest attestation bundle, in bytes; most have some kilobytes. */
const MAX_BUNDLE = 16 * 2 ** 20;

/** A downloaded archive of a package: the bytes that were uploaded. */
export interface ReleaseArchive {
  readonly file: string;
  /** The asset's name. */
  readonly name: string;
  readonly tag: string;
  /** The release's page, if GitHub reports it. */
  readonly url: string | undefined;
  /** In hexadecimal. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /** The file with the release's attestation bundles, if it has one and it was asked for. */
  readonly bundle: string | undefined;
}

/**
 * Downloads a package's archive from a release to `folder`, and verifies its digest.
 * @throws {Failure} `usage` if there is no such release or archive, `verification` if it is not
 * what was uploaded, `environment` if the download fails.
 */
export async function downloadReleaseArchive(
  source: ReleaseSource,
  folder: string,
  context: Pick<RunContext, 'env' | 'log' | 'signal'>,
  timeouts?: Timeouts,
): Promise<ReleaseArchive> {
  const { token } = source;
  const title = `the release ${source.release} of ${source.repository}`;
  const fetch = async (access: ApiAccess): Promise<ReleaseArchive> => {
    const release = await chooseRelease(source, access);
    const asset = chooseAsset(release.assets, source, title);
    const kind = release.prerelease ? ' (a prerelease)' : '';
    context.log.info(`${asset.name} of ${release.tag_name}${kind}, ${asset.size} bytes`);
    const pinned = source.digest;
    const sha256 = await expectedDigest(asset, release.assets, pinned, folder, access);
    const file = join(folder, basename(asset.name));
    const remote = { ...assetSource(asset), sha256 };
    await download(remote, file, access);
    const bundle =
      source.bundle === true ? await downloadBundle(asset, release, folder, access) : undefined;
    const { tag_name: tag, html_url: url } = release;
    return { file, name: asset.name, tag, url, sha256, size: asset.size, bundle };
  };
  return withAccess({ verb: 'download', what: title, token }, context, fetch, timeouts);
}

/** Downloads `<stem>.sigstore.jsonl`, which publishing adds to the archives. */
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

/**
 * Checks that an archive has what its name promises, and, unless the release was named by its tag,
 * the version in the tag. Otherwise an old package could pass for a new one.
 * @throws {Failure} `verification`
 */
export function checkReleased(
  { package: name, version, part }: Pick<ReadManifest, 'package' | 'version' | 'part'>,
  archive: Pick<ReleaseArchive, 'name' | 'tag'>,
  { release }: Pick<ReleaseSource, 'release'>,
): void {
  const own = [name, version, part].filter((each) => each !== undefined);
  const stem = archiveStem(archive.name);
  const isNamed = parseStem(stem).package === undefined || stem === ['aot', ...own].join('-');
  const tagged = archive.tag === release ? undefined : versionIn(archive.tag);
  if (isNamed && (tagged === undefined || tagged === version)) return;
  const [other, hint] = isNamed
    ? [
        `the release ${archive.tag}`,
        `Ask those who published it. If its tags are not the versions of its packages, set \`release\` to the tag, ${archive.tag}.`,
      ]
    : [
        `the archive ${archive.name}`,
        'Do not use it. Ask those who published it how it got this name.',
      ];
  throw new Failure('verification', { message: `${other} has the package ${own.join(' ')}`, hint });
}

import { basename, join } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import type { ReadManifest } from '../../package/read.ts';
import { type ApiAccess, type Timeouts, withAccess } from '../api.ts';
import { download } from '../download.ts';
import { verifyAttestation } from '../attestation.ts';
import { archiveStem, assetSource, expectedDigest, type ReleaseAsset } from '../release-assets.ts';
import { chooseAsset, parseStem } from './choose-asset.ts';
import { chooseRelease, type ReleaseSource, versionIn } from './choose-release.ts';

/** The largest file with attestations, in bytes; most have some kilobytes. */
const MAX_ATTESTATIONS = 16 * 2 ** 20;

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
}

/**
 * Downloads a package's archive from a release to `folder`, and verifies its digest and, if `signer`
 * is set, its attestation.
 * @throws {Failure} `usage` if there is no such release or archive, `verification` if it is not
 * what was uploaded or attested, `environment` if the download fails.
 */
export async function downloadReleaseArchive(
  source: ReleaseSource,
  folder: string,
  context: Pick<RunContext, 'env' | 'log' | 'runTool' | 'signal'>,
  timeouts?: Timeouts,
): Promise<ReleaseArchive> {
  const { repository, token, signer, digest } = source;
  const what = `the release ${source.release} of ${repository}`;
  const fetch = async (access: ApiAccess) => {
    const release = await chooseRelease(source, access);
    const { tag_name: tag, html_url: url, assets } = release;
    const asset = chooseAsset(assets, source, what);
    const kind = release.prerelease ? ' (a prerelease)' : '';
    context.log.info(`${asset.name} of ${tag}${kind}, ${asset.size} bytes`);
    const sha256 = await expectedDigest(asset, assets, digest, folder, access);
    const file = join(folder, basename(asset.name));
    await download({ ...assetSource(asset), sha256 }, file, access);
    const attestations = signer && (await downloadAttestations(asset, assets, folder, access));
    return { archive: { file, name: asset.name, tag, url, sha256 }, attestations };
  };
  const { archive, attestations } = await withAccess(
    { verb: 'download', what, token },
    context,
    fetch,
    timeouts,
  );
  const { file, tag } = archive;
  if (signer !== undefined)
    await verifyAttestation(file, { ...signer, repository, token, tag, attestations }, context);
  return archive;
}

/** Downloads `<stem>.sigstore.jsonl`, which publishing adds to the archives. */
async function downloadAttestations(
  { name }: ReleaseAsset,
  assets: readonly ReleaseAsset[],
  folder: string,
  access: ApiAccess,
): Promise<string | undefined> {
  const asset = assets.find((one) => one.name === `${archiveStem(name)}.sigstore.jsonl`);
  if (asset === undefined || asset.state !== 'uploaded') return undefined;
  const file = join(folder, asset.name);
  await download(assetSource(asset), file, access, MAX_ATTESTATIONS);
  return file;
}

/**
 * Checks that an archive has what its name promises, and, unless the release was named by its tag,
 * the version in the tag. Otherwise an old package could pass for a new one.
 * @throws {Failure} `verification`
 */
export function checkReleased(
  { package: name, version }: Pick<ReadManifest, 'package' | 'version'>,
  archive: Pick<ReleaseArchive, 'name' | 'tag'>,
  { release }: Pick<ReleaseSource, 'release'>,
): void {
  const stem = archiveStem(archive.name);
  const isNamed = parseStem(stem).package === undefined || stem === `aot-${name}-${version}`;
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
  throw new Failure('verification', {
    message: `${other} has the package ${name} ${version}`,
    hint,
  });
}

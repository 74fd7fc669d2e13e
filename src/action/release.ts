import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import type { BuildContext } from '../core/context.ts';
import { Failure, type Problem } from '../core/errors.ts';
import { unpackArchive } from '../core/package/archive.ts';
import { MANIFEST_FILE } from '../core/package/files.ts';
import { assetSchema, downloadAsset, type Asset } from './release-asset.ts';
import { refusal } from './release-refusal.ts';
import { DEFAULT_PACKAGE, type ReleaseSource } from './smoke-inputs.ts';
import { persist, request, type Access, type Patience } from './request.ts';

const PATIENCE: Patience = { idle: 60_000, total: 30 * 60_000, pauses: [1000, 3000, 9000] };

const releaseSchema = z.object({
  tag_name: z.string(),
  prerelease: z.boolean().default(false),
  assets: z.array(assetSchema),
});

type Release = z.infer<typeof releaseSchema>;

/**
 * Downloads a release's asset, unpacks it to a fresh folder below `scratch`, and gives the folder of the package in it:
 * the archive itself, `folder` inside it, or the one folder it has.
 * @throws {Failure} `usage` where there is no such release, asset or folder, `verification` where the asset is not what
 * was uploaded or must not be unpacked, `environment` where it does not come over.
 */
export async function downloadRelease(
  source: ReleaseSource,
  folder: string,
  { env, log, scratch, signal: ending }: BuildContext,
  patience: Patience = PATIENCE,
): Promise<string> {
  const repository = source.repository ?? env['GITHUB_REPOSITORY'];
  if (repository === undefined) throw new Failure('usage', NO_REPOSITORY);
  const named = `the release ${source.tag} of ${repository}`;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(tooSlow(named, patience)), patience.total);
  const signal = AbortSignal.any([ending, limit.signal]);
  const api = new URL(env['GITHUB_API_URL'] || 'https://api.github.com');
  const access = { api, token: source.token, signal, patience };
  const download = await mkdtemp(join(scratch, 'download-'));
  try {
    const release = await persist(() => findRelease(repository, source.tag, access), access);
    const asset = chooseAsset(release, source.asset, named);
    const kind = release.prerelease ? ' (a prerelease)' : '';
    log.info(`${asset.name} of ${release.tag_name}${kind}, ${asset.size} bytes`);
    const file = join(download, basename(asset.name));
    await persist(() => downloadAsset(asset, file, access), access);
    const root = await mkdtemp(join(scratch, 'package-'));
    await unpackArchive(file, root, signal);
    return await packageIn(root, folder, asset.name);
  } catch (error) {
    throw error instanceof Failure ? error : unreached(named, error);
  } finally {
    clearTimeout(timer);
    await rm(download, { recursive: true, force: true });
  }
}

/** The newest release that is neither draft nor prerelease, or the one with a tag. */
async function findRelease(repository: string, tag: string, access: Access): Promise<Release> {
  const which = tag === 'latest' ? tag : `tags/${encodeURIComponent(tag)}`;
  const base = access.api.href.replace(/\/$/, '');
  const url = new URL(`${base}/repos/${repository}/releases/${which}`);
  const answer = await request(url, 'application/vnd.github+json', access);
  if (answer.statusCode === 200) return releaseSchema.parse(await json(answer));
  throw await refusal(answer, `the release ${tag} of ${repository}`);
}

function chooseAsset({ assets }: Release, name: string | undefined, named: string): Asset {
  // Any other is still being uploaded, or never was to its end.
  const whole = assets.filter(({ state }) => state === 'uploaded');
  const isMeant = (asset: Asset): boolean =>
    name === undefined ? /^aot-.*\.tar\.gz$/.test(asset.name) : asset.name === name;
  const [asset, ...others] = whole.filter(isMeant);
  const names = whole.map((one) => one.name).join(', ') || 'none';
  const wanted = name === undefined ? 'file aot-*.tar.gz' : `file \`${name}\``;
  if (asset === undefined || others.length > 0) {
    throw new Failure('usage', {
      message: `${named} has ${asset === undefined ? 'no' : 'more than one'} ${wanted}`,
      hint: `It has: ${names}. Name the package's archive, a .tar.gz, in \`asset\`.`,
    });
  }
  if (!/\.(tar\.gz|tgz)$/.test(asset.name)) {
    throw new Failure('usage', {
      message: `\`${asset.name}\` of ${named} is no .tar.gz`,
      hint: 'Only .tar.gz is read, .tar.zst not yet: upload the package as one, made with `tar -czf`.',
    });
  }
  return asset;
}

async function packageIn(root: string, folder: string, archive: string): Promise<string> {
  const entries = await readdir(root);
  const [top = '', ...others] = entries;
  // A folder that the workflow names is not replaced by another.
  const alone = folder === DEFAULT_PACKAGE && others.length === 0 ? [join(root, top)] : [];
  const found = [root, join(root, folder), ...alone].find(isPackage);
  if (found !== undefined) return found;
  await rm(root, { recursive: true, force: true });
  throw new Failure('usage', {
    message: `the archive ${archive} has no package: no \`${MANIFEST_FILE}\`, and no \`${folder}/${MANIFEST_FILE}\``,
    hint: `It has: ${entries.join(', ') || 'nothing'}. Name the package's folder inside it in \`package\`.`,
  });
}

function isPackage(folder: string): boolean {
  return existsSync(join(folder, MANIFEST_FILE));
}

const NO_REPOSITORY: Problem = {
  message: 'nothing tells of which repository the release is',
  hint: 'Name it in `repository`: owner/name.',
};

function tooSlow(named: string, { total }: Patience): Failure {
  return new Failure('environment', {
    message: `${named} did not come within ${total / 60_000} minutes`,
    hint: 'Run the job again, or download it in a step before and name the folder in `package`.',
  });
}

function unreached(named: string, error: unknown): Failure {
  const reason = error instanceof z.ZodError ? 'an answer that makes no sense' : String(error);
  const problem = {
    message: `${named} cannot be downloaded: ${reason}`,
    hint: 'Run the job again. On a self-hosted runner, see that it reaches GitHub, by a proxy in https_proxy if need be.',
  };
  return new Failure('environment', problem, { cause: error });
}

import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { unpackArchive } from './package/archive/unpack.ts';
import { unpackZip } from './package/archive/unzip.ts';
import type { ScratchContext } from './base/context.ts';
import { makeScratch } from './base/leftovers.ts';
import { checkOutputFolder, replaceOutput } from './package/folder.ts';
import type { ReadPackage } from './package/read.ts';
import type { Timeouts } from './github/api.ts';
import { downloadWorkflowArtifact } from './github/fetch/artifact.ts';
import { choosePackage, packageTargets } from './github/fetch/choose-package.ts';
import { checkReleased, downloadReleaseArchive } from './github/fetch/release.ts';
import type { FetchRequest, PackageSource } from './github/fetch/request.ts';

/** The origin of a package. */
type PackageOrigin =
  | {
      readonly kind: 'release';
      readonly tag: string;
      readonly asset: string;
      readonly url: string | undefined;
    }
  | {
      readonly kind: 'branch';
      readonly run: number;
      /** The commit it was built from. */
      readonly commit: string;
      readonly artifact: string;
      readonly url: string;
    };

/** A package in its folder. */
export interface FetchedPackage {
  /** An absolute path. */
  readonly folder: string;
  readonly package: string;
  readonly version: string;
  /** The targets that it has cubins for. */
  readonly targets: readonly string[];
  readonly repository: string;
  readonly origin: PackageOrigin;
  /** The archive's digest: `sha256:…`. */
  readonly digest: string;
  /** True if it was verified that a workflow of the repository attested the archive. */
  readonly attested: boolean;
}

/**
 * Fetches a package from a release, or from the newest successful run of a workflow, to
 * `request.out`. Verifies every step, and replaces an existing package there as a whole, but no
 * other folder.
 * @throws {Failure} `usage` if there is no such package, or it lacks a target; `verification` if
 * anything differs from what was uploaded or built, or is unsafe to unpack; `environment` if the
 * download fails.
 */
export async function fetchPackage(
  { source, out }: FetchRequest,
  context: ScratchContext,
  timeouts?: Timeouts,
): Promise<FetchedPackage> {
  await checkOutputFolder(out);
  const work = await makeScratch(context.scratch, 'fetch');
  try {
    const downloaded = await download(source, work, context, timeouts);
    const { manifest } = await replaceOutput(out, downloaded.unpack, context);
    return {
      folder: resolve(out),
      package: manifest.package,
      version: manifest.version,
      targets: packageTargets(manifest),
      repository: source.repository,
      origin: downloaded.origin,
      digest: `sha256:${downloaded.sha256}`,
      attested: source.kind === 'release' && source.signer !== undefined,
    };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** A downloaded archive. */
interface Download {
  readonly origin: PackageOrigin;
  readonly sha256: string;
  /** Unpacks the package into an empty folder. */
  readonly unpack: (folder: string) => Promise<ReadPackage>;
}

async function download(
  source: PackageSource,
  work: string,
  context: ScratchContext,
  timeouts: Timeouts | undefined,
): Promise<Download> {
  if (source.kind === 'branch') {
    const artifact = await downloadWorkflowArtifact(source, work, context, timeouts);
    const { file, name, run, sha256 } = artifact;
    const { id, head_sha: commit, html_url: url } = run;
    return {
      origin: { kind: 'branch', run: id, commit, artifact: name, url },
      sha256,
      async unpack(folder) {
        await unpackZip(file, folder, context.signal);
        return choosePackage(folder, source, `the artifact ${name}`, context);
      },
    };
  }
  const archive = await downloadReleaseArchive(source, work, context, timeouts);
  const { file, name, tag, url, sha256 } = archive;
  return {
    origin: { kind: 'release', tag, asset: name, url },
    sha256,
    async unpack(folder) {
      await unpackArchive(file, folder, context.signal);
      const pkg = await choosePackage(folder, source, `the archive ${name}`, context);
      checkReleased(pkg.manifest, archive, source);
      return pkg;
    },
  };
}

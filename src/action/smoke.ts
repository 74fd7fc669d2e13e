import * as core from '@actions/core';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findPackageFolder, unpackArchive } from '../core/archive/unpack.ts';
import type { BuildContext, RunContext } from '../core/base/context.ts';
import { type Failure, formatPath, type Path, type Place } from '../core/base/errors.ts';
import { readDocument } from '../core/manifest/yaml.ts';
import { deviceLockFolder } from '../core/smoke/lease.ts';
import type { SmokeRequest } from '../core/smoke/request.ts';
import type { SmokeResult } from '../core/smoke/result.ts';
import { smoke, smokeFailure } from '../core/smoke/smoke.ts';
import { downloadReleaseArchive } from '../github/fetch/release.ts';
import type { Timeouts } from '../github/http.ts';
import { repositoryOf } from '../github/session.ts';
import { downloadPackage } from './artifact.ts';
import { setOutputs } from './build-report.ts';
import { annotateNotice } from './log.ts';
import { DEFAULT_PACKAGE, type NamedRelease, type SmokeInputs } from './smoke-inputs.ts';
import { addSmokeSummary, smokeOutputs, writeResults } from './smoke-report.ts';
import { readEventPayload, refuseUntrusted } from './trust.ts';

/** Tests a package that was built elsewhere, and tells the workflow about it. */
export async function runSmoke(inputs: SmokeInputs, context: BuildContext): Promise<void> {
  const refusal = await gateRefusal(inputs.allowUntrusted, context);
  if (refusal !== undefined) throw refusal;
  const folder = await packageFolder(inputs, context);
  const { gpu, device, only, sanitize, wait, timeout } = inputs;
  const settings = { package: folder, gpu, device, only, sanitize, wait, timeout };
  const result = await runGate(settings, context);
  setOutputs(smokeOutputs(result, await writeResults(result, context.scratch)));
  const failure = smokeFailure(result, await locator(inputs.manifest));
  if (failure !== undefined) throw failure;
}

async function packageFolder(
  { artifact, release, package: folder }: SmokeInputs,
  context: BuildContext,
): Promise<string> {
  const { log, scratch } = context;
  if (release !== undefined) {
    return log.group(`Download the release ${release.release}`, () =>
      downloadReleasedPackage(release, folder, context),
    );
  }
  if (artifact === undefined) return folder;
  return log.group(`Download the artifact ${artifact}`, () =>
    downloadPackage(artifact, folder, scratch),
  );
}

/** Finds the lines of a manifest. A GPU job need not have it: then all that is known is the file. */
async function locator(file: string): Promise<(path: Path) => Place> {
  const document = await readDocument(file);
  return (path) => document?.locate(path) ?? { file, path: formatPath(path) };
}

/** Runs the smoke test and tells the workflow what it found; whether it passed is for the caller to judge. */
export async function runGate(
  settings: Omit<SmokeRequest, 'jobs' | 'lockFolder'>,
  context: BuildContext,
): Promise<SmokeResult> {
  const result = await smoke(
    { ...settings, jobs: availableParallelism(), lockFolder: deviceLockFolder(context.env) },
    context,
  );
  if (result.reason !== undefined) {
    const { message, ...more } = result.reason;
    annotateNotice({
      message: `the smoke test is compiled and linked, not run: ${message}`,
      ...more,
    });
  }
  await addSmokeSummary(core.summary, result).write();
  return result;
}

/**
 * What keeps the smoke test from this runner (see trust.ts); undefined where nothing does, or where it was allowed
 * all the same.
 */
export async function gateRefusal(
  allowUntrusted: boolean,
  { env, log }: Pick<RunContext, 'env' | 'log'>,
): Promise<Failure | undefined> {
  const failure = refuseUntrusted(env, await readEventPayload(env));
  if (failure === undefined || !allowUntrusted) return failure;
  for (const { message } of failure.problems)
    log.warning({ message: `overridden by allow-untrusted: ${message}` });
  return undefined;
}

/**
 * Downloads a release's archive, unpacks it to a fresh folder below `scratch`, and gives the folder of the package in
 * it: the archive itself, `folder` inside it, or the one folder it has.
 * @throws {Failure} as `downloadReleaseArchive` and `unpackArchive` do, and `usage` where the archive has no package.
 */
export async function downloadReleasedPackage(
  { repository, ...named }: NamedRelease,
  folder: string,
  context: BuildContext,
  timeouts?: Timeouts,
): Promise<string> {
  const { env, scratch, signal } = context;
  const source = { ...named, repository: repositoryOf(repository, env), cache: true };
  const download = await mkdtemp(join(scratch, 'download-'));
  const root = await mkdtemp(join(scratch, 'package-'));
  try {
    const { file } = await downloadReleaseArchive(source, download, context, timeouts);
    await unpackArchive(file, root, signal);
    return await findPackageFolder(root, folder === DEFAULT_PACKAGE ? undefined : folder);
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(download, { recursive: true, force: true });
  }
}

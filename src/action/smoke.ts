import * as core from '@actions/core';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { workersFor } from '../base/workers.ts';
import { findPackageFolder, unpackArchive } from '../package/archive/unpack.ts';
import type { BuildContext, RunContext } from '../base/context.ts';
import { type Failure, formatPath, type Path, type Place } from '../base/errors.ts';
import { makeScratch } from '../base/leftovers.ts';
import { readDocument } from '../manifest/yaml.ts';
import { DEFAULT_WAIT, deviceLockFolder } from '../prove/harness/lease.ts';
import { withSmoke } from '../report/add.ts';
import { updateReportOf } from '../report/files.ts';
import { DEFAULT_RUN_TIMEOUT, type SmokeRequest } from '../prove/smoke/request.ts';
import type { SmokeResult } from '../prove/smoke/result.ts';
import { smoke, smokeFailure } from '../smoke.ts';
import { downloadReleaseArchive } from '../github/fetch/release.ts';
import type { Timeouts } from '../github/api.ts';
import { REPOSITORY_FORM, repositoryOf } from '../github/repository.ts';
import { downloadPackage } from './artifact.ts';
import { DEFAULT_PACKAGE, inputReader, type InputReader } from './inputs.ts';
import { annotateNotice } from './log.ts';
import { addSmokeSummary, smokeOutputs, writeResults } from './smoke-report.ts';
import { setOutputs, writeSummary } from './summary.ts';
import { readEventPayload, refuseUntrusted, unlessAllowed, warnOfIdentity } from './trust.ts';
import type { ReleaseSource } from '../github/fetch/choose-release.ts';

/** Tests a package that was built before, and reports the result to the workflow. */
export async function runSmoke(inputs: SmokeInputs, context: BuildContext): Promise<void> {
  const refusal = await smokeRefusal(inputs.allowUntrusted, context);
  if (refusal !== undefined) throw refusal;
  warnOfIdentity(context.env, context.log);
  const folder = await packageFolder(inputs, context);
  const { gpu, device, only, sanitize, requireTuned, wait, timeout } = inputs;
  const settings = { package: folder, gpu, device, only, sanitize, requireTuned, wait, timeout };
  const result = await runSmokeTest(settings, context);
  await writeSummary(addSmokeSummary(core.summary, result), context.env);
  const report = await updateReportOf(folder, (old) => withSmoke(old, result));
  setOutputs(smokeOutputs(result, await writeResults(result, context.scratch), report));
  const failure = smokeFailure(result, await locator(inputs.manifest));
  if (failure !== undefined) throw failure;
}

/** Downloads the package if it is in an artifact or a release. Returns its folder. */
export async function packageFolder(
  { artifact, release, package: folder }: Pick<SmokeInputs, 'artifact' | 'release' | 'package'>,
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

/** Finds places in a manifest. A GPU job may not have it: then lines are unknown. */
export async function locator(file: string): Promise<(path: Path) => Place> {
  const document = await readDocument(file);
  return (path) => document?.locate(path) ?? { file, path: formatPath(path) };
}

/** Runs the smoke test of a package. The caller reports it, and decides whether it is a failure. */
export async function runSmokeTest(
  settings: Omit<SmokeRequest, 'jobs' | 'lockFolder'>,
  context: BuildContext,
): Promise<SmokeResult> {
  const result = await smoke(
    { ...settings, jobs: workersFor(), lockFolder: deviceLockFolder(context.env) },
    context,
  );
  if (result.reason !== undefined) {
    const { message, ...more } = result.reason;
    annotateNotice({
      message: `the smoke test was compiled and linked, but not run: ${message}`,
      ...more,
    });
  }
  return result;
}

/**
 * Returns why the smoke test must not run on this runner (see trust.ts); undefined if it may, or
 * `allowUntrusted` is set.
 */
export async function smokeRefusal(
  allowUntrusted: boolean,
  { env, log }: Pick<RunContext, 'env' | 'log'>,
): Promise<Failure | undefined> {
  return unlessAllowed(refuseUntrusted(env, await readEventPayload(env)), allowUntrusted, log);
}

/**
 * Downloads a release's archive, unpacks it into a new folder below `scratch`, and returns the
 * folder of the package: the archive's root, `folder` inside it, or its only folder.
 * @throws {Failure} as `downloadReleaseArchive` and `unpackArchive`, and `usage` if the archive has
 * no package.
 */
export async function downloadReleasedPackage(
  { repository, ...named }: NamedRelease,
  folder: string,
  context: BuildContext,
  timeouts?: Timeouts,
): Promise<string> {
  const { env, scratch, signal } = context;
  const source = { ...named, repository: repositoryOf(repository, env) };
  const download = await makeScratch(scratch, 'download');
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

/** A package in a release. */
type NamedRelease = Pick<ReleaseSource, 'release' | 'asset' | 'token'> & {
  /** `owner/name`; the workflow's own if left out. */
  readonly repository: string | undefined;
};

/** The inputs of the sub-action smoke, by their names in smoke/action.yml in camel case. */
type SmokeInputs = Readonly<ReturnType<typeof readSmokeInputs>>;

/**
 * Reads all inputs. `get` returns an input's text, empty if it is not set.
 * @throws {Failure} `usage` with every invalid input.
 */
export function readSmokeInputs(get: (name: string) => string) {
  const read = inputReader(get);
  const inputs = {
    package: read.text('package') ?? DEFAULT_PACKAGE,
    artifact: read.text('artifact'),
    release: readRelease(read),
    manifest: read.text('manifest') ?? 'kernels.yaml',
    gpu: read.choice('gpu', ['required', 'auto'] as const) ?? 'required',
    device: read.text('device'),
    only: read.list('only') ?? [],
    sanitize: read.flag('sanitize'),
    requireTuned: read.flag('require-tuned'),
    /** In seconds, like `timeout`. */
    wait: read.count('wait') ?? DEFAULT_WAIT,
    timeout: read.count('timeout') ?? DEFAULT_RUN_TIMEOUT,
    allowUntrusted: read.flag('allow-untrusted'),
    summary: read.flag('summary', true),
  };
  if (inputs.artifact !== undefined && inputs.release !== undefined)
    read.reject('inputs artifact and release: set only one of them');
  read.check();
  return inputs;
}

function readRelease(read: InputReader): NamedRelease | undefined {
  const release = read.text('release');
  const asset = read.text('asset');
  const repository = read.formed('repository', REPOSITORY_FORM, 'owner/name');
  const token = read.text('token');
  if (release !== undefined) return { release, asset, repository, token };
  for (const [input, text] of Object.entries({ asset, repository })) {
    if (text !== undefined) read.reject(`input ${input}: it can only be used with \`release\``);
  }
  return undefined;
}

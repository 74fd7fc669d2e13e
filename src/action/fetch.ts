import { exportVariable } from '@actions/core';
import type { ScratchContext } from '../base/context.ts';
import { type FetchedPackage, fetchPackage } from '../fetch.ts';
import type { Environment } from '../base/process.ts';
import { DEFAULT_PACKAGE, oneOf } from '../base/form.ts';
import {
  ATTESTATION_MODES,
  type FetchRequest,
  fetchRequest,
  searchPaths,
} from '../github/fetch/request.ts';
import { repositoryOf } from '../github/repository.ts';
import { inputsOf } from './inputs.ts';
import { REPOSITORY } from './package-folder.ts';
import { setOutputs } from './summary.ts';

type FetchInputs = ReturnType<typeof readFetchInputs>;

/** Reads the inputs of the sub-action fetch. */
export const readFetchInputs = inputsOf((read) => ({
  release: read.text('release'),
  asset: read.text('asset'),
  branch: read.text('branch'),
  workflow: read.text('workflow'),
  artifact: read.text('artifact'),
  repository: read.value('repository', REPOSITORY),
  token: read.text('token'),
  package: read.text('package'),
  targets: read.list('targets'),
  digest: read.text('digest'),
  attestation: read.value('attestation', oneOf(ATTESTATION_MODES)) ?? 'off',
  signerWorkflow: read.text('signer-workflow'),
  denySelfHostedRunners: read.flag('deny-self-hosted-runners'),
  out: read.text('out') ?? DEFAULT_PACKAGE,
}));

/**
 * Turns inputs into a request, for the workflow's own repository if they name none.
 * @throws {Failure} `usage` with every problem of the inputs.
 */
export function requestOf(inputs: FetchInputs, env: Environment): FetchRequest {
  return fetchRequest({ ...inputs, repository: repositoryOf(inputs.repository, env) });
}

/** Fetches a package, and sets the variables with which later steps find it. */
export async function runFetch(inputs: FetchInputs, context: ScratchContext): Promise<void> {
  const request = requestOf(inputs, context.env);
  const { source } = request;
  const from = source.kind === 'release' ? `release ${source.release}` : `branch ${source.branch}`;
  const fetched = await context.log.group(`Fetch from the ${from} of ${source.repository}`, () =>
    fetchPackage(request, context),
  );
  for (const { name, value } of searchPaths(fetched.folder, context.env))
    exportVariable(name, value);
  setOutputs(fetchOutputs(fetched));
}

/** The outputs, by their names in fetch/action.yml. */
function fetchOutputs(fetched: FetchedPackage): Readonly<Record<string, string>> {
  const { origin } = fetched;
  return {
    'aot-dir': fetched.folder,
    package: fetched.package,
    version: fetched.version,
    targets: JSON.stringify(fetched.targets),
    tag: origin.kind === 'release' ? origin.tag : '',
    run: origin.kind === 'branch' ? String(origin.run) : '',
    url: origin.url ?? '',
    asset: origin.kind === 'release' ? origin.asset : origin.artifact,
    digest: fetched.digest,
  };
}

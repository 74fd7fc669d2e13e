import type { Environment } from '../base/process.ts';
import {
  ATTESTATION_MODES,
  type FetchOptions,
  type FetchRequest,
  fetchRequest,
} from '../github/fetch/request.ts';
import { REPOSITORY_FORM, repositoryOf } from '../github/repository.ts';
import { inputReader } from './inputs.ts';

/** The inputs of the sub-action fetch. The names are those of fetch/action.yml. */
export type FetchInputs = Omit<FetchOptions, 'repository'> & {
  /** The workflow's own if left out. */
  readonly repository: string | undefined;
};

/**
 * Reads all inputs. `get` returns an input's text, empty if it is not set.
 * @throws {Failure} `usage` with every invalid input.
 */
export function readFetchInputs(get: (name: string) => string): FetchInputs {
  const read = inputReader(get);
  const inputs = {
    release: read.text('release'),
    asset: read.text('asset'),
    branch: read.text('branch'),
    workflow: read.text('workflow'),
    artifact: read.text('artifact'),
    repository: read.formed('repository', REPOSITORY_FORM, 'owner/name'),
    token: read.text('token'),
    package: read.text('package'),
    targets: read.list('targets'),
    digest: read.text('digest'),
    attestation: read.choice('attestation', ATTESTATION_MODES) ?? 'off',
    signerWorkflow: read.text('signer-workflow'),
    denySelfHostedRunners: read.flag('deny-self-hosted-runners'),
    out: read.text('out') ?? 'aot',
  };
  read.check();
  return inputs;
}

/**
 * Turns inputs into a request, for the workflow's own repository if they name none.
 * @throws {Failure} `usage` with every problem of the inputs.
 */
export function requestOf(inputs: FetchInputs, env: Environment): FetchRequest {
  return fetchRequest({ ...inputs, repository: repositoryOf(inputs.repository, env) });
}

import {
  ATTESTATION_MODES,
  fetchRequest,
  type FetchRequest,
  type FetchWish,
} from '../github/fetch/request.ts';
import { REPOSITORY_FORM, repositoryOf } from '../github/repository.ts';
import type { Environment } from '../core/process.ts';
import { inputReader } from './input-reader.ts';

/** The inputs of the sub-action fetch, as one value. The names are those of fetch/action.yml. */
export type FetchInputs = Omit<FetchWish, 'repository'> & {
  /** The workflow's own when left out. */
  readonly repository: string | undefined;
};

/** Every input's name in fetch/action.yml. */
export const FETCH_INPUT_NAMES = [
  'release',
  'asset',
  'branch',
  'workflow',
  'artifact',
  'repository',
  'token',
  'package',
  'targets',
  'digest',
  'attestation',
  'out',
  'cache',
] as const;

type FetchInputName = (typeof FETCH_INPUT_NAMES)[number];

/**
 * Reads all inputs. `get` gives an input's text, empty when it was not set.
 * @throws {Failure} `usage` naming every input that makes no sense.
 */
export function readFetchInputs(get: (name: FetchInputName) => string): FetchInputs {
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
    out: read.text('out') ?? 'aot',
    cache: read.text('cache') === undefined || read.flag('cache'),
  };
  read.check();
  return inputs;
}

/**
 * What the inputs ask for, in the workflow's own repository where they name none.
 * @throws {Failure} `usage` naming everything that does not go together.
 */
export function requestOf(inputs: FetchInputs, env: Environment): FetchRequest {
  return fetchRequest({ ...inputs, repository: repositoryOf(inputs.repository, env) });
}

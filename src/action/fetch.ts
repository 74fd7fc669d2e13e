import { exportVariable } from '@actions/core';
import type { BuildContext } from '../core/base/context.ts';
import type { Environment } from '../core/base/process.ts';
import { type FetchedPackage, fetchPackage } from '../github/fetch/fetch.ts';
import {
  ATTESTATION_MODES,
  type FetchOptions,
  type FetchRequest,
  fetchRequest,
  searchPaths,
} from '../github/fetch/request.ts';
import { REPOSITORY_FORM, repositoryOf } from '../github/session.ts';
import { setOutputs } from './build-report.ts';
import { inputReader } from './inputs.ts';

/** Fetches a package, and has the steps that follow find it. */
export async function runFetch(inputs: FetchInputs, context: BuildContext): Promise<void> {
  const request = requestOf(inputs, context.env);
  const { source } = request;
  const from = source.kind === 'release' ? `release ${source.release}` : `branch ${source.branch}`;
  const fetched = await context.log.group(`Fetch from the ${from} of ${source.repository}`, () =>
    fetchPackage(request, context),
  );
  for (const { name, value } of searchPaths(fetched.folder, context.env))
    exportVariable(name, value);
  setOutputs(outputsOf(fetched));
}

function outputsOf(fetched: FetchedPackage): Readonly<Record<string, string>> {
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
    'cache-hit': String(fetched.cacheHit),
  };
}

/** The inputs of the sub-action fetch, as one value. The names are those of fetch/action.yml. */
type FetchInputs = Omit<FetchOptions, 'repository'> & {
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

import { exportVariable } from '@actions/core';
import type { ScratchContext } from '../base/context.ts';
import { type FetchedPackage, fetchPackage } from '../fetch.ts';
import { searchPaths } from '../github/fetch/request.ts';
import { type FetchInputs, requestOf } from './fetch-inputs.ts';
import { setOutputs } from './summary.ts';

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

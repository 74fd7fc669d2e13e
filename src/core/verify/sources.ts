import type { BuildContext } from '../context.ts';
import { Failure } from '../errors.ts';
import { readDocument } from '../manifest/document.ts';
import { checkSources } from './drift.ts';
import { skipped, type Finding } from './finding.ts';
import type { WholePackage } from './manifest.ts';
import { checkRebuilt } from './rebuild.ts';
import type { Sources, VerifyRequest } from './request.ts';

/**
 * Compares a package with what it was built from, as far as the request says and sources are there.
 * @throws {Failure} `usage` where a manifest is missing that the request needs.
 */
export async function compareWithSources(
  pkg: WholePackage,
  { sources, rebuild }: VerifyRequest,
  context: BuildContext,
): Promise<readonly Finding[]> {
  if (sources === undefined) return [skipped('sources', 'not compared with any sources')];
  const { selection } = sources;
  const obstacle = await obstacleTo(pkg, sources);
  if (obstacle !== undefined && rebuild === undefined)
    return [skipped('sources', `not compared with any sources: ${obstacle}`)];
  if (obstacle !== undefined) {
    throw new Failure('usage', {
      message: `the package cannot be built again: ${obstacle}`,
      hint: 'Name the manifest that it was built from with --manifest.',
    });
  }
  const drift = await checkSources(pkg, selection, context);
  if (rebuild === undefined) return [drift];
  if (drift.problems.length > 0)
    return [drift, skipped('rebuilt', 'not built again: the sources give another package')];
  return [drift, await checkRebuilt(pkg, { ...selection, ...rebuild }, context)];
}

/** Why a manifest that nobody named is not the package's. */
async function obstacleTo(
  { manifest }: WholePackage,
  { selection, isNamed }: Sources,
): Promise<string | undefined> {
  if (isNamed) return undefined;
  const value = (await readDocument(selection.manifest))?.value;
  if (value === undefined) return `there is no ${selection.manifest} here`;
  const isOurs =
    typeof value === 'object' &&
    value !== null &&
    'package' in value &&
    value.package === manifest.package;
  return isOurs ? undefined : `${selection.manifest} is not of the package ${manifest.package}`;
}

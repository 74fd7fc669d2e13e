import * as core from '@actions/core';
import { resolve } from 'node:path';
import type { CheckedVariant } from '../core/abi/check.ts';
import type { BuildResult } from '../core/build/build.ts';
import { describeConfig } from '../core/codegen/header.ts';
import { describeSpecialisation } from '../core/model/kernel.ts';
import type { SmokeResult } from '../core/smoke/result.ts';
import type { TritonToolsResult } from '../core/triton-tools/triton-tools.ts';
import type { UploadedArtifact } from './artifact.ts';
import { gateOutputs } from './smoke-report.ts';
import { MAX_ROWS } from './summary.ts';

/** Every output of the build, by its name in action.yml. `hasCache`: GitHub's cache was open to it. */
export function buildOutputs(
  result: BuildResult | TritonToolsResult,
  hasCache: boolean,
): Readonly<Record<string, string>> {
  const { manifest, kernels } = result.preparation;
  return {
    'aot-dir': resolve(result.out),
    package: manifest.package,
    kernels: JSON.stringify(
      kernels.map((kernel) => ({
        name: kernel.name,
        algos: kernel.configs.map(describeConfig),
        specialisations: kernel.specialisations.map((specialisation) =>
          describeSpecialisation(kernel, specialisation),
        ),
        targets: kernel.targets.map(({ name }) => name),
      })),
    ),
    compiled: String(result.compiled),
    cached: String(result.cached),
    ...cacheOutputs(result, hasCache),
  };
}

/** Triton's own tools keep nothing. */
function cacheOutputs(
  result: BuildResult | TritonToolsResult,
  hasCache: boolean,
): Readonly<Record<string, string>> {
  if (!hasCache || result.generator === 'triton')
    return { 'cache-hit': '', 'restored-bytes': '0', 'saved-bytes': '0' };
  return {
    'cache-hit': String(result.compiled === 0),
    'restored-bytes': String(result.restoredBytes),
    'saved-bytes': String(result.savedBytes),
  };
}

/** What all tests together mean, by the first of these that one of them has. */
const OUTCOMES = ['failed', 'passed', 'built'] as const;

/** The outputs of the smoke tests of all packages that were built; none: they were left out. */
export function testOutputs(results: readonly SmokeResult[]): Readonly<Record<string, string>> {
  const outcome = OUTCOMES.find((one) => results.some((result) => result.outcome === one));
  const evidence = results.map((result) => gateOutputs(result)['evidence']).filter(Boolean);
  return { smoke: outcome ?? 'off', evidence: evidence.join('\n') };
}

/** The outputs of the upload; undefined: there was none. */
export function artifactOutputs(
  artifact: UploadedArtifact | undefined,
): Readonly<Record<string, string>> {
  return {
    'artifact-name': artifact?.name ?? '',
    'artifact-id': artifact === undefined ? '' : String(artifact.id),
    'artifact-url': artifact?.url ?? '',
    'artifact-digest': artifact?.digest ?? '',
  };
}

/** Gives the workflow outputs, by their names in action.yml. */
export function setOutputs(outputs: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
}

/** Writes the job summary: a row for each entry point and target. */
export async function writeBuildSummary(result: BuildResult): Promise<void> {
  const { manifest } = result.preparation;
  const rows = summaryRows(result);
  core.summary
    .addHeading(`${manifest.package} ${manifest.version}`, 3)
    .addRaw(
      `${result.checked.length} variants with Triton ${manifest.triton}: ${result.compiled} compiled, ${result.cached} from the store.`,
      true,
    )
    .addTable([
      ['Kernel', 'Target', 'Variants', 'Registers', 'Stack', 'Shared memory', 'Size'].map(
        (data) => ({
          data,
          header: true,
        }),
      ),
      ...rows.slice(0, MAX_ROWS),
    ]);
  if (rows.length > MAX_ROWS)
    core.summary.addRaw(`… and ${rows.length - MAX_ROWS} more rows.`, true);
  await core.summary.write();
}

/** Writes the job summary of a build with Triton's own tools. */
export async function writeTritonToolsSummary({
  preparation,
  files,
}: TritonToolsResult): Promise<void> {
  const { manifest, kernels } = preparation;
  await core.summary
    .addHeading(`${manifest.package} ${manifest.version}`, 3)
    .addRaw(
      `${files.length} files for ${kernels.length} kernels, as the tools of Triton ${manifest.triton} write them.`,
      true,
    )
    .write();
}

function summaryRows({ preparation, checked }: BuildResult): string[][] {
  return preparation.kernels.flatMap((kernel) =>
    kernel.targets.map((target) => {
      const images = checked.filter(
        (image) => image.variant.kernel === kernel && image.target === target,
      );
      return [kernel.name, target.name, String(images.length), ...resources(images)];
    }),
  );
}

/** The most that any of the images needs. */
function resources(images: readonly CheckedVariant[]): string[] {
  const most = (of: (image: CheckedVariant) => number): number => Math.max(...images.map(of));
  const shared = most(
    ({ compiled, cubinKernel }) => compiled.shared + cubinKernel.staticSharedBytes,
  );
  const bytes = images.reduce((sum, { compiled }) => sum + compiled.cubin.length, 0);
  return [
    String(most(({ cubinKernel }) => cubinKernel.registers)),
    `${most(({ cubinKernel }) => cubinKernel.stackBytes)} B`,
    `${(shared / 1024).toFixed(1)} KiB`,
    `${(bytes / 1024).toFixed(1)} KiB`,
  ];
}

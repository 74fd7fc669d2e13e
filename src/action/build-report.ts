import { resolve } from 'node:path';
import type { CheckedVariant } from '../core/abi/check.ts';
import { plural } from '../core/base/text.ts';
import type { BuildResult } from '../core/build/build.ts';
import { describeConfig } from '../core/codegen/header.ts';
import { describeSpecialisation } from '../core/model/kernel.ts';
import type { TritonToolsResult } from '../core/triton-tools/triton-tools.ts';
import type { UploadedArtifact } from './artifact.ts';
import { addTable, type Summary } from './summary.ts';

/** The outputs of the build, by their names in action.yml. */
export function buildOutputs(
  result: BuildResult | TritonToolsResult,
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
    ...cacheOutputs(result),
  };
}

/** The store is on disk, with GitHub's cache behind it or not. Triton's own tools use neither. */
function cacheOutputs(result: BuildResult | TritonToolsResult): Readonly<Record<string, string>> {
  if (result.generator === 'triton')
    return { 'cache-hit': '', 'restored-bytes': '0', 'saved-bytes': '0' };
  return {
    'cache-hit': String(result.compiled === 0),
    'restored-bytes': String(result.restoredBytes),
    'saved-bytes': String(result.savedBytes),
  };
}

/** The outputs of the upload; undefined if nothing was uploaded. */
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

/** Adds the build to the job summary: a row for each kernel and target. */
export function addBuildSummary(to: Summary, result: BuildResult | TritonToolsResult): Summary {
  const { manifest, kernels } = result.preparation;
  const { triton } = manifest;
  to.addHeading(`${manifest.package} ${manifest.version}`, 3);
  if (result.generator === 'triton') {
    return to.addRaw(
      `${plural(result.files.length, 'file')} for ${plural(kernels.length, 'kernel')}, written by the tools of Triton ${triton}.`,
      true,
    );
  }
  const { checked, compiled, cached } = result;
  to.addRaw(
    `${plural(checked.length, 'variant')} with Triton ${triton}: ${compiled} compiled, ${cached} from the store.`,
    true,
  );
  addTable(
    to,
    ['Kernel', 'Target', 'Variants', 'Registers', 'Stack', 'Shared memory', 'Size'],
    summaryRows(result),
  );
  return to;
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

/** The maximum over all images, and their total size. */
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

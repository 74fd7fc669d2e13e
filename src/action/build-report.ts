import { resolve } from 'node:path';
import type { Environment } from '../base/process.ts';
import type { BuildResult } from '../build.ts';
import { describeConfig } from '../manifest/terms/kernel.ts';
import { describeSpecialisation } from '../manifest/terms/kernel.ts';
import { reportMarkdown } from '../report/markdown.ts';
import type { Report } from '../report/report.ts';
import type { UploadedArtifact } from './artifact.ts';
import type { CacheTraffic } from './cache.ts';
import type { Summary } from './summary.ts';

/** The outputs of the build, by their names in action.yml. */
export function buildOutputs(
  result: BuildResult,
  { restored, saved }: CacheTraffic,
): Readonly<Record<string, string>> {
  const { manifest, kernels } = result.plan;
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
    'cache-hit': String(result.compiled === 0),
    'restored-bytes': String(restored),
    'saved-bytes': String(saved),
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

/**
 * The most bytes of a report in the job summary. The rest of 1 MiB is for the tests and for the error
 * that ends a step.
 */
const SUMMARY_BYTES = 512 * 1024;

/**
 * Adds the report of a build to the job summary, without what other parts of the summary say: what failed,
 * what changed, and the commit.
 */
export function addReport(to: Summary, report: Report, env: Environment): Summary {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  // The artifact is uploaded later, so its own address is not known yet.
  const artifacts = `${server}/${repository}/actions/runs/${run}#artifacts`;
  const rest = `The report in the [artifacts of this run](${artifacts}) has everything.`;
  return to.addRaw(reportMarkdown(report, { bytes: SUMMARY_BYTES, rest, isPart: true }), true);
}

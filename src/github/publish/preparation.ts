import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../../core/context.ts';
import { distributeRead, findPackages } from '../../core/distribution/distribute.ts';
import type { Distribution, DistributionFile } from '../../core/distribution/distribution.ts';
import { Failure, type Problem } from '../../core/errors.ts';
import { readPackage, type ReadPackage } from '../../core/package/read.ts';
import {
  missingEvidence,
  unknownTargets,
  type RequiredEvidence,
} from '../../core/smoke/required-evidence.ts';
import { LARGEST } from '../download.ts';
import type { PublishRequest } from './request.ts';

/**
 * Packs what is to be published into a folder that is there while `work` runs. Nothing is asked of GitHub.
 * @throws {Failure} `verification` for packages that are damaged or lack evidence, `usage` where there are none, or
 * what they become cannot be files of one release.
 */
export async function withDistributions<T>(
  request: PublishRequest,
  context: BuildContext,
  work: (distributions: readonly Distribution[], folder: string) => Promise<T>,
): Promise<T> {
  const found = await Promise.all(request.packages.map((folder) => findPackages(folder)));
  const folders = found.flat();
  const packages = await Promise.all(folders.map((folder) => readPackage(folder)));
  const problems = await evidenceProblems(packages, request.require);
  if (problems.length > 0) throw new Failure('verification', problems);
  const out = await mkdtemp(join(context.scratch, 'publish-'));
  try {
    const settings = { formats: request.formats, out };
    const distributions = await context.log.group('Pack', () =>
      distributeRead(packages, settings, context),
    );
    checkFiles(distributions.flatMap(({ files }) => files));
    return await work(distributions, out);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

async function evidenceProblems(
  packages: readonly ReadPackage[],
  need: RequiredEvidence,
): Promise<readonly Problem[]> {
  const missing = await Promise.all(packages.map((pkg) => missingEvidence(pkg, need)));
  const unknown = unknownTargets(packages, need).map((target) => ({
    message: `no package has code for ${target}, which is required to have run`,
    hint: 'Build for it, or take it out of `require-targets`.',
  }));
  return [...unknown, ...missing.flat()];
}

function checkFiles(files: readonly DistributionFile[]): void {
  const names = files.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const problems = [
    ...twice.map((name) => ({
      message: `two packages would both be \`${name}\` in the release`,
      hint: 'Give them different names or versions in their manifests.',
    })),
    // Source: GitHub's REST API, "Upload a release asset".
    ...names
      .filter((name) => !/^[A-Za-z0-9][\w.+-]*$/.test(name))
      .map((name) => ({
        message: `GitHub would keep \`${name}\` under another name`,
        hint: 'Use letters, digits, `.`, `+` and `-` only in `version` of the manifest.',
      })),
    ...files
      .filter(({ size }) => size >= LARGEST)
      .map(({ name, size }) => ({
        message: `\`${name}\` has ${size} bytes; a release takes files below ${LARGEST}`,
        hint: 'Give each target a package of its own: `split`.',
      })),
  ];
  if (problems.length > 0) throw new Failure('usage', problems);
}

import { join } from 'node:path';
import type { ScratchContext } from '../../base/context.ts';
import { Failure, type Problem } from '../../base/errors.ts';
import { plural } from '../../base/text.ts';
import { distributeRead, findPackages } from '../../package/archive/distribute.ts';
import {
  describeRuns,
  isOfPackage,
  readEvidence,
  weakerComparisons,
} from '../../package/evidence.ts';
import { EVIDENCE_FILE } from '../../package/layout.ts';
import { readPackage, type ReadPackage } from '../../package/read.ts';
import {
  missingEvidence,
  type RequiredEvidence,
  unknownTargets,
} from '../../prove/smoke/evidence.ts';
import type { Released } from './released.ts';

/**
 * Reads the packages to publish.
 * @throws {Failure} `verification` if they are damaged or lack evidence.
 */
export async function readReleasedPackages({
  packages: paths,
  require: need,
}: {
  readonly packages: readonly string[];
  readonly require: RequiredEvidence;
}): Promise<readonly ReadPackage[]> {
  const found = await Promise.all(paths.map((folder) => findPackages(folder)));
  const packages = await Promise.all(found.flat().map((folder) => readPackage(folder)));
  const problems = await evidenceProblems(packages, need);
  if (problems.length > 0) throw new Failure('verification', problems);
  return packages;
}

/** Writes the release files of packages to a folder. */
export async function packReleasedPackages(
  packages: readonly ReadPackage[],
  out: string,
  context: ScratchContext,
): Promise<readonly Released[]> {
  const packed = await context.log.group(
    'Pack',
    () => distributeRead(packages, out, context),
    (all) => [all.length, 'package'],
  );
  return Promise.all(
    packed.map(async ({ pkg, stem, files }) => ({
      stem,
      files,
      notes: await describePackage(pkg),
      remarks: [],
      hasEvidence: true,
    })),
  );
}

async function evidenceProblems(
  packages: readonly ReadPackage[],
  need: RequiredEvidence,
): Promise<readonly Problem[]> {
  const missing = await Promise.all(packages.map((pkg) => missingEvidence(pkg, need)));
  const unknown = unknownTargets(packages, need).map((target) => ({
    message: `\`require-targets\` names ${target}, but no package has code for it`,
    hint: 'Build for it, or remove it from `require-targets`.',
  }));
  return [...unknown, ...missing.flat()];
}

/** The number of kernels that are listed by name. */
const MAX_NAMES = 30;

async function describePackage(pkg: ReadPackage): Promise<string> {
  const { package: name, version, triton, kernels } = pkg.manifest;
  const targets = new Set(kernels.flatMap(({ variants }) => variants.map(({ target }) => target)));
  const names = kernels.map((kernel) => `\`${kernel.name}\``);
  const more = names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : [];
  return `### ${name} ${version}

- kernels: ${[...names.slice(0, MAX_NAMES), ...more].join(', ')}
- targets: ${[...targets].join(', ')}
- compiled with Triton ${triton}
- evidence: ${await describeEvidence(pkg)}
`;
}

async function describeEvidence(pkg: ReadPackage): Promise<string> {
  const evidence = await readEvidence(join(pkg.folder, EVIDENCE_FILE));
  const records = evidence.records.filter((one) => isOfPackage(one, pkg));
  const emulated = evidence.emulated.filter((one) => isOfPackage(one, pkg));
  if (records.length === 0 && emulated.length > 0) {
    const executed = new Set(emulated.map(({ kernel }) => kernel));
    const targets = new Set(emulated.map(({ target }) => target));
    return `the PTX (${[...targets].join(', ')}) of ${executed.size} of ${plural(pkg.manifest.kernels.length, 'kernel')} executed on a CPU${weakerComparisons(emulated)}, in ${describeRuns(emulated)}; the cubins did not run`;
  }
  if (records.length === 0) return "every kernel's parameters checked against its cubin";
  const ran = new Set(records.map(({ kernel }) => kernel));
  const devices = new Set(records.map(({ device, target }) => `${device} (${target})`));
  return `${ran.size} of ${plural(pkg.manifest.kernels.length, 'kernel')} ran on ${[...devices].join(', ')}, in ${describeRuns(records)}`;
}

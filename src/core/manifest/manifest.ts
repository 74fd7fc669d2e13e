import { Failure, type Path } from '../base/errors.ts';
import { reservedName } from '../model/c-names.ts';
import { isLicenseExpression } from '../model/license.ts';
import { isOptionName, OPTIONS } from '../model/options.ts';
import { firstTritonFor, type Target } from '../model/target.ts';
import {
  compareReleases,
  parseTritonVersion,
  requirementProblem,
} from '../model/triton-version.ts';
import { checkSymbolNames, type KernelEntry, readEntry } from './entry.ts';
import { expandKernels } from './expand.ts';
import { Problems } from './problems.ts';
import { type Generator, manifestSchema, type RawManifest } from './schema.ts';
import { smokeKeys } from './smoke-schema.ts';
import { chooseTargets, readTargets } from './targets.ts';
import { type ManifestDocument, parseManifestText } from './yaml.ts';

/** A manifest that holds together, as far as that can be said without the Python sources. */
export interface Manifest {
  /** The file's name for messages. */
  readonly file: string;
  readonly package: string;
  readonly version: string;
  /** The kernels' licence, an SPDX expression. */
  readonly license: string | undefined;
  /** The exact Triton version, in the spelling given. */
  readonly triton: string;
  readonly targets: readonly Target[];
  readonly generator: Generator;
  readonly requirements: readonly string[];
  readonly kernels: readonly KernelEntry[];
  readonly document: ManifestDocument;
}

/** What inputs or options put in the place of the manifest's own settings. */
export interface Overrides {
  readonly targets?: readonly string[] | undefined;
  readonly triton?: string | undefined;
  readonly generator?: Generator | undefined;
}

/**
 * Reads a manifest from its text.
 * @throws {Failure} `usage`, naming everything that is wrong at once, each with file, line, column and path.
 */
export function readManifest(text: string, file: string, overrides: Overrides = {}): Manifest {
  const document = parseManifestText(text, file);
  const problems = new Problems(document);
  const raw = checkShape(document, problems);
  const stop = (): never => {
    throw new Failure('usage', problems.list);
  };
  if (raw === undefined) return stop();

  const packageProblem = reservedName(raw.package);
  if (packageProblem !== undefined) {
    problems.add(['package'], `\`${raw.package}\` cannot name a package: ${packageProblem}`);
  }
  if (raw.version !== undefined && !/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(raw.version)) {
    problems.add(['version'], `\`${raw.version}\` is no version: expected one such as 1.2.0`);
  }
  if (raw.license !== undefined && !isLicenseExpression(raw.license)) {
    problems.add(
      ['license'],
      `\`${raw.license}\` is no SPDX licence expression: expected one such as \`MIT\` or \`Apache-2.0 OR BSD-3-Clause\``,
      'Identifiers are at https://spdx.org/licenses; any other licence is named like `LicenseRef-Ours`.',
    );
  }
  for (const [index, requirement] of (raw.requirements ?? []).entries()) {
    const problem = requirementProblem(requirement);
    if (problem !== undefined) problems.add(['requirements', index], problem.message, problem.hint);
  }
  const triton = chooseTriton(raw, overrides, problems);
  const targets = chooseTargets(raw, overrides.targets, problems);
  const kernels = expandKernels(raw, document, problems).flatMap((kernel) => {
    const entry = readEntry(kernel, problems);
    return entry === undefined ? [] : [entry];
  });
  if (Object.keys(raw.kernels).length === 0)
    problems.add(['kernels'], 'expected at least one kernel');
  checkSymbolNames(kernels, problems);
  checkNarrowing(kernels, raw, problems);
  if (triton !== undefined) checkTritonHas(triton, targets, kernels, raw, problems);
  if (problems.list.length > 0) return stop();
  return {
    file,
    package: raw.package,
    version: raw.version ?? '0.0.0',
    license: raw.license,
    triton: triton ?? raw.triton,
    targets,
    generator: overrides.generator ?? raw.generator ?? 'native',
    requirements: raw.requirements ?? [],
    kernels,
    document,
  };
}

function checkShape(document: ManifestDocument, problems: Problems): RawManifest | undefined {
  const parsed = manifestSchema.safeParse(document.value);
  if (parsed.success) return parsed.data;
  problems.addIssues(parsed.error.issues, knownKeys);
  return undefined;
}

function knownKeys(path: Path): readonly string[] {
  const { shape } = manifestSchema;
  if (path.length === 0) return Object.keys(shape);
  const inSmoke = path[0] === 'kernels' ? 3 : 2;
  if (path[inSmoke - 1] === 'smoke') return smokeKeys(path.slice(inSmoke));
  const body = Object.keys(shape.defaults.unwrap().shape);
  return path[0] === 'kernels' ? ['for', ...body] : body;
}

function chooseTriton(
  raw: RawManifest,
  overrides: Overrides,
  problems: Problems,
): string | undefined {
  const parsed = parseTritonVersion(overrides.triton ?? raw.triton);
  if (parsed.ok) return parsed.version;
  if (overrides.triton !== undefined) throw new Failure('usage', parsed.problem);
  problems.add(['triton'], parsed.problem.message, parsed.problem.hint);
  return undefined;
}

/** What younger versions brought, older ones would refuse or, worse, ignore. */
function checkTritonHas(
  version: string,
  targets: readonly Target[],
  kernels: readonly KernelEntry[],
  raw: RawManifest,
  problems: Problems,
): void {
  const lacks = (since: string): boolean => compareReleases(version, since) < 0;
  for (const [index, target] of targets.entries()) {
    const since = firstTritonFor(target);
    const path = raw.targets === undefined ? [] : ['targets', index];
    if (lacks(since))
      problems.add(
        path,
        `Triton ${version} does not compile for ${target.name}: ${since} is the first that does`,
      );
  }
  for (const kernel of kernels) {
    const configs = kernel.configs === 'autotune' ? [] : kernel.configs;
    for (const options of [kernel.options, ...configs.map((config) => config.options)]) {
      for (const name of Object.keys(options).filter(isOptionName)) {
        const { since } = OPTIONS[name];
        if (lacks(since))
          problems.add(
            kernel.at([name]),
            `Triton ${version} has no option ${name}: ${since} is the first that does`,
          );
      }
    }
  }
}

/** A kernel may leave out targets of the manifest, not add any. */
function checkNarrowing(
  kernels: readonly KernelEntry[],
  raw: RawManifest,
  problems: Problems,
): void {
  if (raw.targets === undefined) return;
  const own = readTargets(raw.targets, () => undefined).map(({ name }) => name);
  for (const kernel of kernels) {
    for (const [index, target] of (kernel.targets ?? []).entries()) {
      if (own.includes(target.name)) continue;
      problems.add(
        kernel.at(['targets', index]),
        `a kernel's targets narrow the manifest's: expected some of ${own.join(', ')}, found ${target.name}`,
      );
    }
  }
}

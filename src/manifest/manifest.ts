import type { Path } from '../base/errors.ts';
import type { Extras } from '../base/slot.ts';
import { freePackageName, packageNameProblem } from './terms/c-names.ts';
import { DEFAULT_EMBED, type EmbedForm, isLicenseExpression } from './terms/package.ts';
import { allOptions, isOptionName } from './terms/options.ts';
import { ptxTargetOf } from './terms/nvidia.ts';
import { firstTritonFor, parseTarget, readTargets } from './terms/target.ts';
import { packageOfModule } from './terms/python-packages.ts';
import {
  compareReleases,
  normalName,
  parseTritonVersion,
  requirementProblem,
} from './terms/triton-version.ts';
import { budgetSchema } from './budget.ts';
import { type KernelEntry, readEntry } from './entry.ts';
import { checkKernelNames } from './kernel-names.ts';
import { expandKernels } from './expand.ts';
import { type PackagePin, readPackages } from './packages.ts';
import { featureKernelKeys, featureTopKeys, manifestParts } from './parts.ts';
import { namesModule } from './paths.ts';
import { Problems } from './problems.ts';
import { manifestSchema, type RawManifest } from './schema.ts';
import { benchSchema, smokeKeys } from './cases/schema.ts';
import { addUnfilled, withoutUnfilled } from './unfilled.ts';
import { type ManifestDocument, parseManifestText } from './yaml.ts';
import type { Target } from './terms/vendor-terms.ts';

/** A manifest that was found valid without reading the Python sources. */
export interface Manifest {
  /** The file's name in messages. */
  readonly file: string;
  readonly package: string;
  readonly version: string;
  /** The license of the kernels, an SPDX expression. */
  readonly license: string | undefined;
  /** The exact Triton version. */
  readonly triton: string;
  readonly targets: readonly Target[];
  /** Says if code that this version of Triton is known to compile wrongly is a warning or an error. */
  readonly knownWrong: 'warn' | 'error';
  /** The form that cubins have in the C sources. */
  readonly embed: EmbedForm;
  /** True if PTX is embedded too, for GPUs that no cubin is for. */
  readonly ptxFallback: boolean;
  readonly requirements: readonly string[];
  /** Packages whose modules are sources, like the files below the manifest's folder. */
  readonly packages: readonly PackagePin[];
  readonly kernels: readonly KernelEntry[];
  readonly document: ManifestDocument;
  readonly extras: Extras;
}

/** Inputs or options that replace settings of the manifest. */
interface Overrides {
  readonly targets?: readonly string[] | undefined;
  readonly triton?: string | undefined;
  /** True if kernels that are not filled in are left out. Then there may be none. */
  readonly leaveOut?: true;
}

/**
 * Reads a manifest from its text.
 * @throws {Failure} `usage`, with all problems at once, each with file, line, column and path.
 */
export function readManifest(text: string, file: string, overrides: Overrides = {}): Manifest {
  const parsed = parseManifestText(text, file);
  const document = overrides.leaveOut
    ? { ...parsed, value: withoutUnfilled(parsed.value) }
    : parsed;
  const problems = new Problems(document);
  addUnfilled(document.value, problems);
  problems.throwIfAny();
  const raw = readShape(document, problems);
  checkHead(raw, problems);
  const inOverrides = new Problems();
  const triton =
    overrides.triton === undefined
      ? readTriton(raw.triton, problems.at('triton'))
      : readTriton(overrides.triton, inOverrides);
  const own = raw.targets && readTargets(raw.targets, problems.at('targets'));
  const targets = overrides.targets ? readTargets(overrides.targets, inOverrides) : own;
  if (targets === undefined)
    problems.add('missing `targets`: expected a list such as `[sm_80, sm_90]`');
  inOverrides.throwIfAny();
  const ptxFallback = raw.ptx_fallback ?? false;
  const listed = own ?? targets ?? [];
  if (ptxFallback) checkPtxFallback(listed, problems.at('ptx_fallback'));
  const ptxTargets = ptxFallback ? listed : undefined;
  const expanded = expandKernels(raw, document, problems);
  const kernels = expanded.flatMap(
    (kernel) => readEntry(kernel, own, ptxTargets, problems.under(kernel.pathOf)) ?? [],
  );
  const packages = readPackages(raw.packages, problems.at('packages'));
  for (const { source, sourceMode, pathOf } of kernels.filter((each) => namesModule(each.source)))
    checkPackageSource(
      source.file,
      sourceMode,
      raw.packages !== undefined,
      problems.under(pathOf).at('source'),
    );
  const extras = new Map(
    manifestParts.parts.flatMap(({ read }) => read?.(raw, expanded, problems) ?? []),
  );
  if (Object.keys(raw.kernels).length === 0 && overrides.leaveOut !== true)
    problems.at('kernels').add('`kernels` is empty: expected at least one kernel');
  checkKernelNames(raw.package, kernels, problems);
  if (triton !== undefined) {
    const names = overrides.targets === undefined ? raw.targets : undefined;
    checkTargetSupport(triton, targets ?? [], names, problems);
    checkOptionSupport(triton, kernels, problems);
  }
  problems.throwIfAny();
  return {
    file,
    package: raw.package,
    version: raw.version ?? '0.0.0',
    license: raw.license,
    triton: triton ?? raw.triton,
    targets: targets ?? [],
    knownWrong: raw['known-wrong'] ?? 'warn',
    embed: raw.embed ?? DEFAULT_EMBED,
    ptxFallback,
    requirements: raw.requirements ?? [],
    packages,
    kernels,
    document,
    extras,
  };
}

/** @throws {Failure} if the data does not have the shape of a manifest. */
function readShape(document: ManifestDocument, problems: Problems): RawManifest {
  const parsed = manifestSchema().safeParse(document.value);
  if (parsed.success) return parsed.data;
  problems.addIssues(parsed.error.issues, knownKeys);
  problems.throwIfAny();
  throw parsed.error;
}

function knownKeys(path: Path): readonly string[] {
  const { shape } = manifestSchema();
  if (path.length === 0) return Object.keys(shape);
  if (path[0] === 'budget') return Object.keys(budgetSchema.shape);
  const inFeature = featureTopKeys().find(({ name }) => name === path[0]);
  if (inFeature !== undefined) return inFeature.keysAt(path.slice(1));
  const inSmoke = path[0] === 'kernels' ? 3 : 2;
  if (path[inSmoke - 1] === 'smoke') return smokeKeys(path.slice(inSmoke));
  const ofFeature = featureKernelKeys().find(({ name }) => name === path[inSmoke - 1]);
  if (ofFeature !== undefined) return ofFeature.keysAt(path.slice(inSmoke));
  if (path[inSmoke - 1] === 'configs') return ['autotune'];
  if (path[inSmoke - 1] === 'bench') return Object.keys(benchSchema.shape);
  if (path[inSmoke - 1] === 'budget') return Object.keys(budgetSchema.shape);
  const body = Object.keys(shape.defaults.unwrap().shape);
  return path[0] === 'kernels' ? ['for', ...body] : body;
}

/** Checks the settings above `kernels`, except `triton` and `targets`. */
function checkHead(raw: RawManifest, problems: Problems): void {
  const reserved = packageNameProblem(raw.package);
  if (reserved !== undefined)
    problems
      .at('package')
      .add(
        `invalid package name \`${raw.package}\`: ${reserved}`,
        `Choose another name, such as \`${freePackageName(raw.package)}\`.`,
      );
  if (raw.version !== undefined && !/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(raw.version)) {
    problems
      .at('version')
      .add(`invalid version \`${raw.version}\`: expected three numbers, such as 1.2.0`);
  }
  if (raw.license !== undefined && !isLicenseExpression(raw.license)) {
    problems
      .at('license')
      .add(
        `invalid SPDX license expression \`${raw.license}\`: expected one such as \`MIT\` or \`Apache-2.0 OR BSD-3-Clause\``,
        'The identifiers are listed at https://spdx.org/licenses. For any other license, use a name such as `LicenseRef-Ours`.',
      );
  }
  for (const [index, requirement] of (raw.requirements ?? []).entries()) {
    const problem = requirementProblem(requirement);
    if (problem !== undefined)
      problems.at('requirements', index).add(problem.message, problem.hint);
  }
}

/** Checks a kernel whose source is in a package. */
function checkPackageSource(
  module: string,
  mode: KernelEntry['sourceMode'],
  hasPackages: boolean,
  problems: Problems,
): void {
  const name = normalName(packageOfModule(module.split('.')[0] ?? module));
  if (!hasPackages)
    problems.add(
      `\`${module}\` does not end with \`.py\`, and the manifest has no \`packages:\` with a module of this name`,
      `Name a file, or add the package that has the module: \`packages: { ${name}: VERSION }\`.`,
    );
  if (mode === 'import')
    problems.add(
      '`source_mode: import` needs a file: packages are not installed, so their modules cannot be imported',
      'Remove the setting: the kernel and what it needs are then taken from the package.',
    );
}

function checkPtxFallback(targets: readonly Target[], problems: Problems): void {
  // Names that are no targets have problems of their own.
  if (targets.length === 0 || ptxTargetOf(targets) !== undefined) return;
  const names = targets.map(({ name }) => name).join(', ');
  problems.add(
    `\`ptx_fallback\` needs a target before sm_90, and the targets are ${names}: the PTX of sm_90 and later is architecture-specific (sm_90a, …), so no driver compiles it for another architecture`,
    'Add an older target, such as sm_80 or sm_89, or remove `ptx_fallback`.',
  );
}

function readTriton(text: string, problems: Problems): string | undefined {
  const parsed = parseTritonVersion(text);
  if (parsed.ok) return parsed.version;
  problems.add(parsed.problem.message, parsed.problem.hint);
  return undefined;
}

/** @param isOwn whether the targets come from the manifest, and so have a place in it. */
function checkTargetSupport(
  triton: string,
  targets: readonly Target[],
  /** The names in the manifest, if the targets are from there. */
  names: readonly string[] | undefined,
  problems: Problems,
): void {
  for (const target of targets) {
    const since = firstTritonFor(target);
    if (compareReleases(triton, since) >= 0) continue;
    const index = names?.findIndex((name) => parseTarget(name)?.name === target.name);
    const part = index === undefined ? problems : problems.at('targets', index);
    part.add(`Triton ${triton} does not support ${target.name}; use ${since} or later`);
  }
}

/** Checks that the Triton version has every option, since older versions ignore unknown ones. */
function checkOptionSupport(
  triton: string,
  kernels: readonly KernelEntry[],
  problems: Problems,
): void {
  for (const { configs, options, pathOf } of kernels) {
    const all = [options, ...(configs === 'autotune' ? [] : configs.map((each) => each.options))];
    for (const name of all.flatMap((each) => Object.keys(each)).filter(isOptionName)) {
      const since = allOptions()[name]?.since;
      if (since === undefined || compareReleases(triton, since) >= 0) continue;
      problems
        .under(pathOf)
        .at(name)
        .add(`Triton ${triton} does not have the option ${name}; use ${since} or later`);
    }
  }
}

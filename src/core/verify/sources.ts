import { join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { Failure, type Problem } from '../base/errors.ts';
import { plural } from '../base/text.ts';
import { readDocument } from '../manifest/yaml.ts';
import { MANIFEST_FILE } from '../package/files.ts';
import { type BuildSelection, type Preparation, prepare } from '../plan/prepare.ts';
import type { Variant } from '../plan/variants.ts';
import { type CheckFinding, checkResult, skippedCheck } from './finding.ts';
import { checkRebuilt, selectionFor } from './rebuild.ts';
import { type FullPackage, variantTitle } from './variant.ts';
import type { SourceComparison, VerifyRequest } from './verify.ts';

/**
 * Compares a package with what it was built from, as far as the request says and sources are there.
 * @throws {Failure} `usage` where a manifest is missing that the request needs.
 */
export async function compareWithSources(
  pkg: FullPackage,
  { sources, rebuild }: VerifyRequest,
  context: BuildContext,
): Promise<readonly CheckFinding[]> {
  if (sources === undefined) return [skippedCheck('sources', 'not compared with any sources')];
  const { selection } = sources;
  const obstacle = await obstacleTo(pkg, sources);
  if (obstacle !== undefined && rebuild === undefined)
    return [skippedCheck('sources', `not compared with any sources: ${obstacle}`)];
  if (obstacle !== undefined) {
    throw new Failure('usage', {
      message: `the package cannot be built again: ${obstacle}`,
      hint: 'Name the manifest that it was built from with --manifest.',
    });
  }
  const drift = await checkSources(pkg, selection, context);
  if (rebuild === undefined) return [drift];
  if (drift.problems.length > 0)
    return [drift, skippedCheck('rebuilt', 'not built again: the sources give another package')];
  return [drift, await checkRebuilt(pkg, { ...selection, ...rebuild }, context)];
}

/** Why a manifest that nobody named is not the package's. */
async function obstacleTo(
  { manifest }: FullPackage,
  { selection, isNamed }: SourceComparison,
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

/**
 * Whether the sources would give this package today, by the hashes of what would be compiled: which kernels have
 * changed, are new or gone. Needs Python, which reads the sources.
 */
async function checkSources(
  pkg: FullPackage,
  selection: BuildSelection,
  context: BuildContext,
): Promise<CheckFinding> {
  const preparation = await prepare(selectionFor(pkg, selection), context);
  const { variants } = preparation;
  const drifted = [
    ...aboutPackage(pkg, preparation, selection),
    ...kernelProblems(pkg, preparation),
  ];
  const problems = drifted.length > 0 ? drifted : sourceProblems(pkg, variants);
  const text = `the package is what ${selection.manifest} gives: ${plural(variants.length, 'variant')} from ${plural((pkg.manifest.sources ?? []).length, 'source')}`;
  return checkResult('sources', text, problems);
}

function aboutPackage(
  { manifest }: FullPackage,
  preparation: Preparation,
  selection: BuildSelection,
): readonly Problem[] {
  const { package: name, version, license, triton } = preparation.manifest;
  const facts = [
    ['package', manifest.package, name],
    ['version', manifest.version, version],
    ['license', manifest.license, license],
    ['triton', manifest.triton, triton],
  ] as const;
  return facts.flatMap(([key, isNow, wouldBe]) =>
    isNow === wouldBe
      ? []
      : [
          {
            message: `the package's ${key} is ${isNow ?? 'not said'}, ${selection.manifest} gives ${wouldBe ?? 'none'}`,
            place: preparation.manifest.document.locate([key]),
            hint: REBUILD,
          },
        ],
  );
}

const REBUILD =
  'Build the package again. If it was built with other options such as --targets, --only or --triton, give them here too.';

/** One problem for each kernel that has changed, is new or gone. */
function kernelProblems(pkg: FullPackage, { kernels, variants, manifest }: Preparation): Problem[] {
  const hashes = new Map(
    pkg.manifest.kernels.flatMap((kernel) =>
      kernel.variants.map((variant) => [variantTitle(kernel, variant), variant.hash]),
    ),
  );
  const changed = changedSources(pkg, variants);
  const present = kernels.flatMap((kernel): Problem[] => {
    const own = variants.filter((variant) => variant.kernel === kernel);
    const fresh = own.filter((variant) => !hashes.has(titleOf(variant)));
    const other = own.filter(
      (variant) => !fresh.includes(variant) && hashes.get(titleOf(variant)) !== variant.hash,
    );
    const messages = [
      ...(other.length > 0
        ? [`has changed, ${reasonFor(other, changed)}: ${ofAll(other, own)}`]
        : []),
      ...(fresh.length > 0 ? [`is new: the package lacks ${ofAll(fresh, own)}`] : []),
    ];
    return messages.map((what) => ({
      message: `${kernel.name} ${what}`,
      place: kernel.place,
      hint: REBUILD,
    }));
  });
  const given = new Set(variants.map(titleOf));
  const gone = pkg.manifest.kernels.flatMap((kernel): Problem[] => {
    const lost = kernel.variants.filter((variant) => !given.has(variantTitle(kernel, variant)));
    if (lost.length === 0) return [];
    const message = `${kernel.name} is gone: ${manifest.file} does not give ${ofAll(lost, kernel.variants)}`;
    return [{ message, place: { file: join(pkg.folder, MANIFEST_FILE) }, hint: REBUILD }];
  });
  return [...present, ...gone];
}

function ofAll(some: readonly unknown[], all: readonly unknown[]): string {
  return `${some.length} of ${plural(all.length, 'variant')}`;
}

/** Where every kernel is as it would be, the sources must be as well. */
function sourceProblems(
  { folder, manifest }: FullPackage,
  variants: readonly Variant[],
): Problem[] {
  const { sources } = manifest;
  const closure = variants.flatMap(({ inputs }) => inputs.closure);
  const given = new Map(closure.map(({ path, sha256 }) => [path, sha256]));
  const isSame =
    sources === undefined ||
    (sources.length === given.size &&
      sources.every(({ path, sha256 }) => given.get(path) === sha256));
  const message = `${MANIFEST_FILE} lists other sources than those of the kernels`;
  return isSame ? [] : [{ message, place: { file: join(folder, MANIFEST_FILE) } }];
}

/** The source files that are others than those the package was made from. */
function changedSources(
  { manifest: { sources } }: FullPackage,
  variants: readonly Variant[],
): ReadonlySet<string> {
  const built = new Map((sources ?? []).map(({ path, sha256 }) => [path, sha256]));
  const now = variants.flatMap(({ inputs }) => inputs.closure);
  const other = now.filter(({ path, sha256 }) => built.get(path) !== sha256);
  return new Set(other.map(({ path }) => path));
}

function reasonFor(variants: readonly Variant[], changed: ReadonlySet<string>): string {
  const closure = variants.flatMap(({ inputs }) => inputs.closure.map(({ path }) => path));
  const files = [...new Set(closure)].filter((path) => changed.has(path));
  return files.length > 0
    ? `since ${files.join(', ')} did`
    : 'though its sources did not: the manifest, Triton, the kind of machine or a variable of the environment did';
}

function titleOf({ kernel, config, specialisation, target }: Variant): string {
  return variantTitle(kernel, { algo: config, specialisation, target: target.name });
}

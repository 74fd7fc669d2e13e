import { join } from 'node:path';
import type { BuildContext } from '../../base/context.ts';
import { Failure, type Problem } from '../../base/errors.ts';
import { groupBy } from '../../base/groups.ts';
import { canonicalJson, plural } from '../../base/text.ts';
import { dropConfigs } from '../../compile/drop-configs.ts';
import { readDocument } from '../../manifest/yaml.ts';
import { MANIFEST_FILE } from '../files.ts';
import { sourceHashes } from '../manifest.ts';
import { planChoices, readTuningBeside } from '../../plan/choices.ts';
import { type BuildSelection, type Preparation, prepare } from '../../plan/prepare.ts';
import type { FindHints } from '../../plan/hint-request.ts';
import type { Variant } from '../../plan/variants.ts';
import { choiceJson } from '../../manifest/tuning/choice.ts';
import { TUNING_FILE } from '../../manifest/tuning/file.ts';
import { type CheckFinding, checkResult, type SourceComparison } from './finding.ts';
import { selectionFor } from './differences.ts';
import { type FullPackage, variantTitle } from './variant.ts';

/**
 * Returns why the default manifest is not this package's; undefined if it is, or if the user named
 * a manifest.
 */
export async function obstacleTo(
  { manifest }: FullPackage,
  { selection, isNamed }: SourceComparison,
): Promise<string | undefined> {
  if (isNamed) return undefined;
  const value = (await readDocument(selection.manifest))?.value;
  if (value === undefined) return `${selection.manifest} not found`;
  const isOurs =
    typeof value === 'object' &&
    value !== null &&
    'package' in value &&
    value.package === manifest.package;
  return isOurs ? undefined : `${selection.manifest} is not a manifest of ${manifest.package}`;
}

/**
 * Checks by kernel hashes whether a build of the sources would give this package. Reports kernels
 * that are changed, new or removed. Needs Python to read the sources.
 */
export async function checkSources(
  pkg: FullPackage,
  selection: BuildSelection,
  context: BuildContext,
): Promise<CheckFinding> {
  const planned = await prepare(selectionFor(pkg, selection), hintsOf(pkg), context);
  const preparation = withoutDropped(planned, pkg, selection.manifest);
  const { variants } = preparation;
  const drifted = [
    ...factProblems(pkg, preparation, selection),
    ...kernelProblems(pkg, preparation),
  ];
  const problems =
    drifted.length > 0
      ? drifted
      : [...sourceProblems(pkg, variants), ...(await choiceProblems(pkg, preparation, selection))];
  const text = `the package is up to date with ${selection.manifest}: ${plural(variants.length, 'variant')} from ${plural((pkg.manifest.sources ?? []).length, 'source')}`;
  return checkResult('sources', text, problems);
}

/** The hints that the package was built with. Those of changed kernels have another key. */
function hintsOf({ manifest: { kernels } }: FullPackage): FindHints {
  const known = kernels.flatMap(({ hints }) =>
    hints === undefined ? [] : [[hints.key, hints.choices] as const],
  );
  return () => Promise.resolve(new Map(known));
}

/**
 * The plan without configs that the package does not have, of kernels that leave out those that do
 * not compile. Only a build knows whether they compile.
 */
function withoutDropped(
  preparation: Preparation,
  { manifest: { kernels: packaged } }: FullPackage,
  manifest: string,
): Preparation {
  const planned = groupBy(preparation.variants, ({ kernel }) => kernel);
  const built = new Map(packaged.map((kernel) => [kernel.name, kernel]));
  const parts = preparation.kernels.map((kernel): Preparation => {
    const variants = planned.get(kernel) ?? [];
    const whole = { ...preparation, kernels: [kernel], variants };
    const known = built.get(kernel.name)?.variants ?? [];
    const hashes = new Set(known.map(({ hash }) => hash));
    const lacking = variants.filter(({ hash }) => !hashes.has(hash));
    const failures = new Map(
      lacking.map(({ hash }) => [hash, { message: 'not in the package' }] as const),
    );
    try {
      return dropConfigs(whole, failures, manifest).preparation;
    } catch (error) {
      // Other configs have changed too.
      if (error instanceof Failure) return whole;
      throw error;
    }
  });
  return {
    ...preparation,
    kernels: parts.flatMap(({ kernels }) => kernels),
    variants: parts.flatMap(({ variants }) => variants),
  };
}

function factProblems(
  { manifest }: FullPackage,
  preparation: Preparation,
  selection: BuildSelection,
): readonly Problem[] {
  const { package: name, version, license, triton } = preparation.manifest;
  const digest = preparation.variants[0]?.inputs.tritonDigest;
  // Another version has another digest, which goes without saying.
  const hasDigests = manifest.tritonDigest !== undefined && manifest.triton === triton;
  const withDigest = (release: string, own: string | undefined): string =>
    hasDigests ? `${release} (${own})` : release;
  const facts = [
    ['package', manifest.package, name],
    ['version', manifest.version, version],
    ['license', manifest.license, license],
    ['triton', withDigest(manifest.triton, manifest.tritonDigest), withDigest(triton, digest)],
  ] as const;
  return facts.flatMap(([key, inPackage, inManifest]) => {
    if (inPackage === inManifest) return [];
    const message = `\`${key}\` is ${inPackage ?? 'not set'} in the package, but ${inManifest ?? 'not set'} in ${selection.manifest}`;
    return [{ message, place: preparation.manifest.document.locate([key]), hint: REBUILD }];
  });
}

const REBUILD =
  'Build the package again. If it was built with --targets, --only or --triton, use the same options here.';

/** Reports kernels that are changed, new or removed. */
function kernelProblems(pkg: FullPackage, { kernels, variants, manifest }: Preparation): Problem[] {
  const hashes = new Map(
    pkg.manifest.kernels.flatMap((kernel) =>
      kernel.variants.map((variant) => [variantTitle(kernel, variant), variant.hash]),
    ),
  );
  const changed = changedSources(pkg, variants);
  const planned = groupBy(variants, ({ kernel }) => kernel);
  const present = kernels.flatMap((kernel): Problem[] => {
    const own = planned.get(kernel) ?? [];
    const fresh = own.filter((variant) => !hashes.has(sourceTitle(variant)));
    const other = own.filter(
      (variant) => !fresh.includes(variant) && hashes.get(sourceTitle(variant)) !== variant.hash,
    );
    const messages = [
      ...(other.length > 0
        ? [`has changed (${ofAll(other, own)}): ${reasonFor(other, changed)}`]
        : []),
      ...(fresh.length > 0 ? [`is new: the package does not have ${ofAll(fresh, own)}`] : []),
    ];
    return messages.map((what) => ({
      message: `${kernel.name} ${what}`,
      place: kernel.place,
      hint: REBUILD,
    }));
  });
  const given = new Set(variants.map(sourceTitle));
  const gone = pkg.manifest.kernels.flatMap((kernel): Problem[] => {
    const lost = kernel.variants.filter((variant) => !given.has(variantTitle(kernel, variant)));
    if (lost.length === 0) return [];
    const message = `${kernel.name} was removed: ${manifest.file} no longer has ${ofAll(lost, kernel.variants)}`;
    return [{ message, place: { file: join(pkg.folder, MANIFEST_FILE) }, hint: REBUILD }];
  });
  return [...present, ...gone];
}

function ofAll(some: readonly unknown[], all: readonly unknown[]): string {
  return `${some.length} of ${plural(all.length, 'variant')}`;
}

/** Compares the sources. Only called if no kernel has changed: then they must be the same. */
function sourceProblems(
  { folder, manifest }: FullPackage,
  variants: readonly Variant[],
): Problem[] {
  const { sources } = manifest;
  const given = sourceHashes(variants);
  const isSame =
    sources === undefined ||
    (sources.length === given.size &&
      sources.every(({ path, sha256, slice = sha256 }) => given.get(path) === slice));
  const message = `${MANIFEST_FILE} does not list the sources of the kernels`;
  return isSame ? [] : [{ message, place: { file: join(folder, MANIFEST_FILE) } }];
}

/** Compares the choices of algos with those that the measurements beside the manifest give now. */
async function choiceProblems(
  { manifest }: FullPackage,
  preparation: Preparation,
  selection: BuildSelection,
): Promise<readonly Problem[]> {
  const tuning = await readTuningBeside(selection.manifest);
  const { choices } = planChoices(tuning, preparation);
  return manifest.kernels.flatMap(({ name, choice }) => {
    const given = choices.get(name);
    const texts = [choice, given].map((each) => each && canonicalJson(choiceJson(each)));
    if (texts[0] === texts[1]) return [];
    const place =
      tuning === undefined ? preparation.manifest.document.locate([]) : { file: tuning.file };
    const message = `${name}: the package does not choose algos by the measurements in ${TUNING_FILE}, which have changed`;
    return [{ message, place, hint: REBUILD }];
  });
}

/** The source files that have changed since the package was built. */
function changedSources(
  { manifest: { sources } }: FullPackage,
  variants: readonly Variant[],
): ReadonlySet<string> {
  const built = new Map((sources ?? []).map(({ path, sha256, slice = sha256 }) => [path, slice]));
  const other = [...sourceHashes(variants)].filter(([path, hash]) => built.get(path) !== hash);
  return new Set(other.map(([path]) => path));
}

function reasonFor(variants: readonly Variant[], changed: ReadonlySet<string>): string {
  const closure = variants.flatMap(({ inputs }) => inputs.closure.map(({ path }) => path));
  const files = [...new Set(closure)].filter((path) => changed.has(path));
  return files.length > 0
    ? `${files.join(', ')} changed`
    : 'the sources are the same, but the manifest, Triton, the platform or an environment variable changed';
}

function sourceTitle({ kernel, config, specialisation, target }: Variant): string {
  return variantTitle(kernel, { algo: config, specialisation, target: target.name });
}

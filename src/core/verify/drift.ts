import { join } from 'node:path';
import type { BuildContext } from '../context.ts';
import type { Problem } from '../errors.ts';
import { MANIFEST_FILE } from '../package/files.ts';
import type { Variant } from '../plan.ts';
import { prepare, type BuildSelection, type Preparation } from '../prepare.ts';
import { counted, found, type Finding } from './finding.ts';
import { variantTitle, type WholePackage } from './manifest.ts';

/**
 * Whether the sources would give this package today, by the hashes of what would be compiled: which kernels have
 * changed, are new or gone. Needs Python, which reads the sources.
 */
export async function checkSources(
  pkg: WholePackage,
  selection: BuildSelection,
  context: BuildContext,
): Promise<Finding> {
  const preparation = await prepare(selectionFor(pkg, selection), context);
  const { variants } = preparation;
  const drifted = [
    ...aboutPackage(pkg, preparation, selection),
    ...kernelProblems(pkg, preparation),
  ];
  const problems = drifted.length > 0 ? drifted : sourceProblems(pkg, variants);
  const text = `the package is what ${selection.manifest} gives: ${counted(variants.length, 'variant')} from ${counted((pkg.manifest.sources ?? []).length, 'source')}`;
  return found('sources', text, problems);
}

/** The targets of a part are its own: the others have packages of their own. */
export function selectionFor<T extends BuildSelection>(
  { manifest: { part } }: WholePackage,
  selection: T,
): T {
  return part === undefined ? selection : { ...selection, targets: selection.targets ?? [part] };
}

function aboutPackage(
  { manifest }: WholePackage,
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
function kernelProblems(
  pkg: WholePackage,
  { kernels, variants, manifest }: Preparation,
): Problem[] {
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
  return `${some.length} of ${counted(all.length, 'variant')}`;
}

/** Where every kernel is as it would be, the sources must be as well. */
function sourceProblems(
  { folder, manifest }: WholePackage,
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
  { manifest: { sources } }: WholePackage,
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

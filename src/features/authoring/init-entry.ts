import { Failure } from '../../base/errors.ts';
import { readManifest } from '../../manifest/manifest.ts';
import type { PackagePin } from '../../manifest/packages.ts';
import { Problems } from '../../manifest/problems.ts';
import { parseManifestText } from '../../manifest/yaml.ts';
import { compareReleases, NEWEST_TESTED } from '../../manifest/terms/triton-version.ts';
import { freeKernelName, freePackageName } from '../../manifest/terms/c-names.ts';
import type { Constant } from '../../manifest/terms/constant.ts';
import type { EntryDescription } from './entry.ts';
import type { Setting } from './entry-text.ts';
import {
  addEntries,
  addPackages,
  newManifest,
  packagesText,
  packageVersion,
} from './manifest-text.ts';
import { resolveKernel } from '../../plan/resolve.ts';
import type { FunctionFacts } from '../../plan/sources.ts';
import type { KernelGuess } from './guesses.ts';

/** A kernel to write to a manifest. */
export interface NewKernel {
  /** The name of the C function. */
  readonly name: string;
  readonly guess: KernelGuess;
  /** The installed package that it is from; undefined: it is from a file of the project. */
  readonly pin?: PackagePin | undefined;
}

/**
 * Writes a manifest with one kernel. `folder` is the name of its folder, `triton` the version to
 * write unless the kernel needs an earlier one.
 */
export function manifestOf(kernel: NewKernel, folder: string, triton: string): string {
  return manifestWith(describedEntry(kernel), kernel, packageName(folder), triton);
}

/**
 * Adds a kernel to the text of a manifest, at the end of `kernels`.
 * @throws {Failure} `usage` if the text is not YAML, has the kernel already, or if there is no place
 * for the kernel.
 */
export function addToManifest(text: string, file: string, kernel: NewKernel): string {
  const before = parseManifestText(text, file);
  const key = keyOfEntry(kernel);
  if (before.has(['kernels', key])) {
    throw new Failure('usage', {
      message: `the manifest has a kernel \`${key}\``,
      place: before.locate(['kernels', key]),
      hint: 'Give the new one another name with --name.',
    });
  }
  const pinned = pinsOf(kernel);
  for (const [name, version] of pinned) {
    const own = packageVersion(text, name) ?? version;
    if (own === version) continue;
    throw new Failure('usage', {
      message: `the kernel is in ${name} ${version}, and the manifest has ${name} ${own}`,
      place: before.locate(['packages', name]),
      hint: 'Change the version in the manifest, or install that of the manifest.',
    });
  }
  const added = addEntries(text, [describedEntry(kernel)]);
  if (added !== undefined) return addPackages(added, pinned);
  throw new Failure('usage', {
    message: 'cannot add a kernel: `kernels` is not a map',
    place: before.locate(['kernels']),
    hint: 'Use --print, and copy the entry.',
  });
}

function pinsOf({ pin }: Pick<NewKernel, 'pin'>): ReadonlyMap<string, string> {
  return new Map(pin === undefined ? [] : [[pin.name, pin.version]]);
}

/** Returns the key of a kernel's entry. It differs for each choice of an element type. */
export function keyOfEntry({ name, guess }: NewKernel): string {
  return [name, ...Object.keys(guess.entry.choices).map((each) => `{${each}}`)].join('_');
}

/** Returns a name for a function's kernel that a C function can have. */
export function kernelName(functionName: string): string {
  return freeKernelName(functionName.replace(/_(triton_)?kernel_?$/, ''));
}

/** Returns a name for a package in a folder. */
export function packageName(folder: string): string {
  return freePackageName(folder.toLowerCase());
}

/** The last release with block pointers: 3.9.0 raises `Block pointers have been removed`. */
const LAST_WITH_BLOCK_POINTERS = '3.8.0';

function manifestWith(
  entry: EntryDescription,
  { guess, pin }: Pick<NewKernel, 'guess' | 'pin'>,
  name: string,
  newest: string,
): string {
  const note = 'the exact Triton version';
  const triton =
    guess.blockPointers && compareReleases(newest, LAST_WITH_BLOCK_POINTERS) > 0
      ? { text: LAST_WITH_BLOCK_POINTERS, note: `${note}: the last one with block pointers` }
      : { text: newest, note };
  const [oldest, need] = guess.oldestGpu ?? [];
  const targets = oldest
    ? {
        text: `[sm_${String(oldest)}]`,
        note: `${oldest >= 100 ? 'B200' : 'H100'}: the kernel has ${need ?? ''}, which needs it or a later GPU`,
      }
    : {
        text: '[sm_80, sm_90]',
        note: 'A100, H100: list every GPU architecture that your program runs on',
      };
  const settings: Setting[] = [
    { name: 'package', text: name, note: `the header is <${name}.h>` },
    { name: 'version', text: '0.1.0' },
    { name: 'triton', ...triton },
    { name: 'targets', ...targets },
    ...(pin === undefined ? [] : [{ name: 'packages', text: packagesText(pinsOf({ pin })) }]),
  ];
  const comment =
    'Written by triton-aot init. What is marked "guess" is guessed from the text of the kernel: check it.';
  return newManifest(comment, settings, [entry]);
}

/** Describes the kernel's entry. The smoke test is commented out, with the problem, unless it fits the kernel. */
export function describedEntry(kernel: NewKernel): EntryDescription {
  const entry = { ...kernel.guess.entry, name: keyOfEntry(kernel) };
  const problem = smokeProblem(entry, kernel);
  return {
    ...entry,
    smoke: entry.smoke && { ...entry.smoke, problem: problem ?? entry.smoke.doubt },
  };
}

/** Returns why the smoke test does not fit the kernel; undefined if it does. */
function smokeProblem(
  entry: EntryDescription,
  { guess, pin }: Pick<NewKernel, 'guess' | 'pin'>,
): string | undefined {
  if (entry.smoke?.problem !== undefined) return entry.smoke.problem;
  const text = manifestWith(
    { ...entry, name: keyOfEntry({ name: 'check', guess }) },
    { guess, pin },
    'check',
    NEWEST_TESTED,
  );
  const manifest = readManifest(text, 'kernels.yaml');
  const problems = new Problems(manifest.document);
  const [read] = manifest.kernels;
  if (read === undefined) return 'the entry is not valid';
  resolveKernel(read, factsOf(guess), manifest.targets, problems.under(read.pathOf));
  try {
    problems.throwIfAny();
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.problems.find(({ place }) => place?.path?.includes('.smoke') === true)?.message;
  }
}

function factsOf({ function: fn, tuned }: KernelGuess): FunctionFacts {
  const { autotune } = fn;
  const guessed = tuned.map(({ name, value }) => [name, value] as const);
  const others = tuned.map(
    ({ name, value, isFixed }) => [name, isFixed ? value : doubled(value)] as const,
  );
  const configs =
    autotune === 'dynamic'
      ? [guessed, others].map((each) => ({
          constants: new Map(each),
          options: {},
        }))
      : autotune?.static.map(({ constants, options }) => ({
          constants: new Map(Object.entries(constants)),
          options,
        }));
  return { ...fn, autotune: configs, hooks: undefined };
}

/** Configs that are computed differ: a test must not depend on the values that the text does not say. */
function doubled(value: Constant): Constant {
  return value.kind === 'int' ? { kind: 'int', value: value.value * 2n } : value;
}

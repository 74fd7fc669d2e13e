import { Failure } from '../../base/errors.ts';
import { readManifest } from '../../manifest/manifest.ts';
import { Problems } from '../../manifest/problems.ts';
import { parseManifestText } from '../../manifest/yaml.ts';
import { compareReleases, NEWEST_TESTED } from '../../manifest/terms/triton-version.ts';
import { freeKernelName, freePackageName } from '../../manifest/terms/c-names.ts';
import type { Constant } from '../../manifest/terms/constant.ts';
import {
  ATOMICS_DIFFER,
  constantText,
  type EntryDescription,
  expressionText,
  scalar,
  type Setting,
  stepsFor,
} from '../entry-text.ts';
import { addEntries, newManifest } from '../manifest-text.ts';
import { resolveKernel } from '../resolve.ts';
import type { FunctionFacts } from '../sources.ts';
import type { KernelGuess } from './guesses.ts';

/** A kernel to write to a manifest. */
interface NewKernel {
  /** The name of the C function. */
  readonly name: string;
  /** `FILE.py:FUNCTION`, relative to the manifest. */
  readonly source: string;
  readonly guess: KernelGuess;
}

/**
 * Writes a manifest with one kernel. `folder` is the name of its folder, `triton` the version to
 * write unless the kernel needs an earlier one.
 */
export function manifestOf(kernel: NewKernel, folder: string, triton: string): string {
  return manifestWith(describe(kernel), kernel.guess, packageName(folder), triton);
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
  const added = addEntries(text, [describe(kernel)]);
  if (added !== undefined) return added;
  throw new Failure('usage', {
    message: 'cannot add a kernel: `kernels` is not a map',
    place: before.locate(['kernels']),
    hint: 'Use --print, and copy the entry.',
  });
}

/** Returns the key of a kernel's entry. It differs for each choice of an element type. */
export function keyOfEntry({ name, guess }: Pick<NewKernel, 'name' | 'guess'>): string {
  return guess.dtypes === null ? name : `${name}_{dtype}`;
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
  guess: KernelGuess,
  name: string,
  newest: string,
): string {
  const note = 'the exact Triton version';
  const triton =
    guess.blockPointers && compareReleases(newest, LAST_WITH_BLOCK_POINTERS) > 0
      ? { text: LAST_WITH_BLOCK_POINTERS, note: `${note}: the last one with block pointers` }
      : { text: newest, note };
  const targets = needsHopper(guess)
    ? { text: '[sm_90]', note: 'H100: fp8e4nv and tensor descriptors need it or a later GPU' }
    : {
        text: '[sm_80, sm_90]',
        note: 'A100, H100: list every GPU architecture that your program runs on',
      };
  const settings: Setting[] = [
    { name: 'package', text: name, note: `the header is <${name}.h>` },
    { name: 'version', text: '0.1.0' },
    { name: 'triton', ...triton },
    { name: 'targets', ...targets },
  ];
  const comment =
    'Written by triton-aot init. What is marked "guess" is guessed from the text of the kernel: check it.';
  return newManifest(comment, settings, [entry]);
}

/** True for types that earlier GPUs do not have. */
function needsHopper({ parameters }: KernelGuess): boolean {
  return parameters.some((each) =>
    each.kind === 'constant' || each.kind === 'config'
      ? each.value.kind === 'dtype' && each.value.value === 'float8e4nv'
      : each.kind === 'tensor' || (each.kind === 'pointer' && each.type.startsWith('*fp8e4nv')),
  );
}

/** Describes the kernel's entry. The smoke test is commented out unless it fits the kernel. */
function describe(kernel: NewKernel): EntryDescription {
  const entry = complete(kernel);
  const problem = smokeProblem(entry, kernel.guess);
  return { ...entry, smoke: entry.smoke && { ...entry.smoke, problem } };
}

function complete({ name, source, guess }: NewKernel): EntryDescription {
  const { parameters, smoke } = guess;
  return {
    name: keyOfEntry({ name, guess }),
    isGuess: true,
    ...(guess.dtypes !== null && { choices: new Map([['dtype', guess.dtypes]]) }),
    source,
    ...(guess.launch !== null && { launch: guess.launch }),
    globals: guess.globals.map((each) => ({
      name: each.name,
      text: each.value === null ? '' : constantText(each.value),
      comment: each.message,
    })),
    arguments: parameters.flatMap((each) => {
      if (each.kind !== 'pointer' && each.kind !== 'tensor' && each.kind !== 'scalar') return [];
      const text = each.kind === 'scalar' ? each.type : JSON.stringify(each.type);
      return [{ name: each.name, text, note: each.note || undefined }];
    }),
    constants: parameters.flatMap((each) => {
      if (each.kind !== 'constant') return [];
      const by = each.computed === undefined ? '' : `${heuristicsOf(each.computed)} computes it`;
      const note = [each.note, by].filter((part) => part !== '').join(': ');
      return [{ name: each.name, text: constantText(each.value), note: note || undefined }];
    }),
    heuristics: parameters.flatMap((each) =>
      each.kind === 'heuristic' ? [`${each.name} comes from ${heuristicsOf(each.line)}`] : [],
    ),
    requires: conditionsOf(guess),
    ...(guess.autotune && { configs: 'autotune' as const }),
    gridParameters: guess.gridParameters,
    grid: guess.grid.map(({ axis }) => axis),
    gridNote: gridNote(guess.grid),
    options: guess.options.map(([each, value]) => ({ name: each, text: String(value) })),
    smoke: {
      reference: {
        text: 'interpreter',
        note: 'or a NumPy function of yours: reference.py:FUNCTION',
      },
      buffers: smoke.buffers,
      arguments: smoke.arguments.map(([each, text]) => ({
        name: each,
        text: expressionText(text),
      })),
      cases: smoke.cases.map((values) =>
        Object.entries(values).map(([each, value]) => ({ name: each, text: scalar(value) })),
      ),
      others: [...stepsFor(smoke.rounded), ...(smoke.deterministic ? [] : [ATOMICS_DIFFER])],
    },
  };
}

function heuristicsOf(line: number): string {
  return `@triton.heuristics (line ${line})`;
}

/** The conditions of a call. Nothing checks values of heuristics without translation: a person must add theirs. */
function conditionsOf({
  function: { heuristics },
  requires,
}: KernelGuess): EntryDescription['requires'] {
  const found = heuristics.filter(({ untranslated }) => untranslated !== undefined);
  const [first] = found;
  const conditions = requires.map(({ condition }) => condition);
  const note = [...new Set(requires.map((each) => each.note))].join('; ');
  if (first === undefined) return conditions.length === 0 ? undefined : { conditions, note };
  const names = found.map(({ parameter }) => parameter).filter((name) => name !== '*');
  const constants = names.length === 0 ? 'the constants' : names.join(', ');
  return {
    conditions,
    note: note || 'guess: they are always right',
    comment: `${heuristicsOf(first.line)} computes ${constants} for each call, and nothing checks the values above: list the conditions under which they are right, such as \`n <= 1024\``,
  };
}

function gridNote(grid: KernelGuess['grid']): string {
  const [first, ...others] = grid.map(({ note }) => note);
  if (others.every((note) => note === first)) return first ?? '';
  return grid.map(({ note }, axis) => `axis ${axis}: ${note}`).join('; ');
}

/** Returns why the smoke test does not fit the kernel; undefined if it does. */
function smokeProblem(entry: EntryDescription, guess: KernelGuess): string | undefined {
  if (!guess.smoke.complete) return guess.smoke.why ?? 'the sizes of buffers are not known';
  const text = manifestWith(
    { ...entry, name: keyOfEntry({ name: 'check', guess }) },
    guess,
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

function factsOf({ function: fn, parameters }: KernelGuess): FunctionFacts {
  const { autotune } = fn;
  const guessed = parameters.flatMap((each) =>
    each.kind === 'config' ? [[each.name, each.value] as const] : [],
  );
  const configs =
    autotune === 'dynamic'
      ? [guessed, guessed.map(([each, value]) => [each, doubled(value)] as const)].map((each) => ({
          constants: new Map(each),
          options: {},
        }))
      : autotune?.static.map(({ constants, options }) => ({
          constants: new Map(Object.entries(constants)),
          options,
        }));
  return { ...fn, autotune: configs, hooks: undefined };
}

/** Configs that are computed differ: a test must not depend on their values. */
function doubled(value: Constant): Constant {
  return value.kind === 'int' ? { kind: 'int', value: value.value * 2n } : value;
}

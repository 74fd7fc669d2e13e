import { Failure } from '../../base/errors.ts';
import { canonicalJson, indent } from '../../base/text.ts';
import { readManifest } from '../../manifest/manifest.ts';
import { Problems } from '../../manifest/problems.ts';
import { parseManifestText } from '../../manifest/yaml.ts';
import { NEWEST_TESTED } from '../../manifest/terms/triton-version.ts';
import { cName, insertEntries } from '../insert-entries.ts';
import { resolveKernel } from '../resolve.ts';
import type { FunctionFacts } from '../sources.ts';
import { entryText, type SmokeForm } from './entry-text.ts';
import type { KernelGuess } from './guesses.ts';

/** A kernel to write to a manifest. */
interface NewKernel {
  /** The name of the C function. */
  readonly name: string;
  /** `FILE.py:FUNCTION`, relative to the manifest. */
  readonly source: string;
  readonly guess: KernelGuess;
}

/** Writes a manifest with one kernel. `folder` is the name of its folder. */
export function newManifest(kernel: NewKernel, folder: string): string {
  return skeleton(kernel, packageName(folder), smokeForm(kernel));
}

/**
 * Adds a kernel to the text of a manifest, at the end of `kernels`. Everything else keeps its bytes.
 * @throws {Failure} `usage` if the text is not YAML, has the kernel already, or if there is no place
 * for the kernel.
 */
export function addToManifest(text: string, file: string, kernel: NewKernel): string {
  const before = parseManifestText(text, file);
  const added = insertEntries(text, [namedEntry(kernel, smokeForm(kernel))], true);
  if (added === undefined) {
    throw new Failure('usage', {
      message: 'cannot add a kernel: `kernels` is not a map with one kernel in each line',
      place: before.locate(['kernels']),
      hint: 'Use --print, and copy the entry.',
    });
  }
  if (before.has(['kernels', kernel.name])) {
    throw new Failure('usage', {
      message: `the manifest has a kernel \`${kernel.name}\``,
      place: before.locate(['kernels', kernel.name]),
      hint: 'Give the new one another name with --name.',
    });
  }
  checkAdded(before.value, parseManifestText(added, file).value, kernel.name, file);
  return added;
}

/** Returns a name for a function's kernel that a C function can have. */
export function kernelName(functionName: string): string {
  return cName(functionName.replace(/_(triton_)?kernel_?$/, ''));
}

/** Returns a name for a package in a folder. */
export function packageName(folder: string): string {
  return cName(folder.toLowerCase(), 'kernels');
}

function skeleton(kernel: NewKernel, name: string, smoke: SmokeForm): string {
  return `# Written by triton-aot init. What is marked "guess" is guessed from the text of the kernel: check it.
package: ${name} # the header is <${name}.h>
version: 0.1.0
triton: ${tritonLine(kernel.guess)}
targets: [sm_80, sm_90] # A100, H100: list every GPU architecture that your program runs on

kernels:
${indent(namedEntry(kernel, smoke), 2)}
`;
}

/** The last release with block pointers: 3.9.0 raises `Block pointers have been removed`. */
const LAST_WITH_BLOCK_POINTERS = '3.8.0';

function tritonLine({ blockPointers }: KernelGuess): string {
  return blockPointers
    ? `${LAST_WITH_BLOCK_POINTERS} # the exact Triton version: the last one with block pointers`
    : `${NEWEST_TESTED} # the exact Triton version`;
}

function namedEntry({ name, source, guess }: NewKernel, smoke: SmokeForm): string {
  return `${name}: # the name of the C function\n${indent(entryText(source, guess, smoke), 2)}`;
}

/** Returns whether the smoke test can be active: only if it fits the kernel. */
function smokeForm(kernel: NewKernel): SmokeForm {
  const { smoke } = kernel.guess;
  if (!smoke.known) return { commentedOut: smoke.why ?? 'the sizes of buffers are not known' };
  const manifest = readManifest(skeleton(kernel, 'check', 'active'), 'kernels.yaml');
  const problems = new Problems(manifest.document);
  const [entry] = manifest.kernels;
  if (entry === undefined) return { commentedOut: 'the entry is not valid' };
  resolveKernel(entry, factsOf(kernel.guess), manifest.targets, problems.under(entry.pathOf));
  try {
    problems.throwIfAny();
    return 'active';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const found = error.problems.find(({ place }) => place?.path?.includes('.smoke') === true);
    return found === undefined ? 'active' : { commentedOut: found.message };
  }
}

function factsOf({ function: fn, parameters }: KernelGuess): FunctionFacts {
  const { autotune } = fn;
  const guessed = parameters.flatMap((each) =>
    each.kind === 'config' ? [[each.name, each.value] as const] : [],
  );
  const configs =
    autotune === 'dynamic'
      ? [{ constants: new Map(guessed), options: {} }]
      : autotune?.static.map(({ constants, options }) => ({
          constants: new Map(Object.entries(constants)),
          options,
        }));
  return { ...fn, autotune: configs };
}

/** Checks that only the kernel's entry is new. */
function checkAdded(before: unknown, after: unknown, name: string, file: string): void {
  const others = (path: readonly string[], value: unknown): unknown => {
    if (typeof value === 'bigint') return `${value}n`;
    if (Array.isArray(value)) return value.map((item: unknown) => others([...path, ''], item));
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(
      ([key]) => !(path.length === 1 && path[0] === 'kernels' && key === name),
    );
    return Object.fromEntries(kept.map(([key, item]) => [key, others([...path, key], item)]));
  };
  if (canonicalJson(others([], after)) === canonicalJson(others([], before))) return;
  throw new Failure('usage', {
    message: 'cannot add a kernel without changing the rest of the manifest',
    place: { file },
    hint: 'Use --print, and copy the entry.',
  });
}

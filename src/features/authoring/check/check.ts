import { rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import type { BuildContext, Log } from '../../../base/context.ts';
import { Failure, formatProblem } from '../../../base/errors.ts';
import { makeScratch } from '../../../base/leftovers.ts';
import { build } from '../../../build.ts';
import type { BuildRequest } from '../../../compile/work.ts';
import type { GenerateSpec } from '../../../manifest/cases/case.ts';
import { readSmokePackage, type SmokePackage } from '../../../package/cases.ts';
import { isUnsupported } from '../../../prove/smoke/result.ts';
import { limitLines } from '../../../prove/smoke/generated.ts';
import type { SmokeRequest } from '../../../prove/smoke/request.ts';
import { smoke } from '../../../smoke.ts';
import type { EntrySetting } from '../entry.ts';
import { guessedOf, guessKernel, type KernelGuess } from '../guesses.ts';
import { describedEntry, kernelName, manifestOf, type NewKernel } from '../init-entry.ts';
import { insideOf } from '../manifest-text.ts';
import { judgeRuns, type Judgement } from './judge.ts';

/** Says how kernels are checked. */
export interface CheckRequest
  extends
    Pick<BuildRequest, 'python' | 'triton' | 'store' | 'storeLimit' | 'jobs' | 'timeout'>,
    Pick<SmokeRequest, 'lockFolder'> {
  /** The target whose PTX is executed. Default: sm_80, or sm_90 for a kernel that needs it. */
  readonly target?: string | undefined;
  /** The Triton version for kernels that need no earlier one. */
  readonly newest: string;
  readonly generate: GenerateSpec;
  /** Seconds that one run may take. */
  readonly runTimeout: number;
}

/** The verdict on a kernel. */
export interface KernelVerdict {
  /** `FILE.py:FUNCTION`. */
  readonly source: string;
  readonly line: number;
  /** `unknown`: nothing was executed. */
  readonly verdict: 'wrong' | 'doubt' | 'passed' | 'unknown';
  readonly judgements: readonly Judgement[];
  /** The reason that the kernel was not executed; undefined if it was. */
  readonly reason: string | undefined;
  /** That the kernel is wrong for some tensors of more than 2^31 elements, as a sentence, if so. */
  readonly limits: readonly string[];
  /** The number of cases that ran. */
  readonly cases: number;
  /** The smallest and the largest value that each size had. */
  readonly sizes: readonly SizeRange[];
  /** Sentences that name the guesses. */
  readonly guessed: readonly string[];
  readonly target: string | undefined;
  readonly seconds: number;
}

/** Each verdict in the words of the user. */
export const SHORT: Readonly<Record<KernelVerdict['verdict'], string>> = {
  wrong: 'wrong',
  doubt: 'in doubt',
  passed: 'no fault found',
  unknown: 'not checked',
};

/** The limits of a check that found no fault. */
export const NOT_COMPARED =
  'Accesses, races and undefined values were checked. No result was compared: that needs a reference, in a manifest.\n';

/** A size, and the values that it had. */
interface SizeRange {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Checks a kernel of a file. Failures of the kernel are part of the result.
 * @throws {Failure} `usage` if there is no such kernel, or if it cannot be read; `environment`
 */
export async function checkKernel(
  file: string,
  name: string,
  request: CheckRequest,
  context: BuildContext,
): Promise<KernelVerdict> {
  const start = context.now();
  const manifest = placeOfManifest(file);
  const quiet = { ...context, log: quietLog(context.log) };
  const guess = await guessKernel(file, name, { manifest, python: request.python }, quiet);
  const found = await tried(name, guess, manifest, request, quiet).catch((error: unknown) => {
    context.signal.throwIfAborted();
    if (!(error instanceof Failure) || error.kind === 'environment') throw error;
    return { reason: reasonOf(error, manifest) };
  });
  return {
    ...unknownVerdict(`${relative('.', file)}:${name}`, guess.function.line, undefined),
    guessed: guessedOf(guess),
    ...found,
    seconds: (context.now() - start) / 1000,
  };
}

/** The verdict on a kernel of which nothing was executed, for this reason. */
export function unknownVerdict(
  source: string,
  line: number,
  reason: string | undefined,
): KernelVerdict {
  return {
    source,
    line,
    verdict: 'unknown',
    judgements: [],
    limits: [],
    reason,
    cases: 0,
    sizes: [],
    guessed: [],
    target: undefined,
    seconds: 0,
  };
}

type Tried = Partial<KernelVerdict> & Pick<KernelVerdict, 'reason'>;

/** Builds a package of the kernel with generated cases, and executes it. */
async function tried(
  name: string,
  given: KernelGuess,
  manifest: string,
  request: CheckRequest,
  context: BuildContext,
): Promise<Tried> {
  // What a person must look at first can be tried.
  const test = given.entry.smoke && { ...given.entry.smoke, doubt: undefined };
  const guess = { ...given, entry: { ...given.entry, smoke: test } };
  if (guess.problem !== undefined) return { reason: formatProblem(guess.problem) };
  const own = kernelName(name);
  const described = describedEntry({ name: own, guess });
  if (test === undefined || described.smoke?.problem !== undefined)
    return {
      reason: `the text does not say how to call it: ${described.smoke?.problem ?? 'no test can be written'}`,
    };
  const target = request.target ?? `sm_${String(guess.oldestGpu?.[0] ?? 80)}`;
  // The interpreter takes ten times as long as the emulator, and compares data that were guessed.
  const entry = { ...guess.entry, smoke: { ...test, reference: { text: 'none' } } };
  const folder = await makeScratch(context.scratch, 'check');
  try {
    const out = join(folder, 'aot');
    const kernel = { name: own, guess: { ...guess, entry } };
    await buildOne(kernel, { ...request, manifest, targets: [target], out }, context);
    const pkg = await readSmokePackage(out);
    const result = await smoke(smokeRequest(out, manifest, request), context);
    const judgements = judgeRuns(result, guess.doubts, name);
    const undecided = result.runs.filter(isUnsupported);
    if (judgements.length === 0 && undecided.length === result.runs.length)
      return {
        reason: `it could not be executed: ${undecided[0]?.problems[0]?.message ?? 'no case was left'}`,
      };
    return {
      verdict: verdictOf(judgements),
      judgements,
      limits: limitLines(result.runs),
      reason: undefined,
      cases: new Set(result.runs.map((run) => run.case)).size,
      sizes: sizesOf(pkg, test.cases.flat()),
      target,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function verdictOf(judgements: readonly Judgement[]): KernelVerdict['verdict'] {
  if (judgements.length === 0) return 'passed';
  return judgements.some(({ level }) => level === 'wrong') ? 'wrong' : 'doubt';
}

/** Builds with the first config of @triton.autotune: they differ in speed. If no GPU can launch that one, with all. */
async function buildOne(
  kernel: NewKernel,
  request: BuildRequest & Pick<CheckRequest, 'newest'>,
  context: BuildContext,
): Promise<void> {
  const all = manifestOf(kernel, 'check', request.newest);
  const first = all.replace(/^( *configs:) autotune\b.*$/m, '$1 { autotune: 1 }');
  try {
    await build({ ...request, text: first }, context);
  } catch (error) {
    const hasMore = first !== all && error instanceof Failure && error.kind === 'compile';
    if (!hasMore) throw error;
    await build({ ...request, text: all }, context);
  }
}

function smokeRequest(folder: string, manifest: string, request: CheckRequest): SmokeRequest {
  return {
    package: folder,
    manifest,
    gpu: 'required',
    only: [],
    // Without the checks of the C interface, too.
    algo: 0,
    sanitize: false,
    timeout: request.runTimeout,
    jobs: request.jobs,
    wait: 0,
    lockFolder: request.lockFolder,
    emulate: { when: 'always', store: request.store, python: request.python },
  };
}

/**
 * The path of a manifest that is in no file. Its folder is the working folder, or else the one that holds the package of
 * the kernel's file.
 */
function placeOfManifest(file: string): string {
  let folder = resolve('.');
  if (insideOf(folder, resolve(file)) === undefined) {
    folder = dirname(resolve(file));
    while (existsSync(join(folder, '__init__.py'))) folder = dirname(folder);
  }
  return relative('.', join(folder, `${basename(file, '.py')}.check.yaml`));
}

/** Says what a failure is, without the place in a manifest that does not exist. */
function reasonOf({ problems }: Failure, manifest: string): string {
  return problems
    .map(({ place, ...problem }) =>
      formatProblem(place?.file === manifest ? problem : { ...problem, ...(place && { place }) }),
    )
    .join('\n');
}

/** The values that what the cases set had: sizes, and no strides. */
function sizesOf({ cases }: SmokePackage, settings: readonly EntrySetting[]): readonly SizeRange[] {
  const names = new Set(settings.map(({ name }) => name));
  const ranges = new Map<string, SizeRange>();
  for (const { scalars } of cases.flatMap((kernel) => kernel.cases)) {
    for (const [name, text] of Object.entries(scalars)) {
      const value = Number(text);
      if (!names.has(name) || !Number.isInteger(value)) continue;
      const { from, to } = ranges.get(name) ?? { from: value, to: value };
      ranges.set(name, { name, from: Math.min(from, value), to: Math.max(to, value) });
    }
  }
  return [...ranges.values()];
}

/** The steps of a check are of interest only to those who ask for details. */
function quietLog(log: Log): Log {
  return {
    ...log,
    group: (_title, body) => body(),
    wait: (title, body) => log.wait(title, body),
    detail: (message) => log.detail(message),
    info: (message) => log.detail(message),
    progress: () => undefined,
    warning: (problem) => log.detail(formatProblem(problem)),
  };
}

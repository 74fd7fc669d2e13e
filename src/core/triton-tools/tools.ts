import { z } from 'zod';
import type { BuildContext, RunContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { answerAll, type PoolContext, withWorkerContext } from '../bridge/pool.ts';
import {
  type CompileFailure,
  failedSchema,
  type JobTarget,
  type KernelSource,
  withDiagnostics,
} from '../bridge/protocol.ts';
import { problemsOf } from '../compile/compile.ts';
import type { Kernel } from '../model/kernel.ts';
import type { Preparation } from '../plan/prepare.ts';
import { type Variant, variantName } from '../plan/variants.ts';
import { manifestToolchain } from '../toolchain/toolchain.ts';
import { type Invocation, invocationOf } from './invocation.ts';
import { knownWrong, knownWrongProblem } from './known-wrong.ts';
import { unsupportedProblems } from './refusals.ts';

export interface TreeRequest {
  /** The manifest's path. */
  readonly manifest: string;
  readonly python?: string | undefined;
  /** How many compiles run at once. */
  readonly jobs: number;
  /** After how many seconds a compile is given up. */
  readonly timeout: number;
  /** Cases in which the files are known to be wrong and written all the same. */
  readonly allowKnownWrong: readonly string[];
}

/** Texts by path: `ENTRY/FILE`, what compile.py wrote for an entry point and what link.py made of it. */
export type GeneratedTree = ReadonlyMap<string, string>;

/** The variable that keeps line tables out of cubins; compile.py leaves them in, with absolute paths. */
const LINE_INFO_VARIABLE = 'TRITON_DISABLE_LINE_INFO';

/**
 * What Triton's own compile.py and link.py write for every entry point. Nothing is kept or read from the store.
 * @throws {Failure} `usage` for what the tools cannot do, `unsafe` for what they are known to do wrong, `compile`
 * for what they fail at.
 */
export async function generateTree(
  { manifest, kernels, variants }: Preparation,
  request: TreeRequest,
  context: BuildContext,
): Promise<GeneratedTree> {
  const { log } = context;
  const allowed = new Set(request.allowKnownWrong);
  checkKernels(kernels, manifest.triton, allowed);
  const { python } = await log.group(`Install Triton ${manifest.triton}`, () =>
    manifestToolchain(manifest, request.python, context),
  );
  return withWorkerContext({ ...request, python }, context, async (pool) => {
    const setting = context.env[LINE_INFO_VARIABLE] ?? '1';
    const stockPool = { ...pool, env: { ...pool.env, [LINE_INFO_VARIABLE]: setting } };
    const compiled = await log.group(`Run compile.py for ${variants.length} variants`, () =>
      compile(variants, request, stockPool, context),
    );
    checkCompiled(compiled, allowed);
    return log.group(`Run link.py for ${kernels.length} kernels`, () =>
      link(kernels, compiled, request, stockPool),
    );
  });
}

function checkKernels(
  kernels: readonly Kernel[],
  triton: string,
  allowed: ReadonlySet<string>,
): void {
  const refused = kernels.flatMap((kernel) => unsupportedProblems(kernel, triton));
  const wrong = kernels.flatMap((kernel) => knownWrong(kernel, triton, allowed));
  if (refused.length > 0) throw new Failure('usage', [...refused, ...wrong]);
  if (wrong.length > 0) throw new Failure('unsafe', wrong);
}

type Compiled = ReadonlyMap<Variant, CompilePyResult>;

async function compile(
  variants: readonly Variant[],
  request: TreeRequest,
  pool: PoolContext,
  { log }: Pick<RunContext, 'log'>,
): Promise<Compiled> {
  let done = 0;
  const jobs = variants.map((variant, id) => {
    const { source, target } = variant.job;
    return { id, source, target, arguments: invocationOf(variant) };
  });
  const outcomes = await runCompilePy(jobs, pool, ({ id }) => {
    done += 1;
    const variant = variants[id];
    if (variant !== undefined) log.progress(done, jobs.length, variantName(variant));
  });
  const compiled = new Map<Variant, CompilePyResult>();
  const failures = variants.flatMap((variant, index) => {
    const outcome = outcomes[index];
    if (outcome?.ok === true) compiled.set(variant, outcome.result);
    return outcome?.ok === false ? [{ variant, failure: outcome.failure }] : [];
  });
  if (failures.length > 0) throw new Failure('compile', problemsOf(failures, request.manifest));
  return compiled;
}

/** What only the compiled kernel tells. */
function checkCompiled(compiled: Compiled, allowed: ReadonlySet<string>): void {
  const problems = [...compiled].flatMap(([{ kernel, config }, { symbol, numWarps }]) => {
    const { function: name } = kernel.source;
    const warps = Number(kernel.configs[config]?.options.num_warps);
    return [
      ...(symbol === name || allowed.has('renamed-kernel')
        ? []
        : [
            knownWrongProblem(
              kernel,
              'renamed-kernel',
              `compile.py's C looks for \`${name}\` in the cubin, where the kernel is named \`${symbol}\` (Triton 3.6 to 3.9)`,
            ),
          ]),
      ...(numWarps === warps || allowed.has('warp-specialised')
        ? []
        : [
            knownWrongProblem(
              kernel,
              'warp-specialised',
              `compile.py's C launches ${warps} warps of a kernel that is warp-specialised and needs ${numWarps} (Triton 3.6 to 3.9)`,
            ),
          ]),
    ];
  });
  const distinct = new Map(problems.map((problem) => [problem.message, problem]));
  if (distinct.size > 0) throw new Failure('unsafe', [...distinct.values()]);
}

async function link(
  kernels: readonly Kernel[],
  compiled: Compiled,
  request: TreeRequest,
  pool: PoolContext,
): Promise<GeneratedTree> {
  const inputs = kernels.flatMap((kernel) => {
    const own = [...compiled].filter(([variant]) => variant.kernel === kernel);
    // Where two targets give a file of one name, the later replaces the earlier as it would on disk.
    const files: ToolFiles = Object.assign({}, ...own.map(([, { files: written }]) => written));
    return own.slice(0, 1).map(([variant]) => ({ variant, files }));
  });
  const jobs = inputs.map(({ variant: { kernel, job }, files }, id) => ({
    id,
    source: job.source,
    name: kernel.name,
    headers: headersOf(files),
  }));
  const outcomes = await runLinkPy(jobs, { ...pool, workers: 1 });
  const tree = new Map<string, string>();
  const failures = inputs.flatMap(({ variant, files }, index) => {
    const outcome = outcomes[index];
    if (outcome?.ok === false) return [{ variant, failure: outcome.failure }];
    for (const [file, text] of Object.entries({ ...files, ...outcome?.result.files })) {
      tree.set(`${variant.kernel.name}/${file}`, text);
    }
    return [];
  });
  if (failures.length > 0) throw new Failure('compile', problemsOf(failures, request.manifest));
  return tree;
}

/** In the manifest's order, so that algo ids are those of the manifest. */
function headersOf(files: ToolFiles): ToolFiles {
  return Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith('.h')));
}

/** One run of Triton's compile.py, as the bridge reads it (one JSON line). */
interface CompilePyJob {
  readonly id: number;
  readonly source: KernelSource;
  readonly target: JobTarget;
  readonly arguments: Invocation;
}

/** One run of Triton's link.py over what compile.py wrote for an entry point. */
interface LinkPyJob {
  readonly id: number;
  /** Where messages place a failure. */
  readonly source: KernelSource;
  readonly name: string;
  /** The headers' texts by file name, in the order in which link.py is told of them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a tool wrote: texts by file name. */
type ToolFiles = Readonly<Record<string, string>>;

/** What compile.py wrote, and what it knew of the kernel and left out. */
interface CompilePyResult {
  readonly files: ToolFiles;
  /** The kernel's name inside the cubin. */
  readonly symbol: string;
  /** Warps of one block, warp specialisation included. */
  readonly numWarps: number;
}

type ToolOutcome<T> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly failure: CompileFailure };

const filesSchema = z.record(z.string(), z.string());

const compiledSchema = z.object({
  ok: z.literal(true),
  files: filesSchema,
  symbol: z.string(),
  numWarps: z.number(),
});

const linkedSchema = z.object({ ok: z.literal(true), files: filesSchema });

/** Runs compile.py for every job, several at once; outcomes come in the order of the jobs. Throws as `compileAll`. */
async function runCompilePy(
  jobs: readonly CompilePyJob[],
  context: PoolContext,
  onDone: (job: CompilePyJob) => void,
): Promise<ToolOutcome<CompilePyResult>[]> {
  const protocol = {
    message: (job: CompilePyJob) => ({ kind: 'stock-compile', ...job }),
    parse: (answer: unknown, printed: string) => parse(compiledSchema, answer, printed),
    failed,
  };
  return answerAll(jobs, { ...context, program: 'triton_tools_worker.py' }, protocol, onDone);
}

/** Runs link.py for every job. */
async function runLinkPy(
  jobs: readonly LinkPyJob[],
  context: PoolContext,
): Promise<ToolOutcome<{ readonly files: ToolFiles }>[]> {
  return answerAll(
    jobs,
    { ...context, program: 'triton_tools_worker.py' },
    {
      message: (job: LinkPyJob) => ({ kind: 'stock-link', ...job }),
      parse: (answer: unknown, printed: string) => parse(linkedSchema, answer, printed),
      failed,
    },
  );
}

function failed(failure: CompileFailure): { readonly ok: false; readonly failure: CompileFailure } {
  return { ok: false, failure };
}

function parse<T>(schema: z.ZodType<T>, answer: unknown, printed: string): ToolOutcome<T> {
  const outcome = z.union([failedSchema, schema]).parse(answer);
  return isFailed(outcome)
    ? failed(withDiagnostics(outcome.failure, printed))
    : { ok: true, result: outcome };
}

function isFailed(outcome: unknown): outcome is z.infer<typeof failedSchema> {
  return failedSchema.safeParse(outcome).success;
}

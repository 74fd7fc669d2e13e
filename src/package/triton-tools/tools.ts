import { z } from 'zod';
import type { BuildContext, RunContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { groupBy } from '../../base/groups.ts';
import { plural } from '../../base/text.ts';
import { answerAll, type PoolContext, withWorkerContext } from '../../toolchain/workers/pool.ts';
import {
  type Answer,
  answerParser,
  type JobTarget,
  type KernelSource,
} from '../../toolchain/workers/protocol.ts';
import { problemsOf } from '../../compile/failures.ts';
import { failedLaunch } from '../../compile/limits.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { Kernel } from '../../manifest/terms/kernel.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Variant, variantName } from '../../plan/variants.ts';
import { manifestToolchain } from '../../toolchain/toolchain.ts';
import { type Invocation, invocationOf } from './invocation.ts';
import { knownWrong, knownWrongProblem } from './known-wrong.ts';
import { unsupportedProblems } from './refusals.ts';
import { type VendoredFile, vendoredFiles } from './vendored.ts';

export interface TreeRequest {
  /** The manifest's path. */
  readonly manifest: string;
  readonly python?: string | undefined;
  /** The number of compiles that run at once. */
  readonly jobs: number;
  /** The time limit of one compile, in seconds. */
  readonly timeout: number;
  /** Known errors despite which the files are written, by name. */
  readonly allowKnownWrong: readonly string[];
}

/** Keeps line tables out of cubins: by default compile.py writes them, with absolute paths. */
const LINE_INFO_VARIABLE = 'TRITON_DISABLE_LINE_INFO';

/**
 * Runs Triton's own compile.py and link.py for every entry point. Does not use the store.
 * @throws {Failure} `usage` for what the tools do not support, `unsafe` for known errors that are
 * not allowed, `compile` if a tool fails.
 */
export async function generateTree(
  { manifest, kernels, variants }: Plan,
  request: TreeRequest,
  context: BuildContext,
): Promise<readonly VendoredFile[]> {
  const { log } = context;
  const allowed = new Set(request.allowKnownWrong);
  checkKernels(kernels, manifest.triton, allowed);
  const { python } = await log.group(`Install Triton ${manifest.triton}`, () =>
    manifestToolchain(manifest, request.python, context),
  );
  return withWorkerContext({ ...request, python }, context, async (pool) => {
    const setting = context.env[LINE_INFO_VARIABLE] ?? '1';
    const toolPool = { ...pool, env: { ...pool.env, [LINE_INFO_VARIABLE]: setting } };
    const compiled = await log.group(
      `Run compile.py for ${plural(variants.length, 'variant')}`,
      () => compile(variants, request, toolPool, context),
      () => [variants.length, 'variant'],
    );
    checkCompiled(compiled, allowed);
    return log.group(
      `Run link.py for ${plural(kernels.length, 'kernel')}`,
      () => link(manifest, kernels, compiled, request, toolPool),
      () => [kernels.length, 'kernel'],
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
    if (outcome?.ok === false) return [{ variant, failure: outcome.failure }];
    if (outcome === undefined) return [];
    const { shared, tensorMemory, numWarps } = outcome;
    compiled.set(variant, outcome);
    return failedLaunch(variant, {
      sharedBytes: shared,
      tensorColumns: tensorMemory,
      warps: numWarps,
    });
  });
  if (failures.length > 0) throw new Failure('compile', problemsOf(failures, request.manifest));
  return compiled;
}

/** Checks for known errors that only a compiled kernel shows. */
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
              `the C of compile.py looks for \`${name}\` in the cubin, but the kernel is named \`${symbol}\` there (Triton 3.6 to 3.9)`,
            ),
          ]),
      ...(numWarps === warps || allowed.has('warp-specialised')
        ? []
        : [
            knownWrongProblem(
              kernel,
              'warp-specialised',
              `the C of compile.py launches ${warps} warps, but the kernel is warp-specialised and needs ${numWarps} (Triton 3.6 to 3.9)`,
            ),
          ]),
    ];
  });
  const distinct = new Map(problems.map((problem) => [problem.message, problem]));
  if (distinct.size > 0) throw new Failure('unsafe', [...distinct.values()]);
}

async function link(
  { triton, vendored }: Manifest,
  kernels: readonly Kernel[],
  compiled: Compiled,
  request: TreeRequest,
  pool: PoolContext,
): Promise<readonly VendoredFile[]> {
  const results = groupBy(compiled, ([variant]) => variant.kernel);
  const inputs = kernels.flatMap((kernel) => {
    const own = results.get(kernel) ?? [];
    // If two targets write a file of the same name, the later replaces the earlier, as on disk.
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
  const tree: VendoredFile[] = [];
  const failures = inputs.flatMap(({ variant, files }, index) => {
    const outcome = outcomes[index];
    if (outcome?.ok === false) return [{ variant, failure: outcome.failure }];
    const written = { ...files, ...outcome?.files };
    tree.push(...vendoredFiles(variant.kernel, written, triton, vendored));
    return [];
  });
  if (failures.length > 0) throw new Failure('compile', problemsOf(failures, request.manifest));
  return tree;
}

/** The headers, in the manifest's order so that algo ids are those of the manifest. */
function headersOf(files: ToolFiles): ToolFiles {
  return Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith('.h')));
}

/** One run of compile.py, as the bridge reads it (one line of JSON). */
interface CompilePyJob {
  readonly id: number;
  readonly source: KernelSource;
  readonly target: JobTarget;
  readonly arguments: Invocation;
}

/** One run of link.py with the headers of an entry point. */
interface LinkPyJob {
  readonly id: number;
  /** The place for messages. */
  readonly source: KernelSource;
  readonly name: string;
  /** The headers by file name, in the order they are passed to link.py. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The files a tool wrote: contents by name. */
type ToolFiles = Readonly<Record<string, string>>;

const filesSchema = z.record(z.string(), z.string());

/** The files that compile.py wrote, and facts about the kernel that it did not write. */
const compiledSchema = z.object({
  files: filesSchema,
  /** The kernel's name inside the cubin. */
  symbol: z.string(),
  /** Warps of one block, warp specialisation included. */
  numWarps: z.number(),
  /** Dynamic shared memory of one block, in bytes. */
  shared: z.number(),
  /** Tensor memory of one block, in columns. */
  tensorMemory: z.number(),
});

type CompilePyResult = z.infer<typeof compiledSchema>;

const parseCompiled = answerParser(compiledSchema);

const parseLinked = answerParser(z.object({ files: filesSchema }));

/**
 * Runs compile.py for every job. Returns outcomes in the order of the jobs.
 * @throws as `compileAll`.
 */
async function runCompilePy(
  jobs: readonly CompilePyJob[],
  context: PoolContext,
  onDone: (job: CompilePyJob) => void,
): Promise<Answer<CompilePyResult>[]> {
  const protocol = {
    message: (job: CompilePyJob) => ({ kind: 'compile-py', ...job }),
    parse: parseCompiled,
  };
  return answerAll(jobs, { ...context, kind: 'triton-tools' }, protocol, onDone);
}

/**
 * Runs link.py for every job. Returns outcomes in the order of the jobs.
 * @throws as `compileAll`.
 */
async function runLinkPy(
  jobs: readonly LinkPyJob[],
  context: PoolContext,
): Promise<Answer<{ readonly files: ToolFiles }>[]> {
  return answerAll(
    jobs,
    { ...context, kind: 'triton-tools' },
    {
      message: (job: LinkPyJob) => ({ kind: 'link-py', ...job }),
      parse: parseLinked,
    },
  );
}

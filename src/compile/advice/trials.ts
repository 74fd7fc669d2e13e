import type { BuildContext, Count, Log, ScratchContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { plural } from '../../base/text.ts';
import type { CompileRequest } from '../../toolchain/workers/pool.ts';
import type { CompiledKernel } from '../../toolchain/workers/protocol.ts';
import { compileVariants } from '../compile.ts';
import { type AnswerSources, findHints } from '../hints.ts';
import type { HintChoice } from '../../manifest/terms/kernel.ts';
import type { HintRequest } from '../../plan/hint-request.ts';
import type { Variant } from '../../plan/variants.ts';
import { loadEntries } from '../store/store.ts';

/** Answers what-if questions about kernels. */
export interface Trials {
  /** Returns hints by the key of the request, without those that cannot be found now. */
  readonly findHints: (
    requests: readonly HintRequest[],
  ) => Promise<ReadonlyMap<string, readonly HintChoice[]>>;
  /** Returns code by kernel hash, without variants that do not compile or cannot be compiled now. */
  readonly compile: (variants: readonly Variant[]) => Promise<ReadonlyMap<string, CompiledKernel>>;
}

/** Where answers come from. */
export interface TrialSources extends AnswerSources {
  /** The code that the run has already, by kernel hash. */
  readonly known: ReadonlyMap<string, CompiledKernel>;
}

/** Looks for answers in the store first, and stores those of the compiler. */
export function openTrials(
  sources: TrialSources,
  request: Omit<CompileRequest, 'python'>,
  context: ScratchContext & Pick<BuildContext, 'now'>,
): Trials {
  return {
    findHints: (requests) => findHints(requests, sources, request, context),
    async compile(variants) {
      const { store, known } = sources;
      const wanted = new Map(variants.map((variant) => [variant.hash, variant]));
      const hashes = [...wanted.keys()].filter((hash) => !known.has(hash));
      const stored = await loadEntries(store.kernels, hashes);
      const absent = hashes.filter((hash) => !stored.has(hash));
      const failed = await loadEntries(store.failures, absent);
      const missing = [...wanted.values()].filter(
        ({ hash }) => absent.includes(hash) && !failed.has(hash),
      );
      const compiled = await compileTrials(missing, sources, request, context);
      return new Map([...known, ...stored, ...compiled]);
    },
  };
}

async function compileTrials(
  missing: readonly Variant[],
  sources: TrialSources,
  request: Omit<CompileRequest, 'python'>,
  context: ScratchContext,
): Promise<ReadonlyMap<string, CompiledKernel>> {
  const python = missing.length === 0 ? undefined : await sources.python();
  if (python === undefined) return new Map();
  const { log } = context;
  const count: Count = [missing.length, 'variant'];
  const compile = async (): Promise<ReadonlyMap<string, CompiledKernel>> => {
    const settings = { ...request, python };
    const { kernels } = await compileVariants(missing, sources.store, settings, context);
    return kernels;
  };
  return log.group(
    `Compile ${plural(...count)} to compare with`,
    () => tolerantly(log, compile),
    () => count,
  );
}

/** Without its trials a kernel is not compared, which is no reason to end a build. */
async function tolerantly(
  log: Log,
  compile: () => Promise<ReadonlyMap<string, CompiledKernel>>,
): Promise<ReadonlyMap<string, CompiledKernel>> {
  try {
    return await compile();
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'compile') throw error;
    log.info(`not compared: ${error.message}`);
    return new Map();
  }
}

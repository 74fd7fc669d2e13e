import type { ExpectedJob } from '../cases/expected-job.ts';
import { computeExpected } from '../cases/expected.ts';
import { readPacked } from '../cases/package.ts';
import type { ExpectedOutputs } from '../cases/outputs.ts';
import type { CompiledKernel } from '../compile/job.ts';
import { compileVariants, type CompileRequest } from '../compile/variants.ts';
import type { BuildContext } from '../context.ts';
import { keepAliases, resolveFiner } from '../finer.ts';
import type { Variant } from '../plan.ts';
import type { Exchange } from '../store/exchange.ts';
import type { History } from '../store/history.ts';
import type { Store } from '../store/store.ts';
import { manifestToolchain } from '../toolchain/manifest-toolchain.ts';
import type { BuildRequest } from './request.ts';
import type { Missing } from './stored.ts';
import type { Work } from './work.ts';

/** Finds or installs Triton and gives the Python that has it; undefined where nothing is to be run. */
export async function toolchainFor(
  { variants, jobs }: Missing,
  { preparation }: Work,
  request: BuildRequest,
  context: BuildContext,
): Promise<string | undefined> {
  if (variants.length + jobs.length === 0) return undefined;
  const { manifest } = preparation;
  const { python } = await context.log.group(`Install Triton ${manifest.triton}`, () =>
    manifestToolchain(manifest, request.python, context),
  );
  return python;
}

/** Kernels that are missing only since something else in their file has changed. Gives them by hash. */
export async function findUnchanged(
  missing: readonly Variant[],
  history: History,
  store: Store,
  exchange: Exchange,
  { python }: Pick<CompileRequest, 'python'>,
  context: BuildContext,
): Promise<ReadonlyMap<string, CompiledKernel>> {
  // Without an earlier build there is nothing to find.
  if (missing.length === 0 || history.size === 0) return new Map();
  const { log } = context;
  return log.group('Look for kernels whose functions have not changed', async () => {
    const { found } = await resolveFiner(
      missing,
      store,
      { python, pull: (names) => exchange.pull(names) },
      context,
    );
    log.info(`${found.size} of ${missing.length} variants are as they were`);
    return found;
  });
}

/** Compiles and stores. @throws {Failure} `compile` with what does not compile, after everything else has. */
export async function compileMissing(
  missing: readonly Variant[],
  store: Store,
  request: CompileRequest,
  context: BuildContext,
): Promise<ReadonlyMap<string, CompiledKernel>> {
  if (missing.length === 0) return new Map();
  const { log } = context;
  return log.group(`Compile ${missing.length} variants`, async () => {
    const start = context.now();
    const compiled = await compileVariants(missing, store.kernels, request, context);
    const { kernels, digests, cpuSeconds } = compiled;
    await keepAliases(missing, digests, store);
    const seconds = (context.now() - start) / 1000;
    log.info(
      `${cpuSeconds.toFixed(1)} s of compiling in ${seconds.toFixed(1)} s on ${request.jobs} workers`,
    );
    return kernels;
  });
}

/** Computes and stores. @throws {Failure} `compile` with what could not be computed. */
export async function computeMissing(
  missing: readonly ExpectedJob[],
  { preparation, cases }: Work,
  store: Store,
  request: CompileRequest,
  context: BuildContext,
): Promise<ReadonlyMap<string, ExpectedOutputs>> {
  if (missing.length === 0) return new Map();
  const { document } = preparation.manifest;
  return context.log.group(`Compute expected outputs of ${missing.length} cases`, () =>
    computeExpected(missing, store.expected, document, request, context, readPacked(cases)),
  );
}

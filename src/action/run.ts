import { join } from 'node:path';
import { build, type BuildResult } from '../core/build.ts';
import { DEFAULT_TIMEOUT } from '../core/compile/variants.ts';
import type { BuildContext } from '../core/context.ts';
import { Failure } from '../core/errors.ts';
import { DEFAULT_RUN_TIMEOUT, DEFAULT_WAIT } from '../core/smoke/request.ts';
import type { SmokeResult } from '../core/smoke/result.ts';
import { smokeFailure } from '../core/smoke/smoke.ts';
import type { StockResult } from '../core/stock/build.ts';
import { DEFAULT_STORE_LIMIT } from '../core/store/size.ts';
import { openCache } from './cache.ts';
import { gateRefusal, runGate } from './gate.ts';
import type { Inputs, SmokeMode } from './inputs.ts';
import { annotateNotice } from './log.ts';
import { outputsOf, setOutputs, writeStockSummary, writeSummary } from './report.ts';
import { gateOutputs } from './smoke-report.ts';

/** Names the folder results are kept in between jobs, when `store` beside the toolchains will not do. */
const STORE_VARIABLE = 'TRITON_AOT_STORE';

/** Builds the package, tests it, and tells the workflow about it. */
export async function runBuild(inputs: Inputs, context: BuildContext): Promise<void> {
  // Ahead of the build: who refuses says so at once.
  const smoke = await allowedMode(inputs, context);
  const remote = await openCache(inputs.cache, context);
  const result = await build(
    {
      manifest: inputs.manifest,
      targets: inputs.targets,
      triton: inputs.tritonVersion,
      python: inputs.python,
      only: inputs.only,
      out: inputs.out,
      jobs: inputs.jobs,
      store: context.env[STORE_VARIABLE] || join(context.home, 'store'),
      storeLimit: DEFAULT_STORE_LIMIT,
      remote,
      timeout: DEFAULT_TIMEOUT,
      generator: inputs.generator,
      allowKnownWrong: inputs.allowKnownWrong,
    },
    context,
  );
  setOutputs(outputsOf(result, remote !== undefined));
  await (result.generator === 'triton' ? writeStockSummary(result) : writeSummary(result));
  const tested = await testBuilt(result, smoke, inputs, context);
  setOutputs(gateOutputs(tested));
  const { document } = result.preparation.manifest;
  const failure = tested && smokeFailure(tested, (path) => document.locate(path));
  if (failure !== undefined) throw failure;
}

/** How the package may be tested on this runner. */
async function allowedMode(inputs: Inputs, context: BuildContext): Promise<SmokeMode> {
  if (inputs.smoke === 'off') return 'off';
  const refusal = await gateRefusal(inputs.allowUntrusted, context);
  if (refusal === undefined) return inputs.smoke;
  if (inputs.smoke === 'required') throw refusal;
  for (const problem of refusal.problems) context.log.warning(problem);
  return 'off';
}

async function testBuilt(
  result: BuildResult | StockResult,
  mode: SmokeMode,
  inputs: Inputs,
  context: BuildContext,
): Promise<SmokeResult | undefined> {
  if (mode === 'off') return undefined;
  const obstacle = untestable(result);
  if (obstacle !== undefined) {
    if (mode === 'required') throw obstacle;
    for (const problem of obstacle.problems) annotateNotice(problem);
    return undefined;
  }
  return runGate(
    {
      package: result.out,
      gpu: mode,
      device: inputs.device,
      only: [],
      sanitize: inputs.sanitize,
      wait: DEFAULT_WAIT,
      timeout: DEFAULT_RUN_TIMEOUT,
    },
    context,
  );
}

/** Why there is nothing to test. */
function untestable({ generator, preparation }: BuildResult | StockResult): Failure | undefined {
  const place = { file: preparation.manifest.file };
  if (generator === 'triton') {
    return new Failure('usage', {
      message: "there is no smoke test: files of Triton's own tools are no package",
      place,
      hint: 'Take the native generator, or `smoke: off`.',
    });
  }
  if (preparation.kernels.some((kernel) => kernel.smoke !== undefined)) return undefined;
  return new Failure('smoke', {
    message: 'nothing is tested: no kernel has a `smoke:` section',
    place,
    hint: 'docs/smoke.md tells how to write one.',
  });
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BuildContext, RunContext } from '../base/context.ts';
import type { Generation } from '../manifest/cases/generate/generate.ts';
import type { CaseProposer } from '../manifest/cases/generate/proposal.ts';
import { caseQuestion } from '../manifest/cases/generate/question.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { Problems } from '../manifest/problems.ts';
import { hasPtx, type Kernel } from '../manifest/terms/kernel.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import { equalConfigs } from './equal-configs.ts';
import { findHints, type HintLimits, type HintStore } from './find-hints.ts';
import { type FoundHints, hintRequest } from './hint-request.ts';
import { type HintRequest } from './states.ts';
import { readPlan, type ReadPlan, type SourcesOfPlan } from './read-plan.ts';
import type { ReadSelection } from './selection.ts';
import type { SourceCode } from './source-code.ts';
import { completeKernel, untestedKernel } from './specialise.ts';
import type { HintedKernel, PlannedKernel } from './states.ts';
import { checkCount, type Variant, variantsOf } from './variants.ts';

/** A manifest joined with its Python sources: everything to compile, with its hashes. */
export interface Plan extends SourcesOfPlan {
  readonly kernels: readonly Kernel[];
  readonly variants: readonly Variant[];
}

/** A plan without variants, whose kernels have hints. */
export interface HintedPlan extends Omit<ReadPlan, 'kernels'> {
  readonly kernels: readonly HintedKernel[];
}

/**
 * Plans every variant of the chosen kernels: reads their sources, and finds hints that the store does not have.
 * @throws {Failure} as `readPlan` and `completePlan`.
 */
export async function planVariants(
  selection: ReadSelection,
  limits: HintLimits,
  toolchain: Toolchain,
  store: HintStore,
  context: BuildContext,
): Promise<Plan> {
  const read = await readPlan(selection, toolchain, context);
  const hinted = await withHints(read, (requests) =>
    findHints(requests, read.manifest, store, limits, toolchain, context),
  );
  return completePlan(hinted, context, await generationsOf(hinted, toolchain.proposeCases));
}

/** Finds the hints that the manifest does not give. */
export async function withHints(
  plan: ReadPlan,
  find: (requests: readonly HintRequest[]) => Promise<FoundHints>,
): Promise<HintedPlan> {
  const kernels = plan.kernels.map(({ read, code }) => ({
    read,
    code,
    request: hintRequest(read, code, plan.hashContext),
  }));
  const found = await find(kernels.flatMap(({ request }) => request ?? []));
  return {
    ...plan,
    kernels: kernels.map(({ request, ...kernel }) => ({
      ...kernel,
      hints: request && { request, choices: found.get(request.key) },
    })),
  };
}

/** Returns what the generated cases of kernels change, by the kernels' names. No Python is started if there are none. */
async function generationsOf(
  { kernels }: HintedPlan,
  propose: CaseProposer,
): Promise<ReadonlyMap<string, Generation>> {
  const all = new Map(kernels.map(({ read: { kernel } }) => [kernel.name, kernel]));
  const questions = kernels.flatMap(
    ({ read, hints, code }) =>
      caseQuestion(untestedKernel(read, hints), read.entry.smoke, all, textOf(code)) ?? [],
  );
  const found = questions.length === 0 ? [] : await propose(questions);
  return new Map(
    found.map((proposal, index) => [questions[index]?.kernel ?? '', { proposal, kernels: all }]),
  );
}

/**
 * Plans every variant of kernels with hints.
 * @param generations what the generated cases of kernels change, by the kernels' names
 * @throws {Failure} `usage` with all problems at once, and for more variants than can be built.
 */
export async function completePlan(
  { hashContext, kernels: hinted, ...read }: HintedPlan,
  context: Pick<RunContext, 'log' | 'signal'>,
  generations: ReadonlyMap<string, Generation> = new Map(),
): Promise<Plan> {
  const problems = new Problems(read.manifest.document);
  const planned: PlannedKernel[] = [];
  for (const { read: each, hints, code } of hinted) {
    await letSignalsIn(context);
    const { entry } = each;
    const kernel = completeKernel(
      each,
      hints,
      problems.under(entry.pathOf),
      generations.get(each.kernel.name),
    );
    planned.push({ entry, kernel, code });
  }
  problems.throwIfAny('usage');
  checkCount(
    planned.map(({ entry, kernel: { configs, specialisations, targets } }) => ({
      entry,
      count: configs.length * specialisations.length * targets.length,
    })),
    problems,
  );
  const variants: Variant[] = [];
  for (const { kernel, code } of planned) {
    await letSignalsIn(context);
    for (const variant of variantsOf(kernel, code, hashContext)) variants.push(variant);
  }
  const kernels = planned.map(({ kernel }) => kernel);
  noteMissingPtx(read.manifest, kernels, context);
  for (const warning of equalConfigs(planned, read.manifest)) context.log.warning(warning);
  return { ...read, kernels, variants };
}

/** The Python code of a kernel, as far as it is a slice. */
function textOf({ source }: SourceCode): string {
  return source.kind === 'slice' ? source.modules.map(({ text }) => text).join('\n') : '';
}

/** Names the kernels that run on listed targets only, although the manifest asks for PTX. */
function noteMissingPtx(
  { ptxFallback }: Manifest,
  kernels: readonly Kernel[],
  { log }: Pick<RunContext, 'log'>,
): void {
  const without = ptxFallback ? kernels.filter((kernel) => !hasPtx(kernel)) : [];
  for (const { name, targets, ptxTarget } of without) {
    const why =
      ptxTarget === undefined
        ? `the PTX of ${targets.map((target) => target.name).join(', ')} runs on no other architecture`
        : `it is the PTX of ${ptxTarget.name}, which is not built`;
    log.info(`${name} gets no PTX: ${why}`);
  }
}

/** Lets the handlers of signals run, which long work would hold up, and ends if one has come. */
async function letSignalsIn({ signal }: Pick<RunContext, 'signal'>): Promise<void> {
  await nextTurn();
  signal.throwIfAborted();
}

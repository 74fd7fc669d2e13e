import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BuildContext, RunContext } from '../base/context.ts';
import { Failure, systemCode } from '../base/errors.ts';
import { reasonOf } from '../base/faults.ts';
import { readPlainFile } from '../base/files.ts';
import { selector } from '../base/globs.ts';
import type { Extras } from '../base/slot.ts';
import type { KeptWorkers } from '../toolchain/workers/kept-workers.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import { type Manifest, readManifest } from '../manifest/manifest.ts';
import { Problems } from '../manifest/problems.ts';
import { describeHook, hasPtx, type Kernel } from '../manifest/terms/kernel.ts';
import { codeEnvironment } from '../toolchain/environment.ts';
import { manifestTriton } from '../toolchain/toolchain.ts';
import type { UnpackedWheel } from '../toolchain/wheels.ts';
import type { InspectedSource } from '../toolchain/wire/reading.ts';
import { type SourceReader, sourceReader } from './inspect-python.ts';
import { equalConfigs } from './equal-configs.ts';
import { unpackPackages } from './packages.ts';
import { planParts } from './parts.ts';
import { resolveKernel } from './resolve.ts';
import type { SourceCode } from './source-code.ts';
import { readKernelSources } from './sources.ts';
import { type FoundHints, type HintRequest, hintRequest } from './hint-request.ts';
import type { KernelDraft } from './hint-request.ts';
import { completeKernel } from './specialise.ts';
import type { HashContext } from './kernel-hash.ts';
import { planKernel, type Variant } from './variants.ts';

/** The user's choice of what to build. */
export interface BuildSelection {
  /** The manifest's path. */
  readonly manifest: string;
  readonly targets?: readonly string[] | undefined;
  readonly triton?: string | undefined;
  /** Globs that match names of kernels. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** A Python interpreter by path or name. */
  readonly python?: string | undefined;
  /** Workers that wait for jobs of the run. Default: workers end with the jobs. */
  readonly kept?: KeptWorkers | undefined;
}

/** A manifest joined with its Python sources: everything to compile, with its hashes. */
export interface Plan {
  readonly manifest: Manifest;
  readonly kernels: readonly Kernel[];
  readonly variants: readonly Variant[];
  /** The code of each kernel, by the kernel's name. */
  readonly codes: ReadonlyMap<string, SourceCode>;
  /** The functions that compute expected outputs, by `referenceName`. */
  readonly references: ReadonlyMap<string, InspectedSource>;
  /** The packages whose modules are sources. Default: none. */
  readonly packages?: readonly UnpackedWheel[];
  readonly extras: Extras;
}

/** A plan whose hints are not found yet: everything that the manifest and the sources say. */
export interface PlanDraft extends Omit<Plan, 'kernels' | 'variants'> {
  readonly kernels: readonly DraftKernel[];
  readonly hashContext: HashContext;
}

/** A kernel without its hints. */
interface DraftKernel {
  readonly draft: KernelDraft;
  readonly code: SourceCode;
  /** The request for the kernel's hints; undefined if the manifest gives all of them. */
  readonly request: HintRequest | undefined;
}

/**
 * Reads manifest and sources. Needs Python, and Triton only for kernels that cannot be understood by
 * reading their source, and for the digest of a Triton that is no known release.
 * @param onManifest called with the manifest, before anything else is read
 * @throws {Failure} `usage` with all problems at once.
 */
export async function draftPlan(
  selection: BuildSelection,
  context: BuildContext,
  onManifest?: (manifest: Manifest) => Promise<void>,
): Promise<PlanDraft> {
  const manifest = await loadManifest(selection);
  await onManifest?.(manifest);
  const packages = await unpackPackages(manifest, context);
  const readSources = await sourceReader(manifest.triton, selection.python, context, packages);
  return { ...(await draftManifest(manifest, selection, readSources, context)), packages };
}

/** Drafts the plan of a manifest that was read. @throws as `draftPlan`. */
export async function draftManifest(
  manifest: Manifest,
  selection: BuildSelection,
  readSources: SourceReader,
  context: BuildContext,
): Promise<PlanDraft> {
  const chosen = chooseKernels(manifest, selection, context);
  const entries = chosen.map(({ entry }) => entry);
  const all = new Problems(manifest.document);
  // Before anything is done for each. Specialisations, and configs of autotune, are not known yet.
  checkCount(
    chosen.map(({ entry, targets }) => ({ entry, count: sizeOf(entry.configs) * targets.length })),
    all,
  );
  const problems = { usage: all.at(), compile: all.at() };
  const { kernels: sources, references } = await readKernelSources(
    manifest,
    entries,
    selection,
    readSources,
    problems,
    context,
  );
  const codes = new Map<string, SourceCode>();
  const drafts = chosen.flatMap(({ entry, targets }) => {
    const source = sources.get(entry);
    if (source === undefined) return [];
    const inKernel = problems.usage.under(entry.pathOf);
    const { file = entry.source.file } = source;
    const placed = { ...entry, source: { ...entry.source, file } };
    const draft = resolveKernel(placed, source.function, targets, inKernel);
    if (draft === undefined) return [];
    checkHooks(draft, manifest, inKernel, context);
    codes.set(entry.name, source.code);
    return [{ draft, code: source.code }];
  });
  const toResolve = drafts.map(({ draft }) => draft);
  const extras = new Map(
    planParts.parts.flatMap(({ resolve }) => resolve?.(manifest, toResolve, problems.usage) ?? []),
  );
  all.throwIfAny(problems.usage.isEmpty ? 'compile' : 'usage');
  const hashContext = {
    tritonVersion: manifest.triton,
    tritonDigest: await manifestTriton(manifest, selection.python, context),
    machine: context.platform.arch,
    requirements: manifest.requirements,
    environment: await codeEnvironment(context.env),
  };
  const kernels = drafts.map(({ draft, code }) => ({
    draft,
    code,
    request: hintRequest(draft, code, hashContext),
  }));
  return { manifest, kernels, codes, references, hashContext, extras };
}

/**
 * Plans every variant with the hints that were found.
 * @throws {Failure} `usage` with all problems at once, and for more variants than can be built.
 */
export async function completePlan(
  { hashContext, ...draft }: PlanDraft,
  found: FoundHints,
  context: Pick<RunContext, 'log' | 'signal'>,
): Promise<Plan> {
  const problems = new Problems(draft.manifest.document);
  const planned: {
    readonly entry: KernelEntry;
    readonly kernel: Kernel;
    readonly code: SourceCode;
  }[] = [];
  for (const { draft: each, request, code } of draft.kernels) {
    await letSignalsIn(context);
    const { entry } = each;
    const inKernel = problems.under(entry.pathOf);
    const kernel = completeKernel(each, request, request && found.get(request.key), inKernel);
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
    for (const variant of planKernel(kernel, code, hashContext)) variants.push(variant);
  }
  const kernels = planned.map(({ kernel }) => kernel);
  noteMissingPtx(draft.manifest, kernels, context);
  for (const warning of equalConfigs(planned, draft.manifest)) context.log.warning(warning);
  return { ...draft, kernels, variants };
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

/**
 * Warns of the functions that Triton's JIT calls before each launch of a kernel, since calls from C do
 * not. With `strict_configs` they are problems.
 */
function checkHooks(
  { entry, kernel }: KernelDraft,
  { document }: Manifest,
  problems: Problems,
  { log }: Pick<RunContext, 'log'>,
): void {
  for (const hook of kernel.hooks ?? []) {
    const message = `${kernel.name}: before each launch, Triton's JIT calls ${describeHook(hook)}; the C function does not`;
    const hint = 'Do the same before each call.';
    if (entry.strictConfigs)
      problems
        .at('strict_configs')
        .add(
          message,
          'Move what it does into the kernel or to its callers, or remove `strict_configs`.',
        );
    else log.warning({ message, place: document.locate(entry.pathOf(['source'])), hint });
  }
}

/** Lets the handlers of signals run, which long work would hold up, and ends if one has come. */
async function letSignalsIn({ signal }: Pick<RunContext, 'signal'>): Promise<void> {
  await nextTurn();
  signal.throwIfAborted();
}

function sizeOf(configs: KernelEntry['configs']): number {
  return configs === 'autotune' ? 1 : configs.length;
}

/** More do not fit into memory; packages of people have some hundreds. */
const MOST_VARIANTS = 100_000;

/** @throws {Failure} `usage` if the kernels together have more variants than can be built. */
function checkCount(
  counts: readonly { readonly entry: KernelEntry; readonly count: number }[],
  problems: Problems,
): void {
  const count = counts.reduce((sum, each) => sum + each.count, 0);
  const [largest] = counts.toSorted((a, b) => b.count - a.count);
  if (count <= MOST_VARIANTS || largest === undefined) return;
  problems
    .under(largest.entry.pathOf)
    .add(
      `there are ${count} variants; at most ${MOST_VARIANTS} can be built at once`,
      'A kernel has one for each config, specialisation and target. Build fewer kernels with --only, or fewer targets with --targets.',
    );
  problems.throwIfAny('usage');
}

async function loadManifest(selection: BuildSelection): Promise<Manifest> {
  const { manifest: file, targets, triton } = selection;
  let text: string;
  try {
    text = String(await readPlainFile(file));
  } catch (error) {
    const code = systemCode(error);
    const message = `cannot read the manifest: ${code === 'ENOENT' ? 'no such file' : reasonOf(error)}`;
    const option = '`--manifest` (input `manifest`)';
    const hint =
      code === 'ENOENT'
        ? `\`triton-aot init FILE.py:FUNCTION\` writes one for a kernel. ${option} names another.`
        : `Name the manifest's file with ${option}, not a folder.`;
    throw new Failure('usage', { message, place: { file }, hint }, { cause: error });
  }
  return readManifest(text, file, { targets, triton });
}

function chooseKernels(
  manifest: Manifest,
  { only = [] }: BuildSelection,
  { log }: Pick<RunContext, 'log'>,
): { readonly entry: KernelEntry; readonly targets: Manifest['targets'] }[] {
  const isChosen = selector(only);
  const chosen = manifest.kernels.filter(({ name }) => isChosen(name));
  if (chosen.length === 0) {
    throw new Failure('usage', {
      message: `no kernel matches ${only.map((glob) => `\`${glob}\``).join(' or ')}`,
      place: { file: manifest.file },
      hint: `The kernels are ${manifest.kernels.map(({ name }) => name).join(', ')}.`,
    });
  }
  return chosen.flatMap((entry) => {
    const targets = manifest.targets.filter(
      ({ name }) => entry.targets?.some((target) => target.name === name) ?? true,
    );
    if (targets.length > 0) return [{ entry, targets }];
    log.warning({
      message: `skipping ${entry.name}: none of its targets is built`,
      place: manifest.document.locate(entry.pathOf(['targets'])),
    });
    return [];
  });
}

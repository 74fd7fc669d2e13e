import { dirname, resolve } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { formatProblem, type Place } from '../base/errors.ts';
import { shownPath } from '../base/files.ts';
import { canonicalJson, plural } from '../base/text.ts';
import { configsAll, describeAll, type PoolContext } from '../toolchain/workers/pool.ts';
import type { AutotuneConfig, KernelFunction } from '../toolchain/wire/kernel-function.ts';
import type { CompileFailure } from '../toolchain/workers/answers.ts';
import { type PruneCall, type JobTarget, jobTarget } from '../toolchain/workers/protocol.ts';
import type { Slice } from '../toolchain/wire/source.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Problems } from '../manifest/problems.ts';
import { toWire } from '../manifest/terms/constant.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import type { ReadSource } from '../toolchain/wire/reading.ts';
import { pruneCalls } from './prune-calls.ts';
import { compilerSource, type NamedInputs, sliceSource } from './source-code.ts';
import type { Target } from '../manifest/terms/vendor-terms.ts';

/** The time limit in seconds to run a kernel file whose function or configs cannot be read. */
const DESCRIBE_TIMEOUT = 120;

interface Asked {
  readonly functions: ReadonlyMap<KernelEntry, KernelFunction>;
  readonly configs: ReadonlyMap<KernelEntry, readonly AutotuneConfig[]>;
}

export const NOTHING_ASKED: Asked = { functions: new Map(), configs: new Map() };

/** Runs slices and kernel files to describe what cannot be read: functions and configs. */
export async function askTriton(
  read: ReadonlyMap<KernelEntry, ReadSource>,
  manifest: Manifest,
  { withWorkers }: Toolchain,
  problems: Problems,
  context: BuildContext,
): Promise<Asked> {
  const functions = [...read].filter(([entry, source]) => needsDescription(entry, source));
  const configs = configQuestions(read);
  if (functions.length + configs.length === 0) return NOTHING_ASKED;
  const asking = [...functions.map(([entry]) => entry), ...configs.map(({ entry }) => entry)];
  const names = [...new Set(asking.map(({ name }) => name))];
  context.log.detail(`evaluating ${names.join(', ')} with Triton`);
  return withWorkers({ jobs: 1, timeout: DESCRIBE_TIMEOUT }, async (pool) => ({
    functions: await describeFunctions(functions, manifest, problems, pool),
    configs: await computeConfigs(configs, manifest, problems, pool, context),
  }));
}

/** The answers are not stored, so no input has to be named. */
function inputsOf({ file }: Manifest): NamedInputs {
  return { folder: resolve(dirname(file)), files: [], depends: [] };
}

function needsDescription(entry: KernelEntry, { function: fn, configs }: ReadSource): boolean {
  if (fn === null) return true;
  return entry.configs === 'autotune' && fn.autotune === 'dynamic' && configs === undefined;
}

async function describeFunctions(
  entries: readonly (readonly [KernelEntry, ReadSource])[],
  manifest: Manifest,
  problems: Problems,
  pool: PoolContext,
): Promise<Asked['functions']> {
  const jobs = entries.map(([entry, { code }], id) => ({
    id,
    source: compilerSource(code, entry.source.file, entry.source.function, inputsOf(manifest)),
    target: firstTarget(manifest.targets[0]),
  }));
  const described = new Map<KernelEntry, KernelFunction>();
  for (const [index, outcome] of (await describeAll(jobs, pool)).entries()) {
    const entry = entries[index]?.[0];
    if (entry === undefined) continue;
    if (outcome.ok) described.set(entry, outcome.function);
    else addFailure(outcome.failure, entry, 'source', problems, manifest);
  }
  return described;
}

/** Configs to compute. With `calls`, also which of them are kept for these. */
interface ConfigQuestion {
  readonly entry: KernelEntry;
  readonly slice: Slice;
  readonly calls?: readonly PruneCall[];
}

function configQuestions(read: ReadonlyMap<KernelEntry, ReadSource>): readonly ConfigQuestion[] {
  return [...read].flatMap(([entry, { function: fn, configs, prune }]) => {
    const calls = fn === null ? [] : pruneCalls(entry, fn);
    return [
      ...(configs === undefined ? [] : [{ entry, slice: configs }]),
      ...(prune === undefined ? [] : [{ entry, slice: prune, calls }]),
    ];
  });
}

type Configs = ReadonlyMap<string, AutotuneConfig>;

/** Computes configs for every target. Those of all targets together become the kernel's. */
async function computeConfigs(
  questions: readonly ConfigQuestion[],
  manifest: Manifest,
  problems: Problems,
  pool: PoolContext,
  { log }: Pick<BuildContext, 'log'>,
): Promise<Asked['configs']> {
  const tasks = questions.flatMap((question) =>
    (question.entry.targets ?? manifest.targets).map((target) => ({ question, target })),
  );
  const jobs = tasks.map(({ question: { entry, slice, calls }, target }, id) => ({
    id,
    source: sliceSource(slice, entry.source.file, entry.source.function, inputsOf(manifest)),
    target: firstTarget(target),
    calls,
  }));
  const outcomes = await configsAll(jobs, pool);
  const computed = new Map<KernelEntry, readonly AutotuneConfig[]>();
  for (const question of questions) {
    const { entry, calls } = question;
    const own = outcomes.filter((_outcome, index) => tasks[index]?.question === question);
    const failures = own.flatMap((each) => (each.ok ? [] : [each.failure]));
    const known = own.flatMap((each) => (each.ok ? [each] : []));
    const all = byKey(known.flatMap(({ configs }) => configs));
    if (calls === undefined) {
      for (const each of failures) addFailure(each, entry, 'configs', problems, manifest);
      if (failures.length === 0) computed.set(entry, [...all.values()]);
      continue;
    }
    const kept = byKey(known.flatMap((each) => each.kept ?? []));
    const reason =
      calls.length === 0
        ? 'no case of the manifest gives the arguments of a call'
        : [
            ...failures.map(({ message }) => message),
            ...known.flatMap((each) => each.reason ?? []),
          ][0];
    log.info(pruneNote(entry, all.size, reason ?? { kept: kept.size, calls: calls.length }));
    // In their order, and then those that the function has made itself.
    if (reason === undefined)
      computed.set(
        entry,
        [...new Map([...all, ...kept]).values()].filter((each) => kept.has(configKey(each))),
      );
  }
  return computed;
}

/** Says what `early_config_prune` leaves, or why it is not known. */
function pruneNote(
  { name, mostConfigs }: KernelEntry,
  all: number,
  result: string | { readonly kept: number; readonly calls: number },
): string {
  if (typeof result !== 'string')
    return `${name}: early_config_prune keeps ${result.kept} of ${plural(all, 'config')} for ${plural(result.calls, 'case')}`;
  const note = `${name}: early_config_prune is not used: ${result}`;
  if (mostConfigs !== undefined) return note;
  const count = all > 0 ? `all ${plural(all, 'config')}` : 'all configs';
  const remedy = all > 12 ? ' (`configs: { autotune: 12 }` takes the 12 that differ most)' : '';
  return `${note}; ${count} are compiled for each specialisation and target${remedy}`;
}

function byKey(configs: readonly AutotuneConfig[]): Configs {
  return new Map(configs.map((config) => [configKey(config), config]));
}

function configKey({ constants, options }: AutotuneConfig): string {
  const wires = Object.entries(constants).map(([name, value]) => [name, toWire(value)] as const);
  return canonicalJson({ constants: Object.fromEntries(wires), options });
}

function addFailure(
  { message, file, line, hint }: CompileFailure,
  entry: KernelEntry,
  key: 'source' | 'configs',
  problems: Problems,
  manifest: Manifest,
): void {
  const place: Place | undefined =
    file === undefined
      ? undefined
      : { file: shownPath(file, manifest.file), ...(line && { line }) };
  problems.under(entry.pathOf).at(key).add(formatProblem({ message, place }), hint);
}

/** Values that need a GPU's name do not depend on it; the first target serves. */
function firstTarget(target: Target | undefined): JobTarget {
  return target === undefined ? { backend: 'cuda', arch: 80, warpSize: 32 } : jobTarget(target);
}

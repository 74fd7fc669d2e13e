import type { BuildContext } from '../base/context.ts';
import { formatPlace, type Place } from '../base/errors.ts';
import { shownPath } from '../base/files.ts';
import { canonicalJson } from '../base/text.ts';
import type { KeptWorkers } from '../toolchain/workers/kept-workers.ts';
import {
  configsAll,
  describeAll,
  type PoolContext,
  withWorkerContext,
} from '../toolchain/workers/pool.ts';
import type {
  AutotuneConfig,
  CompileFailure,
  KernelFunction,
  Slice,
} from '../toolchain/workers/protocol.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Problems } from '../manifest/problems.ts';
import { toWire } from '../manifest/terms/constant.ts';
import type { Target } from '../manifest/terms/target.ts';
import { manifestToolchain } from '../toolchain/toolchain.ts';
import type { ReadSource } from './inspect-python.ts';
import { compilerSource, sliceSource } from './source-code.ts';

/** The settings with which kernel files run. */
export interface SourceSettings {
  /** The manifest's path. */
  readonly manifest: string;
  readonly python?: string | undefined;
  readonly kept?: KeptWorkers | undefined;
}

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
  folder: string,
  problems: Problems,
  settings: SourceSettings,
  context: BuildContext,
): Promise<Asked> {
  const functions = [...read].filter(([entry, source]) => needsDescription(entry, source));
  const configs = [...read].flatMap(([entry, { configs: slice }]) =>
    slice === undefined ? [] : [[entry, slice] as const],
  );
  if (functions.length + configs.length === 0) return NOTHING_ASKED;
  const names = [...new Set([...functions, ...configs].map(([{ name }]) => name))];
  context.log.info(`evaluating ${names.join(', ')} with Triton`);
  const toolchain = await manifestToolchain(manifest, settings.python, context);
  const { kept } = settings;
  const request = { python: toolchain.python, jobs: 1, timeout: DESCRIBE_TIMEOUT, kept };
  return withWorkerContext(request, context, async (pool) => ({
    functions: await describeFunctions(functions, manifest, folder, problems, settings, pool),
    configs: await computeConfigs(configs, manifest, problems, settings, pool),
  }));
}

function needsDescription(entry: KernelEntry, { function: fn, configs }: ReadSource): boolean {
  if (fn === null) return true;
  return entry.configs === 'autotune' && fn.autotune === 'dynamic' && configs === undefined;
}

async function describeFunctions(
  entries: readonly (readonly [KernelEntry, ReadSource])[],
  manifest: Manifest,
  folder: string,
  problems: Problems,
  settings: SourceSettings,
  pool: PoolContext,
): Promise<Asked['functions']> {
  const jobs = entries.map(([entry, { code }], id) => ({
    id,
    source: compilerSource(code, entry.source.file, entry.source.function, folder, []),
    target: jobTarget(manifest.targets[0]),
  }));
  const described = new Map<KernelEntry, KernelFunction>();
  for (const [index, outcome] of (await describeAll(jobs, pool)).entries()) {
    const entry = entries[index]?.[0];
    if (entry === undefined) continue;
    if (outcome.ok) described.set(entry, outcome.function);
    else addFailure(outcome.failure, entry, 'source', problems, settings);
  }
  return described;
}

/** Computes configs for every target. Those of all targets together become the kernel's. */
async function computeConfigs(
  entries: readonly (readonly [KernelEntry, Slice])[],
  manifest: Manifest,
  problems: Problems,
  settings: SourceSettings,
  pool: PoolContext,
): Promise<Asked['configs']> {
  const tasks = entries.flatMap(([entry, slice]) =>
    (entry.targets ?? manifest.targets).map((target) => ({ entry, slice, target })),
  );
  const jobs = tasks.map(({ entry, slice, target }, id) => ({
    id,
    source: sliceSource(slice, entry.source.file, entry.source.function),
    target: jobTarget(target),
  }));
  const computed = new Map<KernelEntry, Map<string, AutotuneConfig>>();
  for (const [index, outcome] of (await configsAll(jobs, pool)).entries()) {
    const task = tasks[index];
    if (task === undefined) continue;
    const { entry } = task;
    if (!outcome.ok) {
      addFailure(outcome.failure, entry, 'configs', problems, settings);
      continue;
    }
    const known = computed.get(entry) ?? new Map<string, AutotuneConfig>();
    computed.set(entry, known);
    for (const config of outcome.configs) known.set(configKey(config), config);
  }
  return new Map([...computed].map(([entry, configs]) => [entry, [...configs.values()]]));
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
  { manifest }: SourceSettings,
): void {
  const place: Place | undefined =
    file === undefined ? undefined : { file: shownPath(file, manifest), ...(line && { line }) };
  const located = place === undefined ? message : `${formatPlace(place)}: ${message}`;
  problems.under(entry.pathOf).at(key).add(located, hint);
}

/** Values that need a GPU's name do not depend on it; the first target serves. */
function jobTarget(target: Target | undefined) {
  return { backend: 'cuda', arch: 80, ...target, warpSize: 32 };
}

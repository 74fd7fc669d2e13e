import type { BuildContext } from '../base/context.ts';
import { canonicalJson, plural } from '../base/text.ts';
import {
  type CompileRequest,
  DEFAULT_TIMEOUT,
  hintsAll,
  withWorkerContext,
} from '../bridge/pool.ts';
import { hintChoicesSchema } from '../bridge/protocol.ts';
import type { HintChoice, Kernel } from '../model/kernel.ts';
import type { FindHints, HintRequest } from '../plan/specialise.ts';
import { entryName } from '../store/entry.ts';
import type { RemoteSync } from '../store/remote.ts';
import type { DirectoryStore } from '../store/store.ts';
import { manifestToolchain } from '../toolchain/toolchain.ts';

/** What finding hints needs of a build. */
export interface HintSettings extends Pick<CompileRequest, 'manifest'> {
  readonly python?: string | undefined;
  readonly jobs: number;
  readonly timeout?: number | undefined;
  /** Returns the remote of a build of these kernels, whose plan has these requests for hints. */
  readonly openRemote?: OpenRemote | undefined;
}

type OpenRemote = (
  packageName: string,
  kernels: readonly Pick<Kernel, 'name' | 'targets'>[],
  plan: readonly string[],
) => Pick<RemoteSync, 'pull'>;

/**
 * Returns a function that finds hints in the store, else in the remote, else with the compiler, for
 * which it installs Triton. Stores what it finds.
 */
export function hintFinder(store: DirectoryStore, settings: HintSettings): FindHints {
  return async (requests, manifest, kernels, context) => {
    const known = await loadHints(requests, store);
    const missing = requests.filter(({ key }) => !known.has(key));
    if (missing.length === 0) return known;
    const names = missing.map(({ key }) => entryName('hints', key));
    const plan = requests.map(({ key }) => key);
    await settings.openRemote?.(manifest.package, kernels, plan).pull(names);
    const restored = await loadHints(missing, store);
    const left = missing.filter(({ key }) => !restored.has(key));
    const found = await askCompiler(left, store, settings, context, async () => {
      const { python } = await manifestToolchain(manifest, settings.python, context);
      return python;
    });
    return new Map([...known, ...restored, ...found]);
  };
}

async function loadHints(
  requests: readonly HintRequest[],
  store: DirectoryStore,
): Promise<ReadonlyMap<string, readonly HintChoice[]>> {
  const found = new Map<string, readonly HintChoice[]>();
  for (const { key } of requests) {
    const choices = await store.hints.get(key);
    if (choices !== undefined) found.set(key, choices);
  }
  return found;
}

async function askCompiler(
  requests: readonly HintRequest[],
  store: DirectoryStore,
  { manifest, jobs, timeout = DEFAULT_TIMEOUT }: HintSettings,
  context: BuildContext,
  install: () => Promise<string>,
): Promise<ReadonlyMap<string, readonly HintChoice[]>> {
  const found = new Map<string, readonly HintChoice[]>();
  if (requests.length === 0) return found;
  const distinct = [...new Map(requests.map((request) => [request.key, request])).values()];
  const python = await install();
  const start = context.now();
  const outcomes = await withWorkerContext({ python, jobs, timeout }, context, (pool) =>
    hintsAll(
      distinct.map(({ job }, id) => ({ id, ...job })),
      pool,
    ),
  );
  for (const [index, outcome] of outcomes.entries()) {
    const request = distinct[index];
    if (request === undefined) continue;
    // In the order in which the store returns them, so that packages do not differ.
    found.set(request.key, outcome.ok ? sorted(outcome.choices) : []);
    if (outcome.ok) await store.hints.put(request.key, outcome.choices);
    else if (outcome.failure.reason === 'crash' || outcome.failure.reason === 'timeout') {
      context.log.warning({
        message: `${request.kernel.name}: no hints are used, since finding them failed: ${outcome.failure.message}`,
        place: { file: manifest },
        hint: 'List them in `specialisations:`, or set `specialise: listed`.',
      });
    }
  }
  const seconds = (context.now() - start) / 1000;
  const cpuSeconds = outcomes.reduce((sum, outcome) => sum + outcome.cpuSeconds, 0);
  context.log.info(
    `hints of ${plural(distinct.length, 'kernel')}: ${cpuSeconds.toFixed(1)} s of CPU time in ${seconds.toFixed(1)} s`,
  );
  return found;
}

function sorted(choices: readonly HintChoice[]): readonly HintChoice[] {
  return hintChoicesSchema.parse(JSON.parse(canonicalJson(choices)));
}

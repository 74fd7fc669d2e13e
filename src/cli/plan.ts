import { join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { workersFor } from '../base/workers.ts';
import { type DirectoryStore, directoryStore, storedVariants } from '../compile/store/store.ts';
import { groupBy } from '../base/groups.ts';
import { roughTime } from '../base/progress.ts';
import { formatSize, plural } from '../base/text.ts';
import { type Plan, planVariants } from '../plan/plan.ts';
import { readSelection } from '../plan/selection.ts';
import { openToolchain } from '../toolchain/toolchain.ts';
import { keepingWorkers } from '../toolchain/workers/kept-workers.ts';
import { type Variant, variantName } from '../plan/variants.ts';
import { compileSeconds } from '../compile/estimate.ts';
import { type EntryName, entryName } from '../compile/store/entry.ts';
import { readTimes } from '../compile/store/times.ts';
import type { AddCommands } from './command.ts';
import { addSelection, type SelectionOptions } from './build-options.ts';
import { JSON_OPTION, STORE_OPTION } from './options.ts';

/** The options of commands that plan variants and read the store. */
export interface StoreOptions extends SelectionOptions {
  readonly store?: string;
}

export function storeOf(
  { store }: Pick<StoreOptions, 'store'>,
  { home, log, now }: BuildContext,
): DirectoryStore {
  return directoryStore(store ?? join(home, 'store'), log, now);
}

/** Plans what the options select. Hints that the store lacks are found with Triton. */
export async function planWith(
  store: DirectoryStore,
  options: SelectionOptions,
  context: BuildContext,
): Promise<Plan> {
  return context.log.wait(`Plan ${options.manifest}`, () =>
    keepingWorkers(context, async (kept) => {
      const selection = await readSelection(options, context);
      const toolchain = openToolchain(selection.manifest, options, kept, context);
      return planVariants(selection, { jobs: workersFor() }, toolchain, store.hints, context);
    }),
  );
}

/** The command `plan`. */
export const addPlanCommand: AddCommands = (program, context, answer) => {
  addSelection(program.command('plan'))
    .description('List variants, their hashes, and which are stored')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', PLAN_HELP)
    .action(async (options: StoreOptions) => {
      const store = storeOf(options, context);
      const plan = await planWith(store, options, context);
      const { variants, manifest } = plan;
      const { directory } = store;
      const stored = await storedVariants(variants, store);
      const state = {
        stored,
        seconds: compileSeconds(variants, await readTimes(directory, manifest.package)),
      };
      answer(options.json, planJson(plan, state), planText(plan, state));
    });
};

const PLAN_HELP = `
Triton is needed only if \`configs: autotune\` has to be computed, or if hints are not in the store.

Example:
  triton-aot plan --targets sm_90 --only "matmul_*"`;

/** The known facts about a plan's variants. */
interface PlanState {
  /** The stored ones, with the bytes of their entries. */
  readonly stored: ReadonlyMap<Variant, number>;
  /** The CPU seconds of results, by the entry's name; undefined without an earlier build. */
  readonly seconds: ReadonlyMap<EntryName, number> | undefined;
}

/**
 * Returns the text of `plan`: the total, of all and of each target, and a line for each variant.
 */
export function planText({ variants }: Plan, state: PlanState): string {
  const lines = variants.map((variant) => {
    const status = statusOf(variant, state).padEnd(7);
    return `${variant.hash.slice(0, 16)}  ${status}  ${variantName(variant)}`;
  });
  const parts = groupBy(variants, ({ target }) => target.name);
  const targets = [...parts].map(([target, own]) => `  ${target}: ${totalText(own, state)}`);
  const totals = [totalText(variants, state), ...(parts.size > 1 ? targets : [])];
  return [...totals, ...lines, ''].join('\n');
}

export function planJson({ manifest, variants }: Plan, state: PlanState): unknown {
  return {
    package: manifest.package,
    triton: manifest.triton,
    variants: variants.map((variant) => {
      const bytes = state.stored.get(variant);
      return {
        ...variantJson(variant),
        status: statusOf(variant, state),
        ...(bytes !== undefined && { bytes }),
      };
    }),
    total: {
      ...totalOf(variants, state),
      targets: Object.fromEntries(
        [...groupBy(variants, ({ target }) => target.name)].map(([target, own]) => [
          target,
          totalOf(own, state),
        ]),
      ),
    },
  };
}

interface PlanTotal {
  readonly variants: number;
  readonly stored: number;
  readonly missing: number;
  /** Of the stored entries. */
  readonly bytes: number;
  /** The CPU time to compile what is missing, if it can be estimated. */
  readonly seconds?: number;
}

/** Variants of several kernels can have one entry, which counts once. */
function totalOf(variants: readonly Variant[], { stored, seconds }: PlanState): PlanTotal {
  const sizes = new Map<string, number>();
  const missing = new Map<string, number>();
  for (const variant of variants) {
    const { hash } = variant;
    const bytes = stored.get(variant);
    if (bytes === undefined) missing.set(hash, seconds?.get(entryName('kernel', hash)) ?? 0);
    else sizes.set(hash, bytes);
  }
  const count = variants.filter((variant) => stored.has(variant)).length;
  return {
    variants: variants.length,
    stored: count,
    missing: variants.length - count,
    bytes: sum(sizes.values()),
    ...(seconds !== undefined && { seconds: Math.round(sum(missing.values()) * 10) / 10 }),
  };
}

function totalText(variants: readonly Variant[], state: PlanState): string {
  const { stored, missing, bytes, seconds } = totalOf(variants, state);
  const parts = [
    ...(stored > 0 ? [`${stored} stored (${formatSize(bytes)})`] : []),
    ...(missing > 0 ? [`${missing} to compile`] : []),
    ...(missing > 0 && seconds !== undefined ? [`about ${roughTime(seconds)} of CPU time`] : []),
  ];
  return `${plural(variants.length, 'variant')}: ${parts.join(', ')}`;
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, each) => total + each, 0);
}

/** The fields of a variant in every JSON answer. */
export function variantJson(variant: Variant): Readonly<Record<string, unknown>> {
  return {
    kernel: variant.kernel.name,
    algo: variant.config,
    specialisation: variant.specialisation,
    target: variant.target.name,
    hash: variant.hash,
  };
}

function statusOf(variant: Variant, { stored }: PlanState): 'stored' | 'missing' {
  return stored.has(variant) ? 'stored' : 'missing';
}

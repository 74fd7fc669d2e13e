import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import { groupBy } from '../base/groups.ts';
import { roughTime } from '../base/progress.ts';
import { formatSize, plural } from '../base/text.ts';
import { workersFor } from '../base/workers.ts';
import { DEFAULT_TIMEOUT } from '../toolchain/workers/pool.ts';
import type { Preparation } from '../plan/prepare.ts';
import { type Variant, variantName } from '../plan/variants.ts';
import type { ShardPlan } from '../shards/document.ts';
import { compileSeconds } from '../shards/estimate.ts';
import { planShards } from '../shards/plan.ts';
import { type EntryName, entryName } from '../compile/store/entry.ts';
import { readTimes } from '../compile/store/history.ts';
import { storedVariants } from '../compile/store/store.ts';
import {
  type AddCommands,
  addSelection,
  JSON_OPTION,
  parseCount,
  STORE_OPTION,
} from './command.ts';
import { storeOf, prepareWith, type StoreOptions } from './prepare.ts';

interface PlanOptions extends StoreOptions {
  readonly out?: string;
  readonly shards?: number;
}

/** The command `plan`. */
export const addPlanCommand: AddCommands = (program, context, answer) => {
  addSelection(program.command('plan'))
    .description('List variants, their hashes and whether they are stored')
    .option(...STORE_OPTION)
    .option('--out <folder>', 'Write a plan for several machines to this folder')
    .option('--shards <n>', 'At most n machines (default: as many as the work needs)', parseCount)
    .option(...JSON_OPTION)
    .addHelpText('after', PLAN_HELP)
    .action(async (options: PlanOptions) => {
      const { json, out, shards } = options;
      if (out !== undefined) {
        const plan = await planShards(
          {
            ...options,
            out,
            shards,
            store: options.store ?? join(context.home, 'store'),
            jobs: workersFor(),
            timeout: DEFAULT_TIMEOUT,
          },
          context,
        );
        answer(
          json,
          () => shardsJson(plan),
          () => shardsText(plan, out),
        );
        return;
      }
      if (shards !== undefined) {
        throw new Failure('usage', {
          message: '--shards needs --out',
          hint: 'Name the folder for the plan, such as --out plan.',
        });
      }
      const store = storeOf(options, context);
      const preparation = await prepareWith(store, options, context);
      const { variants, manifest } = preparation;
      const times = await readTimes(store.directory, manifest.package);
      const state = {
        stored: await storedVariants(variants, store),
        seconds: compileSeconds(variants, times),
      };
      answer(
        json,
        () => planJson(preparation, state),
        () => planText(preparation, state),
      );
    });
};

const PLAN_HELP = `
Triton is needed only if \`configs: autotune\` has to be computed, or if hints are not in the store.

With --out, the plan is for several machines: each computes a shard with the command
\`shard\`, and \`merge\` writes the package.

Examples:
  triton-aot plan --targets sm_90
  triton-aot plan --out plan --json`;

/** The known facts about a plan's variants. */
export interface PlanState {
  /** The stored ones, with the bytes of their entries. */
  readonly stored: ReadonlyMap<Variant, number>;
  /** The CPU seconds of results, by the entry's name; undefined without an earlier build. */
  readonly seconds: ReadonlyMap<EntryName, number> | undefined;
}

/** The text of `plan`: a line for each variant, and the total, of all and of each target. */
export function planText({ variants }: Preparation, state: PlanState): string {
  const lines = variants.map((variant) => {
    const status = statusOf(variant, state).padEnd(7);
    return `${variant.hash.slice(0, 16)}  ${status}  ${variantName(variant)}`;
  });
  const parts = groupBy(variants, ({ target }) => target.name);
  const targets = [...parts].map(([target, own]) => `  ${target}: ${totalText(own, state)}`);
  return [...lines, totalText(variants, state), ...(parts.size > 1 ? targets : []), ''].join('\n');
}

export function planJson({ manifest, variants }: Preparation, state: PlanState): unknown {
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

/** The text of a plan for several machines: a line for each shard. */
export function shardsText({ shards }: ShardPlan, out: string): string {
  if (shards.length === 0)
    return `Wrote ${out}: nothing has to be computed. Write the package with \`merge\`.\n`;
  const lines = shards.map(
    ({ seconds, kernels, work }, index) =>
      `  shard ${index + 1}: ${plural(work.length, 'result')} of ${plural(kernels.length, 'kernel')}, about ${Math.ceil(seconds)} s of CPU time\n`,
  );
  return `Wrote ${out} with ${plural(shards.length, 'shard')}\n${lines.join('')}`;
}

export function shardsJson({ shards }: ShardPlan): unknown {
  return {
    shards: shards.map(({ seconds, kernels, work }, index) => ({
      shard: index + 1,
      seconds,
      kernels,
      results: work.length,
    })),
  };
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

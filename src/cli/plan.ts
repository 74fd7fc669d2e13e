import { join } from 'node:path';
import type { BuildContext } from '../core/base/context.ts';
import { Failure } from '../core/base/errors.ts';
import { plural } from '../core/base/text.ts';
import { workersFor } from '../core/base/workers.ts';
import { DEFAULT_TIMEOUT } from '../core/bridge/pool.ts';
import { describeConfig } from '../core/codegen/header.ts';
import { hintFinder } from '../core/compile/hints.ts';
import { manifestJsonSchema } from '../core/manifest/schema.ts';
import { describeSpecialisation, type Kernel } from '../core/model/kernel.ts';
import { type AlgoChoices, planChoices, readTuningBeside } from '../core/plan/choices.ts';
import { type Preparation, prepare } from '../core/plan/prepare.ts';
import type { ShardPlan } from '../core/shards/document.ts';
import { planShards } from '../core/shards/plan.ts';
import { type Variant, variantName } from '../core/plan/variants.ts';
import { type DirectoryStore, directoryStore, storedVariants } from '../core/store/store.ts';
import { type AlgoChoice, choiceJson } from '../core/tuning/choice.ts';
import {
  type AddCommands,
  addSelection,
  JSON_OPTION,
  parseCount,
  type SelectionOptions,
  STORE_OPTION,
} from './command.ts';

interface PlanOptions extends SelectionOptions {
  readonly store?: string;
  readonly out?: string;
  readonly shards?: number;
}

/** The commands `plan`, `list` and `schema`, which only read. */
export const addPlanCommands: AddCommands = (program, context, answer) => {
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
      const stored = await storedVariants(preparation.variants, store);
      answer(
        json,
        () => planJson(preparation, stored),
        () => planText(preparation, stored),
      );
    });
  addSelection(program.command('list'))
    .description('List kernels, algos, specialisations and targets')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', LIST_HELP)
    .action(async (options: PlanOptions) => {
      const preparation = await prepareWith(storeOf(options, context), options, context);
      const tuning = await readTuningBeside(options.manifest);
      const { choices, warnings } = planChoices(tuning, preparation);
      for (const warning of warnings) context.log.warning(warning);
      answer(
        options.json,
        () => listJson(preparation, choices),
        () => listText(preparation, choices),
      );
    });
  program
    .command('schema')
    .description('Print the JSON Schema of the manifest')
    .addHelpText('after', SCHEMA_HELP)
    .action(() => answer(true, manifestJsonSchema, () => ''));
};

function storeOf({ store }: PlanOptions, { home, log, now }: BuildContext): DirectoryStore {
  return directoryStore(store ?? join(home, 'store'), log, now);
}

function prepareWith(
  store: DirectoryStore,
  options: PlanOptions,
  context: BuildContext,
): Promise<Preparation> {
  const findHints = hintFinder(store, { ...options, jobs: workersFor() });
  return prepare(options, findHints, context);
}

const PLAN_HELP = `
Triton is needed only if \`configs: autotune\` has to be computed, or if hints are not in the store.

With --out, the plan is for several machines: each computes a shard with the command
\`shard\`, and \`merge\` writes the package.

Examples:
  triton-aot plan --targets sm_90
  triton-aot plan --out plan --json`;

const LIST_HELP = `
Example:
  triton-aot list --only "matmul_*"`;

const SCHEMA_HELP = `
Example:
  triton-aot schema > kernels.schema.json`;

/** The text of `plan`: a line for each variant. */
export function planText({ variants }: Preparation, stored: ReadonlySet<Variant>): string {
  return variants
    .map((variant) => {
      const { hash } = variant;
      return `${hash.slice(0, 16)}  ${statusOf(variant, stored).padEnd(7)}  ${variantName(variant)}\n`;
    })
    .join('');
}

export function planJson(
  { manifest, variants }: Preparation,
  stored: ReadonlySet<Variant>,
): unknown {
  return {
    package: manifest.package,
    triton: manifest.triton,
    variants: variants.map((variant) => ({
      ...variantJson(variant),
      status: statusOf(variant, stored),
    })),
  };
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

/** The text of `list`: kernels with their algos, specialisations, targets and choices. */
export function listText({ kernels }: Preparation, choices: AlgoChoices): string {
  return kernels
    .map((kernel) => {
      const { source, targets, configs, specialisations } = kernel;
      return [
        `${kernel.name}  (${source.file}:${source.line} ${source.function})`,
        `  targets: ${targets.map(({ name }) => name).join(', ')}`,
        ...configs.map((config, index) => `  algo ${index}: ${describeConfig(config)}`),
        ...kernel.requirements.map(({ text }) => `  requires: ${text}`),
        ...kernel.heuristics.map(({ parameter, text }) => `  computed: ${parameter} = ${text}`),
        ...specialisations.map((specialisation, index) => {
          const condition = describeSpecialisation(kernel, specialisation);
          const why = specialisation.origin;
          const from = why === undefined || condition === '' ? '' : `  (${why})`;
          return `  specialisation ${index}: ${condition === '' ? 'any values' : condition}${from}`;
        }),
        ...automaticLines(kernel.automatic),
        ...choiceLines(choices.get(kernel.name)),
        '',
      ].join('\n');
    })
    .join('');
}

function automaticLines(automatic: Kernel['automatic']): readonly string[] {
  if (automatic === undefined) return [];
  const { unused, omitted } = automatic;
  return [
    ...(unused.length > 0 ? [`  hints that change nothing: ${unused.join(', ')}`] : []),
    ...(omitted > 0 ? [`  left out: ${plural(omitted, 'more specialisation')}`] : []),
  ];
}

/** A line for each device that was measured. */
function choiceLines(choice: AlgoChoice | undefined): readonly string[] {
  if (choice === undefined) return [];
  return choice.devices.flatMap(({ name, table }) => {
    const made = choice.tables[table];
    if (name === undefined || made === undefined) return [];
    const { algos, sizes, worst } = made;
    return [
      `  measured: ${name}: algo ${algos.join(', ')}, at most ${worst.toFixed(2)} × the best of ${plural(sizes, 'size')}`,
    ];
  });
}

export function listJson({ kernels }: Preparation, choices: AlgoChoices): unknown {
  return kernels.map((kernel) => ({
    name: kernel.name,
    source: `${kernel.source.file}:${kernel.source.function}`,
    line: kernel.source.line,
    targets: kernel.targets.map(({ name }) => name),
    algos: kernel.configs.map(describeConfig),
    ...(kernel.requirements.length > 0 && {
      requires: kernel.requirements.map(({ text }) => text),
    }),
    ...(kernel.heuristics.length > 0 && {
      heuristics: kernel.heuristics.map(({ parameter, text }) => ({ parameter, expression: text })),
    }),
    specialisations: kernel.specialisations.map((specialisation) =>
      describeSpecialisation(kernel, specialisation),
    ),
    ...(kernel.automatic !== undefined && {
      hints: {
        origins: kernel.specialisations.map(({ origin }) => origin ?? 'the manifest'),
        unused: kernel.automatic.unused,
        omitted: kernel.automatic.omitted,
      },
    }),
    ...jsonOf(choices.get(kernel.name)),
  }));
}

function jsonOf(choice: AlgoChoice | undefined): { readonly choice?: unknown } {
  return choice === undefined ? {} : { choice: choiceJson(choice) };
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

function statusOf(variant: Variant, stored: ReadonlySet<Variant>): 'stored' | 'missing' {
  return stored.has(variant) ? 'stored' : 'missing';
}

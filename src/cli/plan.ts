import { join } from 'node:path';
import { plural } from '../core/base/text.ts';
import { describeConfig } from '../core/codegen/header.ts';
import { manifestJsonSchema } from '../core/manifest/schema.ts';
import { describeSpecialisation } from '../core/model/kernel.ts';
import { type AlgoChoices, planChoices, readTuningBeside } from '../core/plan/choices.ts';
import { type Preparation, prepare } from '../core/plan/prepare.ts';
import { type Shard, shardsOf } from '../core/plan/shards.ts';
import { type Variant, variantName } from '../core/plan/variants.ts';
import { directoryStore, storedVariants } from '../core/store/store.ts';
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
  readonly shards?: number;
}

/** The commands `plan`, `list` and `schema`, which only read. */
export const addPlanCommands: AddCommands = (program, context, answer) => {
  addSelection(program.command('plan'))
    .description('List variants, their hashes and whether they are stored')
    .option(...STORE_OPTION)
    .option('--shards <n>', 'Split the kernels into at most n jobs of about equal work', parseCount)
    .option(...JSON_OPTION)
    .addHelpText('after', PLAN_HELP)
    .action(async (options: PlanOptions) => {
      const preparation = await prepare(options, context);
      const { json, store = join(context.home, 'store') } = options;
      const stored = await storedVariants(
        preparation.variants,
        directoryStore(store, context.log, context.now),
      );
      if (options.shards === undefined) {
        answer(
          json,
          () => planJson(preparation, stored),
          () => planText(preparation, stored),
        );
        return;
      }
      const shards = shardsOf(preparation.variants, stored, options.shards);
      answer(
        json,
        () => shardsJson(shards),
        () => shardsText(shards),
      );
    });
  addSelection(program.command('list'))
    .description('List kernels, algos, specialisations and targets')
    .option(...JSON_OPTION)
    .addHelpText('after', LIST_HELP)
    .action(async (options: SelectionOptions) => {
      const preparation = await prepare(options, context);
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

const PLAN_HELP = `
Triton is needed only if \`configs: autotune\` has to be computed.

Examples:
  triton-aot plan --targets sm_90
  triton-aot plan --shards 4 --json`;

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

/** The text of `plan --shards`: a line for each. */
export function shardsText(shards: readonly Shard[]): string {
  return shards
    .map(({ only, variants }) => `${plural(variants, 'variant')}: --only ${only.join(',')}\n`)
    .join('');
}

/** The matrix of a workflow. */
export function shardsJson(shards: readonly Shard[]): unknown {
  return { shards: shards.map(({ only, variants }) => ({ only: only.join(','), variants })) };
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
          return `  specialisation ${index}: ${condition === '' ? 'any values' : condition}`;
        }),
        ...choiceLines(choices.get(kernel.name)),
        '',
      ].join('\n');
    })
    .join('');
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

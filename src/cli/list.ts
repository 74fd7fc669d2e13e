import type { Preparation } from '../core/plan/prepare.ts';
import { plural } from '../core/base/text.ts';
import { describeConfig } from '../core/codegen/header.ts';
import { manifestJsonSchema } from '../core/manifest/schema.ts';
import { type Argument, describeSpecialisation, type Kernel } from '../core/model/kernel.ts';
import { formatArgumentType } from '../core/model/types.ts';
import { type AlgoChoices, planChoices, readTuningBeside } from '../core/plan/choices.ts';
import { type AlgoChoice, choiceJson } from '../core/tuning/choice.ts';
import { type AddCommands, addSelection, JSON_OPTION, STORE_OPTION } from './command.ts';
import { storeOf, prepareWith, type StoreOptions } from './prepare.ts';

/** The commands `list` and `schema`, which say what a manifest has and can have. */
export const addListCommands: AddCommands = (program, context, answer) => {
  addSelection(program.command('list'))
    .description('List kernels with their signatures, grids, targets, algos and specialisations')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', LIST_HELP)
    .action(async (options: StoreOptions) => {
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

const LIST_HELP = `
Example:
  triton-aot list --only "matmul_*"`;

const SCHEMA_HELP = `
Example:
  triton-aot schema > kernels.schema.json`;

/** The text of `list`: kernels with their signatures, grids, targets, algos, specialisations and choices. */
export function listText({ kernels }: Preparation, choices: AlgoChoices): string {
  return kernels
    .map((kernel) => {
      const { source, targets, configs, specialisations } = kernel;
      return [
        `${kernel.name}  (${source.file}:${source.line} ${source.function})`,
        `  signature: ${kernel.arguments.map(typedName).join(', ')}`,
        `  grid: ${kernel.gridText}`,
        ...(kernel.gridParameters.length > 0
          ? [`  grid parameters: ${kernel.gridParameters.map(typedName).join(', ')}`]
          : []),
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

function typedName({ name, type }: Argument): string {
  return `${name}: ${formatArgumentType(type)}`;
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
    signature: kernel.arguments.map(parameterJson),
    grid: kernel.gridText,
    ...(kernel.gridParameters.length > 0 && {
      gridParameters: kernel.gridParameters.map(parameterJson),
    }),
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

function parameterJson({ name, type }: Argument): unknown {
  return { name, type: formatArgumentType(type) };
}

function jsonOf(choice: AlgoChoice | undefined): { readonly choice?: unknown } {
  return choice === undefined ? {} : { choice: choiceJson(choice) };
}

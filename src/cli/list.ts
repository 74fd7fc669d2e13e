import { type Command, Option } from 'commander';
import { groupBy } from '../base/groups.ts';
import { visibleText } from '../base/text.ts';
import { describeConfig } from '../manifest/terms/kernel.ts';
import { manifestJsonSchema } from '../manifest/schema.ts';
import {
  describeSpecialisation,
  hasPtx,
  type Kernel,
  typedParameters,
} from '../manifest/terms/kernel.ts';
import { type Choosers, readChoices } from '../plan/choosers.ts';
import type { Plan } from '../plan/plan.ts';
import type { AddCommands } from './command.ts';
import { addSelection } from './build-options.ts';
import { JSON_OPTION, STORE_OPTION } from './options.ts';
import { FROM_MANIFEST, listJson, type ListedKernel, listText } from './listed.ts';
import { readListedPackage } from './list-package.ts';
import { outputParts } from './parts.ts';
import { planWith, storeOf, type StoreOptions } from './plan.ts';
import { givenOptions } from './propose.ts';
import { type KnownVariants, missingText, readKnown } from './resources.ts';

interface ListOptions extends StoreOptions {
  readonly package?: string;
  readonly resources?: true;
}

/** The commands `list` and `schema`, which say what a manifest has and can have. */
export const addListCommands: AddCommands = (program, context, answer, propose) => {
  addSelection(program.command('list'))
    .description('List kernels with their signatures, grids, targets, algos and specialisations')
    .option(...STORE_OPTION)
    .addOption(
      new Option('--package <folder>', 'List the kernels of a package instead').conflicts(
        SELECTION,
      ),
    )
    .option('--resources', 'Add the GPU resources that each variant uses')
    .option(...JSON_OPTION)
    .addHelpText('after', LIST_HELP)
    .action(async (options: ListOptions, self: Command) => {
      const { json, resources = false } = options;
      if (options.package !== undefined) {
        const packaged = await readListedPackage(options.package, resources);
        answer(
          json,
          listJson(packaged),
          // Others may have written it.
          visibleText(listText(packaged)),
        );
        return;
      }
      const store = storeOf(options, context);
      const plan = await planWith(store, options, context);
      const choose = await readChoices(options.manifest);
      const { choosers, warnings } = choose(plan);
      for (const warning of warnings) context.log.warning(warning);
      const known = resources ? await readKnown(plan.variants, store) : undefined;
      const kernels = listedKernels(plan, choosers, known);
      const build = propose(
        'build',
        ...givenOptions(self, (name) => name !== 'json' && name !== 'resources'),
      );
      answer(json, listJson(kernels), `${listText(kernels)}${missingText(kernels, build)}`);
    });
  program
    .command('schema')
    .description('Print the JSON Schema of the manifest')
    .addHelpText('after', SCHEMA_HELP)
    .action(() => answer(true, manifestJsonSchema(), ''));
};

/** The options that do not apply to a package: it was selected when it was built. */
const SELECTION = ['manifest', 'targets', 'triton', 'only', 'python', 'store'];

const LIST_HELP = `
--resources reads registers, spills, shared memory, instructions and occupancy from
the code in the store or the package. It compiles nothing and needs no GPU.

Examples:
  triton-aot list --only "matmul_*"
  triton-aot list --resources --targets sm_90
  triton-aot list --resources --package aot`;

const SCHEMA_HELP = `
Example:
  triton-aot schema > kernels.schema.json`;

/**
 * Describes the kernels of a plan.
 * @param known what the variants take, if that was asked for
 */
export function listedKernels(
  plan: Pick<Plan, 'kernels' | 'variants' | 'extras'>,
  choosers: Choosers['choosers'],
  known?: KnownVariants,
): readonly ListedKernel[] {
  const planned = groupBy(plan.variants, ({ kernel }) => kernel);
  const rowsOf = outputParts.parts.flatMap(({ rowsOfPlan }) => rowsOfPlan?.(plan) ?? []);
  return plan.kernels.map((kernel) => {
    const chooser = choosers.get(kernel.name);
    const unmeasured = chooser?.unmeasured ?? [];
    const own = planned.get(kernel) ?? [];
    return {
      ...listedKernel(kernel),
      rows: rowsOf.flatMap((rows) => rows(kernel.name)),
      ...(unmeasured.length > 0 && { unmeasured }),
      ...(known !== undefined && { variants: own.flatMap((each) => known.get(each) ?? []) }),
      ...(chooser !== undefined && { choice: chooser.json }),
    };
  });
}

function listedKernel(kernel: Kernel): ListedKernel {
  const { source, gridParameters, requirements, heuristics, specialisations, automatic } = kernel;
  const { hooks = [] } = kernel;
  const ptxTarget = hasPtx(kernel) ? kernel.ptxTarget : undefined;
  return {
    name: kernel.name,
    source: `${source.file}:${source.function}`,
    line: source.line,
    signature: typedParameters(kernel.arguments),
    grid: kernel.gridText,
    ...(gridParameters.length > 0 && { gridParameters: typedParameters(gridParameters) }),
    targets: kernel.targets.map(({ name }) => name),
    ...(ptxTarget !== undefined && { ptxTarget: ptxTarget.name }),
    algos: kernel.configs.map(describeConfig),
    ...(requirements.length > 0 && { requires: requirements.map(({ text }) => text) }),
    ...(hooks.length > 0 && { hooks }),
    ...(heuristics.length > 0 && {
      heuristics: heuristics.map(({ parameter, text }) => ({ parameter, expression: text })),
    }),
    specialisations: specialisations.map((each) => describeSpecialisation(kernel, each)),
    ...(automatic !== undefined && {
      hints: {
        origins: specialisations.map(({ origin }) => origin ?? FROM_MANIFEST),
        unused: automatic.unused,
        omitted: automatic.omitted,
      },
    }),
  };
}

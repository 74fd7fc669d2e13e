import { join } from 'node:path';
import { type Advice, adviseKernels } from '../compile/advice/advise.ts';
import { openTrials } from '../compile/advice/trials.ts';
import { describeShortfalls } from '../compile/advice/warnings.ts';
import type { BuildContext } from '../base/context.ts';
import { keepingWorkers, type KeptWorkers } from '../toolchain/workers/kept-workers.ts';
import { DEFAULT_TIMEOUT } from '../toolchain/workers/pool.ts';
import { describeSpecialisation, specialisationOf } from '../manifest/terms/kernel.ts';
import { finishPlan } from '../compile/hints.ts';
import { draftPlan } from '../plan/prepare.ts';
import { directoryStore } from '../compile/store/store.ts';
import { manifestToolchain } from '../toolchain/toolchain.ts';
import {
  type AddCommands,
  addSelection,
  JSON_OPTION,
  jobsOption,
  parseCount,
  type SelectionOptions,
  STORE_OPTION,
} from './command.ts';

interface AdviseOptions extends SelectionOptions {
  readonly jobs: number;
  readonly timeout: number;
  readonly store?: string;
}

/** The command `advise`. */
export const addAdviseCommand: AddCommands = (program, context, answer) => {
  addSelection(program.command('advise'))
    .description('Compare the code of kernels with what more hints would give')
    .addOption(jobsOption())
    .option('--timeout <seconds>', 'Time limit for one compile', parseCount, DEFAULT_TIMEOUT)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (options: AdviseOptions) => {
      const advice = await keepingWorkers(context, (kept) => advise({ ...options, kept }, context));
      answer(
        options.json,
        () => advice.map(adviceJson),
        () => adviceText(advice),
      );
    });
};

async function advise(
  options: AdviseOptions & { readonly kept: KeptWorkers },
  context: BuildContext,
): Promise<readonly Advice[]> {
  const store = directoryStore(
    options.store ?? join(context.home, 'store'),
    context.log,
    context.now,
  );
  const preparation = await finishPlan(await draftPlan(options, context), store, options, context);
  const sources = {
    known: new Map(),
    store,
    python: async () => {
      const { manifest } = preparation;
      return (await manifestToolchain(manifest, options.python, context)).python;
    },
  };
  return adviseKernels(preparation, openTrials(sources, options, context));
}

const HELP = `
Compiles each kernel's first config for its first target: with the most specific
hints of the manifest and, if it lacks any, with those that specialise: auto
would find. No GPU is needed.

Example:
  triton-aot advise --only "matmul_*"`;

/** The text of `advise`: a table with the code of each kernel, and what hints would change. */
export function adviceText(advice: readonly Advice[]): string {
  const rows = advice.flatMap((each) => [
    rowOf(each, `specialisation ${each.specialisation}`, each.made),
    ...(each.hinted === undefined ? [] : [rowOf(each, 'with missing hints', each.hinted)]),
  ]);
  const table = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_heading, column) =>
    Math.max(...table.map((row) => (row[column] ?? '').length)),
  );
  const lines = table.map((row) =>
    row
      .map((cell, column) =>
        column < TEXT_COLUMNS
          ? cell.padEnd(widths[column] ?? 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const slow = advice.filter(({ shortfalls }) => shortfalls.length > 0);
  const notes = slow.map((each) => `${each.kernel.name}: ${describeShortfalls(each)}`);
  const verdict = notes.length === 0 ? ['No hint would make a large difference.'] : notes;
  return `${[...lines, '', ...verdict].join('\n')}\n`;
}

const HEADINGS = ['kernel', 'code', 'loads', 'stores', 'async', 'registers', 'stack'];
const TEXT_COLUMNS = 2;

function rowOf({ kernel }: Advice, what: string, code: Advice['made']): readonly string[] {
  const target = kernel.targets[0]?.name ?? '';
  const cells =
    code === undefined
      ? ['does not compile']
      : [code.loads, code.stores, code.asyncCopies, code.registers, code.stackBytes].map(
          (value) => `${value ?? '-'}`,
        );
  return [`${kernel.name} [${target}]`, what, ...cells];
}

/** The JSON of one kernel's advice. Widths and stack are in bytes per thread. */
export function adviceJson(advice: Advice): unknown {
  const { kernel, specialisation, made, hinted, shortfalls, missing } = advice;
  return {
    kernel: kernel.name,
    algo: 0,
    target: kernel.targets[0]?.name,
    specialisation,
    conditions: describeSpecialisation(kernel, specialisationOf(kernel, specialisation)),
    ...(made !== undefined && { made: codeJson(made) }),
    ...(hinted !== undefined && { hinted: codeJson(hinted) }),
    missing,
    shortfalls,
    ...(shortfalls.length > 0 && { advice: describeShortfalls(advice) }),
  };
}

function codeJson({
  loads,
  stores,
  asyncCopies,
  registers,
  stackBytes,
}: NonNullable<Advice['made']>): unknown {
  return { loads, stores, asyncCopies, registers, stack: stackBytes };
}

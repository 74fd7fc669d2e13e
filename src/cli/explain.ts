import { join } from 'node:path';
import { workersFor } from '../core/base/workers.ts';
import { hintFinder } from '../core/compile/hints.ts';
import { type Preparation, prepare } from '../core/plan/prepare.ts';
import { type Variant, variantName } from '../core/plan/variants.ts';
import { entryName } from '../core/store/entry.ts';
import { explainMisses } from '../core/store/explain.ts';
import { readHistory } from '../core/store/history.ts';
import { directoryStore } from '../core/store/store.ts';
import {
  type AddCommands,
  addSelection,
  JSON_OPTION,
  parseList,
  type SelectionOptions,
  STORE_OPTION,
} from './command.ts';
import { variantJson } from './plan.ts';

interface ExplainOptions extends SelectionOptions {
  readonly store?: string;
}

/** For each variant that is not in the store, the reason. */
type Misses = ReadonlyMap<Variant, string>;

/** The command `explain`. */
export const addExplainCommand: AddCommands = (program, context, answer) => {
  addSelection(program.command('explain'))
    .description('Explain why variants are not in the store')
    .argument('<kernels>', 'Kernels to explain, such as "matmul_*"', parseList)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (kernels: string[], options: ExplainOptions) => {
      const { only = [], store = join(context.home, 'store') } = options;
      const stored = directoryStore(store, context.log, context.now);
      const findHints = hintFinder(stored, { ...options, jobs: workersFor() });
      const preparation = await prepare(
        { ...options, only: [...kernels, ...only] },
        findHints,
        context,
      );
      const missing: Variant[] = [];
      for (const variant of preparation.variants) {
        const entry = await stored.read(entryName('kernel', variant.hash));
        if (entry === undefined) missing.push(variant);
      }
      const history = await readHistory(store, preparation.manifest.package);
      const misses = new Map(
        explainMisses(missing, history).flatMap(({ text, variants }) =>
          variants.map((variant) => [variant, text] as const),
        ),
      );
      answer(
        options.json,
        () => explainJson(preparation, misses),
        () => explainText(preparation, misses),
      );
    });
};

const HELP = `
Compares each variant that is not stored with the most similar one of earlier builds.

Example:
  triton-aot explain "matmul_*"`;

function explainText({ variants }: Preparation, misses: Misses): string {
  return variants
    .map((variant) => `${variantName(variant)}: ${misses.get(variant) ?? 'stored'}\n`)
    .join('');
}

function explainJson({ manifest, variants }: Preparation, misses: Misses): unknown {
  return {
    package: manifest.package,
    triton: manifest.triton,
    variants: variants.map((variant) => {
      const reason = misses.get(variant);
      return {
        ...variantJson(variant),
        stored: reason === undefined,
        ...(reason !== undefined && { reason }),
      };
    }),
  };
}

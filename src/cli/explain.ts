import { join } from 'node:path';
import { type Preparation, prepare } from '../core/plan/prepare.ts';
import { type Variant, variantName } from '../core/plan/variants.ts';
import { entryName } from '../core/store/entry.ts';
import { explainMisses } from '../core/store/explain.ts';
import { readHistory } from '../core/store/history.ts';
import { directoryStore } from '../core/store/store.ts';
import { addSelection, parseList, type SelectionOptions } from './options.ts';
import { variantJson } from './output.ts';
import type { AddCommands } from './program.ts';

interface ExplainOptions extends SelectionOptions {
  readonly store?: string;
}

/** Why each variant that is not stored is not. */
type Misses = ReadonlyMap<Variant, string>;

/** The command `explain`, which tells what a build would compile, and why. */
export const addExplainCommand: AddCommands = (program, context, answer) => {
  addSelection(program.command('explain'))
    .description('which variants are stored, and why the others would be compiled; needs no Triton')
    .argument('<kernel>', 'entry points, such as "matmul_*"', parseList)
    .option('--store <folder>', 'where results are kept (default: as for build)')
    .action(async (kernels: string[], options: ExplainOptions) => {
      const { only = [], store = join(context.home, 'store') } = options;
      const preparation = await prepare({ ...options, only: [...kernels, ...only] }, context);
      const stored = directoryStore(store, context.log, context.now);
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
        options,
        () => explainJson(preparation, misses),
        () => explainText(preparation, misses),
      );
    });
};

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

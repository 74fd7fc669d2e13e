import { plural } from '../base/text.ts';
import type { Preparation } from '../plan/prepare.ts';
import { type Variant, variantName } from '../plan/variants.ts';
import { entryName } from '../compile/store/entry.ts';
import { explainMisses, listed, type MissReason } from '../compile/store/explain.ts';
import { readHistory } from '../compile/store/history.ts';
import type { AddCommands } from './commands.ts';
import { addSelection } from './build-options.ts';
import { JSON_OPTION, parseList, STORE_OPTION } from './options.ts';
import { variantJson } from './plan.ts';
import { storeOf, prepareWith, type StoreOptions } from './prepare.ts';

/** The command `explain`. */
export const addExplainCommand: AddCommands = (program, context, answer) => {
  addSelection(program.command('explain'))
    .description('Explain why variants are not in the store')
    .argument('<kernels>', 'Kernels to explain, such as "matmul_*"', parseList)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (kernels: string[], options: StoreOptions) => {
      const { only = [] } = options;
      const store = storeOf(options, context);
      const selection = { ...options, only: [...kernels, ...only] };
      const preparation = await prepareWith(store, selection, context);
      const missing: Variant[] = [];
      for (const variant of preparation.variants) {
        const entry = await store.read(entryName('kernel', variant.hash));
        if (entry === undefined) missing.push(variant);
      }
      const history = await readHistory(store.directory, preparation.manifest.package);
      const misses = explainMisses(missing, history);
      answer(options.json, explainJson(preparation, misses), explainText(preparation, misses));
    });
};

const HELP = `
Compares each variant that is not stored with the most similar one of earlier builds.

Example:
  triton-aot explain "matmul_*"`;

/** A line for each cause, with the variants it concerns. */
function explainText({ variants }: Preparation, misses: readonly MissReason[]): string {
  const missing = new Set(misses.flatMap((miss) => miss.variants));
  const stored = variants.filter((variant) => !missing.has(variant));
  const causes = [...misses, ...(stored.length > 0 ? [{ text: 'stored', variants: stored }] : [])];
  return causes
    .map(({ text, variants: own }) => {
      const names = listed(own.map(variantName));
      return `${plural(own.length, 'variant')} (${names}): ${text}\n`;
    })
    .join('');
}

function explainJson({ manifest, variants }: Preparation, misses: readonly MissReason[]): unknown {
  const reasons = new Map(
    misses.flatMap((miss) => miss.variants.map((variant) => [variant, miss.text] as const)),
  );
  return {
    package: manifest.package,
    triton: manifest.triton,
    variants: variants.map((variant) => {
      const reason = reasons.get(variant);
      return {
        ...variantJson(variant),
        stored: reason === undefined,
        ...(reason !== undefined && { reason }),
      };
    }),
  };
}

import type { BuildContext } from '../base/context.ts';
import { runEntry } from '../action/run.ts';
import { registerFeatures } from './features.ts';
import { ENTRIES } from './table.ts';

/** Runs the action that has this row in the table of entries, with every feature. */
export async function runAction<Inputs extends object>(
  host: NodeJS.Process,
  name: keyof typeof ENTRIES,
  read: (get: (name: string) => string) => Inputs,
  run: (inputs: Inputs, context: BuildContext) => Promise<void>,
): Promise<void> {
  registerFeatures();
  await runEntry(host, ENTRIES[name], read, run);
}

import type { Log } from '../log.ts';
import type { DirectoryStore } from '../store/directory.ts';
import type { Exchange } from '../store/exchange.ts';
import { explainMisses, reasonLines } from '../store/explain.ts';
import { historyFile, readHistory, writeHistory, type History } from '../store/history.ts';
import type { Missing } from './stored.ts';
import type { Work } from './work.ts';

/**
 * Says why each variant is missing, and gives what is known of earlier builds: by the store, or on a machine that has
 * built nothing of the package yet, by the remote.
 */
export async function explainMissing(
  { variants }: Missing,
  { preparation: { manifest } }: Work,
  { directory }: DirectoryStore,
  exchange: Exchange,
  log: Log,
): Promise<History> {
  if (variants.length === 0) return new Map();
  let history = await readHistory(directory, manifest.package);
  if (history.size === 0) {
    await exchange.pullHistory(historyFile(directory, manifest.package));
    history = await readHistory(directory, manifest.package);
  }
  for (const line of reasonLines(explainMisses(variants, history))) log.info(line);
  return history;
}

/** Keeps what the build covered, for the next one's explanations. Never fails. */
export async function keepHistory(
  { preparation: { manifest, variants } }: Work,
  { directory }: DirectoryStore,
  exchange: Exchange,
): Promise<void> {
  if (await writeHistory(directory, manifest.package, variants))
    await exchange.pushHistory(historyFile(directory, manifest.package));
}

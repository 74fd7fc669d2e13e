import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { evaluateGrid } from '../../manifest/grid/evaluate.ts';
import { namesIn } from '../../manifest/grid/expression.ts';
import { parseGrid } from '../../manifest/grid/parse.ts';
import { integerOf } from '../../manifest/terms/kernel.ts';
import type { PythonContext } from '../../toolchain/python.ts';
import type { EntryDescription } from '../entry-text.ts';
import { guessKernel } from '../init/guesses.ts';
import type { DraftCall, EntryDraft } from './drafts.ts';

/**
 * Returns the conditions of a call that the text of a kernel and of its launches says, such as
 * `n <= BLOCK` after `BLOCK=triton.next_power_of_2(n)`: those over arguments that every recorded call
 * meets. A recording shows some sizes only, and the constants are those of these sizes. The text of
 * packages is not read.
 */
export async function requirementsOf(
  draft: EntryDraft,
  manifest: string,
  folder: string,
  context: PythonContext,
): Promise<EntryDescription['requires']> {
  if (draft.package !== undefined) return undefined;
  const conditions = await conditionsIn(draft, manifest, folder, context);
  const kept = conditions.filter((text) => draft.calls.every((call) => isMet(text, draft, call)));
  return kept.length === 0
    ? undefined
    : { conditions: kept, note: 'from the text of the kernel and its launches' };
}

async function conditionsIn(
  { file, function: name }: EntryDraft,
  manifest: string,
  folder: string,
  context: PythonContext,
): Promise<readonly string[]> {
  try {
    const { requires } = await guessKernel(join(folder, file), name, { manifest }, context);
    return requires.map(({ condition }) => condition);
  } catch (error) {
    // A function that the text does not define has no conditions; planning says what is wrong with it.
    if (error instanceof Failure) return [];
    throw error;
  }
}

/** False for a condition that does not hold, and for names that the entry does not have. */
function isMet(text: string, { constants, choices }: EntryDraft, call: DraftCall): boolean {
  const parsed = parseGrid(text);
  const [tree] = parsed.ok ? parsed.axes : [];
  if (tree === undefined) return false;
  const own = choices.find(({ calls }) => calls.includes(call))?.constants ?? constants;
  const values = new Map([...own, ...call.config, ...call.scalars]);
  const numbers = new Map(
    namesIn(tree).map(({ name }) => {
      const value = values.get(name);
      return [name, value === undefined ? undefined : integerOf(value)] as const;
    }),
  );
  if ([...numbers.values()].includes(undefined)) return false;
  const result = evaluateGrid(tree, (name) => numbers.get(name) ?? 0n);
  return result.ok && result.value !== 0n;
}

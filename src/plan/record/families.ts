import { canonicalJson } from '../../base/text.ts';
import { type Constant, toWire } from '../../manifest/terms/constant.ts';
import { type EntryDraft, valueText } from './drafts.ts';
import { goldenOf } from './golden.ts';
import { hasCases } from './smoke-calls.ts';

/**
 * Joins the drafts of a function that differ in numbers only, such as a constexpr that is the number of columns: they
 * become one entry with `for`. Drafts with configs of @triton.autotune stay apart.
 * @param isGolden whether the entries get the outputs of recorded calls
 */
export function joinDrafts(
  drafts: readonly EntryDraft[],
  isGolden: boolean,
): readonly EntryDraft[] {
  const families = new Map<string, EntryDraft[]>();
  for (const draft of drafts) {
    const key =
      draft.configs.length > 0 ? canonicalJson([drafts.indexOf(draft)]) : kindOf(draft, isGolden);
    families.set(key, [...(families.get(key) ?? []), draft]);
  }
  return [...families.values()].flatMap((family) => {
    const [first] = family;
    if (first === undefined || family.length === 1) return family;
    const joined = {
      ...first,
      calls: family.flatMap(({ calls }) => calls),
      trials: family.flatMap(({ trials }) => trials),
      members: family.flatMap(({ members }) => members),
      choices: family,
    };
    return namesOf(joined) === undefined ? family : [joined];
  });
}

/** Everything about a draft but the numbers in its constants and options. */
function kindOf(draft: EntryDraft, isGolden: boolean): string {
  const { file, function: own, types, constants, options, globals } = draft;
  return canonicalJson({
    file,
    own,
    version: draft.package?.version,
    globals: [...globals].map(([name, value]) => [name, toWire(value)]),
    types: [...types],
    constants: [...constants].map(([name, value]) => [
      name,
      isNumber(value) ? value.kind : toWire(value),
    ]),
    options: Object.entries(options).map(([name, value]) => [
      name,
      typeof value === 'number' ? 'number' : value,
    ]),
    hasCases: hasCases(draft),
    // Their numbers of axes are those of the files.
    golden: isGolden && goldenOf(draft)?.buffers.map(([name]) => [name, ranksOf(draft, name)]),
  });
}

/**
 * Returns the constants and options whose values name the choices of a joined draft, as few as that takes; undefined
 * if no values do that are words.
 */
export function namesOf({
  choices,
  constants,
  options,
}: EntryDraft): readonly string[] | undefined {
  const names = [...constants.keys(), ...Object.keys(options)];
  const words = names
    .map((name) => choices.map((choice) => valueText(choice, name)))
    .map((texts, index) => ({ name: names[index] ?? '', texts }))
    .filter(({ texts }) => texts.every((text) => /^\w+$/.test(text)));
  const countOf = (chosen: readonly { readonly texts: readonly string[] }[]): number =>
    new Set(choices.map((_choice, row) => chosen.map(({ texts }) => texts[row]).join())).size;
  const alone = words.find((word) => countOf([word]) === choices.length);
  if (alone !== undefined) return [alone.name];
  const differing = words.filter((word) => countOf([word]) > 1);
  return countOf(differing) === choices.length ? differing.map(({ name }) => name) : undefined;
}

function isNumber({ kind }: Constant): boolean {
  return kind === 'int' || kind === 'float';
}

function ranksOf({ calls }: EntryDraft, name: string): number | undefined {
  return calls[0]?.buffers.get(name)?.shape.length;
}

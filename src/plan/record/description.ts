import { plural } from '../../base/text.ts';
import type { Constant } from '../../manifest/terms/constant.ts';
import { type ElementType, parseArgumentType } from '../../manifest/terms/types.ts';
import { isFloat } from '../../manifest/values/elements.ts';
import { meets } from '../../manifest/terms/hint.ts';
import { DEFAULT_OPTIONS, type Options } from '../../manifest/terms/options.ts';
import {
  ATOMICS_DIFFER,
  constantText,
  type EntryDescription,
  expressionText,
  scalar,
  type Setting,
  type SmokeDescription,
  stepsFor,
  textOf,
} from '../entry-text.ts';
import { accessOf, type KernelAccess } from './access.ts';
import type { DraftCall, EntryDraft } from './drafts.ts';
import { findGrid } from './grid.ts';
import { Choices } from './placeholders.ts';
import { isSmall, ownCalls } from './smoke-calls.ts';
import { draftSmoke, type SmokeDraft } from './smoke-section.ts';

/** The expected outputs of one recorded call, or of one for each choice of an entry. */
export interface GoldenCalls {
  readonly calls: readonly DraftCall[];
  /** The function that returns them: `FILE.py:FUNCTION`, with the placeholders of the entry's name. */
  readonly reference: string;
  /** The .npy files of the inputs, relative to the manifest. */
  readonly inputs: ReadonlyMap<string, string>;
}

/** Returns what a draft's kernels read and write, over all of them; undefined if it is unknown. */
export function accessOfDraft({ members }: EntryDraft): KernelAccess | undefined {
  const found = members.flatMap(({ ttir }) => (ttir === null ? [] : [accessOf(ttir)]));
  const first = found[0];
  if (first === undefined) return undefined;
  return {
    ...first,
    reads: new Set(found.flatMap(({ reads }) => [...reads])),
    writes: new Set(found.flatMap(({ writes }) => [...writes])),
    alignment: new Map(found.flatMap(({ alignment }) => [...alignment])),
    hasAtomics: found.some(({ hasAtomics }) => hasAtomics),
    hasRounding: found.some(({ hasRounding }) => hasRounding),
    hasForeignCode: found.some(({ hasForeignCode }) => hasForeignCode),
  };
}

/**
 * Describes the entry of a kernel.
 * @param all every draft: others of the same function are evidence for the grid
 */
export function describeDraft(
  name: string,
  draft: EntryDraft,
  all: readonly EntryDraft[],
  golden: GoldenCalls | undefined,
): EntryDescription {
  const access = accessOfDraft(draft);
  const grid = findGrid(draft, all);
  const choices = new Choices();
  const ownConstants = constantsOf(draft, choices);
  const ownOptions = optionsOf(draft, choices);
  const smoke = draftSmoke(draft, grid, access, golden?.calls, choices);
  const these = draft.configs.length === 1 ? 'this' : 'these';
  return {
    name,
    comment: summary(draft),
    isGuess: false,
    source: `${draft.file}:${draft.function}`,
    globals: constantSettings(draft.globals),
    arguments: [...draft.types].map((each) => describeArgument(each, draft, access)),
    constants: ownConstants,
    configs: draft.configs.map(({ constants, options }) => [
      ...constantSettings(constants),
      ...optionSettings(options),
    ]),
    ...(draft.configs.length > 0 && {
      configsComment: `@triton.autotune chose ${these} of its ${plural(draft.allConfigs, 'config')}. \`configs: autotune\` takes them all${needed(draft.globalsOfConfigs)}.`,
    }),
    gridParameters: grid.parameters.map(({ text }) => text),
    grid: grid.axes,
    gridComments: grid.notes,
    options: ownOptions,
    smoke: smoke && describeSmoke(smoke, draft, access, golden, choices),
    choices: choices.columns,
  };
}

/** An argument. Pointers and strides from which the kernel makes a descriptor have the hint that it needs. */
function describeArgument(
  [name, type]: readonly [name: string, type: string],
  { calls }: EntryDraft,
  access: KernelAccess | undefined,
): Setting {
  const hint = access?.alignment.get(name) ?? 0;
  const values = calls.map(({ scalars }) => scalars.get(name));
  // A call that does not meet it was recorded on a GPU without descriptors, where loads replace them.
  const isMet = values.every((value) => value?.kind !== 'int' || meets(value.value, hint));
  return hint === 0 || !isMet
    ? { name, text: scalar(type) }
    : { name, text: scalar(`${type}:${hint}`), note: 'tensor descriptors need it' };
}

/** What the configs of @triton.autotune need in addition. */
function needed(globals: ReadonlyMap<string, Constant>): string {
  const settings = [...globals].map(([name, value]) => `${scalar(name)}: ${constantText(value)}`);
  return settings.length === 0 ? '' : `, with \`globals: { ${settings.join(', ')} }\``;
}

function constantSettings(constants: ReadonlyMap<string, Constant>): Setting[] {
  return [...constants].map(([name, value]) => ({ name, text: constantText(value) }));
}

/** The constants; those that differ between choices are placeholders. */
function constantsOf({ constants, choices: all }: EntryDraft, choices: Choices): Setting[] {
  if (all.length === 0) return constantSettings(constants);
  return [...constants.keys()].map((name) => {
    const values = all.flatMap((each) => each.constants.get(name) ?? []);
    return { name, text: choices.text(name, values.map(constantText)) };
  });
}

function optionsOf({ options, choices: all }: EntryDraft, choices: Choices): Setting[] {
  if (all.length === 0) return optionSettings(changedOptions(options));
  const changed = all.map((each) => changedOptions(each.options));
  const names = Object.keys(Object.assign({}, ...changed));
  return names.map((name) => {
    const values = all.map((each): unknown => Reflect.get(each.options, name));
    return { name, text: choices.text(name, values.map(scalar)) };
  });
}

function optionSettings(options: Options): Setting[] {
  return Object.entries(options).map(([name, value]) => ({ name, text: scalar(value) }));
}

function changedOptions(options: Options): Options {
  const changed = Object.entries(options).filter(
    ([name, value]) => name === 'num_warps' || Reflect.get(DEFAULT_OPTIONS, name) !== value,
  );
  return Object.fromEntries(changed);
}

function summary({ file, line, calls, members }: EntryDraft): string {
  const count = calls.reduce((sum, call) => sum + call.count, 0);
  const more = members.reduce((sum, each) => sum + each.more, 0);
  const most = calls.toSorted((a, b) => b.count - a.count).find(({ gpuMs }) => gpuMs !== null);
  const times = calls.length === 1 ? '' : `, ${calls.length} different ones`;
  const time =
    most === undefined ? '' : `, at most ${Number((most.gpuMs ?? 0).toPrecision(2))} ms on the GPU`;
  const unseen = more > 0 ? ` (${more} more were counted but not compared)` : '';
  return `${file}:${line}: ${plural(count + more, 'call')}${times}${time}${unseen}`;
}

function describeSmoke(
  smoke: SmokeDraft,
  draft: EntryDraft,
  access: KernelAccess | undefined,
  golden: GoldenCalls | undefined,
  choices: Choices,
): SmokeDescription {
  const { indices, ...reference } = expectedOf(smoke, access, golden);
  return {
    reference,
    buffers: [...smoke.buffers].map(([name, { fill, ...buffer }]) => {
      const file = golden?.inputs.get(name);
      const contents = file === undefined ? fill : { file };
      return { name, ...buffer, fill: buffer.role === 'out' ? undefined : contents };
    }),
    arguments: [...smoke.arguments].map(([name, value]) => ({
      name,
      text: typeof value === 'string' ? expressionText(value) : constantText(value),
    })),
    cases: casesOf(smoke, indices, draft, choices),
    others: [
      ...toleranceFor(smoke, draft, access),
      ...(access?.hasAtomics === true ? [ATOMICS_DIFFER] : []),
    ],
  };
}

/** Quantised outputs are judged one step wide: a value between two numbers is rounded to either. */
function toleranceFor(
  { buffers }: SmokeDraft,
  { types }: EntryDraft,
  access: KernelAccess | undefined,
): Setting[] {
  if (access?.hasRounding !== true) return [];
  const elementOf = (name: string): ElementType | undefined => {
    const type = parseArgumentType(types.get(name) ?? '');
    return type === undefined || type.kind === 'scalar' ? undefined : type.element;
  };
  const all = [...buffers].map(([name, { role }]) => ({ name, role, element: elementOf(name) }));
  const isOfWide = all.some(
    ({ role, element }) =>
      role !== 'out' && element !== undefined && isFloat(element) && !isQuantised(element),
  );
  const outputs = all.filter(
    ({ role, element }) =>
      (role === 'out' || role === 'inout') && element !== undefined && isQuantised(element),
  );
  return isOfWide ? stepsFor(outputs.map(({ name }) => name)) : [];
}

function isQuantised(element: ElementType): boolean {
  return /^(?:[iu]8|fp8)/.test(element);
}

/** The cases. With choices, a case has a value for each: a placeholder if they differ. */
function casesOf(
  { cases, calls }: SmokeDraft,
  indices: readonly number[],
  { choices: all }: EntryDraft,
  choices: Choices,
): Setting[][] {
  const chosen = indices.flatMap((index) => cases[index] ?? []);
  if (all.length === 0) return chosen.map(constantSettings);
  const kept = indices.flatMap((index) => calls[index] ?? []);
  const rows = all.map((each) => ownCalls(each, kept).map((call) => chosen[kept.indexOf(call)]));
  return (rows[0] ?? []).map((first, index) =>
    [...(first ?? [])].map(([name]) => {
      const values = rows.flatMap((row) => row[index]?.get(name) ?? []);
      return { name, text: choices.text(name, values.map(constantText)) };
    }),
  );
}

/** Returns where the expected outputs come from, and the cases for which there are some. */
function expectedOf(
  { calls }: SmokeDraft,
  access: KernelAccess | undefined,
  golden: GoldenCalls | undefined,
): SmokeDescription['reference'] & { readonly indices: readonly number[] } {
  const all = calls.map((_call, index) => index);
  if (golden !== undefined) return { text: textOf(golden.reference), indices: all };
  const without = (reason: string) => ({
    text: 'none',
    comment: `${reason}: nothing is compared. Record with --golden, or write a reference.`,
    indices: all,
  });
  if (access === undefined) return without("Triton's interpreter does not run Gluon kernels");
  if (access.hasForeignCode)
    return without("Triton's interpreter does not run libdevice functions and assembly");
  const small = calls.flatMap((call, index) => (isSmall(call) ? [index] : []));
  if (small.length === 0)
    return without("Every recorded call is too large for Triton's interpreter");
  return { text: 'interpreter', indices: small };
}

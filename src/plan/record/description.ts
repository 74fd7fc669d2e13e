import { plural } from '../../base/text.ts';
import type { Constant } from '../../manifest/terms/constant.ts';
import { DEFAULT_OPTIONS, type Options } from '../../manifest/terms/options.ts';
import {
  constantText,
  type EntryDescription,
  expressionText,
  scalar,
  type Setting,
  type SmokeDescription,
} from '../entry-text.ts';
import { accessOf, type KernelAccess } from './access.ts';
import type { DraftCall, EntryDraft } from './drafts.ts';
import { findGrid } from './grid.ts';
import { draftSmoke, type SmokeDraft } from './smoke-section.ts';

/** The expected outputs of one recorded call. */
export interface GoldenCall {
  readonly call: DraftCall;
  /** The function that returns them: `FILE.py:FUNCTION`. */
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
  golden: GoldenCall | undefined,
): EntryDescription {
  const access = accessOfDraft(draft);
  const grid = findGrid(draft, all);
  const smoke = draftSmoke(draft, grid, access, golden?.call);
  const these = draft.configs.length === 1 ? 'this' : 'these';
  return {
    name,
    comment: summary(draft),
    isGuess: false,
    source: `${draft.file}:${draft.function}`,
    arguments: [...draft.types].map(([argument, type]) => ({ name: argument, text: scalar(type) })),
    constants: constantSettings(draft.constants),
    configs: draft.configs.map(({ constants, options }) => [
      ...constantSettings(constants),
      ...optionSettings(options),
    ]),
    ...(draft.configs.length > 0 && {
      configsComment: `@triton.autotune chose ${these} of its ${plural(draft.allConfigs, 'config')}. \`configs: autotune\` takes them all.`,
    }),
    gridParameters: grid.parameters.map(({ text }) => text),
    grid: grid.axes,
    gridComments: grid.notes,
    options: optionSettings(changedOptions(draft.options)),
    smoke: smoke && describeSmoke(smoke, access, golden),
  };
}

function constantSettings(constants: ReadonlyMap<string, Constant>): Setting[] {
  return [...constants].map(([name, value]) => ({ name, text: constantText(value) }));
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
  access: KernelAccess | undefined,
  golden: GoldenCall | undefined,
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
    cases: indices.map((index) => constantSettings(smoke.cases[index] ?? new Map())),
    others:
      access?.hasAtomics === true
        ? [
            {
              name: 'deterministic',
              text: 'false',
              comment: 'The order of atomic operations differs from call to call.',
            },
          ]
        : [],
  };
}

/** Blocks and elements that Triton's interpreter computes in seconds. */
const MOST_BLOCKS = 1024;
const MOST_ELEMENTS = 2 ** 23;

/** Returns where the expected outputs come from, and the cases for which there are some. */
function expectedOf(
  { calls }: SmokeDraft,
  access: KernelAccess | undefined,
  golden: GoldenCall | undefined,
): SmokeDescription['reference'] & { readonly indices: readonly number[] } {
  const all = calls.map((_call, index) => index);
  if (golden !== undefined) return { text: scalar(golden.reference), indices: all };
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

function isSmall({ grid, buffers }: DraftCall): boolean {
  const elements = [...buffers.values()].map(({ shape }) => shape.reduce((a, b) => a * b, 1));
  return (
    grid.reduce((a, b) => a * b, 1) <= MOST_BLOCKS &&
    elements.reduce((a, b) => a + b, 0) <= MOST_ELEMENTS
  );
}

import { Document, Scalar } from 'yaml';
import { plural } from '../../base/text.ts';
import { DEFAULT_OPTIONS, type Options } from '../../manifest/terms/options.ts';
import { accessOf, type KernelAccess } from './access.ts';
import type { EntryDraft } from './drafts.ts';
import { findGrid } from './grid.ts';
import { draftSmoke } from './smoke-section.ts';
import {
  builder,
  constantNodes,
  expressionNode,
  type GoldenCall,
  smokeNode,
} from './smoke-text.ts';

/** Returns what a draft's kernels read and write, over all of them; undefined if it is unknown. */
export function accessOfDraft({ members }: EntryDraft): KernelAccess | undefined {
  const known = members.flatMap(({ ttir }) => (ttir === null ? [] : [accessOf(ttir)]));
  const first = known[0];
  if (first === undefined) return undefined;
  return {
    ...first,
    reads: new Set(known.flatMap(({ reads }) => [...reads])),
    writes: new Set(known.flatMap(({ writes }) => [...writes])),
  };
}

/**
 * Writes the entry of a kernel: its key and settings in YAML, with comments, not indented.
 *
 * @param all every draft: others of the same function are evidence for the grid
 */
export function recordedEntry(
  name: string,
  draft: EntryDraft,
  all: readonly EntryDraft[],
  golden: GoldenCall | undefined,
): string {
  const document = new Document();
  const { node, flow, blank } = builder(document);
  const access = accessOfDraft(draft);
  const grid = findGrid(draft, all);
  const smoke = draftSmoke(draft, grid, access, golden?.call);
  const settings = blank();
  const put = (key: string, value: unknown, comment?: string): void => {
    const pair = document.createPair(key, value);
    if (comment !== undefined) {
      const scalar = new Scalar(key);
      scalar.commentBefore = ` ${comment.replaceAll('\n', '\n ')}`;
      pair.key = scalar as never;
    }
    settings.items.push(pair as never);
  };
  put('source', `${draft.file}:${draft.function}`);
  put('arguments', node(Object.fromEntries(draft.types)));
  if (draft.constants.size > 0) put('constants', flow(constantNodes(draft.constants)));
  if (draft.configs.length > 0) {
    const configs = draft.configs.map((config) =>
      flow({ ...constantNodes(config.constants), ...config.options }),
    );
    const those = draft.configs.length === 1 ? 'this' : 'these';
    put(
      'configs',
      node(configs),
      `@triton.autotune chose ${those} of its ${plural(draft.allConfigs, 'config')}. \`configs: autotune\` takes them all.`,
    );
  }
  put(
    'grid',
    flow(grid.axes.map(expressionNode)),
    grid.notes.length > 0 ? grid.notes.join('\n') : undefined,
  );
  if (grid.parameters.length > 0)
    put(
      'grid_parameters',
      flow(Object.fromEntries(grid.parameters.map(({ text }) => [text, 'i32']))),
    );
  for (const [option, value] of Object.entries(changedOptions(draft.options))) put(option, value);
  if (smoke !== undefined) {
    const section = smokeNode(smoke, draft, access, golden, document);
    put('smoke', section);
  }
  const key = new Scalar(name);
  key.commentBefore = ` ${summary(draft)}`;
  const root = blank();
  root.items.push(document.createPair(key, settings) as never);
  document.contents = root as never;
  return tightLists(document.toString({ lineWidth: 100 }));
}

/** `[a, b]` as everywhere in the documentation; the library writes `[ a, b ]`. */
function tightLists(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'|#.*|\[ (?=\S)| \]/g, (part) =>
    part === '[ ' || part === ' ]' ? part.trim() : part,
  );
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

function changedOptions(options: Options): Options {
  const changed = Object.entries(options).filter(
    ([name, value]) => name === 'num_warps' || Reflect.get(DEFAULT_OPTIONS, name) !== value,
  );
  return Object.fromEntries(changed);
}

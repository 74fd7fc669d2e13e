import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { readPlainFile } from '../../base/files.ts';
import { groupBy } from '../../base/groups.ts';
import { fileJson, plural, tryParseJson } from '../../base/text.ts';
import { describeRuns, recordedDevice, runSchema, versionSchema } from '../../package/evidence.ts';
import { bundledTargets } from './bundle-index.ts';
import type { ReadBundle } from './read-bundle.ts';

/** Part of the format of what python/bundle/aot_bundle/replay.py writes, and of `replays.json`. */
const FORMAT = 1;

/** The first line of the file of a process. */
const headSchema = z.object({
  kind: z.literal('replay'),
  format: z.literal(FORMAT),
  /** The SHA-256 of `bundle.json`. */
  bundle: z.string(),
  /** `ran`: a program ran. `checked`: `python -m NAME_bundle` computed the keys, without a GPU. */
  how: z.enum(['ran', 'checked']),
  mode: z.enum(['overlay', 'error', 'report']),
  triton: versionSchema,
  python: versionSchema,
  /** null: there was no GPU driver. */
  device: z
    .string()
    .nullable()
    .transform((name) => (name === null ? null : recordedDevice(name))),
  run: runSchema.nullable(),
});

const lineSchema = z.discriminatedUnion('kind', [
  headSchema,
  z.object({ kind: z.literal('found'), key: z.string() }),
  z.object({ kind: z.enum(['missing', 'compiled']), kernel: z.string() }),
]);

type Line = z.infer<typeof lineSchema>;

/** Counts the kernels that processes of one kind, in one environment, used from one bundle. */
export interface Replay extends Omit<z.infer<typeof headSchema>, 'kind' | 'format' | 'bundle'> {
  /** The keys of the bundle's kernels that were found. */
  readonly found: readonly string[];
  /** How often a kernel was not found, and how often Triton compiled one. */
  readonly missing: number;
  readonly compiled: number;
}

/**
 * Reads what programs wrote below a folder while they ran with a bundle. What they wrote with other
 * bundles is left out.
 * @throws {Failure} `usage` if they wrote nothing; `verification` if a file is damaged.
 */
export async function readReplays(
  folder: string,
  bundles: readonly ReadBundle[],
  log: Log,
): Promise<ReadonlyMap<ReadBundle, readonly Replay[]>> {
  const paths = await readdir(folder, { recursive: true }).catch(() => []);
  const files = paths.filter((path) => path.endsWith('.jsonl')).toSorted();
  if (files.length === 0)
    throw new Failure('usage', {
      message: 'there are no replays in this folder',
      place: { file: folder },
      hint: 'Run the program with the bundle, and TRITON_AOT_REPLAY set to a folder. Give this folder.',
    });
  const processes = await Promise.all(files.map((path) => readProcess(join(folder, path))));
  const known = new Set(bundles.map(({ sha256 }) => sha256));
  const others = processes.filter(({ head }) => !known.has(head.bundle));
  if (others[0] !== undefined)
    log.warning({
      message: `${plural(others.length, 'replay')} of other bundles ${others.length === 1 ? 'is' : 'are'} left out`,
      place: { file: others[0].file },
      hint: 'Run the program with the bundle that you publish.',
    });
  return new Map(
    bundles.map((bundle) => [
      bundle,
      merge(
        bundle,
        processes.filter(({ head }) => head.bundle === bundle.sha256),
      ),
    ]),
  );
}

interface Process {
  readonly file: string;
  readonly head: z.infer<typeof headSchema>;
  readonly lines: readonly Line[];
}

/** Reads whole lines. The last one of a process that was killed might be incomplete. */
async function readProcess(file: string): Promise<Process> {
  const text = String(await readPlainFile(file));
  const whole = text.slice(0, text.lastIndexOf('\n')).split('\n');
  const parsed = whole.map((line) => lineSchema.safeParse(tryParseJson(line)).data);
  const [head, ...lines] = parsed.filter((line) => line !== undefined);
  const isWhole = parsed.every((line) => line !== undefined);
  if (head?.kind === 'replay' && isWhole && lines.every(({ kind }) => kind !== 'replay'))
    return { file, head, lines };
  throw new Failure('verification', {
    message: 'this is not a replay of a bundle, or it is damaged',
    place: { file },
    hint: 'Run the program again with the bundle, and TRITON_AOT_REPLAY set to an empty folder.',
  });
}

/** Counts what processes did that differ in nothing else. */
function merge({ index }: ReadBundle, processes: readonly Process[]): readonly Replay[] {
  const groups = groupBy(processes, ({ head }) => JSON.stringify(Object.values(head)));
  const keys = new Set(index.entries.map(({ key }) => key));
  return [...groups.values()].flatMap((group): Replay[] => {
    const [first] = group;
    if (first === undefined) return [];
    const lines = group.flatMap((process) => process.lines);
    const found = lines.flatMap((line) => (line.kind === 'found' ? line.key : []));
    const count = (kind: Line['kind']): number => lines.filter((line) => line.kind === kind).length;
    const { kind: _kind, format: _format, bundle: _bundle, ...head } = first.head;
    return [
      {
        ...head,
        found: [...new Set(found)].filter((key) => keys.has(key)).toSorted(),
        missing: count('missing'),
        compiled: count('compiled'),
      },
    ];
  });
}

/** The text of `replays.json`. It names the bundle by the digest of its `bundle.json`. */
export function replaysText({ sha256 }: ReadBundle, replays: readonly Replay[]): string {
  return fileJson({ format: FORMAT, bundleSha256: sha256, replays });
}

/** Says for each replay how much of a bundle was used, where, and what was not in it. */
export function describeReplays(
  { index: { entries } }: ReadBundle,
  replays: readonly Replay[],
): readonly string[] {
  if (replays.length === 0) return ['no run of a program was recorded'];
  return replays.map((replay) => {
    const { how, found, missing, compiled, device, triton, python, run, mode } = replay;
    const used = entries.filter(({ key }) => found.includes(key));
    const targets = bundledTargets({ entries: used }).join(', ');
    const count = `${found.length} of ${plural(entries.length, 'kernel')}`;
    const where = `with Triton ${triton} and Python ${python}, in ${describeRuns([{ run: run ?? undefined }])}`;
    if (how === 'checked') return `${count} had the same key when it was computed again ${where}`;
    const gpu = `${device ?? 'no GPU'}${targets === '' ? '' : ` (${targets})`}`;
    return `${count} were used by a program on ${gpu} ${where} (${mode} mode): ${missing} were missing, ${compiled} were compiled`;
  });
}

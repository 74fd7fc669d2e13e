import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure, systemCode } from '../base/errors.ts';
import { readPlainFile } from '../base/files.ts';
import { shellQuote, tryParseJson } from '../base/text.ts';
import {
  callLine,
  contentsLine,
  countLine,
  kernelLine,
  type Line,
  type LineOf,
  lineSchema,
} from './recorded-lines.ts';

/** Part of the recording's format; the recorder writes the same number. */
const FORMAT = 1;

/** The records that python/record wrote about a program: its processes and their kernels. */
export interface Recording {
  readonly processes: readonly LineOf<'process'>[];
  /** The version of Triton; undefined if no process imported it. */
  readonly triton: string | undefined;
  readonly kernels: readonly RecordedKernel[];
  readonly environments: readonly LineOf<'environment'>[];
  readonly compiles: readonly RecordedCompile[];
  readonly tuned: readonly RecordedTuning[];
  /** Errors of the recorder: tracebacks of Python. */
  readonly faults: readonly string[];
}

/** What Triton's JIT passed to its compiler. */
export type RecordedCompile = LineOf<'compile'>;

/** A choice of @triton.autotune that it keeps in Triton's cache. */
export type RecordedTuning = LineOf<'tuned'>;

/** A launch, with the number of times that it was seen. */
const recordedCallSchema = callLine
  .pick({ grid: true, scalars: true, buffers: true, integers: true, tables: true })
  .extend({
    /** The number of the call among those of the compiled kernel; -1 for launches that measure. */
    id: z.int(),
    ...countLine.pick({ count: true, gpuMs: true }).shape,
  })
  .meta({ id: 'RecordedCall' });

/** One compiled kernel of one process, with its calls. */
export const recordedKernelSchema = kernelLine.omit({ kind: true }).extend({
  /** The folder in which the process started. */
  folder: z.string(),
  calls: z.array(recordedCallSchema).readonly(),
  /** Launches that @triton.autotune made to measure the config. */
  trials: z.array(recordedCallSchema).readonly(),
  /** The contents of the buffers of one call; missing if they were not read. */
  contents: contentsLine.optional(),
  /** Calls that were not written down, since there were too many different ones. */
  more: z.int(),
});

export type RecordedKernel = Readonly<z.infer<typeof recordedKernelSchema>>;

/**
 * Reads the recordings of all processes in a folder.
 * @throws {Failure} `usage` if there is no such folder, `environment` if a file was written by another
 * version of the recorder.
 */
export async function readRecording(folder: string): Promise<Recording> {
  const files = (await filesIn(folder)).filter((file) => file.endsWith('.jsonl')).toSorted();
  const processes = await Promise.all(
    files.map(async (file) => linesOf(String(await readPlainFile(join(folder, file))), file)),
  );
  const all = processes.flat();
  return {
    processes: ofKind(all, 'process'),
    triton: ofKind(all, 'triton')[0]?.version,
    kernels: processes.flatMap(kernelsOf),
    environments: ofKind(all, 'environment'),
    compiles: ofKind(all, 'compile'),
    tuned: ofKind(all, 'tuned'),
    faults: [...new Set(ofKind(all, 'fault').map(({ message }) => message))],
  };
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = systemCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new Failure(
      'usage',
      {
        message: `there is no recording here: ${code === 'ENOENT' ? 'no such folder' : 'this is not a folder'}`,
        place: { file: folder },
        hint: `Record the program first: \`triton-aot record --keep ${code === 'ENOENT' ? shellQuote(folder) : 'FOLDER'} -- python app.py\`.`,
      },
      { cause: error },
    );
  }
}

/** Reads lines. The last one of a process that was killed might be incomplete, and is left out. */
function linesOf(text: string, file: string): readonly Line[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole.split('\n').flatMap((line) => {
    if (line === '') return [];
    // Python writes numbers that JSON lacks as words.
    const value = tryParseJson(line) ?? tryParseJson(line.replaceAll(/\b(NaN|-?Infinity)\b/g, '0'));
    const parsed = lineSchema.safeParse(value);
    if (parsed.success && (parsed.data.kind !== 'process' || parsed.data.format === FORMAT))
      return [parsed.data];
    throw new Failure('environment', {
      message: `cannot read the recording ${file}: it has a line that this version of triton-aot does not write`,
      hint: 'Record the program again with this version.',
    });
  });
}

function kernelsOf(lines: readonly Line[]): readonly RecordedKernel[] {
  const folder = ofKind(lines, 'process')[0]?.folder ?? '';
  return ofKind(lines, 'kernel').map((kernel) => {
    const all = lines.filter((line) => 'kernel' in line && line.kernel === kernel.id);
    // A later line replaces an earlier one. A process that was killed had no time to count.
    const counts = new Map(ofKind(all, 'count').map((line) => [line.call, line]));
    return {
      ...kernel,
      folder,
      contents: ofKind(all, 'contents').at(-1),
      more: ofKind(all, 'more').at(-1)?.count ?? 0,
      trials: ofKind(all, 'trial').map((trial) => ({
        ...trial,
        id: -1,
        count: 0,
        gpuMs: null,
        integers: {},
        tables: {},
      })),
      calls: ofKind(all, 'call').map((call) => ({
        ...call,
        id: call.call,
        count: counts.get(call.call)?.count ?? 1,
        gpuMs: counts.get(call.call)?.gpuMs ?? null,
      })),
    };
  });
}

function ofKind<Kind extends Line['kind']>(
  lines: readonly Line[],
  kind: Kind,
): readonly LineOf<Kind>[] {
  return lines.filter((line): line is LineOf<Kind> => line.kind === kind);
}

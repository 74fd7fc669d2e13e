import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { RECORDER_FOLDER } from './base/assets.ts';
import type { ScratchContext } from './base/context.ts';
import { Failure, systemCode } from './base/errors.ts';
import { makeFolder, readIfExists, writeAtomically } from './base/files.ts';
import { makeScratch } from './base/leftovers.ts';
import { type ProcessExit, runAttached } from './base/process.ts';
import { shellQuote } from './base/text.ts';
import { type Manifest, readManifest } from './manifest/manifest.ts';
import { parseTarget } from './manifest/terms/target.ts';
import { compareReleases } from './manifest/terms/triton-version.ts';
import { draftEntries, type EntryDraft } from './plan/record/drafts.ts';
import type { Refusal } from './plan/record/refusals.ts';
import { recordedEntry } from './plan/record/entry-text.ts';
import { saveGolden } from './plan/record/golden.ts';
import { addEntries, entryFor, recordedManifest } from './plan/record/manifest-text.ts';
import { cName } from './plan/insert-entries.ts';
import { nameDrafts } from './plan/record/names.ts';
import { readRecording, type RecordedKernel, type Recording } from './plan/record/recording.ts';

export interface RecordRequest {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The manifest to write, or to add entries to. */
  readonly out: string;
  /** Bytes of inputs and outputs to keep for each kernel; 0: none. */
  readonly golden: number;
  /** A folder with recordings made before; the program is then not run. */
  readonly from: string | undefined;
  /** True if the program's input is a terminal. */
  readonly hasTerminal: boolean;
}

/** The result of `record`. */
export interface RecordResult {
  readonly manifest: string;
  readonly added: readonly RecordedEntry[];
  /** Kernels that the manifest already has. */
  readonly kept: readonly RecordedEntry[];
  readonly refused: readonly Refusal[];
  /** The exit of the program; undefined if it was not run. */
  readonly exit: ProcessExit | undefined;
  /** The reason for which no manifest was written. */
  readonly nothing: Failure | undefined;
}

export interface RecordedEntry {
  readonly name: string;
  readonly source: string;
  readonly calls: number;
}

/**
 * Runs a program with the recorder and writes a manifest of the kernels it launched. A manifest
 * that exists keeps everything it has.
 * @throws {Failure} `environment` if the program cannot be started or has no Triton; `usage` if it
 *   launched no kernel, or if the manifest that exists is wrong.
 */
export async function record(
  request: RecordRequest,
  context: ScratchContext,
): Promise<RecordResult> {
  // A wrong manifest is found before the program runs for an hour.
  const existing = await readExisting(request.out);
  if (request.from !== undefined) {
    const recording = await readRecording(request.from);
    return writeManifest(recording, request.from, existing, request, undefined, context);
  }
  const folder = await makeScratch(context.scratch, 'record');
  try {
    const exit = await runRecorded(request, folder, context);
    const recording = await readRecording(folder);
    return await writeManifest(recording, folder, existing, request, exit, context);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Existing {
  readonly text: string;
  readonly manifest: Manifest;
}

async function readExisting(file: string): Promise<Existing | undefined> {
  const text = (await readIfExists(file))?.toString();
  return text === undefined ? undefined : { text, manifest: readManifest(text, file) };
}

/** The environment that starts the recorder in a program and in the programs that it starts. */
export function recorderEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
  golden: number,
): Readonly<Record<string, string | undefined>> {
  const path = [RECORDER_FOLDER, env['PYTHONPATH'] ?? ''].filter((each) => each !== '').join(':');
  return {
    ...env,
    PYTHONPATH: path,
    TRITON_AOT_RECORD: resolve(folder),
    TRITON_AOT_RECORD_GOLDEN: `${golden}`,
  };
}

async function runRecorded(
  { command, golden, hasTerminal }: RecordRequest,
  folder: string,
  { env, signal }: ScratchContext,
): Promise<ProcessExit> {
  try {
    return await runAttached(command, {
      env: recorderEnvironment(env, folder, golden),
      signal,
      hasTerminal,
    });
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = systemCode(error) === 'ENOENT' ? 'not found' : String(error);
    throw new Failure('environment', { message: `cannot start \`${command[0]}\`: ${reason}` });
  }
}

async function writeManifest(
  recording: Recording,
  recorded: string,
  existing: Existing | undefined,
  request: RecordRequest,
  exit: ProcessExit | undefined,
  { log }: ScratchContext,
): Promise<RecordResult> {
  const folder = resolve(dirname(request.out));
  for (const fault of recording.faults)
    log.warning({ message: `the recorder failed for a launch: ${lastLine(fault)}`, hint: fault });
  const { drafts, refusals } = draftEntries(recording.kernels, {
    folder,
    find: (kernel) => findSource(kernel, request.from !== undefined),
  });
  const matches = drafts.map((draft) => existing && entryFor(draft, existing.manifest));
  const fresh = drafts.filter((_draft, index) => matches[index] === undefined);
  const taken = existing?.manifest.kernels.map(({ name }) => name) ?? [];
  const names = nameDrafts(fresh, drafts, taken);
  const head = headOf(recording, request);
  const refused = [...refusals];
  const entries: string[] = [];
  const added: RecordedEntry[] = [];
  for (const draft of fresh) {
    const name = names.get(draft) ?? draft.function;
    const golden = request.golden > 0 ? await saveGolden(name, draft, recorded, folder) : undefined;
    const text = recordedEntry(name, draft, drafts, golden);
    const alone =
      existing === undefined
        ? recordedManifest(head, [text], [])
        : addEntries(existing.text, [text], []);
    const problem = problemOf(alone, request.out);
    if (problem === undefined) {
      entries.push(text);
      added.push(describe(name, draft));
    } else {
      const reason = problem
        .split('\n')
        .map((line) => line.trim())
        .join('; ');
      refused.push({ name: draft.function, file: draft.file, line: draft.line, reason });
    }
  }
  const kept = drafts.flatMap((draft, index) => {
    const match = matches[index];
    return match === undefined ? [] : [describe(match.name, draft)];
  });
  const result = { manifest: request.out, added, kept, refused, exit };
  if (added.length === 0 && kept.length === 0) return { ...result, nothing: nothingIn(recording) };
  if (existing !== undefined) warnOfOtherHead(head, existing.manifest, log);
  const text =
    existing === undefined
      ? recordedManifest(head, entries, refused)
      : addEntries(existing.text, entries, refused);
  readManifest(text, request.out);
  if (text !== existing?.text) {
    await makeFolder(folder);
    await writeAtomically(request.out, (temporary) => writeFile(temporary, text));
  }
  return { ...result, nothing: undefined };
}

/** Returns why there is no manifest to write. */
function nothingIn({ processes, triton, kernels }: Recording): Failure {
  const first = processes[0];
  if (first === undefined)
    return new Failure('usage', {
      message: 'nothing was recorded: the program started no Python that reads PYTHONPATH',
      hint: 'Python ignores PYTHONPATH with -I, -E and -S.',
    });
  if (triton === undefined && !processes.some(({ hasTriton }) => hasTriton))
    return new Failure('environment', {
      message: `nothing was recorded: Python ${first.python} has no Triton`,
      hint: 'Run the program with the Python that it usually runs with.',
    });
  if (triton !== undefined && compareReleases(triton, OLDEST_TRITON) < 0)
    return new Failure('environment', {
      message: `nothing was recorded: the program uses Triton ${triton}; expected ${OLDEST_TRITON} or later`,
    });
  if (kernels.length > 0)
    return new Failure('usage', {
      message: 'no manifest was written: none of the kernels can be in one',
    });
  const isInterpreted = processes.some(({ interpreted }) => interpreted);
  return new Failure('usage', {
    message: 'nothing was recorded: the program launched no Triton kernel',
    ...(isInterpreted && { hint: 'Unset TRITON_INTERPRET: the interpreter launches nothing.' }),
  });
}

/** The oldest Triton whose launches the recorder sees. */
const OLDEST_TRITON = '3.6.0';

function headOf({ triton, kernels, processes }: Recording, { command, out }: RecordRequest) {
  const targets = kernels.flatMap(
    ({ target }) => parseTarget(`${target?.backend}:${target?.arch}`)?.name ?? [],
  );
  const words = command.length > 0 ? command : (processes[0]?.arguments ?? []);
  return {
    package: packageName(words, out),
    // A version with a local part, such as 3.6.0+git1234, is a build of that release.
    triton: (triton ?? '').replace(/\+.*$/, ''),
    targets: [...new Set(targets)],
    command: programOf(words)
      .map((word) => shellQuote(basename(word)))
      .join(' '),
  };
}

/** The words up to the program: its own arguments might be secret. */
function programOf(words: readonly string[]): readonly string[] {
  const script = words.findIndex((word) => word.endsWith('.py'));
  const module = words.indexOf('-m');
  if (script === -1 && module === -1) return words.slice(0, 1);
  return words.slice(
    0,
    script === -1 || (module !== -1 && module < script) ? module + 2 : script + 1,
  );
}

/** The package is named after the program: `train` for `python train.py` and `python -m train`. */
function packageName(words: readonly string[], out: string): string {
  const script = words.find((word) => word.endsWith('.py'));
  const module = words[words.indexOf('-m') + 1];
  const name = script ?? (words.includes('-m') ? module : undefined) ?? dirname(resolve(out));
  return cName(basename(name).replace(/\.py$/, '').toLowerCase());
}

function warnOfOtherHead(
  head: ReturnType<typeof headOf>,
  { file, triton, targets }: Manifest,
  log: ScratchContext['log'],
): void {
  if (triton !== head.triton)
    log.warning({
      message: `the program used Triton ${head.triton}, but the manifest has \`triton: ${triton}\``,
      place: { file, path: 'triton' },
    });
  const missing = head.targets.filter((name) => !targets.some((target) => target.name === name));
  if (missing.length > 0)
    log.warning({
      message: `the program ran on ${missing.join(', ')}, which \`targets\` does not list`,
      place: { file, path: 'targets' },
    });
}

/**
 * Returns where a kernel's source is. A recording that was brought here has the paths of another
 * machine: then the folder in which the program started is this one.
 */
function findSource({ source, folder }: RecordedKernel, isBrought: boolean): string | undefined {
  const own = resolve(folder, source?.file ?? '');
  const here = resolve(relative(folder, own));
  return (isBrought ? [here, own] : [own]).find((candidate) => existsSync(candidate));
}

function describe(name: string, { file, line, function: own, calls }: EntryDraft): RecordedEntry {
  const count = calls.reduce((sum, call) => sum + call.count, 0);
  return { name, source: `${file}:${line} ${own}`, calls: count };
}

/** The first problem of an entry; undefined if it is a valid one. */
function problemOf(text: string, file: string): string | undefined {
  try {
    readManifest(text, file);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.problems[0]?.message ?? error.message;
    throw error;
  }
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

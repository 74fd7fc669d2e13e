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
import type { EntryDescription } from './plan/entry-text.ts';
import { addEntries, cName, newManifest } from './plan/manifest-text.ts';
import { draftEntries } from './plan/record/drafts.ts';
import { addRefusals, type Refusal } from './plan/record/refusals.ts';
import { describeDraft } from './plan/record/description.ts';
import { saveGolden } from './plan/record/golden.ts';
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
  /** The folder to keep the recording in, for `bundle`; undefined: it is removed. */
  readonly keep: string | undefined;
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
  const folder = request.keep ?? (await makeScratch(context.scratch, 'record'));
  try {
    const exit = await runRecorded(request, folder, context);
    const recording = await readRecording(folder);
    return await writeManifest(recording, folder, existing, request, exit, context);
  } finally {
    if (request.keep === undefined) await rm(folder, { recursive: true, force: true });
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

/** Returns the environment that starts the recorder in a program and in the programs that it starts. */
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
  const head = headOf(recording, request);
  const refused = [...refusals];
  const entries: EntryDescription[] = [];
  const added: RecordedEntry[] = [];
  const kept: RecordedEntry[] = [];
  for (const { draft, name, isNew } of nameDrafts(drafts, existing?.manifest)) {
    const { file, line, function: own, calls } = draft;
    const count = calls.reduce((sum, call) => sum + call.count, 0);
    const shown = { name, source: `${file}:${line} ${own}`, calls: count };
    if (!isNew) {
      kept.push(shown);
      continue;
    }
    const golden = request.golden > 0 ? await saveGolden(name, draft, recorded, folder) : undefined;
    const entry = describeDraft(name, draft, drafts, golden);
    const reason = problemOf(textWith([entry], head, existing), request.out);
    if (reason === undefined) {
      entries.push(entry);
      added.push(shown);
    } else refused.push({ name: own, file, line, reason });
  }
  const result = { manifest: request.out, added, kept, refused, exit };
  if (added.length === 0 && kept.length === 0) return { ...result, nothing: nothingIn(recording) };
  if (existing !== undefined) warnOfOtherHead(head, existing.manifest, log);
  const text = addRefusals(textWith(entries, head, existing), refused);
  readManifest(text, request.out);
  if (text !== existing?.text) {
    await makeFolder(folder);
    await writeAtomically(request.out, (temporary) => writeFile(temporary, text));
  }
  return { ...result, nothing: undefined };
}

function textWith(
  entries: readonly EntryDescription[],
  head: Head,
  existing: Existing | undefined,
): string {
  if (existing !== undefined) return addEntries(existing.text, entries) ?? existing.text;
  const settings = [
    { name: 'package', text: head.package },
    { name: 'triton', text: head.triton },
    { name: 'targets', text: `[${head.targets.join(', ')}]` },
  ];
  return newManifest(`Recorded from \`${head.command}\`.`, settings, entries);
}

/** Returns the reason for which there is no manifest to write. */
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

type Head = ReturnType<typeof headOf>;

function headOf({ triton, kernels, processes }: Recording, { command, out }: RecordRequest) {
  const targets = kernels.flatMap(
    ({ target }) => parseTarget(`${target?.backend}:${target?.arch}`)?.name ?? [],
  );
  const program = programOf(command.length > 0 ? command : (processes[0]?.arguments ?? []));
  return {
    package: packageName(program, out),
    // A version with a local part, such as 3.6.0+git1234, is a build of that release.
    triton: (triton ?? '').replace(/\+.*$/, ''),
    targets: [...new Set(targets)],
    command: program.map((word) => shellQuote(basename(word))).join(' '),
  };
}

/** Returns the words up to the program: its own arguments might be secret. */
function programOf(words: readonly string[]): readonly string[] {
  const script = words.findIndex((word) => word.endsWith('.py'));
  const module = words.indexOf('-m');
  if (script === -1 && module === -1) return words.slice(0, 1);
  return words.slice(
    0,
    script === -1 || (module !== -1 && module < script) ? module + 2 : script + 1,
  );
}

/** Names the package after the program: `train` for `python train.py` and `python -m train`. */
function packageName(program: readonly string[], out: string): string {
  const last = program.at(-1) ?? '';
  const isNamed = program.length > 1 || last.endsWith('.py');
  const name = isNamed ? last : dirname(resolve(out));
  return cName(basename(name).replace(/\.py$/, '').toLowerCase());
}

function warnOfOtherHead(
  head: Head,
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

/** Returns the first problem of a manifest in one line; undefined if it is a valid one. */
function problemOf(text: string, file: string): string | undefined {
  try {
    readManifest(text, file);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const message = error.problems[0]?.message ?? error.message;
    return message.replaceAll(/\s*\n\s*/g, '; ');
  }
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

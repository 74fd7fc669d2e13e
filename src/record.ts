import { rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { RECORDER_FOLDER } from './base/assets.ts';
import type { ScratchContext } from './base/context.ts';
import { Failure, systemCode } from './base/errors.ts';
import { makeFolder, readIfExists, writeAtomically } from './base/files.ts';
import { DEFAULT_MANIFEST } from './base/form.ts';
import { makeScratch } from './base/leftovers.ts';
import { type ProcessExit, runAttached } from './base/process.ts';
import type { KernelEntry } from './manifest/entry.ts';
import { type Manifest, readManifest } from './manifest/manifest.ts';
import { compareReleases } from './manifest/terms/triton-version.ts';
import type { EntryDescription } from './plan/entry-text.ts';
import { addEntries, addPackages, newManifest, packagesText } from './plan/manifest-text.ts';
import { firstProblem, problemsOfEntries } from './plan/record/check-entries.ts';
import { addRefusals } from './plan/record/refusals.ts';
import { withGolden } from './plan/record/golden.ts';
import { type Inferred, inferRecorded, type Refusal } from './plan/record/inferred.ts';
import { findSource, placeFor } from './plan/record/place.ts';
import { type Head, headOf, warnOfOtherHead } from './plan/record/head.ts';
import { namer } from './plan/record/names.ts';
import { readRecording, type RecordedKernel, type Recording } from './plan/record/recording.ts';
import type { ToolchainContext } from './toolchain/installer.ts';

export interface RecordRequest {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /**
   * The manifest to write, or to add entries to. Default: `kernels.yaml` here, or in the nearest folder that has the
   * sources of all kernels.
   */
  readonly out: string | undefined;
  /** Bytes of inputs and outputs to keep for each kernel; 0: none. */
  readonly golden: number;
  /** A folder with recordings made before; the program is then not run. */
  readonly from: string | undefined;
  /** The folder to keep the recording in, for `bundle`; undefined: it is removed. */
  readonly keep: string | undefined;
  /** True if the program's input is a terminal. */
  readonly hasTerminal: boolean;
  /** Where the program's standard output goes, as a file descriptor of this process. */
  readonly output: 1 | 2;
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
  context: RecordContext,
): Promise<RecordResult> {
  // A wrong manifest is found before the program runs for an hour.
  const existing = await readExisting(request.out ?? DEFAULT_MANIFEST);
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

/** What `record` needs of the outside world. */
type RecordContext = ScratchContext & ToolchainContext;

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
  manifestFolder = '.',
): Readonly<Record<string, string | undefined>> {
  const path = [RECORDER_FOLDER, env['PYTHONPATH'] ?? ''].filter((each) => each !== '').join(':');
  return {
    ...env,
    PYTHONPATH: path,
    TRITON_AOT_RECORD: resolve(folder),
    TRITON_AOT_RECORD_GOLDEN: `${golden}`,
    TRITON_AOT_RECORD_FOLDER: resolve(manifestFolder),
  };
}

async function runRecorded(
  { command, golden, hasTerminal, output, out = DEFAULT_MANIFEST }: RecordRequest,
  folder: string,
  { env, signal }: ScratchContext,
): Promise<ProcessExit> {
  try {
    return await runAttached(command, {
      env: recorderEnvironment(env, folder, golden, dirname(out)),
      signal,
      hasTerminal,
      output,
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
  here: Existing | undefined,
  request: RecordRequest,
  exit: ProcessExit | undefined,
  context: RecordContext,
): Promise<RecordResult> {
  const { log } = context;
  for (const fault of recording.faults)
    log.warning({ message: `the recorder failed for a launch: ${lastLine(fault)}`, hint: fault });
  const find = (kernel: RecordedKernel): string | undefined =>
    findSource(kernel, request.from !== undefined);
  const out =
    request.out ??
    (here === undefined ? placeFor(recording, find, context.env['HOME']) : DEFAULT_MANIFEST);
  const existing = out === (request.out ?? DEFAULT_MANIFEST) ? here : await readExisting(out);
  const folder = resolve(dirname(out));
  const asked = { out, manifest: existing?.manifest, golden: request.golden > 0, find };
  const { entries, refusals } = await inferRecorded(recording.kernels, asked, context);
  const head = headOf(recording, request.command, out);
  const refused = [...refusals];
  const described: Described[] = [];
  const kept: RecordedEntry[] = [];
  const nameFor = namer(existing?.manifest);
  for (const inferred of entries) {
    if (inferred.kept !== undefined) kept.push(shownEntry(inferred.kept, inferred));
    if (inferred.name === undefined || inferred.entry === undefined) continue;
    const name = nameFor(inferred.name);
    const entry = await withGolden({ ...inferred.entry, name }, inferred, recorded, folder);
    described.push({ shown: shownEntry(name, inferred), inferred, entry });
  }
  const write = (all: readonly Described[]): string => textWith(all, head, existing);
  const reasons = await reasonsAgainst(described, existing?.manifest, write, out, context);
  for (const [{ inferred }, reason] of reasons) {
    const { function: name, file, line } = inferred;
    refused.push({ name, file, line, reason });
  }
  const taken = described.filter((each) => !reasons.has(each));
  const added = taken.map(({ shown }) => shown);
  const result = { manifest: out, added, kept, refused, exit };
  if (added.length === 0 && kept.length === 0) return { ...result, nothing: nothingIn(recording) };
  if (existing !== undefined) warnOfOtherHead(head, existing.manifest, log);
  const text = addRefusals(write(taken), refused);
  readManifest(text, out);
  if (text !== existing?.text) {
    await makeFolder(folder);
    await writeAtomically(out, (temporary) => writeFile(temporary, text));
  }
  return { ...result, nothing: undefined };
}

/** A new entry with its name. */
interface Described {
  readonly inferred: Inferred;
  readonly entry: EntryDescription;
  readonly shown: RecordedEntry;
}

function shownEntry(name: string, { file, line, function: own, calls }: Inferred): RecordedEntry {
  return { name, source: `${file}:${line} ${own}`, calls };
}

/** Returns the entries that `build` could not take, each with the reason. */
async function reasonsAgainst(
  described: readonly Described[],
  existing: Manifest | undefined,
  write: (all: readonly Described[]) => string,
  out: string,
  context: RecordContext,
): Promise<ReadonlyMap<Described, string>> {
  const reasons = new Map<Described, string>();
  for (const each of described) {
    const reason =
      otherVersion(each.inferred, described, existing) ??
      firstProblem(() => readManifest(write([each]), out));
    if (reason !== undefined) reasons.set(each, reason);
  }
  const valid = described.filter((each) => !reasons.has(each));
  if (valid.length === 0) return reasons;
  const manifest = readManifest(write(valid), out);
  const names = new Map(valid.map((each) => [each.shown.name, each]));
  const entries = manifest.kernels.filter((entry) => names.has(keyOf(entry)));
  for (const [entry, reason] of await problemsOfEntries(manifest, entries, context)) {
    const each = names.get(keyOf(entry));
    if (each !== undefined) reasons.set(each, reason);
  }
  return reasons;
}

/** The key of an entry in the manifest, with its placeholders. */
function keyOf({ pathOf }: KernelEntry): string {
  return String(pathOf([])[1]);
}

/** Returns the reason to refuse a kernel of a package that the manifest has in another version. */
function otherVersion(
  { package: own }: Inferred,
  described: readonly Described[],
  existing: Manifest | undefined,
): string | undefined {
  if (own === undefined) return undefined;
  const others = described.flatMap(({ inferred }) => inferred.package ?? []);
  const pinned = [...(existing?.packages ?? []), ...others].find(({ name }) => name === own.name);
  return pinned === undefined || pinned.version === own.version
    ? undefined
    : `it is in ${own.name} ${own.version}, and the manifest has ${pinned.version}`;
}

function textWith(
  described: readonly Described[],
  head: Head,
  existing: Existing | undefined,
): string {
  const entries = described.map(({ entry }) => entry);
  const packages = new Map(
    described.flatMap(({ inferred: { package: own } }) =>
      own === undefined ? [] : [[own.name, own.version] as const],
    ),
  );
  if (existing !== undefined)
    return addPackages(addEntries(existing.text, entries) ?? existing.text, packages);
  const settings = [
    { name: 'package', text: head.package },
    { name: 'triton', text: head.triton },
    { name: 'targets', text: `[${head.targets.join(', ')}]` },
    ...(packages.size === 0 ? [] : [{ name: 'packages', text: packagesText(packages) }]),
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

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

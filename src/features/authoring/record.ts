import { rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ScratchContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { makeFolder, readIfExists, writeAtomically } from '../../base/files.ts';
import { DEFAULT_MANIFEST } from '../../base/form.ts';
import { makeScratch } from '../../base/leftovers.ts';
import type { ProcessExit } from '../../base/process.ts';
import { readManifest } from '../../manifest/manifest.ts';
import { readRecording, type RecordedKernel, type Recording } from '../../plan/recording.ts';
import type { ToolchainContext } from '../../toolchain/installer.ts';
import { withGolden } from './golden.ts';
import { headOf, warnOfOtherHead } from './head.ts';
import { type Inferred, inferRecorded, type Refusal } from './inferred.ts';
import { namer } from './names.ts';
import { unfilledEntries } from './manifest-text.ts';
import {
  type Existing,
  LEAVE_OUT,
  type NewEntry,
  reasonsAgainst,
  type RecordedEntry,
  textWith,
} from './new-entries.ts';
import { nothingIn } from './nothing-recorded.ts';
import { findSource, placeFor } from './place.ts';
import type { RecordRequest } from './record-request.ts';
import { runRecorded } from './recorded-program.ts';
import { addRefusals } from './refusals.ts';

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
    const recording = withOnly(await readRecording(folder), request.only);
    // What a program launched is written if it was interrupted, too. A second signal ends this process.
    const rest = { ...context, signal: new AbortController().signal };
    return await writeManifest(recording, folder, existing, request, exit, rest);
  } finally {
    if (request.keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** What `record` needs of the outside world. */
type RecordContext = ScratchContext & ToolchainContext;

async function readExisting(file: string): Promise<Existing | undefined> {
  const text = (await readIfExists(file))?.toString();
  return text === undefined ? undefined : { text, manifest: readManifest(text, file, LEAVE_OUT) };
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
  const described: NewEntry[] = [];
  const kept: RecordedEntry[] = [];
  const unfilled = new Map(
    unfilledEntries(existing?.text ?? '').map(({ key, source }) => [source, key]),
  );
  const nameFor = namer(existing?.manifest, unfilled.values());
  for (const inferred of entries) {
    if (inferred.kept !== undefined) kept.push(shownEntry(inferred.kept, inferred));
    if (inferred.name === undefined || inferred.entry === undefined) continue;
    const { source } = inferred.entry;
    // The name that a person has given, unless the entry has several kernels.
    const given = inferred.name.placeholders.length === 0 ? unfilled.get(source) : undefined;
    unfilled.delete(source);
    const name = given ?? nameFor(inferred.name);
    const entry = await withGolden({ ...inferred.entry, name }, inferred, recorded, folder);
    described.push({ shown: shownEntry(name, inferred), inferred, entry });
  }
  const write = (all: readonly NewEntry[]): string => textWith(all, head, existing);
  const where = { out, python: pythonOf(recording, request) };
  const reasons = await reasonsAgainst(described, existing?.manifest, write, where, context);
  for (const [{ inferred }, reason] of reasons) {
    const { function: name, file, line } = inferred;
    refused.push({ name, file, line, reason });
  }
  const taken = described.filter((each) => !reasons.has(each));
  const added = taken.map(({ shown }) => shown);
  const result = { manifest: out, added, kept, refused, exit };
  if (added.length === 0 && kept.length === 0)
    return { ...result, nothing: nothingIn(recording, request.emulated !== undefined) };
  if (existing !== undefined) warnOfOtherHead(head, existing.manifest, log);
  const text = addRefusals(write(taken), refused);
  readManifest(text, out, LEAVE_OUT);
  if (text !== existing?.text) {
    await makeFolder(folder);
    await writeAtomically(out, (temporary) => writeFile(temporary, text));
  }
  return { ...result, nothing: undefined };
}

/**
 * The recording with one of its kernels.
 * @throws {Failure} `usage` if others were launched, and this one was not.
 */
function withOnly(recording: Recording, only: RecordRequest['only']): Recording {
  if (only === undefined) return recording;
  const kernels = recording.kernels.filter(
    ({ name, source, folder }) =>
      name === only.function && resolve(folder, source?.file ?? '') === resolve(only.file),
  );
  const others = [...new Set(recording.kernels.map(({ name }) => `\`${name}\``))];
  if (kernels.length === 0 && others.length > 0)
    throw new Failure('usage', {
      message: `${only.file}:${only.function} was not launched, but ${others.join(', ')}`,
      hint: `Name one of them, or only ${only.file} for all of them.`,
    });
  return { ...recording, kernels };
}

/**
 * The Python that the program ran with. Undefined for a recording that was brought here: it is data, and does not say
 * what is started.
 */
function pythonOf({ processes }: Recording, { from }: RecordRequest): string | undefined {
  if (from !== undefined) return undefined;
  return (
    processes.find(({ hasTriton, executable }) => hasTriton && executable)?.executable ?? undefined
  );
}

function shownEntry(
  name: string,
  { file, line, function: own, calls, entry }: Inferred,
): RecordedEntry {
  const doubts = entry?.gridComments ?? [];
  return {
    name,
    source: `${file}:${line} ${own}`,
    calls,
    ...(doubts.length > 0 && { doubt: `grid [${entry?.grid.join(', ')}]: ${doubts.join(' ')}` }),
  };
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

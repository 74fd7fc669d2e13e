import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { makeFolder, readBelow } from '../../base/files.ts';
import { sha256 } from '../../base/text.ts';
import { type DraftCall, type EntryDraft, valueText } from './drafts.ts';
import { accessOfDraft, type GoldenCalls } from './description.ts';
import { roleOf } from './smoke-section.ts';

/** The folder beside the manifest that has a folder for each kernel. */
const FOLDER = 'golden';

/** Returns a call whose inputs and outputs the recording has, with its buffers; undefined if there is none. */
export function goldenOf({ members, calls }: EntryDraft): GoldenCall | undefined {
  for (const member of members) {
    const { contents } = member;
    const call = calls.find((each) => each.kernel === member && each.id === contents?.call);
    const buffers = [...(contents?.buffers ?? [])].flatMap(([name, { files }]) =>
      files === null ? [] : [[name, files] as const],
    );
    if (call === undefined || buffers.length === 0) continue;
    if (buffers.length === contents?.buffers.size) return { call, buffers };
  }
  return undefined;
}

interface GoldenCall {
  readonly call: DraftCall;
  /** The names of the files with the elements before and after the call. */
  readonly buffers: readonly (readonly [
    name: string,
    files: { readonly before: string; readonly after: string },
  ])[];
}

/**
 * Copies the inputs and outputs of one recorded call to the manifest's folder, with a reference
 * function that returns the outputs. Of an entry with choices, those of one call for each. Returns undefined if the
 * recording lacks one.
 * @throws {Failure} `environment` if a file is missing, or leads out of the recording.
 */
export async function saveGolden(
  name: string,
  draft: EntryDraft,
  recorded: string,
  folder: string,
): Promise<GoldenCalls | undefined> {
  const choices = draft.choices.length === 0 ? [draft] : draft.choices;
  const found = choices.flatMap((each) => goldenOf(each) ?? []);
  if (found.length < choices.length) return undefined;
  const access = accessOfDraft(draft);
  const inputs = new Map<string, string>();
  for (const [index, { buffers }] of found.entries()) {
    const own = join(FOLDER, nameOfChoice(name, choices[index]));
    await makeFolder(join(folder, own));
    const digests = new Map<string, string>();
    for (const [buffer, files] of buffers) {
      const role = roleOf(buffer, draft, access);
      if (role !== 'out') {
        const file = `${buffer}.npy`;
        await copyRecorded(recorded, files.before, join(folder, own, file));
        inputs.set(buffer, join(FOLDER, name, file));
      }
      if (role !== 'in') {
        const file = join(own, `${buffer}-expected.npy`);
        digests.set(buffer, sha256(await copyRecorded(recorded, files.after, join(folder, file))));
      }
    }
    const text = referenceText(nameOfChoice(name, choices[index]), digests);
    await writeFile(join(folder, own, 'outputs.py'), text);
  }
  const calls = found.map(({ call }) => call);
  return { calls, inputs, reference: `${join(FOLDER, name)}/outputs.py:outputs` };
}

/** Replaces the placeholders in the name of an entry. */
function nameOfChoice(name: string, choice: EntryDraft | undefined): string {
  return name.replaceAll(/\{(\w+)\}/g, (placeholder, key: string) =>
    choice === undefined ? placeholder : valueText(choice, key),
  );
}

/** Copies a file of a recording, which can come from another machine. Returns its bytes. */
async function copyRecorded(recorded: string, name: string, file: string): Promise<Buffer> {
  const bytes = await readBelow(recorded, name, 'the recording');
  if ('problem' in bytes)
    throw new Failure('environment', {
      message: `cannot read ${name} of the recording: ${bytes.problem}`,
      hint: 'Record the program again.',
    });
  await writeFile(file, bytes);
  return bytes;
}

/** The digests are in the text, so that the build sees when the files change. */
function referenceText(name: string, digests: ReadonlyMap<string, string>): string {
  const entries = [...digests].map(([buffer, digest]) => `    "${buffer}": "${digest}",\n`);
  return `"""The outputs of ${name}, as the recorded program computed them."""

import hashlib
import pathlib

import numpy

SHA256 = {
${entries.join('')}}


def outputs():
    return {name: load(name, digest) for name, digest in SHA256.items()}


def load(name, digest):
    file = pathlib.Path(__file__).with_name(f"{name}-expected.npy")
    if hashlib.sha256(file.read_bytes()).hexdigest() != digest:
        raise ValueError(f"{file.name} was changed: record it again")
    return numpy.load(file)
`;
}

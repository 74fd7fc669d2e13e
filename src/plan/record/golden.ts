import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { makeFolder, readBelow } from '../../base/files.ts';
import { sha256 } from '../../base/text.ts';
import type { EntryDraft } from './drafts.ts';
import { accessOfDraft, type GoldenCall } from './description.ts';
import { roleOf } from './smoke-section.ts';

/** The folder beside the manifest that has a folder for each kernel. */
const FOLDER = 'golden';

/**
 * Copies the inputs and outputs of one recorded call to the manifest's folder, with a reference
 * function that returns the outputs. Returns undefined if the recording has none.
 * @throws {Failure} `environment` if a file is missing, or leads out of the recording.
 */
export async function saveGolden(
  name: string,
  draft: EntryDraft,
  recorded: string,
  folder: string,
): Promise<GoldenCall | undefined> {
  for (const member of draft.members) {
    const { contents } = member;
    const call = draft.calls.find((each) => each.kernel === member && each.id === contents?.call);
    const buffers = [...(contents?.buffers ?? [])];
    if (call === undefined || buffers.length === 0) continue;
    if (buffers.some(([, { files }]) => files === null)) continue;
    const access = accessOfDraft(draft);
    const own = join(FOLDER, name);
    await makeFolder(join(folder, own));
    const [inputs, digests] = [new Map<string, string>(), new Map<string, string>()];
    for (const [buffer, { files }] of buffers) {
      const role = roleOf(buffer, draft, access);
      if (files !== null && role !== 'out') {
        const file = join(own, `${buffer}.npy`);
        await copyRecorded(recorded, files.before, join(folder, file));
        inputs.set(buffer, file);
      }
      if (files !== null && role !== 'in') {
        const file = join(own, `${buffer}-expected.npy`);
        digests.set(buffer, sha256(await copyRecorded(recorded, files.after, join(folder, file))));
      }
    }
    await writeFile(join(folder, own, 'outputs.py'), referenceText(name, digests));
    return { call, inputs, reference: `${own}/outputs.py:outputs` };
  }
  return undefined;
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

import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../base/text.ts';
import type { EntryDraft } from './drafts.ts';
import { accessOfDraft, type GoldenCall } from './description.ts';
import { roleOf } from './smoke-section.ts';

/** The folder beside the manifest that has a folder for each kernel. */
const FOLDER = 'golden';

/**
 * Copies the inputs and outputs of one recorded call to the manifest's folder, with a reference
 * function that returns the outputs. Returns undefined if the recording has none.
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
    await mkdir(join(folder, own), { recursive: true });
    const [inputs, digests] = [new Map<string, string>(), new Map<string, string>()];
    for (const [buffer, { files }] of buffers) {
      const role = roleOf(buffer, draft, access);
      if (files !== null && role !== 'out') {
        const file = join(own, `${buffer}.npy`);
        await copyFile(join(recorded, files.before), join(folder, file));
        inputs.set(buffer, file);
      }
      if (files !== null && role !== 'in') {
        const file = join(own, `${buffer}-expected.npy`);
        await copyFile(join(recorded, files.after), join(folder, file));
        digests.set(buffer, sha256(await readFile(join(folder, file))));
      }
    }
    await writeFile(join(folder, own, 'outputs.py'), referenceText(name, digests));
    return { call, inputs, reference: `${own}/outputs.py:outputs` };
  }
  return undefined;
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

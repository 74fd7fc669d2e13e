import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { makeFolder, readBelow } from '../../base/files.ts';
import { sha256 } from '../../base/text.ts';
import type { EntryDescription } from './entry.ts';
import type { Inferred } from './inferred.ts';

/** The folder beside the manifest that has a folder for each kernel. */
const FOLDER = 'golden';

/**
 * Copies the inputs and outputs of one recorded call, or of one for each choice, to the manifest's folder, with a
 * reference function that returns the outputs. Returns the entry with them.
 * @throws {Failure} `environment` if a file is missing, or leads out of the recording.
 */
export async function withGolden(
  entry: EntryDescription,
  { golden = [], name: naming = { words: [], placeholders: [], choices: [] } }: Inferred,
  recorded: string,
  folder: string,
): Promise<EntryDescription> {
  const { name, smoke } = entry;
  const inputs = new Map<string, string>();
  for (const [index, buffers] of golden.entries()) {
    const words = new Map(
      naming.placeholders.map((each, at) => [each, naming.choices[index]?.[at] ?? '']),
    );
    const ownName = name.replaceAll(/\{(\w+)\}/g, (all, key: string) => words.get(key) ?? all);
    const target = join(FOLDER, ownName);
    await makeFolder(join(folder, target));
    const digests = new Map<string, string>();
    for (const { name: buffer, before, after } of buffers) {
      if (before !== undefined) {
        const file = `${buffer}.npy`;
        await copyRecorded(recorded, before, join(folder, target, file));
        inputs.set(buffer, join(FOLDER, name, file));
      }
      if (after !== undefined) {
        const file = join(target, `${buffer}-expected.npy`);
        digests.set(buffer, sha256(await copyRecorded(recorded, after, join(folder, file))));
      }
    }
    await writeFile(join(folder, target, 'outputs.py'), referenceText(ownName, digests));
  }
  if (smoke === undefined || golden.length === 0) return entry;
  const buffers = smoke.buffers.map((buffer) => {
    const file = inputs.get(buffer.name);
    return file === undefined ? buffer : { ...buffer, fill: { file } };
  });
  const reference = { text: `${join(FOLDER, name)}/outputs.py:outputs` };
  return { ...entry, smoke: { ...smoke, reference, buffers } };
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

import { dirname, join } from 'node:path';
import type { Problem } from '../base/errors.ts';
import { readIfExists } from '../base/files.ts';
import { sha256 } from '../base/text.ts';
import { type ManifestDocument, readDocument } from '../manifest/yaml.ts';
import {
  packageManifestSchema,
  parseManifest,
  readManifestText,
  type ReadManifest,
  type ReadPackage,
} from './read.ts';

// A package is compared with the manifest and the sources on this machine by the hashes in it. Packages
// of earlier versions do not say what their manifest was.

/**
 * Reads the manifest of the package in a folder, to name lines of it. Returns undefined if there is
 * none, or if it is not the text that the package was built from: its lines would be wrong.
 * @throws {Failure} as `readManifestText` and `parseManifest`.
 */
export async function readOwnDocument(
  folder: string,
  file: string,
): Promise<ManifestDocument | undefined> {
  const document = await readDocument(file);
  if (document === undefined) return undefined;
  const manifest = parseManifest(await readManifestText(folder), folder, packageManifestSchema);
  return isOwn(manifest, document) ? document : undefined;
}

/**
 * Says which files are not as they were when the package was built; undefined if all are. Files that are
 * missing are no change: a machine that only tests does not have them.
 * @param file the manifest
 */
export async function changedSources(
  { manifest, folder }: Pick<ReadPackage, 'manifest' | 'folder'>,
  file: string,
): Promise<Problem | undefined> {
  const document = await readDocument(file);
  const changed: string[] = [];
  for (const { path, sha256: hash } of manifest.sources ?? []) {
    const source = join(dirname(file), path);
    // What cannot be read is not a source that someone has edited.
    const content = await readIfExists(source).catch(() => undefined);
    if (content !== undefined && sha256(content) !== hash) changed.push(source);
  }
  const hint = 'The package is used as it was built. Build it again to use the change.';
  if (document !== undefined && !isOwn(manifest, document)) {
    const all = changed.length === 0 ? 'this one has' : `this one and ${namesOf(changed)} have`;
    return {
      message: `the package ${folder} was built from another manifest, or ${all} changed since`,
      place: { file },
      hint: `${hint} If it is of another manifest, name that with \`manifest\`.`,
    };
  }
  const [first, ...others] = changed;
  if (first === undefined) return undefined;
  const also = others.length === 0 ? '' : `; so have ${namesOf(others)}`;
  return {
    message: `this file has changed since the package ${folder} was built${also}`,
    place: { file: first },
    hint,
  };
}

function isOwn({ builtFrom }: ReadManifest, document: ManifestDocument): boolean {
  return builtFrom === undefined || builtFrom.sha256 === document.sha256;
}

/** The most files that a message names. */
const MOST_NAMES = 3;

function namesOf(files: readonly string[]): string {
  const left = files.length - MOST_NAMES;
  return [...files.slice(0, MOST_NAMES), ...(left > 0 ? [`${left} more`] : [])].join(', ');
}

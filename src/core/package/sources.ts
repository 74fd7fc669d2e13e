import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../hash.ts';
import type { LinkedVariant } from '../link.ts';
import { isLicenseExpression } from '../spdx.ts';

/** A file that kernels of a package were made from. */
export interface PackagedSource {
  /** Relative to the manifest's folder, with slashes. */
  readonly path: string;
  readonly sha256: string;
  /** The SPDX expression that the file names. */
  readonly license?: string | undefined;
}

/** The licences that source files name, by the files' paths. */
export type SourceLicenses = ReadonlyMap<string, string>;

/** Every file that the kernels were made from, each once, by path. */
export function sourcesOf(
  linked: readonly LinkedVariant[],
  licenses: SourceLicenses = new Map(),
): readonly PackagedSource[] {
  const closure = linked.flatMap(({ variant }) => variant.inputs.closure);
  const hashes = new Map(closure.map((source) => [source.path, source.sha256]));
  return [...hashes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, hash]) => {
      const license = licenses.get(path);
      return { path, sha256: hash, ...(license !== undefined && { license }) };
    });
}

/** Reads the licences of all source files from the manifest's `folder`. */
export async function readLicenses(
  linked: readonly LinkedVariant[],
  folder: string,
): Promise<SourceLicenses> {
  const licenses = new Map<string, string>();
  for (const source of sourcesOf(linked)) {
    const content = await readFile(join(folder, source.path)).catch(() => undefined);
    // A file that has changed since it was compiled says nothing of what was.
    if (content === undefined || sha256(content) !== source.sha256) continue;
    const license = licenseIn(content.toString('latin1'));
    if (license !== undefined) licenses.set(source.path, license);
  }
  return licenses;
}

/** What the first `SPDX-License-Identifier:` of a file says, in whatever form of comment. */
function licenseIn(text: string): string | undefined {
  const said = /SPDX-License-Identifier:[ \t]*([\w.+:() -]*[\w.+)])/.exec(text)?.[1];
  return said !== undefined && isLicenseExpression(said) ? said : undefined;
}

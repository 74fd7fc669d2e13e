import { basename, dirname, join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { Failure, type Place } from '../base/errors.ts';
import { reasonOf } from '../base/faults.ts';
import { readIfExists, writeAtomically } from '../base/files.ts';
import type { PackagePin } from '../manifest/packages.ts';

/** What the lock file says of a package. Each is a SHA-256; one of them is given. */
export interface LockedHashes {
  /** That of the wheel; undefined if the package was only ever taken from where it is installed. */
  readonly wheel?: string | undefined;
  /** That of the list of its files; undefined in lines that a person wrote. */
  readonly files?: string | undefined;
}

/** The hashes of packages, by `pinKey`. */
export type PackageLock = ReadonlyMap<string, LockedHashes>;

/** Returns the lock file of a manifest: `kernels.lock` beside `kernels.yaml`. */
export function lockFile(manifest: string): string {
  return join(dirname(manifest), `${basename(manifest).replace(/\.ya?ml$/, '')}.lock`);
}

/** Returns the name of a package in the lock file. */
export function pinKey({ name, version }: PackagePin): string {
  return `${name}==${version}`;
}

const LINE =
  /^(?<key>\S+==\S+)(?: --hash=sha256:(?<wheel>[0-9a-f]{64}))?(?: # files sha256:(?<files>[0-9a-f]{64}))?\s*$/;

/**
 * Reads a lock file, whose lines are as in a requirements file of pip. The hash of a package's files is a comment there.
 * @throws {Failure} `usage` with the line that is wrong.
 */
export async function readLock(file: string): Promise<PackageLock> {
  const text = String((await readIfExists(file)) ?? '');
  const known = new Map<string, LockedHashes>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const { key, wheel, files } = LINE.exec(line)?.groups ?? {};
    const place: Place = { file, line: index + 1 };
    const hint = 'Remove the line, and build again outside of CI: it is written then.';
    if (key === undefined || (wheel ?? files) === undefined)
      throw new Failure('usage', {
        message: 'expected `NAME==VERSION --hash=sha256:` and 64 digits',
        place,
        hint,
      });
    if (known.has(key)) throw new Failure('usage', { message: `${key} is twice`, place, hint });
    known.set(key, { wheel, files });
  }
  return known;
}

/** Writes the lock file of a manifest. @throws {Failure} `environment` if that is not possible. */
export async function writeLock(manifest: string, locked: PackageLock): Promise<void> {
  const file = lockFile(manifest);
  const head = `# The files of \`packages:\` in ${basename(manifest)}. Written by triton-aot; commit it.`;
  const lines = [...locked].map(([key, { wheel, files }]) =>
    [
      key,
      ...(wheel === undefined ? [] : [`--hash=sha256:${wheel}`]),
      ...(files === undefined ? [] : [`# files sha256:${files}`]),
    ].join(' '),
  );
  const text = `${[head, ...lines.toSorted()].join('\n')}\n`;
  await writeAtomically(file, (temporary) => writeFile(temporary, text)).catch((error: unknown) => {
    const message = `cannot write the lock file: ${reasonOf(error)}`;
    throw new Failure('environment', { message, place: { file } }, { cause: error });
  });
}

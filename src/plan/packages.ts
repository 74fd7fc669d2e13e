import { basename, dirname, join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { Failure, type Place } from '../base/errors.ts';
import { reasonOf } from '../base/faults.ts';
import { readIfExists, writeAtomically } from '../base/files.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { PackagePin } from '../manifest/packages.ts';
import type { ToolchainContext } from '../toolchain/installer.ts';
import {
  lockPackages,
  type LockedPackage,
  type UnpackedWheel,
  unpackWheel,
} from '../toolchain/wheels.ts';

/** Returns the lock file of a manifest: `kernels.lock` beside `kernels.yaml`. */
function lockFile(manifest: string): string {
  return join(dirname(manifest), `${basename(manifest).replace(/\.ya?ml$/, '')}.lock`);
}

/**
 * Unpacks the wheels of the manifest's packages. Their SHA-256 are in the lock file beside the manifest.
 * Packages that it lacks are looked up and added to it, but not in CI, where `CI` is set: a package is
 * chosen once, by a person.
 * @throws {Failure} `usage` if a wheel is not the locked one, or there is none; `environment` if the index
 * does not answer.
 */
export async function unpackPackages(
  { packages, file }: Pick<Manifest, 'packages' | 'file'>,
  context: ToolchainContext,
): Promise<readonly UnpackedWheel[]> {
  if (packages.length === 0) return [];
  const lock = lockFile(file);
  const known = await readLock(lock);
  const missing = packages.filter((pin) => !known.has(pinKey(pin)));
  if (missing.length > 0) {
    if (!/^(?:|0|false)$/i.test(context.env['CI'] ?? '')) throw notLocked(missing, lock);
    for (const each of await lockPackages(missing, context)) known.set(pinKey(each), each.sha256);
  }
  const locked = packages.flatMap((pin) => {
    const sha256 = known.get(pinKey(pin));
    return sha256 === undefined ? [] : [{ ...pin, sha256 }];
  });
  if (missing.length > 0) await writeLock(lock, file, locked);
  const wheels: UnpackedWheel[] = [];
  for (const each of locked) wheels.push(await unpackWheel(each, context));
  return wheels;
}

function pinKey({ name, version }: PackagePin): string {
  return `${name}==${version}`;
}

/** Reads the SHA-256 of each package, which are lines as in a requirements file of pip. */
async function readLock(file: string): Promise<Map<string, string>> {
  const text = String((await readIfExists(file)) ?? '');
  const known = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, key, sha256] = /^(\S+==\S+) --hash=sha256:([0-9a-f]{64})\s*$/.exec(line) ?? [];
    const place: Place = { file, line: index + 1 };
    const hint = 'Remove the line, and build again outside of CI: it is written then.';
    if (key === undefined || sha256 === undefined)
      throw new Failure('usage', {
        message: 'expected `NAME==VERSION --hash=sha256:` and 64 digits',
        place,
        hint,
      });
    if (known.has(key)) throw new Failure('usage', { message: `${key} is twice`, place, hint });
    known.set(key, sha256);
  }
  return known;
}

async function writeLock(
  file: string,
  manifest: string,
  locked: readonly LockedPackage[],
): Promise<void> {
  const head = `# The wheels of \`packages:\` in ${basename(manifest)}. Written by triton-aot; commit it.`;
  const lines = locked.map((each) => `${pinKey(each)} --hash=sha256:${each.sha256}`);
  const text = `${[head, ...lines.toSorted()].join('\n')}\n`;
  await writeAtomically(file, (temporary) => writeFile(temporary, text)).catch((error: unknown) => {
    const message = `cannot write the lock file: ${reasonOf(error)}`;
    throw new Failure('environment', { message, place: { file } }, { cause: error });
  });
}

function notLocked(missing: readonly PackagePin[], lock: string): Failure {
  const hint = `Run \`triton-aot plan\` on your machine, and commit ${basename(lock)}. In CI (\`CI\` is set) no package is added to it.`;
  return new Failure(
    'usage',
    missing.map((pin) => ({
      message: `${lock} has no SHA-256 for ${pin.name} ${pin.version}`,
      place: pin.place,
      hint,
    })),
  );
}

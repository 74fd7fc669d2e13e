import { basename } from 'node:path';
import { Failure, type Problem } from '../base/errors.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { PackagePin } from '../manifest/packages.ts';
import { copiedPackage, copyInstalled } from '../toolchain/installed-package.ts';
import type { ToolchainContext } from '../toolchain/installer.ts';
import type { UnpackedPackage } from '../toolchain/unpacked-package.ts';
import { IndexUnreached } from '../toolchain/unreached.ts';
import { findWheel, unpackWheel } from '../toolchain/wheels.ts';
import { lockFile, type LockedHashes, pinKey, readLock, writeLock } from './package-lock.ts';

/**
 * Unpacks the manifest's packages: wheels of the index or, if it cannot be reached, the installed packages. The
 * lock file beside the manifest has their hashes. Packages that it lacks are looked up and added to it, but not
 * in CI, where `CI` is set: a package is chosen once, by a person.
 * @param python where packages are installed, by path or name; undefined: the first suitable Python on `PATH`
 * @throws {Failure} `usage` if a package is not the locked one, or the index has no wheel; `environment` if the
 * index cannot be reached and the package is not installed.
 */
export async function unpackPackages(
  { packages, file }: Pick<Manifest, 'packages' | 'file'>,
  python: string | undefined,
  context: ToolchainContext,
): Promise<readonly UnpackedPackage[]> {
  if (packages.length === 0) return [];
  const lock = lockFile(file);
  const known = await readLock(lock);
  const isCi = !/^(?:|0|false)$/i.test(context.env['CI'] ?? '');
  const missing = packages.filter((pin) => !known.has(pinKey(pin)));
  if (isCi && missing.length > 0) throw notLocked(missing, lock);
  const unpacked: UnpackedPackage[] = [];
  for (const pin of packages) {
    const locked = known.get(pinKey(pin)) ?? {};
    const found = await unpackLocked(pin, { ...locked, lock }, python, context);
    // What a package is built from follows from the lock file, whether or not there is a network.
    unpacked.push(isCi ? { ...found, wheel: locked.wheel } : found);
  }
  const isNew = unpacked.some((each) => {
    const { wheel, files } = known.get(pinKey(each)) ?? {};
    return wheel !== each.wheel || files !== each.files;
  });
  if (isNew && !isCi)
    await writeLock(file, new Map(unpacked.map((each) => [pinKey(each), each] as const)));
  return unpacked;
}

interface Locked extends LockedHashes {
  /** The lock file. */
  readonly lock: string;
}

async function unpackLocked(
  pin: PackagePin,
  locked: Locked,
  python: string | undefined,
  context: ToolchainContext,
): Promise<UnpackedPackage> {
  if (locked.wheel === undefined && locked.files !== undefined) {
    const copied = await copiedPackage(pin, locked.files, context);
    if (copied !== undefined) return copied;
  }
  try {
    const wheel = locked.wheel ?? (await findWheel(pin, context));
    const unpacked = await unpackWheel(pin, wheel, context);
    if (locked.files === undefined || locked.files === unpacked.files) return unpacked;
    throw new Failure('usage', { ...otherFiles('the wheel', pin, locked), place: pin.place });
  } catch (error) {
    if (!(error instanceof IndexUnreached)) throw error;
    return await installedInstead(pin, locked, python, error, context);
  }
}

/** Takes a package from where it is installed, if its files are the locked ones. */
async function installedInstead(
  pin: PackagePin,
  locked: Locked,
  python: string | undefined,
  unreached: IndexUnreached,
  context: ToolchainContext,
): Promise<UnpackedPackage> {
  const { wheel, files } = locked;
  if (wheel !== undefined && files === undefined)
    throw neither(pin, unreached, {
      message: `${basename(locked.lock)} has only the SHA-256 of its wheel, which installed files cannot be compared with`,
      hint: `Run \`triton-aot plan\` where the index can be reached, and commit ${basename(locked.lock)}: it then has a SHA-256 of the files.`,
    });
  const copied = files === undefined ? undefined : await copiedPackage(pin, files, context);
  if (copied !== undefined) return { ...copied, wheel };
  const found = await copyInstalled(pin, python, context).catch((error: unknown) => {
    const [problem] = error instanceof Failure ? error.problems : [];
    throw problem === undefined ? error : neither(pin, unreached, problem);
  });
  if (files !== undefined && found.files !== files)
    throw neither(pin, unreached, otherFiles('the installed', pin, locked));
  return { ...found, wheel };
}

function otherFiles(what: string, { name, version }: PackagePin, { lock }: Locked): Problem {
  return {
    message: `the files of ${what} ${name} ${version} are not those that ${basename(lock)} names`,
    hint: `An installed package that was built from its source can have other files than its wheel. If you trust these files, remove the line of the package from ${basename(lock)} and build again.`,
  };
}

/** The failure if neither the index nor an installed package can be used. */
function neither(pin: PackagePin, unreached: IndexUnreached, reason: Problem): Failure {
  const hints = [reason, ...unreached.problems].flatMap(({ hint }) => hint ?? []);
  return new Failure(
    'environment',
    {
      message: `cannot get ${pin.name} ${pin.version}: the package index cannot be reached, and ${reason.message}`,
      place: pin.place,
      hint: hints.join('\n'),
    },
    { cause: unreached },
  );
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

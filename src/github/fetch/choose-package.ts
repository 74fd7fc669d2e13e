import { dirname, join } from 'node:path';
import { Failure } from '../../core/base/errors.ts';
import {
  minorRange,
  parseTarget,
  runsOn,
  type Target,
  TARGET_NAMES,
} from '../../core/model/target.ts';
import { MANIFEST_FILE } from '../../core/package/files.ts';
import { listFiles } from '../../core/package/folder.ts';
import { type ReadManifest, type ReadPackage, readPackage } from '../../core/package/read.ts';

/** Which package of a folder that may hold several. */
interface PackageFilter {
  readonly package?: string | undefined;
  readonly targets?: readonly string[] | undefined;
}

/**
 * The package that is meant in what was unpacked to `root`: at its root or in folders of it, whole or in parts. `named`
 * is where that is from, for messages.
 * @throws {Failure} `usage` where none is, or more than one could be, `verification` where one is damaged.
 */
export async function choosePackage(
  root: string,
  wish: PackageFilter,
  named: string,
): Promise<ReadPackage> {
  const found = await packagesBelow(root);
  const ofName = found.filter(
    ({ manifest }) => wish.package === undefined || manifest.package === wish.package,
  );
  const names = new Set(found.map(({ manifest }) => manifest.package));
  const [first, ...others] = ofName;
  if (first === undefined) throw unfound(named, wish, names);
  if (others.length === 0) return first;
  if (wish.package === undefined && names.size > 1) {
    throw new Failure('usage', {
      message: `${named} holds several packages: ${[...names].join(', ')}`,
      hint: 'Name one in `package`.',
    });
  }
  return partFor(ofName, wish, named);
}

/** Packages in packages are parts of those. */
async function packagesBelow(root: string): Promise<readonly ReadPackage[]> {
  const files = await listFiles(root);
  const folders = files
    .filter((file) => file === MANIFEST_FILE || file.endsWith(`/${MANIFEST_FILE}`))
    .map((file) => dirname(file))
    .toSorted();
  const outer = folders.filter(
    (folder) =>
      folder === '.' || !folders.some((one) => one === '.' || folder.startsWith(`${one}/`)),
  );
  return Promise.all(outer.map((folder) => readPackage(join(root, folder))));
}

function partFor(
  parts: readonly ReadPackage[],
  { targets = [] }: PackageFilter,
  named: string,
): ReadPackage {
  const wanted = parseTargetNames(targets);
  const held = parts.map(({ manifest }) => packageTargets(manifest));
  const fitting = parts
    .filter(({ manifest }) => missingTargets(packageTargets(manifest), wanted).length === 0)
    // That of the GPU itself before one that it runs as well, and a part before the whole.
    .toSorted((a, b) => rank(a, targets) - rank(b, targets));
  const [best] = fitting;
  if (best !== undefined && (wanted.length > 0 || fitting.length === 1)) return best;
  const list = held.map((one) => one.join('+')).join(', ');
  throw new Failure('usage', {
    message: `${named} holds the package in parts, by architectures: ${list}`,
    hint: 'Each part is a package of its own: name one architecture in `targets`, or fetch each to a folder of its own.',
  });
}

function rank({ manifest }: ReadPackage, targets: readonly string[]): number {
  const held = packageTargets(manifest);
  const isExact = targets.every((target) => held.includes(target));
  return (isExact ? 0 : 1000) + held.length;
}

function unfound(named: string, wish: PackageFilter, names: ReadonlySet<string>): Failure {
  const of = wish.package === undefined ? '' : ` \`${wish.package}\``;
  return new Failure('usage', {
    message: `${named} holds no package${of}`,
    hint:
      names.size === 0
        ? `No folder of it has a ${MANIFEST_FILE}.`
        : `It holds: ${[...names].join(', ')}.`,
  });
}

/**
 * The architectures by their names.
 * @throws {Failure} `usage` naming each that is none.
 */
export function parseTargetNames(names: readonly string[] = []): readonly Target[] {
  const unknown = names.filter((name) => parseTarget(name) === undefined);
  if (unknown.length > 0) {
    throw new Failure(
      'usage',
      unknown.map((name) => ({
        message: `targets: \`${name}\` is not a known architecture`,
        hint: `Known are ${TARGET_NAMES.join(', ')}.`,
      })),
    );
  }
  return names.flatMap((name) => parseTarget(name) ?? []);
}

/** Whether a GPU of architecture `wanted` runs what was compiled for `held`. */
function runsOnTarget(held: Target, wanted: Target): boolean {
  const { major, from: minor } = minorRange(wanted);
  return runsOn(held, { major, minor });
}

/** Those of the wanted architectures that nothing held runs on. */
export function missingTargets(
  held: readonly string[],
  wanted: readonly Target[],
): readonly Target[] {
  const cubins = held.flatMap((name) => parseTarget(name) ?? []);
  return wanted.filter((target) => !cubins.some((cubin) => runsOnTarget(cubin, target)));
}

/** The architectures a package holds cubins for. */
export function packageTargets({ kernels }: ReadManifest): readonly string[] {
  const names = kernels.flatMap(({ variants }) => variants.map(({ target }) => target));
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** The kernels that are narrowed to other architectures than a wanted one the package holds. */
export function kernelsWithout({ kernels }: ReadManifest, wanted: Target): readonly string[] {
  return kernels
    .filter(({ variants }) => {
      const held = variants.map(({ target }) => target);
      return missingTargets(held, [wanted]).length > 0;
    })
    .map(({ name }) => name);
}

/** The failure of a package, or archive, that lacks architectures. */
export function missingTargetsFailure(
  what: string,
  missing: readonly Target[],
  held: readonly string[],
): Failure {
  return new Failure('usage', {
    message: `${what} has nothing for ${missing.map(({ name }) => name).join(', ')}`,
    hint: `It holds ${held.join(', ')}. Have the missing added to the manifest's targets, or take them out of \`targets\`.`,
  });
}

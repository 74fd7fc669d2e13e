import { dirname, join } from 'node:path';
import { Failure } from '../../core/errors.ts';
import { MANIFEST_FILE } from '../../core/package/files.ts';
import { listFiles } from '../../core/package/folder.ts';
import { readPackage, type ReadPackage } from '../../core/package/read.ts';
import { heldTargets, missingTargets, parseTargets } from '../targets.ts';

/** Which package of a folder that may hold several. */
export interface PackageWish {
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
  wish: PackageWish,
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
  { targets = [] }: PackageWish,
  named: string,
): ReadPackage {
  const wanted = parseTargets(targets);
  const held = parts.map(({ manifest }) => heldTargets(manifest));
  const fitting = parts
    .filter(({ manifest }) => missingTargets(heldTargets(manifest), wanted).length === 0)
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
  const held = heldTargets(manifest);
  const isExact = targets.every((target) => held.includes(target));
  return (isExact ? 0 : 1000) + held.length;
}

function unfound(named: string, wish: PackageWish, names: ReadonlySet<string>): Failure {
  const of = wish.package === undefined ? '' : ` \`${wish.package}\``;
  return new Failure('usage', {
    message: `${named} holds no package${of}`,
    hint:
      names.size === 0
        ? `No folder of it has a ${MANIFEST_FILE}.`
        : `It holds: ${[...names].join(', ')}.`,
  });
}

import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import { Failure, type Problem } from '../../base/errors.ts';
import {
  minorRange,
  parseTarget,
  runsOn,
  type Target,
  TARGET_NAMES,
} from '../../manifest/terms/target.ts';
import { MANIFEST_FILE } from '../../package/layout.ts';
import { listFiles } from '../../package/folder.ts';
import { type ReadManifest, type ReadPackage, readPackage } from '../../package/read.ts';
import { checkUnlistedFiles, readSums } from '../../package/sums.ts';

/** The package to take from a folder with several. */
interface PackageFilter {
  readonly package?: string | undefined;
  readonly targets?: readonly string[] | undefined;
}

/**
 * Finds the package below `root`: there or in a folder of it, whole or in parts. `source` is where
 * it comes from, for messages.
 * @throws {Failure} `usage` if none matches, or more than one, `verification` if one is damaged.
 */
export async function choosePackage(
  root: string,
  wanted: PackageFilter,
  source: string,
): Promise<ReadPackage> {
  const found = await packagesBelow(root);
  const ofName = found.filter(
    ({ manifest }) => wanted.package === undefined || manifest.package === wanted.package,
  );
  const names = new Set(found.map(({ manifest }) => manifest.package));
  const [first, ...others] = ofName;
  if (first === undefined) throw await notFound(root, source, wanted, names);
  if (others.length === 0) return first;
  if (wanted.package === undefined && names.size > 1) {
    throw new Failure('usage', {
      message: `${source} has several packages: ${[...names].join(', ')}`,
      hint: 'Name one in `package`.',
    });
  }
  return partFor(ofName, wanted, source);
}

/** Packages inside a package are its parts, and not listed. */
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
  source: string,
): ReadPackage {
  const wanted = parseTargetNames(targets);
  const held = parts.map(({ manifest }) => packageTargets(manifest));
  const fitting = parts
    .filter(({ manifest }) => missingTargets(packageTargets(manifest), wanted).length === 0)
    // The exact target before a compatible one, and a part before the whole.
    .toSorted((a, b) => rank(a, targets) - rank(b, targets));
  const [best] = fitting;
  if (best !== undefined && (wanted.length > 0 || fitting.length === 1)) return best;
  const list = held.map((one) => one.join('+')).join(', ');
  throw new Failure('usage', {
    message: `${source} has the package in parts, by target: ${list}`,
    hint: 'Name one target in `targets`. To get all parts, fetch each to its own folder.',
  });
}

function rank({ manifest }: ReadPackage, targets: readonly string[]): number {
  const held = packageTargets(manifest);
  const isExact = targets.every((target) => held.includes(target));
  return (isExact ? 0 : 1000) + held.length;
}

async function notFound(
  root: string,
  source: string,
  wanted: PackageFilter,
  names: ReadonlySet<string>,
): Promise<Failure> {
  const name = wanted.package === undefined ? '' : ` \`${wanted.package}\``;
  const files = await readdir(root);
  const shown = files.toSorted().slice(0, 5).join(', ') || 'nothing';
  return new Failure('usage', {
    message: `${source} has no package${name}`,
    hint:
      names.size > 0
        ? `It has: ${[...names].join(', ')}.`
        : `None of its folders has a ${MANIFEST_FILE}. It contains ${shown}${files.length > 5 ? ` and ${files.length - 5} more` : ''}.`,
  });
}

/** A problem for each name that is not a known target. */
export function unknownTargetProblems(names: readonly string[]): readonly Problem[] {
  const unknown = names.filter((name) => parseTarget(name) === undefined);
  return unknown.map((name) => ({
    message: `targets: unknown target \`${name}\``,
    hint: `Known targets are ${TARGET_NAMES.join(', ')}.`,
  }));
}

/**
 * The targets with these names.
 * @throws {Failure} `usage` for unknown names.
 */
export function parseTargetNames(names: readonly string[] = []): readonly Target[] {
  const problems = unknownTargetProblems(names);
  if (problems.length > 0) throw new Failure('usage', problems);
  return names.flatMap((name) => parseTarget(name) ?? []);
}

/** Those of the wanted targets that none of the held ones runs on. */
export function missingTargets(
  held: readonly string[],
  wanted: readonly Target[],
): readonly Target[] {
  const cubins = held.flatMap((name) => parseTarget(name) ?? []);
  return wanted.filter((target) => {
    const { major, from: minor } = minorRange(target);
    return !cubins.some((cubin) => runsOn(cubin, { major, minor }));
  });
}

/** The targets that a package has cubins for. */
export function packageTargets({ kernels }: ReadManifest): readonly string[] {
  const names = kernels.flatMap(({ variants }) => variants.map(({ target }) => target));
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** The kernels of a package that do not run on a target, although others do. */
function kernelsWithout({ kernels }: ReadManifest, wanted: Target): readonly string[] {
  return kernels
    .filter(({ variants }) => {
      const held = variants.map(({ target }) => target);
      return missingTargets(held, [wanted]).length > 0;
    })
    .map(({ name }) => name);
}

/** The failure for a package or archive without some targets. */
export function missingTargetsFailure(
  what: string,
  missing: readonly Target[],
  held: readonly string[],
): Failure {
  return new Failure('usage', {
    message: `${what} has no code for ${missing.map(({ name }) => name).join(', ')}`,
    hint: `It has code for ${held.join(', ')}. Add the missing targets to the manifest that it is built from, or remove them from \`targets\`.`,
  });
}

/**
 * Rejects a package with files that its checksums do not list, which a build would compile.
 * @throws {Failure} `verification`
 */
export async function rejectUnlistedFiles({ folder }: ReadPackage): Promise<void> {
  const problems = await checkUnlistedFiles(folder, await readSums(folder));
  if (problems.length > 0) throw new Failure('verification', problems);
}

/**
 * Checks that a package has the requested targets.
 * @throws {Failure} `usage`
 */
export function checkFit(
  { manifest }: ReadPackage,
  { targets }: Pick<PackageFilter, 'targets'>,
  { log }: Pick<RunContext, 'log'>,
): void {
  const { package: name, version } = manifest;
  const held = packageTargets(manifest);
  const wanted = parseTargetNames(targets);
  const missing = missingTargets(held, wanted);
  if (missing.length > 0)
    throw missingTargetsFailure(`the package ${name} ${version}`, missing, held);
  log.info(`${name} ${version} for ${held.join(', ')}`);
  for (const target of wanted) {
    const kernels = kernelsWithout(manifest, target);
    if (kernels.length > 0)
      log.info(`not built for ${target.name}, by the manifest: ${kernels.join(', ')}`);
  }
}

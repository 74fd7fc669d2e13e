import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { listFiles } from '../../package/folder.ts';
import { MANIFEST_FILE } from '../../package/layout.ts';
import { type ReadManifest, type ReadPackage, readPackage } from '../../package/read.ts';
import { checkUnlistedFiles, readSums } from '../../package/sums.ts';
import { chooseOne, missingTargets, type PackageFilter, parseTargetNames } from './choose.ts';

/**
 * Finds the package below `root`: there or in a folder of it. `source` is where it comes from, for
 * messages.
 * @throws {Failure} `usage` if none matches, or more than one, `verification` if one is damaged, or
 * has files that its checksums do not list, which a build would compile.
 */
export async function choosePackage(
  root: string,
  wanted: PackageFilter,
  source: string,
  { log }: Pick<RunContext, 'log'>,
): Promise<ReadPackage> {
  const found = await packagesBelow(root);
  const candidates = found
    .map((item) => ({
      item,
      package: item.manifest.package,
      name: relative(root, item.folder) || '.',
      targets: packageTargets(item.manifest),
    }))
    .filter((one) => wanted.package === undefined || one.package === wanted.package);
  if (candidates.length === 0) throw await notFound(root, source, wanted, found);
  const pkg = chooseOne(candidates, wanted, source);
  const problems = await checkUnlistedFiles(pkg.folder, await readSums(pkg.folder));
  if (problems.length > 0) throw new Failure('verification', problems);
  const { package: name, version } = pkg.manifest;
  log.info(`${name} ${version} for ${packageTargets(pkg.manifest).join(', ')}`);
  for (const target of parseTargetNames(wanted.targets)) {
    const kernels = pkg.manifest.kernels.filter(({ variants }) => {
      const held = variants.map((variant) => variant.target);
      return missingTargets(held, [target]).length > 0;
    });
    const names = kernels.map((kernel) => kernel.name).join(', ');
    if (names !== '') log.info(`not built for ${target.name}, by the manifest: ${names}`);
  }
  return pkg;
}

/** Packages inside a package belong to it, and are not listed. */
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

async function notFound(
  root: string,
  source: string,
  wanted: PackageFilter,
  found: readonly ReadPackage[],
): Promise<Failure> {
  const name = wanted.package === undefined ? '' : ` \`${wanted.package}\``;
  const names = new Set(found.map(({ manifest }) => manifest.package));
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

/** Returns the targets that a package has cubins for. */
export function packageTargets({ kernels }: ReadManifest): readonly string[] {
  const names = kernels.flatMap(({ variants }) => variants.map(({ target }) => target));
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

import { isOptionName, OPTIONS } from '../options.ts';
import { firstTritonFor, type Target } from '../target.ts';
import { compareReleases } from '../toolchain/triton-version.ts';
import type { KernelEntry } from './entry.ts';
import type { Problems } from './problems.ts';
import type { RawManifest } from './schema.ts';
import { readTargets } from './targets.ts';

/** What younger versions brought, older ones would refuse or, worse, ignore. */
export function checkTritonHas(
  version: string,
  targets: readonly Target[],
  kernels: readonly KernelEntry[],
  raw: RawManifest,
  problems: Problems,
): void {
  const lacks = (since: string): boolean => compareReleases(version, since) < 0;
  for (const [index, target] of targets.entries()) {
    const since = firstTritonFor(target);
    const path = raw.targets === undefined ? [] : ['targets', index];
    if (lacks(since))
      problems.add(
        path,
        `Triton ${version} does not compile for ${target.name}: ${since} is the first that does`,
      );
  }
  for (const kernel of kernels) {
    const configs = kernel.configs === 'autotune' ? [] : kernel.configs;
    for (const options of [kernel.options, ...configs.map((config) => config.options)]) {
      for (const name of Object.keys(options).filter(isOptionName)) {
        const { since } = OPTIONS[name];
        if (lacks(since))
          problems.add(
            kernel.at([name]),
            `Triton ${version} has no option ${name}: ${since} is the first that does`,
          );
      }
    }
  }
}

/** A kernel may leave out targets of the manifest, not add any. */
export function checkNarrowing(
  kernels: readonly KernelEntry[],
  raw: RawManifest,
  problems: Problems,
): void {
  if (raw.targets === undefined) return;
  const own = readTargets(raw.targets, () => undefined).map(({ name }) => name);
  for (const kernel of kernels) {
    for (const [index, target] of (kernel.targets ?? []).entries()) {
      if (own.includes(target.name)) continue;
      problems.add(
        kernel.at(['targets', index]),
        `a kernel's targets narrow the manifest's: expected some of ${own.join(', ')}, found ${target.name}`,
      );
    }
  }
}

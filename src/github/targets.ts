import { Failure } from '../core/errors.ts';
import type { ReadManifest } from '../core/package/read.ts';
import { minorRange, parseTarget, runsOn, TARGET_NAMES, type Target } from '../core/target.ts';

/**
 * The architectures by their names.
 * @throws {Failure} `usage` naming each that is none.
 */
export function parseTargets(names: readonly string[] = []): readonly Target[] {
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
export function serves(held: Target, wanted: Target): boolean {
  const { major, from: minor } = minorRange(wanted);
  return runsOn(held, { major, minor });
}

/** Those of the wanted architectures that nothing held runs on. */
export function missingTargets(
  held: readonly string[],
  wanted: readonly Target[],
): readonly Target[] {
  const cubins = held.flatMap((name) => parseTarget(name) ?? []);
  return wanted.filter((target) => !cubins.some((cubin) => serves(cubin, target)));
}

/** The architectures a package holds cubins for. */
export function heldTargets({ kernels }: ReadManifest): readonly string[] {
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
export function lacking(
  what: string,
  missing: readonly Target[],
  held: readonly string[],
): Failure {
  return new Failure('usage', {
    message: `${what} has nothing for ${missing.map(({ name }) => name).join(', ')}`,
    hint: `It holds ${held.join(', ')}. Have the missing added to the manifest's targets, or take them out of \`targets\`.`,
  });
}

import type { z } from 'zod';
import type { Path } from '../base/errors.ts';
import { type Extra, slot } from '../base/slot.ts';
import type { TimingSpec } from './measurements.ts';
import type { Problems } from './problems.ts';

/** A key that a feature adds to the manifest. */
export interface FeatureKey {
  readonly name: string;
  /** With a description, for editors. */
  readonly schema: z.ZodType;
  /** Returns the known keys of a map, by its path in the value. Messages about unknown keys name the nearest. */
  readonly keysAt: (path: Path) => readonly string[];
}

/** A kernel of the manifest with its settings, as `expandKernels` gives it. */
export interface SettingsOfKernel {
  readonly name: string;
  readonly settings: object;
  readonly pathOf: (relative: Path) => Path;
}

/** What a feature adds to the manifest. It reads only its own keys, which have the shape of their schemas. */
export interface ManifestPart {
  /**
   * Keys of kernels and of `defaults`. Each has a map, or a text that is short for a map with `name`.
   * Entries of defaults and kernel are merged.
   */
  readonly kernelKeys?: readonly FeatureKey[];
  /** Keys at the top of the manifest. */
  readonly topKeys?: readonly FeatureKey[];
  /**
   * Reads what is timed of a kernel, from its settings. The result must not be used if there are problems.
   * @param problems bound to the kernel
   */
  readonly timingOf?: (settings: object, problems: Problems) => TimingSpec;
  /** Reads what the feature keeps of a manifest. */
  readonly read?: (
    top: object,
    kernels: readonly SettingsOfKernel[],
    problems: Problems,
  ) => readonly Extra[];
}

/** The parts of the manifest that features add. Keys are in their order. */
export const manifestParts = slot<ManifestPart>();

/** The keys that features add to kernels. */
export function featureKernelKeys(): readonly FeatureKey[] {
  return manifestParts.parts.flatMap(({ kernelKeys = [] }) => kernelKeys);
}

/** The keys that features add at the top. */
export function featureTopKeys(): readonly FeatureKey[] {
  return manifestParts.parts.flatMap(({ topKeys = [] }) => topKeys);
}

/** The schemas of keys, by name. */
export function schemasOf(keys: readonly FeatureKey[]): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(keys.map(({ name, schema }) => [name, schema]));
}

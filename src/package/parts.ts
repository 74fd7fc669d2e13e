import type { BuildContext } from '../base/context.ts';
import { type Extra, slot } from '../base/slot.ts';
import type { CheckedBuild } from '../compile/check-variants.ts';
import type { DirectoryStore } from '../compile/store/store.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import type { BuildRequest } from '../compile/work.ts';
import type { Kernel } from '../manifest/terms/kernel.ts';
import type { Plan } from '../plan/plan.ts';
import type { FileContent } from './made-files.ts';
import type { PackageFacts } from './facts.ts';
import type { Vendor } from '../manifest/terms/vendor-terms.ts';

/** What a feature adds to packages. */
export interface PackagePart {
  /** Returns what the feature keeps on the facts about a package with these kernels of a plan. */
  readonly facts?: (plan: Plan, kernels: readonly string[]) => readonly Extra[];
  /** Fields of manifest.json, after all others. */
  readonly fields?: (facts: PackageFacts) => Readonly<Record<string, unknown>>;
  readonly files?: (
    facts: PackageFacts,
    kernels: readonly Kernel[],
  ) => readonly (readonly [path: string, content: FileContent])[];
  /** Files that other programs write. They can keep their results in the store. */
  readonly toolFiles?: (
    built: CheckedBuild,
    store: DirectoryStore,
    toolchain: Toolchain,
    request: Pick<BuildRequest, 'timeout'>,
    context: BuildContext,
  ) => Promise<ReadonlyMap<string, FileContent>>;
  /** CMake code at the end of the package's config, for programs that use GPUs of the vendor. */
  readonly cmake?: (
    facts: PackageFacts,
    kernels: readonly Kernel[],
  ) => readonly { readonly vendor: Vendor; readonly text: string }[];
}

/** The parts of packages that features add. */
export const packageParts = slot<PackagePart>();

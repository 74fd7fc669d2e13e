import { readCubin } from './cubin/code-formats.ts';
import { reservedRegisters } from './cubin/code-formats.ts';
import { type CodeFacts, sharedBytesOf } from './cubin/resources.ts';
import { Failure } from '../base/errors.ts';
import type { CompiledKernel } from '../toolchain/wire/compiled-kernel.ts';
import { launchLimits, warpSizeOf } from '../manifest/terms/target.ts';
import type { Variant } from '../plan/variants.ts';
import type { Failures, VariantFailure } from './drop-configs.ts';
import { type FailedVariant, problemsOf } from './failures.ts';
import type { Target } from '../manifest/terms/vendor-terms.ts';

/**
 * Returns why variants cannot be launched, of those whose config may be left out, by kernel hash.
 * Called with every result, also of the store: an older version may have put it there.
 */
export function launchFailures(
  variants: readonly Variant[],
  kernels: ReadonlyMap<string, CompiledKernel>,
): Failures {
  return new Map(
    variants.flatMap((variant): readonly (readonly [string, VariantFailure])[] => {
      const compiled = kernels.get(variant.hash);
      if (!variant.kernel.mayDropConfigs || compiled === undefined) return [];
      const excess = launchExcess(variant.target, compiled);
      if (excess === undefined) return [];
      return [[variant.hash, { message: excess.message, cannotLaunch: true }]];
    }),
  );
}

/**
 * Checks that every target has GPUs that can launch its kernels.
 * @param manifest the manifest's path
 * @throws {Failure} `compile` with one problem for each config and cause.
 */
export function checkLaunches(
  compiled: readonly (readonly [Variant, CompiledKernel])[],
  manifest: string,
): void {
  const failed = compiled.flatMap(([variant, kernel]) =>
    failedLaunch(variant, needsOf(variant.target, kernel)),
  );
  if (failed.length > 0) throw new Failure('compile', problemsOf(failed, manifest));
}

/** The needs of one block of a launch. */
interface LaunchNeeds {
  /** Static and dynamic, without that of the system. */
  readonly sharedBytes: number;
  readonly warps: number;
  /** Blocks of its cluster. */
  readonly clusterBlocks?: number;
  readonly tensorColumns?: number;
  /** Undefined if they are not known. */
  readonly registers?: number;
}

/** Returns the failure of a variant that no GPU of its target can launch; else nothing. */
function failedLaunch(variant: Variant, needs: LaunchNeeds): readonly FailedVariant[] {
  const { kernel, config, target } = variant;
  const excess = findExcess(target, needs);
  if (excess === undefined) return [];
  const message = `no ${target.name} GPU can launch the kernel: ${excess.message}`;
  const hint = `${excess.hint}, or leave out ${target.name} with \`targets:\` in the config or the kernel.`;
  const { place } = kernel.configs[config] ?? {};
  return [{ variant, failure: { reason: 'compile', message, hint }, place }];
}

interface Excess {
  readonly message: string;
  /** The start of a sentence. */
  readonly hint: string;
}

/** The first limit of the target that a launch exceeds. */
function findExcess(target: Target, needs: LaunchNeeds): Excess | undefined {
  const limits = launchLimits(target);
  const checks: readonly [needed: number, allowed: number, what: string, hint: string][] = [
    [
      needs.sharedBytes,
      limits.sharedBytes,
      'bytes of shared memory in a block',
      'Use smaller blocks or fewer stages (`num_stages`)',
    ],
    [
      needs.tensorColumns ?? 0,
      limits.tensorColumns,
      'columns of tensor memory in a block',
      'Use smaller blocks, or fewer results of `tl.dot` at once',
    ],
    [
      needs.warps * warpSizeOf(target),
      limits.threads,
      'threads in a block',
      'Use fewer warps (`num_warps`)',
    ],
    [
      needs.clusterBlocks ?? 1,
      limits.clusterBlocks,
      'blocks in a cluster',
      'Use smaller clusters (`num_ctas`)',
    ],
    [
      needs.registers ?? 0,
      limits.registers,
      'registers in a block',
      'Use fewer warps (`num_warps`) or fewer registers of each thread (`maxnreg`)',
    ],
  ];
  const found = checks.find(([needed, allowed]) => needed > allowed);
  if (found === undefined) return undefined;
  const [needed, allowed, what, hint] = found;
  return { message: `it needs ${needed} ${what}, and ${target.name} allows ${allowed}`, hint };
}

/** Returns the first limit of the target that the launch of a compiled kernel exceeds. */
export function launchExcess(target: Target, compiled: LaunchedCode): Excess | undefined {
  return findExcess(target, needsOf(target, compiled));
}

/** The parts of a compiled kernel that decide whether it can be launched. */
type LaunchedCode = CodeFacts & Pick<CompiledKernel, 'name'>;

function needsOf(target: Target, compiled: LaunchedCode): LaunchNeeds {
  const { numWarps, numCtas, tensorMemory, name, cubin } = compiled;
  const kernel = readCubin(cubin).kernels.find((each) => each.name === name);
  return {
    sharedBytes: sharedBytesOf(target, compiled, kernel ?? { staticSharedBytes: 0 }),
    tensorColumns: tensorMemory,
    warps: numWarps,
    clusterBlocks: numCtas,
    registers: reservedRegisters(target, kernel?.registers ?? 0, numWarps),
  };
}

import type { VariantJob } from '../bridge/protocol.ts';
import { toWire } from '../model/constant.ts';
import {
  type Config,
  constantsIn,
  isNotFor,
  isReachable,
  type Kernel,
  specialisationOf,
} from '../model/kernel.ts';
import { type Target, WARP_SIZE } from '../model/target.ts';
import { blockSizes, formatArgumentType } from '../model/types.ts';
import { type HashContext, type HashInputs, hashInputs, kernelHash } from './kernel-hash.ts';
import type { SourceFile } from './depends.ts';
import type { SourceCode } from './source-code.ts';

/** One compile: a kernel with one config and one specialisation, for one target. */
export interface Variant {
  readonly kernel: Kernel;
  /** Indices into the kernel's lists. */
  readonly config: number;
  readonly specialisation: number;
  readonly target: Target;
  readonly job: VariantJob;
  /** The files that the kernel is made from, and those of `depends`. */
  readonly files: readonly SourceFile[];
  /** The data that the hash covers. */
  readonly inputs: HashInputs;
  /** The kernel hash: 64 hexadecimal digits. */
  readonly hash: string;
}

/**
 * Plans every variant of a kernel that calls can reach and its configs are for, ordered by config, specialisation and
 * target.
 */
export function planKernel(kernel: Kernel, code: SourceCode, context: HashContext): Variant[] {
  return kernel.configs.flatMap((values, config) =>
    kernel.specialisations.flatMap((conditions, specialisation) =>
      isReachable(values, conditions)
        ? targetsOfConfig(kernel, values).map((target) => {
            const job = jobOf(kernel, config, specialisation, target, code);
            const inputs = hashInputs(job, code, context);
            const hash = kernelHash(inputs);
            return { kernel, config, specialisation, target, job, files: code.files, inputs, hash };
          })
        : [],
    ),
  );
}

function targetsOfConfig({ targets }: Kernel, config: Config): readonly Target[] {
  return targets.filter((target) => !isNotFor(config, target));
}

/** The name of a variant in logs, such as `matmul [algo 1, specialisation 0, sm_90]`. */
export function variantName(variant: Variant): string {
  const { kernel, config, specialisation, target } = variant;
  const parts = [
    ...(kernel.configs.length > 1 ? [`algo ${config}`] : []),
    ...(kernel.specialisations.length > 1 ? [`specialisation ${specialisation}`] : []),
    target.name,
  ];
  return `${kernel.name} [${parts.join(', ')}]`;
}

function jobOf(
  kernel: Kernel,
  configIndex: number,
  specialisationIndex: number,
  target: Target,
  { source }: SourceCode,
): VariantJob {
  const config = kernel.configs[configIndex] ?? { constants: new Map(), options: {} };
  const specialisation = specialisationOf(kernel, specialisationIndex);
  const constants = constantsIn(config, specialisation);
  const { hints } = specialisation;
  const types = new Map(
    kernel.arguments.map(({ name, type }, index) => [
      name,
      hints[index] === 'equal-to-1'
        ? 'constexpr'
        : formatArgumentType(
            type,
            type.kind === 'tensor' ? blockSizes(type, constants) : undefined,
          ),
    ]),
  );
  const ones = kernel.arguments.filter((_argument, index) => hints[index] === 'equal-to-1');
  return {
    source,
    signature: kernel.parameters.map((name) => [name, types.get(name) ?? 'constexpr'] as const),
    constants: Object.fromEntries([
      ...[...constants].map(([name, value]) => [name, toWire(value)] as const),
      ...ones.map(({ name }) => [name, ['int', '1']] as const),
    ]),
    divisibleBy16: kernel.arguments
      .filter((_argument, index) => hints[index] === 'divisible-by-16')
      .map(({ name }) => name),
    options: config.options,
    target: { backend: target.backend, arch: target.arch, warpSize: WARP_SIZE },
    ...(kernel.lineInfo && { lineInfo: true }),
    ...(kernel.ptxTarget?.name === target.name && { ptx: true }),
  };
}

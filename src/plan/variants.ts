import type { KernelEntry } from '../manifest/entry.ts';
import type { Problems } from '../manifest/problems.ts';
import { jobTarget, type VariantJob } from '../toolchain/workers/protocol.ts';
import { type Constant, toWire } from '../manifest/terms/constant.ts';
import {
  constantsIn,
  hasTensors,
  isNotFor,
  isReachable,
  type Kernel,
  optionsFor,
  type Specialisation,
} from '../manifest/terms/kernel.ts';
import { blockSizes, formatArgumentType } from '../manifest/terms/types.ts';
import { type HashContext, type HashInputs, hashInputs, kernelHash } from './kernel-hash.ts';
import type { SourceFile } from './source-code.ts';
import type { SourceCode } from './source-code.ts';
import type { Target } from '../manifest/terms/vendor-terms.ts';

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
 * target. There can be 100,000: they share what they have in common.
 */
export function variantsOf(kernel: Kernel, code: SourceCode, context: HashContext): Variant[] {
  const { source, files } = code;
  const inputsOf = hashInputs(code, context);
  const targets = kernel.targets.map((target) => [target, jobTarget(target)] as const);
  // Without tensors, no type depends on the config.
  const signatures = hasTensors(kernel)
    ? undefined
    : kernel.specialisations.map((each) => signatureOf(kernel, each, new Map()));
  return kernel.configs.flatMap((values, config) =>
    kernel.specialisations.flatMap((conditions, specialisation) => {
      if (!isReachable(values, conditions)) return [];
      const known = constantsIn(values, conditions);
      const signature = signatures?.[specialisation] ?? signatureOf(kernel, conditions, known);
      const { ones, divisors } = hintedArguments(kernel, conditions);
      const constants = wiresOf(known, ones);
      return targets.flatMap(([target, wanted]): Variant[] => {
        if (isNotFor(values, target)) return [];
        // Node 20 makes a hidden class of 500 bytes for each object that is spread.
        const job = {
          source,
          signature,
          constants,
          divisors,
          options: optionsFor(values, target),
          target: wanted,
          settings: kernel.settings,
          ptx: kernel.ptxTarget?.name === target.name ? (true as const) : undefined,
        };
        const inputs = inputsOf(job);
        const hash = kernelHash(inputs);
        return [{ kernel, config, specialisation, target, job, files, inputs, hash }];
      });
    }),
  );
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

function signatureOf(
  { arguments: args, parameters }: Kernel,
  { hints }: Specialisation,
  constants: ReadonlyMap<string, Constant>,
): VariantJob['signature'] {
  const types = new Map(
    args.map(({ name, type }, index) => [
      name,
      hints[index] === 1
        ? 'constexpr'
        : formatArgumentType(
            type,
            type.kind === 'tensor' ? blockSizes(type, constants) : undefined,
          ),
    ]),
  );
  return parameters.map((name) => [name, types.get(name) ?? 'constexpr'] as const);
}

/** The arguments that are equal to 1, and what divides others. */
function hintedArguments({ arguments: args }: Kernel, { hints }: Specialisation) {
  const facts = args.flatMap(({ name }, index) => {
    const hint = hints[index] ?? 0;
    return hint === 0 ? [] : [[name, hint] as const];
  });
  return {
    ones: facts.flatMap(([name, fact]) => (fact === 1 ? [name] : [])),
    divisors: Object.fromEntries(facts.filter(([, fact]) => fact !== 1)),
  };
}

function wiresOf(
  constants: ReadonlyMap<string, Constant>,
  ones: readonly string[],
): VariantJob['constants'] {
  return Object.fromEntries([
    ...[...constants].map(([name, value]) => [name, toWire(value)] as const),
    ...ones.map((name) => [name, ['int', '1']] as const),
  ]);
}

/** More do not fit into memory; packages of people have some hundreds. */
const MOST_VARIANTS = 100_000;

/** @throws {Failure} `usage` if the kernels together have more variants than can be built. */
export function checkCount(
  counts: readonly { readonly entry: KernelEntry; readonly count: number }[],
  problems: Problems,
): void {
  const count = counts.reduce((sum, each) => sum + each.count, 0);
  const [largest] = counts.toSorted((a, b) => b.count - a.count);
  if (count <= MOST_VARIANTS || largest === undefined) return;
  problems
    .under(largest.entry.pathOf)
    .add(
      `there are ${count} variants; at most ${MOST_VARIANTS} can be built at once`,
      'A kernel has one for each config, specialisation and target. Build fewer kernels with --only, or fewer targets with --targets.',
    );
  problems.throwIfAny('usage');
}

import { sizeOf } from './argument-type.ts';
import type { CompiledKernel } from './compile/job.ts';
import { checkCubin } from './cubin/check.ts';
import { readCubin, type CubinKernel } from './cubin/cubin.ts';
import { Failure, type Problem } from './errors.ts';
import { passedArguments } from './kernel.ts';
import type { Image } from './launcher/source.ts';
import { variantName, type Variant } from './plan.ts';

/** A compiled variant whose parameters have been checked against the cubin's own table. */
export interface LinkedVariant extends Image {
  readonly variant: Variant;
  /** What the cubin itself says of the kernel: parameters, registers, memory. */
  readonly cubinKernel: CubinKernel;
}

/** What the driver's memory pools align to, in bytes. Source: CUDA Driver API, cuMemAlloc. */
const POOL_ALIGNMENT = 256;

/** Pointers Triton adds behind the arguments, in this order. */
const HIDDEN = ['global scratch', 'profile scratch'];

/**
 * Checks every variant against what its launcher will pass.
 * @throws {Failure} `compile` where a kernel needs what the launcher does not provide, else `abi`.
 */
export function linkVariants(
  compiled: readonly (readonly [Variant, CompiledKernel])[],
): LinkedVariant[] {
  const refused = compiled.flatMap(([variant, kernel]) => refusals(variant, kernel));
  if (refused.length > 0) throw new Failure('compile', refused);
  const problems: Problem[] = [];
  const linked = compiled.flatMap(([variant, kernel]) => {
    const { cubinKernel, wrong, hidden } = inspect(variant, kernel);
    problems.push(
      ...wrong.map((message) => ({
        message: `${variantName(variant)}: ${message}`,
        place: variant.kernel.place,
        hint: 'The package would pass wrong arguments. Please report this, with the kernel.',
      })),
    );
    if (cubinKernel === undefined) return [];
    const { config, specialisation, target } = variant;
    return [
      {
        variant,
        config,
        specialisation,
        target,
        compiled: kernel,
        cubinKernel,
        hiddenParameters: hidden,
      },
    ];
  });
  if (problems.length > 0) throw new Failure('abi', problems);
  return linked;
}

function inspect(
  variant: Variant,
  kernel: CompiledKernel,
): { cubinKernel: CubinKernel | undefined; wrong: readonly string[]; hidden: number } {
  const specialisation = variant.kernel.specialisations[variant.specialisation] ?? [];
  const passed = passedArguments(variant.kernel, specialisation).map(({ name, type }) => ({
    name,
    size: sizeOf(type),
  }));
  const cubin = readCubin(kernel.cubin);
  const cubinKernel = cubin.kernels.find(({ name }) => name === kernel.name);
  const extra = (cubinKernel?.parameters.length ?? 0) - passed.length;
  const hidden = HIDDEN.slice(0, Math.max(0, extra)).map((name) => ({ name, size: 8 }));
  const wrong = checkCubin(cubin, {
    kernel: kernel.name,
    target: variant.target,
    parameters: [...passed, ...hidden],
  });
  return { cubinKernel, wrong, hidden: hidden.length };
}

/** Kernels that need more from their launcher than arguments. */
function refusals(variant: Variant, kernel: CompiledKernel): Problem[] {
  const needs = [
    ...(kernel.globalScratch.align > POOL_ALIGNMENT
      ? [`scratch memory aligned to ${kernel.globalScratch.align} bytes`]
      : []),
    ...(kernel.profileScratch.size > 0 ? ['profile scratch memory'] : []),
    ...(kernel.tensorDescriptors > 0 ? ['host tensor descriptors'] : []),
  ];
  return needs.map((need) => ({
    message: `${variantName(variant)}: the kernel needs ${need}, which this version's launcher does not provide`,
    place: variant.kernel.place,
    hint: 'Rewrite the kernel without tensor descriptors, or build it for older targets.',
  }));
}

import { Failure, type Problem } from '../base/errors.ts';
import type { CompiledKernel } from '../bridge/protocol.ts';
import { passedArguments } from '../model/kernel.ts';
import type { Target } from '../model/target.ts';
import { sizeOf } from '../model/types.ts';
import { type Variant, variantName } from '../plan/variants.ts';
import { type CubinKernel, type CubinParameter, readCubin } from './cubin.ts';
import { checkCubin, type ExpectedParameter } from './parameters.ts';
import { type TensorLayout, tensorLayout, tensorParameters } from './tensor-layout.ts';

/** A compiled variant whose parameters have been checked against the cubin's own table. */
export interface CheckedVariant extends Image {
  readonly variant: Variant;
  /** What the cubin itself says of the kernel: parameters, registers, memory. */
  readonly cubinKernel: CubinKernel;
}

/** What the driver's memory pools align to, in bytes. Source: CUDA Driver API, cuMemAlloc. */
const POOL_ALIGNMENT = 256;

/** Pointers Triton adds behind the arguments. Source: its NVIDIA driver, 3.6.0 to 3.9.0. */
export const HIDDEN_PARAMETERS: readonly ExpectedParameter[] = [
  { name: 'global scratch', size: 8 },
  { name: 'profile scratch', size: 8 },
];

/**
 * Checks every variant against what its launcher will pass.
 * @throws {Failure} `compile` where a kernel needs what the launcher does not provide, else `abi`.
 */
export function checkAbi(
  compiled: readonly (readonly [Variant, CompiledKernel])[],
): CheckedVariant[] {
  const refused = compiled.flatMap(([variant, kernel]) => refusals(variant, kernel));
  if (refused.length > 0) throw new Failure('compile', refused);
  const problems: Problem[] = [];
  const checked = compiled.flatMap(([variant, kernel]) => {
    const { cubinKernel, wrong, tensors } = inspect(variant, kernel);
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
        tensors,
      },
    ];
  });
  if (problems.length > 0) throw new Failure('abi', problems);
  return checked;
}

interface Inspection {
  readonly cubinKernel: CubinKernel | undefined;
  readonly wrong: readonly string[];
  readonly tensors: readonly TensorLayout[];
}

function inspect(variant: Variant, kernel: CompiledKernel): Inspection {
  const cubin = readCubin(kernel.cubin);
  const cubinKernel = cubin.kernels.find(({ name }) => name === kernel.name);
  const table = cubinKernel?.parameters ?? [];
  const { passed, tensors } = passedParameters(variant, kernel, table);
  const wrong = checkCubin(cubin, {
    kernel: kernel.name,
    target: variant.target,
    parameters: [...passed, ...HIDDEN_PARAMETERS],
  });
  return { cubinKernel, wrong, tensors };
}

/** The kernel parameters the launcher passes for a variant's arguments. */
function passedParameters(
  variant: Variant,
  kernel: CompiledKernel,
  table: readonly CubinParameter[],
): { readonly passed: readonly ExpectedParameter[]; readonly tensors: readonly TensorLayout[] } {
  const specialisation = variant.kernel.specialisations[variant.specialisation] ?? [];
  const passed: ExpectedParameter[] = [];
  const tensors: TensorLayout[] = [];
  for (const { name, type } of passedArguments(variant.kernel, specialisation)) {
    if (type.kind !== 'tensor') {
      passed.push({ name, size: sizeOf(type) });
      continue;
    }
    const layout = tensorLayout(type, kernel.tensorMaps[tensors.length], table, passed.length);
    tensors.push(layout);
    passed.push(...tensorParameters(name, layout));
  }
  return { passed, tensors };
}

/** Kernels that need more from their launcher than arguments. */
function refusals(variant: Variant, kernel: CompiledKernel): Problem[] {
  const needs = [
    ...(kernel.globalScratch.align > POOL_ALIGNMENT
      ? [`scratch memory aligned to ${kernel.globalScratch.align} bytes`]
      : []),
    ...(kernel.profileScratch.size > 0 ? ['profile scratch memory'] : []),
    ...kernel.tensorMaps.flatMap(({ mode }) =>
      mode === undefined ? [] : [`a tensor descriptor with ${mode}`],
    ),
  ];
  return needs.map((need) => ({
    message: `${variantName(variant)}: the kernel needs ${need}, which this version's launcher does not provide`,
    place: variant.kernel.place,
    hint: 'Change the kernel so that it does without, or leave out the target.',
  }));
}

/** One compiled variant of a kernel, as its launcher needs it. */
export interface Image {
  readonly config: number;
  readonly specialisation: number;
  readonly target: Target;
  readonly compiled: CompiledKernel;
  /** How the kernel takes the tensors among its arguments, in order. */
  readonly tensors: readonly TensorLayout[];
}

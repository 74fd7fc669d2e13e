import { Failure, type Problem } from '../../base/errors.ts';
import type { CompiledKernel } from '../../toolchain/wire/compiled-kernel.ts';
import { passedArguments, specialisationOf } from '../../manifest/terms/kernel.ts';
import { sizeOf } from '../../manifest/terms/types.ts';
import { type Variant, variantName } from '../../plan/variants.ts';
import { readCubin } from './code-formats.ts';
import type { CubinKernel, CubinParameter } from './cubin.ts';
import { checkCubin, type ExpectedParameter } from './parameters.ts';
import { checkPtx } from './ptx.ts';
import { type Resources, resourcesOf, spillBytesOf } from './resources.ts';
import { type TensorLayout, tensorLayout, tensorParameters } from './tensor-layout.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

/** A compiled variant whose parameters match the cubin's parameter table. */
export interface CheckedVariant extends Image {
  readonly variant: Variant;
  /** The cubin's own description of the kernel's parameters. */
  readonly parameters: readonly CubinParameter[];
  readonly resources: Resources;
}

/** A compiled variant of a kernel, as code generation needs it. */
export interface Image {
  readonly config: number;
  readonly specialisation: number;
  readonly target: Target;
  readonly compiled: CompiledKernel;
  /** The layouts of the tensors among the arguments, in order. */
  readonly tensors: readonly TensorLayout[];
}

/**
 * Returns a ranking of checked variants: those that spill fewer bytes first, then those of which a
 * multiprocessor can have more warps.
 */
export function rankByCode(
  checked: readonly CheckedVariant[],
): (variant: Variant) => readonly number[] | undefined {
  const byHash = new Map(checked.map(({ variant, resources }) => [variant.hash, resources]));
  return ({ hash }) => {
    const resources = byHash.get(hash);
    return resources && [spillBytesOf(resources), -resources.occupancy.warps];
  };
}

/** The alignment of the driver's memory pools, in bytes. Source: CUDA Driver API, cuMemAlloc. */
const POOL_ALIGNMENT = 256;

/** Pointers Triton appends to the arguments. Source: its NVIDIA driver, 3.6.0 to 3.9.0. */
const HIDDEN_PARAMETERS: readonly ExpectedParameter[] = [
  { name: 'global scratch', size: 8 },
  { name: 'profile scratch', size: 8 },
];

/**
 * Checks that every kernel reads the parameters that its generated launcher passes.
 * @throws {Failure} `compile` if a kernel needs something that launchers do not provide, `abi` if
 * parameters differ or a cubin cannot be read.
 */
export function checkAbi(
  compiled: readonly (readonly [Variant, CompiledKernel])[],
): CheckedVariant[] {
  const unsupported = compiled.flatMap(([variant, kernel]) => unsupportedNeeds(variant, kernel));
  if (unsupported.length > 0) throw new Failure('compile', unsupported);
  const problems: Problem[] = [];
  const checked = compiled.flatMap(([variant, kernel]) => {
    const { cubinKernel, wrong, tensors } = inspect(variant, kernel);
    problems.push(
      ...wrong.map((message) => ({
        message: `${variantName(variant)}: ${message}`,
        place: variant.kernel.place,
        hint: 'The package would pass wrong arguments. Please report this together with the kernel.',
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
        parameters: cubinKernel.parameters,
        resources: resourcesOf(target, kernel, cubinKernel),
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
  // `checkCubin` names any other.
  const [cubinKernel] = cubin.kernels;
  const table = cubinKernel?.parameters ?? [];
  const { passed, tensors } = passedParameters(variant, kernel, table);
  const wrong = [
    ...checkCubin(cubin, {
      kernel: kernel.name,
      target: variant.target,
      parameters: [...passed, ...HIDDEN_PARAMETERS],
      warps: kernel.numWarps,
    }),
  ];
  return { cubinKernel, wrong: [...wrong, ...inspectPtx(variant, kernel, table)], tensors };
}

/** Lists the faults of a variant's PTX, if it needs any: the launcher passes it the same parameters. */
function inspectPtx(
  { job, target }: Variant,
  { name, ptx }: CompiledKernel,
  parameters: readonly CubinParameter[],
): readonly string[] {
  if (job.ptx !== true) return [];
  if (ptx === undefined) return ['the compiler returned no PTX'];
  return checkPtx(ptx, { kernel: name, target, parameters });
}

/** The parameters that the launcher passes for a variant's arguments. */
function passedParameters(
  variant: Pick<Variant, 'kernel' | 'specialisation'>,
  kernel: Pick<CompiledKernel, 'tensorMaps'>,
  table: readonly CubinParameter[],
): { readonly passed: readonly ExpectedParameter[]; readonly tensors: readonly TensorLayout[] } {
  const specialisation = specialisationOf(variant.kernel, variant.specialisation);
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

/** Lists what a kernel needs from its launcher that generated launchers do not provide. */
function unsupportedNeeds(variant: Variant, kernel: CompiledKernel): Problem[] {
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
    message: `${variantName(variant)}: the kernel needs ${need}, which generated launchers do not provide`,
    place: variant.kernel.place,
    hint: 'Change the kernel so that it does not need this, or remove the target from `targets:`.',
  }));
}

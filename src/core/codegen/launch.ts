import type { Image } from '../abi/check.ts';
import { tensorNames } from '../abi/tensor-layout.ts';
import type { TensorMap } from '../bridge/protocol.ts';
import { emitGrid, gridFunctions } from '../grid/emit-c.ts';
import { allParameters, type Argument, type Kernel, passedArguments } from '../model/kernel.ts';
import { formatArgumentType } from '../model/types.ts';
import { gridScope } from '../plan/resolve.ts';

/**
 * Writes the branches that collect the parameters and launch, and the expression that selects one:
 * the specialisation or, because images may take tensors in different ways, the image.
 */
export function writeLaunches(
  kernel: Kernel,
  images: readonly Image[],
): { readonly selector: string; readonly branches: string } {
  const ofImage = images.map((image) => writeLaunch(kernel, image));
  const hasTensors = images.some(({ tensors }) => tensors.length > 0);
  if (hasTensors) return { selector: '(int)(image - images)', branches: writeBranches(ofImage) };
  const perSpecialisation = kernel.specialisations.map((_specialisation, index) => {
    const first = images.findIndex(({ specialisation }) => specialisation === index);
    return ofImage[first] ?? '';
  });
  return { selector: 'specialisation', branches: writeBranches(perSpecialisation) };
}

function writeBranches(texts: readonly string[]): string {
  return groupIndices(texts)
    .map(({ text, indices }) => `${caseLabels(indices)} {\n${text}\n    }`)
    .join('\n');
}

function writeLaunch(kernel: Kernel, image: Image): string {
  const specialisation = kernel.specialisations[image.specialisation] ?? [];
  const lines: string[] = [];
  const parameters: string[] = [];
  let tensors = 0;
  for (const { type, cName } of passedArguments(kernel, specialisation)) {
    const layout = type.kind === 'tensor' ? image.tensors[tensors] : undefined;
    if (layout === undefined) {
      parameters.push(`&a.${cName}`);
      continue;
    }
    const name = `tensor_${tensors}`;
    tensors += 1;
    lines.push(`struct aot_passed_tensor ${name};`);
    lines.push(`status = aot_pass_tensor(&${name}, a.${cName}, ${layout.rank});`);
    lines.push('if (status != CUDA_SUCCESS) return status;');
    if (layout.kind === 'map') lines.push(...writeEncode(name, layout.map));
    parameters.push(...tensorNames(layout).map((part) => `&${name}.${part}`));
  }
  // Triton's own parameters: global and profile scratch memory.
  parameters.push('&scratch', '&none');
  lines.push(`void *parameters[] = {${parameters.join(', ')}};`);
  lines.push('return aot_launch(image, loaded, grid, stream, parameters, &scratch);');
  return lines.map((line) => `        ${line}`).join('\n');
}

function writeEncode(name: string, map: TensorMap): readonly string[] {
  const { box, dataType, elementSize, swizzle } = map;
  return [
    `const cuuint32_t ${name}_box[] = {${box.toReversed().join(', ')}};`,
    `status = aot_encode_tensor(&${name}, ${box.length}, ${dataType}, ${elementSize}, ${swizzle}, ${name}_box);`,
    'if (status != CUDA_SUCCESS) return status;',
  ];
}

/** Writes the C function that computes the grid, and those it calls. Equal grids share a case. */
export function writeGrids(kernel: Kernel): { readonly functions: string; readonly text: string } {
  const parameters = new Map(allParameters(kernel).map((argument) => [argument.name, argument]));
  const emitted = kernel.configs.map((config) =>
    emitGrid(kernel.grid, {
      names: gridScope(kernel.arguments, kernel.gridParameters, config),
      cName: (name) => gridValue(parameters.get(name)),
      bad: '&bad',
    }),
  );
  const cases = groupIndices(emitted.map(({ axes }) => writeAxes(axes)));
  return {
    functions: gridFunctions(emitted),
    text: `
static CUresult grid_of(const struct aot_arguments *a, int algo_id, struct aot_grid *grid) {
    int bad = 0;
    (void)a;
    switch (algo_id) {
${cases.map(({ text, indices }) => `${caseLabels(indices)}\n${text}\n        break;`).join('\n')}
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
    return bad ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
`,
  };
}

function writeAxes([x = '1', y = '1', z = '1']: readonly string[]): string {
  return [`grid->x = ${x};`, `grid->y = ${y};`, `grid->z = ${z};`]
    .map((line) => `        ${line}`)
    .join('\n');
}

function gridValue(argument: Argument | undefined): string {
  if (argument === undefined) throw new Error('the grid refers to an unknown argument');
  return formatArgumentType(argument.type) === 'u64'
    ? `aot_from_u64(a->${argument.cName}, &bad)`
    : `(int64_t)a->${argument.cName}`;
}

/** The branch of a switch for all indices with the same text. */
interface SwitchBranch {
  readonly text: string;
  readonly indices: readonly number[];
}

/** Groups equal texts, in the order of their first index. */
function groupIndices(texts: readonly string[]): SwitchBranch[] {
  const groups = new Map<string, number[]>();
  for (const [index, text] of texts.entries())
    groups.set(text, [...(groups.get(text) ?? []), index]);
  return [...groups].map(([text, indices]) => ({ text, indices }));
}

/** The labels of a branch. */
function caseLabels(indices: readonly number[]): string {
  return indices.map((index) => `    case ${index}:`).join('\n');
}

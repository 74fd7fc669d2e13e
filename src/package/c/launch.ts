import type { Image } from '../../compile/cubin/check.ts';
import { tensorNames } from '../../compile/cubin/tensor-layout.ts';
import type { TensorMap } from '../../toolchain/wire/compiled-kernel.ts';
import type { EmittedGrid } from '../../manifest/grid/emit-c.ts';
import { type Kernel, passedArguments, specialisationOf } from '../../manifest/terms/kernel.ts';
import { caseLabels, emitFor, groupIndices } from './conditions.ts';

/**
 * Writes the branches that collect the parameters and launch, and the expression that selects one:
 * the specialisation or, because images may take tensors in different ways, the image.
 */
export function writeLaunches(
  kernel: Kernel,
  images: readonly (Image | undefined)[],
): { readonly selector: string; readonly branches: string } {
  const ofImage = images.map((image) => image && writeLaunch(kernel, image));
  const hasTensors = images.some((image) => image !== undefined && image.tensors.length > 0);
  if (hasTensors) return { selector: '(int)(image - images)', branches: writeBranches(ofImage) };
  const perSpecialisation = kernel.specialisations.map((_specialisation, index) => {
    const first = images.findIndex((image) => image?.specialisation === index);
    return ofImage[first];
  });
  return { selector: 'specialisation', branches: writeBranches(perSpecialisation) };
}

function writeBranches(texts: readonly (string | undefined)[]): string {
  return groupIndices(texts)
    .map(({ text, indices }) => `${caseLabels(indices)} {\n${text}\n    }`)
    .join('\n');
}

function writeLaunch(kernel: Kernel, image: Image): string {
  const specialisation = specialisationOf(kernel, image.specialisation);
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
    lines.push('if (status != AOT_GPU_SUCCESS) return status;');
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
    'if (status != AOT_GPU_SUCCESS) return status;',
  ];
}

/** Writes the C function that computes the grid. Equal grids share a case. */
export function writeGrids(kernel: Kernel): {
  readonly emitted: readonly EmittedGrid[];
  readonly text: string;
} {
  const emitted = kernel.configs.map((config) => emitFor(kernel, config, kernel.grid));
  const cases = groupIndices(emitted.map(({ axes }) => writeAxes(axes)));
  return {
    emitted,
    text: `
static aot_gpu_result grid_of(const struct aot_arguments *a, int algo_id, struct aot_grid *grid) {
    int bad = 0;
    (void)a;
    switch (algo_id) {
${cases.map(({ text, indices }) => `${caseLabels(indices)}\n${text}\n        break;`).join('\n')}
    default:
        return AOT_GPU_INVALID_VALUE;
    }
    return bad ? AOT_GPU_INVALID_VALUE : AOT_GPU_SUCCESS;
}
`,
  };
}

function writeAxes([x = '1', y = '1', z = '1']: readonly string[]): string {
  return [`grid->x = ${x};`, `grid->y = ${y};`, `grid->z = ${z};`]
    .map((line) => `        ${line}`)
    .join('\n');
}

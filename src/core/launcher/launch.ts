import type { TensorMap } from '../compile/job.ts';
import { passedArguments, type Kernel } from '../kernel.ts';
import { tensorNames } from '../tensor-layout.ts';
import { groupIndices, labels } from './cases.ts';
import type { Image } from './image.ts';

/**
 * The branches that collect the parameters and launch, and what tells them apart: the specialisation, or the image
 * where tensors are passed differently from one to another.
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
    .map(({ text, indices }) => `${labels(indices)} {\n${text}\n    }`)
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
  // Triton's own two: global and profile scratch memory.
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

import type { Image } from '../abi/check.ts';
import type { Kernel } from '../model/kernel.ts';

/** The images of a kernel by algo, specialisation and target; undefined where there is none. */
export type Table = readonly (Image | undefined)[];

/** An image of no device: no call chooses it. */
export const MISSING_ROW = '    {NULL, NULL, 0, 1, 0, 0, 0, 0, 0, 0, 0}, /* none */';

/** Puts images into their places in the table. */
export function tableOf(kernel: Kernel, images: readonly Image[]): Table {
  const known = new Map(
    images.map((image) => [keyOf(image.config, image.specialisation, image.target.name), image]),
  );
  return kernel.configs.flatMap((_config, config) =>
    kernel.specialisations.flatMap((_specialisation, index) =>
      kernel.targets.map(({ name }) => known.get(keyOf(config, index, name))),
    ),
  );
}

function keyOf(config: number, specialisation: number, target: string): string {
  return `${config} ${specialisation} ${target}`;
}

/** Writes the body of the function that loads what the device needs. */
export function writeLoad(table: Table): string {
  if (table.every((image) => image !== undefined))
    return '    return aot_load_all(images, slots, ROWS, TARGETS);';
  return `    CUresult status = CUDA_ERROR_NO_BINARY_FOR_GPU;
    int row;
    for (row = 0; row < ROWS; row++) {
        const CUresult one = aot_load_all(&images[row * TARGETS], &slots[row * TARGETS], 1, TARGETS);
        if (one == CUDA_SUCCESS) status = CUDA_SUCCESS;
        if (one != CUDA_SUCCESS && one != CUDA_ERROR_NO_BINARY_FOR_GPU) return one;
    }
    return status;`;
}

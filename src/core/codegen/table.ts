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

/** A row of images that each algo has, and the targets for which it has them. */
function rowsOf(kernel: Kernel, table: Table): readonly { row: number; isWhole: boolean }[] {
  const { length: targets } = kernel.targets;
  return kernel.configs.map((_config, config) => {
    const first = config * kernel.specialisations.length;
    const rows = kernel.specialisations.map((_specialisation, index) => {
      const row = first + index;
      const own = table.slice(row * targets, (row + 1) * targets);
      return { row, count: own.filter((image) => image !== undefined).length };
    });
    const { row, count } = rows.find((each) => each.count > 0) ?? { row: first, count: 0 };
    return { row, isWhole: count === targets };
  });
}

/** Whether algo 0 exists for every target, so that it is the default everywhere. */
function hasPlainDefault(kernel: Kernel, table: Table): boolean {
  return rowsOf(kernel, table)[0]?.isWhole ?? true;
}

/** Writes the function that chooses the default algo by the device, where algo 0 lacks a target. */
export function writeDefault(kernel: Kernel, table: Table): string {
  if (hasPlainDefault(kernel, table)) return '';
  const rows = rowsOf(kernel, table).map(({ row }) => row);
  return `/* Launches with the first algo that has code for the stream's device. */
static CUresult aot_launch_default(struct aot_arguments a, CUstream stream) {
    /* A row of each algo. */
    static const int rows[ALGOS] = {${rows.join(', ')}};
    CUdevice device = 0;
    int capability = 0, algo_id;
    CUresult status = aot_find_driver();
    if (status == CUDA_SUCCESS) status = aot_device(stream, &device);
    if (status == CUDA_SUCCESS) status = aot_capability(device, &capability);
    if (status != CUDA_SUCCESS) return status;
    for (algo_id = 0; algo_id < ALGOS; algo_id++) {
        if (aot_choose(&images[rows[algo_id] * TARGETS], TARGETS, capability) < 0) continue;
        return aot_launch_kernel(a, stream, algo_id);
    }
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
}

`;
}

/** Writes the body of the function for the default algo. */
export function writeDefaultCall(kernel: Kernel, table: Table, values: readonly string[]): string {
  if (hasPlainDefault(kernel, table))
    return `    return ${kernel.name}(${['stream', ...values, '0'].join(', ')});`;
  return `    const struct aot_arguments aot_values = {${values.join(', ') || '0'}};
    return aot_launch_default(aot_values, stream);`;
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

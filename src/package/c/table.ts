import type { Image } from '../../compile/cubin/check.ts';
import { hasPtx, type Kernel } from '../../manifest/terms/kernel.ts';

/** An image of the table: a variant's cubin, or its PTX. */
export interface TableImage extends Image {
  readonly form: 'cubin' | 'ptx';
  /** The variant's image. */
  readonly of: Image;
}

/** The images of a kernel, in rows: one for each algo and specialisation. */
export interface ImageTable {
  /** One for each target, and one for PTX if there is any. */
  readonly columns: number;
  /** Row by row; undefined where there is none. */
  readonly images: readonly (TableImage | undefined)[];
}

/** An image of no device: no call chooses it. */
export const MISSING_ROW = '    {NULL, NULL, 0, 1, 0, 0, 0, 0, 0, 0, 0}, /* none */';

/** Puts images into their places in the table. */
export function tableOf(kernel: Kernel, images: readonly Image[]): ImageTable {
  const known = new Map(
    images.map((image) => [imageKey(image.config, image.specialisation, image.target.name), image]),
  );
  const { targets, ptxTarget } = kernel;
  const withPtx = hasPtx(kernel);
  return {
    columns: targets.length + (withPtx ? 1 : 0),
    images: kernel.configs.flatMap((_config, config) =>
      kernel.specialisations.flatMap((_specialisation, index) => {
        const row = targets.map(({ name }) => known.get(imageKey(config, index, name)));
        const portable = row.find((image) => image?.target.name === ptxTarget?.name);
        return [
          ...row.map((image) => image && { ...image, form: 'cubin' as const, of: image }),
          ...(withPtx ? [portable && { ...portable, form: 'ptx' as const, of: portable }] : []),
        ];
      }),
    ),
  };
}

function imageKey(config: number, specialisation: number, target: string): string {
  return `${config} ${specialisation} ${target}`;
}

/** The functions that choose and load images: of aot_launch.h, or with PTX of aot_ptx.h. */
export function tableFunctions(kernel: Kernel): {
  readonly choose: string;
  readonly chooseReady: string;
  readonly loadAll: string;
  /** Their last argument before results. */
  readonly log: string;
} {
  const withPtx = hasPtx(kernel);
  const suffix = withPtx ? '_or_ptx' : '';
  return {
    choose: `aot_choose${suffix}`,
    chooseReady: `aot_choose_ready${suffix}`,
    loadAll: `aot_load_all${suffix}`,
    log: withPtx ? ', ptx_log' : '',
  };
}

/** Writes the body of the function that loads what the device needs. */
export function writeLoad(kernel: Kernel, { images }: ImageTable): string {
  const { loadAll, log } = tableFunctions(kernel);
  if (images.every((image) => image !== undefined))
    return `    return ${loadAll}(images, slots, ROWS, TARGETS${log});`;
  return `    aot_gpu_result status = AOT_GPU_NO_BINARY;
    int row;
    for (row = 0; row < ROWS; row++) {
        const aot_gpu_result one = ${loadAll}(&images[row * TARGETS], &slots[row * TARGETS], 1, TARGETS${log});
        if (one == AOT_GPU_SUCCESS) status = AOT_GPU_SUCCESS;
        if (one != AOT_GPU_SUCCESS && one != AOT_GPU_NO_BINARY) return one;
    }
    return status;`;
}

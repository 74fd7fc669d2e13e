import { choosersOf } from '../../../src/features/tuning/choice/chooser.ts';
import { planChoices } from '../../../src/features/tuning/choice/choices.ts';
import type { AlgoChooser } from '../../../src/plan/choosers.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import type { Variant } from '../../../src/plan/variants.ts';
import type { MeasuredSize, TunedKernel, TuningFile } from '../../../src/features/tuning/file.ts';

/** A GPU as a tuning file names it. */
export type TunedGpu = Pick<TunedKernel['device'], 'name' | 'capability' | 'multiprocessors'>;

export const H100: TunedGpu = {
  name: 'NVIDIA H100 80GB HBM3',
  capability: '9.0',
  multiprocessors: 132,
};
export const A100: TunedGpu = {
  name: 'NVIDIA A100-SXM4-80GB',
  capability: '8.0',
  multiprocessors: 108,
};

/** The values of a size, and for algo 0, 1, … a time, a fault, or nothing. */
export type Times = readonly [
  values: MeasuredSize['values'],
  ...times: readonly (number | string | undefined)[],
];

/** What `tune` writes for a kernel of a plan on a GPU that runs its code for `target`. */
export function tunedKernel(
  variants: readonly Variant[],
  kernel: string,
  target: string,
  sizes: readonly Times[],
  { device = H100, key }: { device?: TunedGpu; key?: string[] } = {},
): TunedKernel {
  const hashOf = (algo: number): string => {
    const own = variants.find(
      (each) => each.kernel.name === kernel && each.config === algo && each.target.name === target,
    );
    if (own === undefined) throw new Error(`${kernel} has no algo ${algo} for ${target}`);
    return own.hash;
  };
  return {
    kernel,
    device: { ...device, driver: '580.1' },
    triton: '3.8.0',
    ...(key !== undefined && { key }),
    sizes: sizes.map(([values, ...times]) => ({
      values,
      scores: times.flatMap((time, algo) => {
        if (time === undefined) return [];
        const score = typeof time === 'number' ? { microseconds: time } : { fault: time };
        return [{ algo, hash: hashOf(algo), ...score }];
      }),
    })),
  };
}

/** The text of a tuning file with line breaks, as `readTuningFile` returns it. */
export function tuningFile(kernels: readonly TunedKernel[]): TuningFile {
  const text = JSON.stringify({ format: 2, kernels }, undefined, 1);
  return { file: 'tuning.json', text, kernels };
}

/** The choosers that follow from measurements of a plan. */
export function choosersFor(
  kernels: readonly TunedKernel[],
  plan: Pick<Plan, 'kernels' | 'variants' | 'manifest'>,
): ReadonlyMap<string, AlgoChooser> {
  return choosersOf(planChoices(tuningFile(kernels), plan), plan.kernels);
}

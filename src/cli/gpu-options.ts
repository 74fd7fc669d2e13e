import type { Command } from 'commander';
import { COUNT, INDEX, DEFAULT_PACKAGE } from '../base/form.ts';
import { DEFAULT_WAIT } from '../prove/harness/lease.ts';
import { jobsOption, parseList, valueOf } from './options.ts';
import { vendorHarnesses } from '../prove/harness/vendor.ts';

/** The options of commands that run a package on a GPU. */
export interface GpuOptions {
  readonly package: string;
  readonly only: readonly string[];
  readonly device?: string;
  readonly wait: number;
  readonly timeout: number;
  readonly jobs: number;
}

/**
 * Adds the options of `GpuOptions`.
 * @param verb what the command does with the package
 * @param timed what `--timeout` limits, to `seconds` by default
 */
export function addGpuOptions(
  command: Command,
  verb: 'measure' | 'test',
  timed: string,
  seconds: number,
): Command {
  return command
    .option('--package <folder>', `Package to ${verb}`, DEFAULT_PACKAGE)
    .option(
      '--only <globs>',
      `Kernels to ${verb}, such as "matmul_*" (default: all)`,
      parseList,
      [],
    )
    .option('--device <id>', `GPU to ${verb} on, by index${ids()}; default: an idle one`)
    .option(
      '--wait <seconds>',
      'How long to wait for a GPU that others use',
      valueOf(COUNT),
      DEFAULT_WAIT,
    )
    .option('--timeout <seconds>', `Time limit for ${timed}`, valueOf(COUNT), seconds)
    .addOption(jobsOption());
}

/** Returns the vendors' other names of a GPU, as the rest of a list: `, UUID`. */
function ids(): string {
  const all = vendorHarnesses.rows().map(([, { id }]) => id);
  return all
    .map((id, index) => `${index < all.length - 1 ? ', ' : all.length > 1 ? ', or ' : ' or '}${id}`)
    .join('');
}

export const CASE_OPTION = [
  '--case <n>',
  'Run only this case of each kernel, counted from 0',
  valueOf(INDEX),
] as const;

export const ALGO_OPTION = [
  '--algo <n>',
  'Run only this algo of each kernel, counted from 0',
  valueOf(INDEX),
] as const;

/** For commands that add to the report of a build. */
export const ADD_REPORT_OPTION = [
  '--report <folder>',
  'Add the result to the report that `build --report` wrote there',
] as const;

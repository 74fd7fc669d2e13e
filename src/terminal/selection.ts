import type { Command } from 'commander';
import { list } from './option.ts';

export interface SelectionOptions {
  readonly manifest: string;
  readonly targets?: string[];
  readonly triton?: string;
  readonly only?: string[];
  readonly python?: string;
  readonly json?: true;
}

/** Adds the options that say what is built. */
export function selection(command: Command): Command {
  return command
    .option('--manifest <file>', 'what to build', 'kernels.yaml')
    .option(
      '--targets <list>',
      "architectures such as sm_80,sm_90 (instead of the manifest's)",
      list,
    )
    .option('--triton <version>', "exact Triton version (instead of the manifest's)")
    .option('--only <globs>', 'entry points to build, such as "matmul_*" (all when left out)', list)
    .option('--python <exe>', 'a Python, with or without Triton (one on PATH when left out)')
    .option('--json', 'print one JSON document');
}

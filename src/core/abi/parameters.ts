import type { Target } from '../model/target.ts';
import type { Cubin, CubinKernel, CubinParameter } from './cubin.ts';

/** A parameter as the generated launcher passes it. Sizes are in bytes. */
export interface ExpectedParameter {
  readonly name: string;
  readonly size: number;
  /** Alignment in memory; scalars and pointers are aligned to their size. */
  readonly align?: number;
}

/** What is wrong with a cubin that should hold one kernel for one target; empty when nothing is. */
export function checkCubin(
  cubin: Cubin,
  expected: {
    readonly kernel: string;
    readonly target: Target;
    readonly parameters: readonly ExpectedParameter[];
  },
): readonly string[] {
  const problems: string[] = [];
  if (cubin.arch !== expected.target.arch) {
    problems.push(`the cubin is made for sm_${cubin.arch}, not for ${expected.target.name}`);
  }
  const names = cubin.kernels.map(({ name }) => name);
  const kernel = cubin.kernels.find(({ name }) => name === expected.kernel);
  if (kernel === undefined || names.length !== 1) {
    problems.push(
      `the cubin should hold the kernel ${expected.kernel} only, and holds ${list(names)}`,
    );
  }
  if (kernel !== undefined) problems.push(...checkParameters(kernel, expected.parameters));
  return problems;
}

/** Compares what a launcher passes, in order, with the table the kernel reads its parameters by. */
export function checkParameters(
  kernel: CubinKernel,
  expected: readonly ExpectedParameter[],
): readonly string[] {
  const problems: string[] = [];
  const base = kernel.constantBankParameterOffset;
  let next = 0;
  for (const [index, parameter] of expected.entries()) {
    const read = kernel.parameters[index];
    const what = `parameter ${index} \`${parameter.name}\``;
    const offset = alignUp(base + next, parameter.align ?? parameter.size) - base;
    const passed = { offset, size: parameter.size };
    if (read === undefined) {
      problems.push(`${what}: the header passes ${describe(passed)}, the kernel reads nothing`);
    } else if (read.size !== passed.size || read.offset !== passed.offset) {
      problems.push(
        `${what}: the header passes ${describe(passed)}, the kernel reads ${describe(read)}`,
      );
    }
    // Goes on from where the kernel is, so that one difference is told once and not for all that follow.
    next = read === undefined ? offset + passed.size : read.offset + read.size;
  }
  for (const read of kernel.parameters.slice(expected.length)) {
    problems.push(
      `parameter ${read.ordinal}: the header passes nothing, the kernel reads ${describe(read)}`,
    );
  }
  return problems;
}

function describe({ offset, size }: Pick<CubinParameter, 'offset' | 'size'>): string {
  return `${size} ${size === 1 ? 'byte' : 'bytes'} at offset ${offset}`;
}

function alignUp(offset: number, alignment: number): number {
  return Math.ceil(offset / alignment) * alignment;
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

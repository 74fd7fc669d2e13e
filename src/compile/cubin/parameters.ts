import { codeFormats } from './code-formats.ts';
import type { Cubin, CubinKernel, CubinParameter } from './cubin.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

/** A parameter as the launcher passes it. Sizes are in bytes. */
export interface ExpectedParameter {
  readonly name: string;
  readonly size: number;
  /** By default the size, as for scalars and pointers. */
  readonly align?: number;
}

/** Checks a cubin with one kernel for one target. Returns what is wrong. */
export function checkCubin(
  cubin: Cubin,
  expected: {
    readonly kernel: string;
    readonly target: Target;
    readonly parameters: readonly ExpectedParameter[];
    /** Of a block. */
    readonly warps: number;
  },
): readonly string[] {
  const problems: string[] = [];
  if (cubin.arch !== expected.target.arch) {
    const made = typeof cubin.arch === 'number' ? `sm_${cubin.arch}` : cubin.arch;
    problems.push(`the cubin is made for ${made}, not for ${expected.target.name}`);
  }
  const names = cubin.kernels.map(({ name }) => name);
  const kernel = cubin.kernels.find(({ name }) => name === expected.kernel);
  if (kernel === undefined || names.length !== 1) {
    problems.push(
      `the cubin should contain only the kernel ${expected.kernel}, but contains ${list(names)}`,
    );
  }
  if (kernel !== undefined) problems.push(...checkParameters(kernel, expected.parameters));
  if (kernel !== undefined) {
    const { target, warps } = expected;
    problems.push(...codeFormats.of(target.backend).check(kernel, target, warps));
  }
  return problems;
}

/** Compares the parameters that a launcher passes with the kernel's own table. */
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
      problems.push(
        `${what}: the header passes ${parameterText(passed)}, the kernel reads nothing`,
      );
    } else if (read.size !== passed.size || read.offset !== passed.offset) {
      problems.push(
        `${what}: the header passes ${parameterText(passed)}, the kernel reads ${parameterText(read)}`,
      );
    }
    // Continues from the kernel's offset, so that a difference is reported once.
    next = read === undefined ? offset + passed.size : read.offset + read.size;
  }
  for (const read of kernel.parameters.slice(expected.length)) {
    problems.push(
      `parameter ${read.ordinal}: the header passes nothing, the kernel reads ${parameterText(read)}`,
    );
  }
  return problems;
}

function parameterText({ offset, size }: Pick<CubinParameter, 'offset' | 'size'>): string {
  return `${size} ${size === 1 ? 'byte' : 'bytes'} at offset ${offset}`;
}

function alignUp(offset: number, alignment: number): number {
  return Math.ceil(offset / alignment) * alignment;
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'no kernel' : names.join(', ');
}

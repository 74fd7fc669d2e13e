import { Failure } from '../../base/errors.ts';
import { selector } from '../../base/globs.ts';
import { codeOfRun, kernelOn } from '../harness/needs.ts';
import type { MeasuredKernel } from '../measure/device.ts';
import type { PackagedKernel } from '../../package/read.ts';
import type { SmokePackage } from '../../package/cases.ts';
import { canBeTimed, type KernelCases, type PackagedCase } from '../../manifest/cases/packaged.ts';
import type { BenchRequest } from './request.ts';
import type { Capability } from '../../manifest/terms/vendor-terms.ts';

/** One case with one algo. */
export interface BenchTask {
  readonly id: number;
  readonly kernel: PackagedKernel;
  readonly cases: KernelCases;
  readonly case: PackagedCase;
  readonly algo: number;
}

type Selection = Pick<BenchRequest, 'only' | 'case' | 'algo'>;

/** The kernels of tasks, each with its cases. */
export function kernelsOf(tasks: readonly BenchTask[]): readonly MeasuredKernel[] {
  return [...new Set(tasks.map(({ kernel }) => kernel))].map((kernel) => {
    const own = tasks.filter((task) => task.kernel === kernel);
    return { kernel, cases: [...new Set(own.map((task) => task.case))] };
  });
}

/** A name of a task, for people. */
export function taskLabel({ kernel, algo, case: item }: BenchTask): string {
  return `${kernel.name} [algo ${algo}, ${item.name}]`;
}

/**
 * Selects the cases and algos to measure, without those for which a GPU has no code. The algos of a
 * case follow one another.
 * @throws {Failure} `usage` if no case is selected, `no-gpu` if no selected kernel has code for NVIDIA.
 */
export function selectTasks(
  { manifest, cases, folder }: SmokePackage,
  request: Selection,
  capability?: Capability,
): readonly BenchTask[] {
  const isChosen = selector(request.only);
  const chosen = manifest.kernels.filter(({ name }) => isChosen(name));
  const kernels = chosen.flatMap((kernel) => kernelOn(kernel, 'cuda') ?? []);
  if (kernels.length === 0 && chosen.length > 0)
    throw new Failure('no-gpu', {
      message:
        'the selected kernels have no code for NVIDIA GPUs, and `bench` measures on no others',
      place: { file: folder },
      hint: 'Measure them with `triton-aot tune`, or build them for an NVIDIA target too.',
    });
  const tasks = kernels.flatMap((kernel) => {
    const own = cases.find(({ name }) => name === kernel.name);
    return own === undefined ? [] : tasksOfKernel(kernel, own, request, capability);
  });
  if (tasks.length > 0) return tasks.map((task, id) => ({ ...task, id }));
  const names = manifest.kernels.map(({ name }) => name).join(', ');
  throw new Failure('usage', {
    message:
      'there is nothing to measure: no kernel of the package has the selected cases and algos',
    place: { file: folder },
    hint: `Its kernels are ${names}. Cases are in the \`smoke:\` and \`tune:\` sections of the manifest.`,
  });
}

function tasksOfKernel(
  kernel: PackagedKernel,
  cases: KernelCases,
  request: Selection,
  capability: Capability | undefined,
): readonly Omit<BenchTask, 'id'>[] {
  const hasCode = (algo: number): boolean =>
    capability === undefined ||
    kernel.specialisations.some(
      (_text, specialisation) =>
        codeOfRun(kernel, { algo, specialisation }, capability) !== undefined,
    );
  // Only tested algos reach the cases of the test.
  const algos = cases.timed === undefined ? cases.algos : [...kernel.algos.keys()];
  return (cases.timed ?? cases.cases).flatMap((item, index) => {
    if (index !== (request.case ?? index) || !canBeTimed(item)) return [];
    return algos
      .filter((algo) => algo === (request.algo ?? algo) && hasCode(algo))
      .map((algo) => ({ kernel, cases, case: item, algo }));
  });
}

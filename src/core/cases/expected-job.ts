import { canonical, sha256 } from '../hash.ts';
import { formatArgumentType } from '../argument-type.ts';
import type { KernelSource } from '../compile/job.ts';
import { toWire, type WireConstant } from '../constant.ts';
import type { Config, Kernel } from '../kernel.ts';
import type { SourceModule } from '../source/module.ts';
import type { SmokeCase } from './case.ts';
import type { PackagedBuffer, PackagedCase } from './document.ts';

/** Raised whenever the same job would give another result, as with another NumPy. */
const FORMAT = 1;

/** The outputs of one case of one kernel, to be computed. */
export interface ExpectedJob {
  readonly kind: 'reference' | 'interpreter';
  readonly kernel: Kernel;
  readonly smokeCase: SmokeCase;
  readonly packaged: PackagedCase;
  readonly source: KernelSource;
  /** The config that the interpreter runs, and its grid. */
  readonly config: Config;
  readonly grid: readonly number[];
  /** Names the result in the store: 64 hexadecimal digits. */
  readonly key: string;
}

/** What decides a result besides the case itself. */
export interface JobContext {
  readonly tritonVersion: string;
  readonly requirements: readonly string[];
}

/** Makes the job of a case; `algo` is the config that the interpreter runs. */
export function expectedJob(
  job: Pick<ExpectedJob, 'kind' | 'kernel' | 'smokeCase' | 'packaged'>,
  algo: number,
  module: SourceModule,
  functionName: string,
  context: JobContext,
): ExpectedJob {
  const config = job.kernel.configs[algo];
  if (config === undefined) throw new Error(`${job.kernel.name} has no algo ${algo}`);
  const grid = (job.smokeCase.grids[algo] ?? []).map(Number);
  const { path, module: name, file } = module;
  const key = sha256(
    canonical({
      format: FORMAT,
      kind: job.kind,
      requirements: context.requirements.toSorted(),
      closure: module.closure,
      module: name,
      function: functionName,
      ...(job.kind === 'reference'
        ? { constants: sharedConstants(job.kernel) }
        : { ...interpreted(job.kernel, config), triton: context.tritonVersion, grid }),
      scalars: job.packaged.scalars,
      buffers: Object.entries(job.packaged.buffers).map(([buffer, each]) => [
        buffer,
        each && contentOf(each),
      ]),
    }),
  );
  return {
    ...job,
    source: { path, module: name, file, function: functionName },
    config,
    grid,
    key,
  };
}

/** The constants that every config of a kernel gives the same value, for a reference function. */
export function sharedConstants(kernel: Kernel): Readonly<Record<string, WireConstant>> {
  const [first, ...others] = kernel.configs;
  const shared = [...(first?.constants ?? [])].flatMap(([name, constant]) => {
    if (constant.kind === 'none' || constant.kind === 'dtype') return [];
    const wire = toWire(constant);
    const isShared = others.every(({ constants }) => {
      const other = constants.get(name);
      return other !== undefined && canonical(toWire(other)) === canonical(wire);
    });
    return isShared ? [[name, wire] as const] : [];
  });
  return Object.fromEntries(shared);
}

/** A config's constants for the interpreter. */
export function constantsOf({ constants }: Config): Readonly<Record<string, WireConstant>> {
  return Object.fromEntries([...constants].map(([name, constant]) => [name, toWire(constant)]));
}

function interpreted(kernel: Kernel, config: Config): Readonly<Record<string, unknown>> {
  const signature = kernel.arguments.map(({ name, type }) => [name, formatArgumentType(type)]);
  return { signature, constants: constantsOf(config) };
}

function contentOf({ element, shape, strides, role, seed, fill }: PackagedBuffer): unknown {
  return { element, shape, strides, role, seed, fill };
}

import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import type { KernelEntry } from '../../manifest/entry.ts';
import { namesModule } from '../../manifest/paths.ts';
import { blockSizes, parseArgumentType } from '../../manifest/terms/types.ts';
import { wireConstantSchema } from '../../manifest/terms/constant.ts';
import type { PackagedKernel } from '../../package/read.ts';
import type { KernelCases, PackagedBuffer, PackagedCase } from '../../manifest/cases/packaged.ts';
import { canRepeat } from '../../manifest/values/fill.ts';
import { physicalInput, type ReadData } from '../../manifest/values/packing.ts';
import { linkName, type PackageName } from '../../package/c/header.ts';
import type { BenchRequest } from './request.ts';
import type { BenchTask } from './tasks.ts';
import type { BenchBuffer, BenchCase, BenchFunction, BenchJob, BenchTaskMessage } from './wire.ts';

/** The settings that all processes of a benchmark share. */
export interface JobSettings {
  /** The package's shared library. */
  readonly library: string;
  readonly owner: PackageName;
  /** The folder for the job and the data of cases. */
  readonly folder: string;
  readonly request: Pick<BenchRequest, 'manifest' | 'rounds'>;
  /** The kernels of the manifest, by name. */
  readonly entries: ReadonlyMap<string, KernelEntry>;
  readonly readData: ReadData;
}

/** Milliseconds of one turn of a contender. */
const ROUND = 20;

/** Writes the job file for the tasks, and the inputs that cannot be computed. Returns its path. */
export async function writeJob(
  tasks: readonly BenchTask[],
  settings: JobSettings,
): Promise<string> {
  const { folder, request, entries } = settings;
  const cases = [...new Set(tasks.map((task) => task.case))];
  const described = await Promise.all(
    cases.map((item, index) => describeCase(kernelOf(item, tasks), item, `case${index}`, settings)),
  );
  const job: BenchJob = {
    library: settings.library,
    folder: resolve(dirname(request.manifest)),
    settings: { rounds: request.rounds, roundMilliseconds: ROUND },
    cases: described,
    tasks: tasks.map((task) => ({
      ...describeTask(task, entries.get(task.kernel.name), request),
      symbol: linkName(settings.owner, task.kernel.name),
      case: cases.indexOf(task.case),
    })),
  };
  const file = join(folder, 'job.json');
  await writeFile(file, JSON.stringify(job));
  return file;
}

function kernelOf(item: PackagedCase, tasks: readonly BenchTask[]): PackagedKernel {
  const task = tasks.find((each) => each.case === item);
  if (task === undefined) throw new Error('a case without a task');
  return task.kernel;
}

async function describeCase(
  { parameters, gridParameters }: PackagedKernel,
  { scalars, buffers, views }: PackagedCase,
  prefix: string,
  { folder, readData }: JobSettings,
): Promise<BenchCase> {
  const described: [string, BenchBuffer | null][] = [];
  for (const [index, [name, buffer]] of Object.entries(buffers).entries()) {
    const file = join(folder, `${prefix}_${index}.input`);
    described.push([name, buffer && (await describeBuffer(buffer, file, readData))]);
  }
  const types = [...parameters, ...gridParameters].map(({ name, type }) => [name, type] as const);
  return {
    scalars,
    types: Object.fromEntries(types),
    buffers: Object.fromEntries(described),
    ...(views !== undefined && { views }),
  };
}

/** Random numbers are computed on the GPU: only their distribution matters for the time. */
async function describeBuffer(
  buffer: PackagedBuffer,
  file: string,
  readData: ReadData,
): Promise<BenchBuffer> {
  const { element, shape, strides, length, role, seed, fill } = buffer;
  const described = { element, shape, strides, length, role, seed };
  if (fill === undefined || canRepeat(fill)) return { ...described, fill };
  await writeFile(file, physicalInput(buffer, readData));
  return { ...described, fill: { kind: 'data', file } };
}

function describeTask(
  { id, kernel, cases, case: item, algo }: BenchTask,
  entry: KernelEntry | undefined,
  { manifest }: Pick<BenchRequest, 'manifest'>,
): Omit<BenchTaskMessage, 'symbol' | 'case'> {
  const folder = resolve(dirname(manifest));
  const grid = item.grids?.[algo];
  const inFolder = (source: KernelEntry['source'] | undefined): BenchFunction | null =>
    source === undefined || namesModule(source)
      ? (source ?? null)
      : { ...source, file: join(folder, source.file) };
  const constants = cases.constants?.[algo] ?? {};
  return {
    id,
    kernel: kernel.name,
    algo,
    parameters: [...kernel.parameters, ...kernel.gridParameters].map(({ name, type }) => ({
      name,
      type,
      ...blockOf(type, constants),
    })),
    constants,
    options: optionsOf(kernel.algos[algo]),
    grid: grid ?? null,
    source: grid === undefined ? null : inFolder(entry?.source),
    torch: inFolder(entry?.bench?.torch),
  };
}

/** The sizes of the block that a tensor descriptor is made for. */
function blockOf(
  text: string,
  constants: NonNullable<KernelCases['constants']>[number],
): { readonly block?: number[] } {
  const type = parseArgumentType(text);
  if (type?.kind !== 'tensor') return {};
  const values = Object.entries(constants).map(
    ([name, wire]) => [name, wireConstantSchema.parse(wire)] as const,
  );
  return { block: blockSizes(type, new Map(values)).map(Number) };
}

const algoSchema = z.object({ options: z.record(z.string(), z.unknown()).default({}) });

function optionsOf(algo: unknown): BenchTaskMessage['options'] {
  return algoSchema.parse(algo).options;
}

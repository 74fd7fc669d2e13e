import type { SourceReference } from '../base/errors.ts';
import { canonicalJson, sha256 } from '../base/text.ts';
import type { KernelSource } from '../bridge/protocol.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { Problems } from '../manifest/problems.ts';
import { toWire, type WireConstant } from '../model/constant.ts';
import type { Config, Kernel } from '../model/kernel.ts';
import type { SmokeCase } from '../model/smoke-case.ts';
import { formatArgumentType } from '../model/types.ts';
import type { SourceReader } from '../plan/inspect-python.ts';
import { configForCall } from '../plan/smoke-conditions.ts';
import { dependentModule, type SourceModule, unreadableSource } from '../plan/sources.ts';
import type { PackagedBuffer, PackagedCase } from '../testdata/document.ts';
import type { PackedKernel } from './pack-cases.ts';

/** Part of every key. Increase it if the same job would give another result (with a new NumPy). */
const FORMAT = 1;

/** Computes the expected outputs of one case of one kernel. */
export interface ExpectedJob {
  readonly kind: 'reference' | 'interpreter';
  readonly kernel: Kernel;
  readonly smokeCase: SmokeCase;
  readonly packaged: PackagedCase;
  readonly source: KernelSource;
  /** The config that the interpreter runs, and its grid. */
  readonly config: Config;
  readonly grid: readonly number[];
  /** The key of the result in the store: 64 hexadecimal digits. */
  readonly key: string;
}

interface PlanSettings {
  /** The path of the manifest, and of its folder. */
  readonly manifest: string;
  readonly folder: string;
}

/**
 * Plans a job for every case with expected outputs. Does not run the user's code.
 * @throws {Failure} `usage` if the file of a reference is missing or is not valid Python.
 */
export async function planExpected(
  packed: readonly PackedKernel[],
  manifest: Manifest,
  settings: PlanSettings,
  readSources: SourceReader,
): Promise<ExpectedJob[]> {
  const sources = packed.flatMap((each) => {
    const source = sourceOf(each);
    return source === undefined || each.cases.cases.length === 0 ? [] : [[each, source] as const];
  });
  if (sources.length === 0) return [];
  const modules = await readModules(sources, manifest, settings, readSources);
  return sources.flatMap(([each, source]) => {
    const { kernel, smoke, cases } = each;
    const module = modules.get(each);
    const { kind } = smoke.expected;
    if (module === undefined || kind === 'none') return [];
    return smoke.cases.flatMap((smokeCase, index) => {
      const packaged = cases.cases[index];
      if (packaged === undefined) return [];
      const job = { kind, kernel, smokeCase, packaged };
      return [expectedJob(job, smoke.algos[0] ?? 0, module, source.function, manifest)];
    });
  });
}

/**
 * Returns the constants that have the same value in every config, for a reference function; with
 * them the heuristics' values for the case.
 */
export function sharedConstants(
  kernel: Kernel,
  call: SmokeCase,
): Readonly<Record<string, WireConstant>> {
  const [first, ...others] = kernel.configs.map((_config, algo) =>
    configForCall(kernel, algo, call),
  );
  const shared = [...(first?.constants ?? [])].flatMap(([name, constant]) => {
    if (constant.kind === 'none' || constant.kind === 'dtype') return [];
    const wire = toWire(constant);
    const isShared = others.every(({ constants }) => {
      const other = constants.get(name);
      return other !== undefined && canonicalJson(toWire(other)) === canonicalJson(wire);
    });
    return isShared ? [[name, wire] as const] : [];
  });
  return Object.fromEntries(shared);
}

/** Returns the constants of a config. */
export function constantsOf({ constants }: Config): Readonly<Record<string, WireConstant>> {
  return Object.fromEntries([...constants].map(([name, constant]) => [name, toWire(constant)]));
}

/** Returns the function to run for a kernel's cases. */
function sourceOf({ kernel, smoke: { expected } }: PackedKernel): SourceReference | undefined {
  if (expected.kind === 'none') return undefined;
  return expected.kind === 'reference' ? expected.source : kernel.source;
}

async function readModules(
  sources: readonly (readonly [PackedKernel, SourceReference])[],
  manifest: Manifest,
  { manifest: path, folder }: PlanSettings,
  readSources: SourceReader,
): Promise<ReadonlyMap<PackedKernel, SourceModule>> {
  const references = sources.map(([, source]) => source);
  const read = await readSources(references, folder);
  const problems = new Problems(manifest.document);
  const modules = new Map<PackedKernel, SourceModule>();
  for (const [each, { file }] of sources) {
    const source = read.get(file);
    const entry = manifest.kernels.find(({ name }) => name === each.kernel.name);
    if (source === undefined || entry === undefined) continue;
    if ('error' in source) {
      problems.at(...each.smoke.path, 'reference').add(unreadableSource(source, path));
      continue;
    }
    modules.set(each, await dependentModule(source, entry, folder, problems));
  }
  problems.throwIfAny();
  return modules;
}

/** Returns the job of a case; `algo` is the config that the interpreter runs. */
function expectedJob(
  job: Pick<ExpectedJob, 'kind' | 'kernel' | 'smokeCase' | 'packaged'>,
  algo: number,
  { path, module, file, closure }: SourceModule,
  functionName: string,
  { triton, requirements }: Manifest,
): ExpectedJob {
  const config = configForCall(job.kernel, algo, job.smokeCase);
  const grid = (job.smokeCase.grids[algo] ?? []).map(Number);
  const key = sha256(
    canonicalJson({
      format: FORMAT,
      kind: job.kind,
      requirements: requirements.toSorted(),
      closure,
      module,
      function: functionName,
      ...(job.kind === 'reference'
        ? { constants: sharedConstants(job.kernel, job.smokeCase) }
        : { ...interpreted(job.kernel, config), triton, grid }),
      scalars: job.packaged.scalars,
      buffers: Object.entries(job.packaged.buffers).map(([buffer, each]) => [
        buffer,
        each && contentOf(each),
      ]),
    }),
  );
  return { ...job, source: { path, module, file, function: functionName }, config, grid, key };
}

function interpreted(kernel: Kernel, config: Config): Readonly<Record<string, unknown>> {
  const signature = kernel.arguments.map(({ name, type }) => [name, formatArgumentType(type)]);
  return { signature, constants: constantsOf(config) };
}

function contentOf({ element, shape, strides, role, seed, fill }: PackagedBuffer): unknown {
  return { element, shape, strides, role, seed, fill };
}

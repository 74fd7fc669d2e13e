import { dirname, resolve } from 'node:path';
import type { SourceReference } from '../../base/errors.ts';
import { canonicalJson, sha256 } from '../../base/text.ts';
import type { KernelSource } from '../../toolchain/wire/source.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { Problems } from '../../manifest/problems.ts';
import { toWire, type WireConstant } from '../../manifest/terms/constant.ts';
import type { Config, Kernel } from '../../manifest/terms/kernel.ts';
import type { ReachedCase } from '../../manifest/cases/case.ts';
import { formatArgumentType } from '../../manifest/terms/types.ts';
import type { Plan } from '../../plan/plan.ts';
import { configForCall } from '../../manifest/cases/call.ts';
import { type SourceCode, sourceCode } from '../../plan/source-code.ts';
import { addUnreadable, referenceName } from '../../plan/sources.ts';
import {
  isWholeCase,
  type PackagedBuffer,
  type PackagedCase,
} from '../../manifest/cases/packaged.ts';
import type { PackedKernel } from './pack-cases.ts';

/** Part of every key. Increase it if the same job would give another result (with a new NumPy). */
const FORMAT = 5;

/** Computes the expected outputs of one case of one kernel. */
export interface ExpectedJob {
  readonly kind: 'reference' | 'interpreter';
  readonly kernel: Kernel;
  readonly smokeCase: ReachedCase;
  readonly packaged: PackagedCase;
  /** The case that gets the outputs: the same, or one of the same elements with another layout. */
  readonly of: PackagedCase;
  readonly source: KernelSource;
  /** The config that the interpreter runs, and its grid. */
  readonly config: Config;
  readonly grid: readonly number[];
  /** The key of the result in the store: 64 hexadecimal digits. */
  readonly key: string;
}

type Prepared = Pick<Plan, 'manifest' | 'codes' | 'references'>;

/**
 * Plans a job for every case with expected outputs. Does not run the user's code. The interpreter
 * runs the code of the kernels.
 * @throws {Failure} `usage` if the file of a reference is missing or is not valid Python.
 */
export async function expectedJobs(
  packed: readonly PackedKernel[],
  plan: Prepared,
): Promise<ExpectedJob[]> {
  const { manifest, codes } = plan;
  const sources = packed.flatMap((each) => {
    const source = sourceOf(each);
    return source === undefined || each.cases.cases.length === 0 ? [] : [[each, source] as const];
  });
  if (sources.length === 0) return [];
  const references = await readReferences(sources, plan);
  return sources.flatMap(([each]) => {
    const { kernel, smoke, cases } = each;
    const code = references.get(each) ?? codes.get(kernel.name);
    const { kind } = smoke.spec.expected;
    if (code === undefined || kind === 'none') return [];
    return smoke.cases.flatMap((smokeCase, index) => {
      const packaged = cases.cases[index];
      if (packaged === undefined || !isWholeCase(packaged)) return [];
      // The interpreter runs the kernel, which could be wrong for the layout. A reference does not see it.
      const other = kind === 'interpreter' ? each.contiguous.get(packaged) : undefined;
      const job = {
        kind,
        kernel,
        smokeCase,
        packaged,
        ...other,
        of: packaged,
      };
      return [expectedJob(job, smoke.algos[0] ?? 0, code, manifest)];
    });
  });
}

/**
 * Returns the constants that have the same value in every config, for a reference function; with
 * them the heuristics' values for the case.
 */
export function sharedConstants(
  kernel: Kernel,
  call: ReachedCase,
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
function sourceOf({ kernel, smoke: { spec } }: PackedKernel): SourceReference | undefined {
  const { expected } = spec;
  if (expected.kind === 'none') return undefined;
  return expected.kind === 'reference' ? expected.source : kernel.source;
}

/** Returns the code of the reference functions. */
async function readReferences(
  sources: readonly (readonly [PackedKernel, SourceReference])[],
  { manifest, references: read }: Prepared,
): Promise<ReadonlyMap<PackedKernel, SourceCode>> {
  const references = sources.filter(([{ smoke }]) => smoke.spec.expected.kind === 'reference');
  const folder = resolve(dirname(manifest.file));
  const problems = new Problems(manifest.document);
  const codes = new Map<PackedKernel, SourceCode>();
  for (const [each, reference] of references) {
    const source = read.get(referenceName(reference));
    const entry = manifest.kernels.find(({ name }) => name === each.kernel.name);
    if (source === undefined || entry === undefined) continue;
    if ('error' in source) {
      const part = problems.at(...each.smoke.path, 'reference');
      addUnreadable(source, reference.file, manifest.file, part);
      continue;
    }
    codes.set(each, await sourceCode(source, entry, folder, problems, reference));
  }
  problems.throwIfAny();
  return codes;
}

/** Returns the job of a case; `algo` is the config that the interpreter runs. */
function expectedJob(
  job: Pick<ExpectedJob, 'kind' | 'kernel' | 'smokeCase' | 'packaged' | 'of'>,
  algo: number,
  { source, module, files }: SourceCode,
  { triton, requirements }: Manifest,
): ExpectedJob {
  const config = configForCall(job.kernel, algo, job.smokeCase);
  const grid = (job.smokeCase.grids[algo] ?? []).map(Number);
  const key = sha256(
    canonicalJson({
      format: FORMAT,
      kind: job.kind,
      requirements: requirements.toSorted(),
      closure: files.map(({ path, sha256: hash }) => ({ path, sha256: hash })),
      module,
      function: source.function,
      ...(job.kind === 'reference'
        ? { constants: sharedConstants(job.kernel, job.smokeCase) }
        : { ...interpreted(job.kernel, config), triton, grid }),
      scalars: job.packaged.scalars,
      buffers: Object.entries(job.packaged.buffers).map(([buffer, each]) => [
        buffer,
        each && contentOf(each),
      ]),
      ...(job.packaged.views !== undefined && { views: job.packaged.views }),
    }),
  );
  return { ...job, source, config, grid, key };
}

function interpreted(kernel: Kernel, config: Config): Readonly<Record<string, unknown>> {
  const signature = kernel.arguments.map(({ name, type }) => [name, formatArgumentType(type)]);
  return { signature, constants: constantsOf(config) };
}

function contentOf({ element, shape, strides, role, nan, seed, fill }: PackagedBuffer): unknown {
  return { element, shape, strides, role, seed, fill, ...(nan && { nan }) };
}

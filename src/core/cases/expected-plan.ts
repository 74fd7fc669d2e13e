import { Failure } from '../errors.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { Problems } from '../manifest/problems.ts';
import type { SourceReference } from '../manifest/source-reference.ts';
import type { SourceModule } from '../source/module.ts';
import { dependentModule, unreadable } from '../source/read.ts';
import type { SourceReader } from '../source/reader.ts';
import { expectedJob, type ExpectedJob } from './expected-job.ts';
import type { PackedKernel } from './package.ts';

export interface PlanSettings {
  /** The manifest's path, and its folder. */
  readonly manifest: string;
  readonly folder: string;
}

/**
 * Every case whose outputs are to be computed, with the key of its result. Nothing of the user's is run.
 * @throws {Failure} `usage` for a reference that is missing or no Python.
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
  const jobContext = { tritonVersion: manifest.triton, requirements: manifest.requirements };
  return sources.flatMap(([each, source]) => {
    const { kernel, smoke, cases } = each;
    const module = modules.get(each);
    const { kind } = smoke.expected;
    if (module === undefined || kind === 'none') return [];
    return smoke.cases.flatMap((smokeCase, index) => {
      const packaged = cases.cases[index];
      if (packaged === undefined) return [];
      const job = { kind, kernel, smokeCase, packaged };
      return [expectedJob(job, smoke.algos[0] ?? 0, module, source.function, jobContext)];
    });
  });
}

/** The function that is run for a kernel's cases. */
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
      problems.add([...each.smoke.path, 'reference'], unreadable(source, path));
      continue;
    }
    modules.set(each, await dependentModule(source, entry, manifest, folder));
  }
  if (problems.list.length > 0) throw new Failure('usage', problems.list);
  return modules;
}

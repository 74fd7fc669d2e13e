import { dirname, join, resolve } from 'node:path';
import { shownPath, withWorkerContext } from '../compile/variants.ts';
import { describeAll } from '../compile/pool.ts';
import type { BuildContext } from '../context.ts';
import { dependencies } from './dependencies.ts';
import { Failure, type Problem } from '../errors.ts';
import type { KernelFunction } from './function.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { Problems } from '../manifest/problems.ts';
import type { FunctionFacts } from './facts.ts';
import type { SourceModule } from './module.ts';
import type { InspectedSource, ReadSource, UnreadableSource } from './inspect.ts';
import type { SourceReader } from './reader.ts';
import { manifestToolchain } from '../toolchain/manifest-toolchain.ts';

/** A kernel's Python side: its function, and the module the function lives in. */
export interface EntrySource {
  readonly function: FunctionFacts;
  readonly module: SourceModule;
}

export interface SourceSettings {
  /** The manifest's path. */
  readonly manifest: string;
  readonly python?: string | undefined;
}

/** Seconds a kernel file may take to be imported where its function cannot be read. */
const DESCRIBE_TIMEOUT = 120;

/**
 * Finds the Python side of every entry: by reading the sources, and by asking Triton only for functions that
 * cannot be read.
 * @throws {Failure} `usage` for sources that are missing, outside or no Python, naming the entries.
 */
export async function readKernelSources(
  manifest: Manifest,
  entries: readonly KernelEntry[],
  settings: SourceSettings,
  readSources: SourceReader,
  context: BuildContext,
): Promise<ReadonlyMap<KernelEntry, EntrySource>> {
  const folder = resolve(dirname(settings.manifest));
  const references = entries.map(({ source }) => source);
  const sources = await readSources(references, folder);
  checkReadable(manifest, entries, sources, settings.manifest);
  const dynamic = entries.filter((entry) => needsTriton(entry, functionOf(entry, sources)));
  const described = await askTriton(dynamic, manifest, sources, folder, settings, context);
  const found = new Map<KernelEntry, EntrySource>();
  for (const entry of entries) {
    const source = sources.get(entry.source.file);
    const fn = described.get(entry) ?? functionOf(entry, sources);
    if (source === undefined || fn === undefined) continue;
    const module = await dependentModule(source, entry, manifest, folder);
    found.set(entry, { function: factsOf(fn), module });
  }
  return found;
}

/** Each file once, whether it is imported, named in `depends` or both. */
function joined(
  imported: SourceModule['closure'],
  further: SourceModule['closure'],
): SourceModule['closure'] {
  const paths = new Set(imported.map(({ path }) => path));
  return [...imported, ...further.filter(({ path }) => !paths.has(path))];
}

type Sources = ReadonlyMap<string, ReadSource>;

function checkReadable(
  manifest: Manifest,
  entries: readonly KernelEntry[],
  sources: ReadonlyMap<string, InspectedSource>,
  manifestPath: string,
): asserts sources is Sources {
  const problems = new Problems(manifest.document);
  for (const entry of entries) {
    const source = sources.get(entry.source.file);
    if (source === undefined || !('error' in source)) continue;
    problems.add(entry.at(['source']), unreadable(source, manifestPath));
  }
  if (problems.list.length > 0) throw new Failure('usage', problems.list);
}

/** What is wrong with a file that cannot be read, and where in it. */
export function unreadable({ file, error }: UnreadableSource, manifestPath: string): string {
  const at = error.line === null ? '' : `:${error.line}`;
  return `${shownPath(resolve(dirname(manifestPath), file), manifestPath)}${at}: ${error.message}`;
}

function functionOf(entry: KernelEntry, sources: Sources): KernelFunction | undefined {
  return sources.get(entry.source.file)?.functions[entry.source.function] ?? undefined;
}

function needsTriton(entry: KernelEntry, fn: KernelFunction | undefined): boolean {
  return fn === undefined || (entry.configs === 'autotune' && fn.autotune === 'dynamic');
}

/** Runs the kernel files to learn of functions that reading cannot tell. */
async function askTriton(
  entries: readonly KernelEntry[],
  manifest: Manifest,
  sources: Sources,
  folder: string,
  settings: SourceSettings,
  context: BuildContext,
): Promise<ReadonlyMap<KernelEntry, KernelFunction>> {
  const [target] = manifest.targets;
  if (entries.length === 0 || target === undefined) return new Map();
  context.log.info(`asking Triton for ${entries.map(({ name }) => name).join(', ')}`);
  const toolchain = await manifestToolchain(manifest, settings.python, context);
  const request = { python: toolchain.python, jobs: 1, timeout: DESCRIBE_TIMEOUT };
  const jobs = entries.flatMap((entry, id) => {
    const source = sources.get(entry.source.file);
    if (source === undefined) return [];
    const module = moduleOf(source, folder);
    return [
      {
        id,
        source: { ...module, function: entry.source.function },
        target: { ...target, warpSize: 32 },
      },
    ];
  });
  const outcomes = await withWorkerContext(request, context, (pool) => describeAll(jobs, pool));
  const problems: Problem[] = [];
  const described = new Map<KernelEntry, KernelFunction>();
  for (const [index, outcome] of outcomes.entries()) {
    const entry = entries[index];
    if (entry === undefined) continue;
    if (outcome.ok) described.set(entry, outcome.function);
    else {
      const { message, file, line } = outcome.failure;
      const where =
        file === undefined
          ? ''
          : `${shownPath(file, settings.manifest)}${line === undefined ? '' : `:${line}`}: `;
      problems.push({
        message: `${where}${message}`,
        place: manifest.document.locate(entry.at(['source'])),
      });
    }
  }
  if (problems.length > 0) throw new Failure('compile', problems);
  return described;
}

/** The module that a file is, with what the entry's `depends` adds to its closure. */
export async function dependentModule(
  source: ReadSource,
  entry: KernelEntry,
  manifest: Manifest,
  folder: string,
): Promise<SourceModule> {
  const further = await dependencies(entry, manifest, folder);
  return { ...moduleOf(source, folder), closure: joined(source.closure, further) };
}

/** The module that a file is, below the manifest's `folder`. */
function moduleOf(source: ReadSource, folder: string): SourceModule {
  return {
    path: [...new Set([source.root, folder])],
    module: source.module,
    file: join(folder, source.file),
    closure: source.closure,
  };
}

function factsOf(fn: KernelFunction): FunctionFacts {
  const { line, parameters, autotune } = fn;
  const isKnown = autotune !== null && autotune !== 'dynamic';
  return {
    line,
    parameters,
    ...(isKnown && {
      autotune: autotune.static.map(({ constants, options }) => ({
        constants: new Map(Object.entries(constants)),
        options,
      })),
    }),
  };
}

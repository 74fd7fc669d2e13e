import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { glob } from 'tinyglobby';
import type { BuildContext } from '../base/context.ts';
import { Failure, type Problem } from '../base/errors.ts';
import { shownPath } from '../base/files.ts';
import { sha256 } from '../base/text.ts';
import { describeAll, withWorkerContext } from '../bridge/pool.ts';
import type { KernelFunction } from '../bridge/protocol.ts';
import type { ConfigEntry, KernelEntry } from '../manifest/entry.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { Problems } from '../manifest/problems.ts';
import type { Constant } from '../model/constant.ts';
import { manifestToolchain } from '../toolchain/toolchain.ts';
import type {
  InspectedSource,
  ReadSource,
  SourceReader,
  UnreadableSource,
} from './inspect-python.ts';

/** A kernel's Python side: its function, and the module the function lives in. */
interface EntrySource {
  readonly function: FunctionFacts;
  readonly module: SourceModule;
}

interface SourceSettings {
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
    problems.add(entry.at(['source']), unreadableSource(source, manifestPath));
  }
  if (problems.list.length > 0) throw new Failure('usage', problems.list);
}

/** What is wrong with a file that cannot be read, and where in it. */
export function unreadableSource({ file, error }: UnreadableSource, manifestPath: string): string {
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

/** The files that `depends` names, as further parts of the closure. */
async function dependencies(
  entry: KernelEntry,
  { document }: Manifest,
  folder: string,
): Promise<SourceModule['closure']> {
  if (entry.depends.length === 0) return [];
  const files = await glob([...entry.depends], { cwd: folder, onlyFiles: true, dot: true });
  if (files.length === 0) {
    throw new Failure('usage', {
      message: `${entry.depends.join(', ')}: no file is named like this`,
      place: document.locate(entry.at(['depends'])),
    });
  }
  return Promise.all(
    files
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map(async (path) => ({
        path,
        sha256: sha256(await readFile(join(folder, path))),
      })),
  );
}

/** What a kernel's Python function is known to be. */
export interface FunctionFacts {
  /** Where it starts in its file, counted from 1. */
  readonly line: number;
  readonly parameters: readonly {
    readonly name: string;
    /** Its default, when that is a literal: what a constexpr is where the manifest gives no value. */
    readonly default?: Constant | undefined;
  }[];
  /** The configs of its @triton.autotune, when it has one. */
  readonly autotune?: readonly ConfigEntry[] | undefined;
}

/** A kernel file as a module that Python can import, and everything its code comes from. */
export interface SourceModule {
  /** Folders put on Python's module path, absolute, most specific first. */
  readonly path: readonly string[];
  /** The module's dotted name. */
  readonly module: string;
  /** The file's absolute path. */
  readonly file: string;
  /** The file, the local files it imports and those `depends` names, relative to the manifest's folder. */
  readonly closure: readonly { readonly path: string; readonly sha256: string }[];
}

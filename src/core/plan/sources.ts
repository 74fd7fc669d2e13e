import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { glob } from 'tinyglobby';
import type { BuildContext } from '../base/context.ts';
import { formatPlace } from '../base/errors.ts';
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

/** What is known about a kernel's Python function. */
export interface FunctionFacts {
  /** Its first line in the file, counted from 1. */
  readonly line: number;
  readonly parameters: readonly {
    readonly name: string;
    /** A literal default: the value of a constexpr if the manifest gives none. */
    readonly default?: Constant | undefined;
  }[];
  /** The configs of @triton.autotune, if it has them. */
  readonly autotune?: readonly ConfigEntry[] | undefined;
  /** The values of @triton.heuristics, in order of evaluation. */
  readonly heuristics?: KernelFunction['heuristics'] | undefined;
}

/** A kernel file as a module that Python can import, with all files that its code comes from. */
export interface SourceModule {
  /** Absolute folders for Python's module path, most specific first. */
  readonly path: readonly string[];
  /** The module's dotted name. */
  readonly module: string;
  /** The file's absolute path. */
  readonly file: string;
  /** The file, its local imports and `depends`, relative to the manifest's folder. */
  readonly closure: readonly { readonly path: string; readonly sha256: string }[];
}

/** A kernel's function, and the module that contains it. */
interface EntrySource {
  readonly function: FunctionFacts;
  readonly module: SourceModule;
}

interface SourceSettings {
  /** The manifest's path. */
  readonly manifest: string;
  readonly python?: string | undefined;
}

/**
 * Finds the Python function of every entry. Reads the source files, and imports them with Triton
 * only for functions that cannot be read.
 * @throws {Failure} `usage` for source files that cannot be read; `compile` for functions that
 * Triton cannot import.
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
  const problems = new Problems(manifest.document);
  const found = new Map<KernelEntry, EntrySource>();
  for (const entry of entries) {
    const source = sources.get(entry.source.file);
    const fn = described.get(entry) ?? functionOf(entry, sources);
    if (source === undefined || fn === undefined) continue;
    const module = await dependentModule(source, entry, folder, problems);
    found.set(entry, { function: factsOf(fn), module });
  }
  problems.throwIfAny();
  return found;
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
    problems.under(entry.pathOf).at('source').add(unreadableSource(source, manifestPath));
  }
  problems.throwIfAny();
}

/** The message for a file that cannot be read, with the place in it. */
export function unreadableSource({ file, error }: UnreadableSource, manifestPath: string): string {
  const path = resolve(dirname(manifestPath), file);
  return inFile(error.message, path, error.line, manifestPath);
}

function inFile(
  message: string,
  file: string,
  line: number | null | undefined,
  manifestPath: string,
): string {
  const shown = shownPath(file, manifestPath);
  return `${formatPlace({ file: shown, ...(line && { line }) })}: ${message}`;
}

function functionOf(entry: KernelEntry, sources: Sources): KernelFunction | undefined {
  return sources.get(entry.source.file)?.functions[entry.source.function] ?? undefined;
}

function needsTriton(entry: KernelEntry, fn: KernelFunction | undefined): boolean {
  return fn === undefined || (entry.configs === 'autotune' && fn.autotune === 'dynamic');
}

/** The time limit in seconds to import a kernel file whose function cannot be read. */
const DESCRIBE_TIMEOUT = 120;

/** Imports the kernel files to describe functions that cannot be read. */
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
  context.log.info(`importing ${entries.map(({ name }) => name).join(', ')} with Triton`);
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
  const problems = new Problems(manifest.document);
  const described = new Map<KernelEntry, KernelFunction>();
  for (const [index, outcome] of outcomes.entries()) {
    const entry = entries[index];
    if (entry === undefined) continue;
    if (outcome.ok) described.set(entry, outcome.function);
    else {
      const { message, file, line } = outcome.failure;
      const located = file === undefined ? message : inFile(message, file, line, settings.manifest);
      problems.under(entry.pathOf).at('source').add(located);
    }
  }
  problems.throwIfAny('compile');
  return described;
}

/**
 * The module of a kernel file, with the files of the entry's `depends`.
 * @param problems bound to the manifest
 */
export async function dependentModule(
  source: ReadSource,
  entry: KernelEntry,
  folder: string,
  problems: Problems,
): Promise<SourceModule> {
  const inDepends = problems.under(entry.pathOf).at('depends');
  const further = await dependencies(entry, folder, inDepends);
  const imported = new Set(source.closure.map(({ path }) => path));
  const closure = [...source.closure, ...further.filter(({ path }) => !imported.has(path))];
  return { ...moduleOf(source, folder), closure };
}

/** The module of a kernel file below the manifest's `folder`. */
function moduleOf(source: ReadSource, folder: string): SourceModule {
  return {
    path: [...new Set([source.root, folder])],
    module: source.module,
    file: join(folder, source.file),
    closure: source.closure,
  };
}

function factsOf(fn: KernelFunction): FunctionFacts {
  const { line, parameters, autotune, heuristics } = fn;
  const isKnown = autotune !== null && autotune !== 'dynamic';
  return {
    line,
    parameters,
    heuristics,
    ...(isKnown && {
      autotune: autotune.static.map(({ constants, options }) => ({
        constants: new Map(Object.entries(constants)),
        options,
      })),
    }),
  };
}

/** The files that match `depends`, with their hashes. */
async function dependencies(
  { depends }: KernelEntry,
  folder: string,
  problems: Problems,
): Promise<SourceModule['closure']> {
  if (depends.length === 0) return [];
  const files = await glob([...depends], { cwd: folder, onlyFiles: true, dot: true });
  if (files.length === 0)
    problems.add(`no file matches ${depends.map((each) => `\`${each}\``).join(' or ')}`);
  return Promise.all(
    files
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map(async (path) => ({
        path,
        sha256: sha256(await readFile(join(folder, path))),
      })),
  );
}

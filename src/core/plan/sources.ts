import { dirname, join, resolve } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { formatPlace, type Place, type SourceReference } from '../base/errors.ts';
import { shownPath } from '../base/files.ts';
import { canonicalJson, sha256 } from '../base/text.ts';
import type { KeptWorkers } from '../bridge/kept-workers.ts';
import { configsAll, describeAll, type PoolContext, withWorkerContext } from '../bridge/pool.ts';
import type {
  AutotuneConfig,
  CompileFailure,
  KernelFunction,
  KernelSource,
  Slice,
} from '../bridge/protocol.ts';
import type { ConfigEntry, KernelEntry } from '../manifest/entry.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Problems } from '../manifest/problems.ts';
import { type Constant, toWire } from '../model/constant.ts';
import { moduleOfRequirement } from '../model/python-packages.ts';
import type { Target } from '../model/target.ts';
import { manifestToolchain } from '../toolchain/toolchain.ts';
import { dependencies, type SourceFile } from './depends.ts';
import type {
  InspectedSource,
  ReadSource,
  SourceReader,
  SourceRequest,
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
    /** Whether there is a default, also one that only Python can compute, such as a layout. */
    readonly hasDefault?: boolean | undefined;
  }[];
  /** The configs of @triton.autotune, if it has them and the manifest wants them. */
  readonly autotune?: readonly ConfigEntry[] | undefined;
  /** The names that @triton.autotune chooses by. */
  readonly autotuneKey?: readonly string[] | undefined;
  /** The values of @triton.heuristics, in the order of evaluation. */
  readonly heuristics: KernelFunction['heuristics'];
}

/** The Python code of a function: what runs, and what its results depend on. */
export interface SourceCode {
  readonly source: KernelSource;
  /** The function's module, with its dotted name. */
  readonly module: string;
  /** The files that the code comes from, and those of `depends`. */
  readonly files: readonly SourceFile[];
}

/** What is read of a manifest's Python files. */
interface Sources {
  readonly kernels: ReadonlyMap<KernelEntry, EntrySource>;
  /** The reference functions, by `referenceName`. What is wrong with one is part of it. */
  readonly references: ReadonlyMap<string, InspectedSource>;
}

/** A kernel's function, and its code. */
interface EntrySource {
  readonly function: FunctionFacts;
  readonly code: SourceCode;
}

interface SourceSettings {
  /** The manifest's path. */
  readonly manifest: string;
  readonly python?: string | undefined;
  readonly kept?: KeptWorkers | undefined;
}

/** Where the problems of a plan go: what to change, and what Triton could not evaluate. */
export interface PlanProblems {
  readonly usage: Problems;
  readonly compile: Problems;
}

/**
 * Finds the Python functions of the entries. Reads the source files, and runs slices and files with
 * Triton only for functions and configs that cannot be read, and only if there is no problem
 * before. Entries with problems are left out.
 * @param problems bound to the manifest
 * @throws {Failure} `environment` if Triton cannot be started.
 */
export async function readKernelSources(
  manifest: Manifest,
  entries: readonly KernelEntry[],
  settings: SourceSettings,
  readSources: SourceReader,
  problems: PlanProblems,
  context: BuildContext,
): Promise<Sources> {
  const folder = resolve(dirname(settings.manifest));
  const requests = entries.map((entry) => requestFor(entry, manifest));
  const references = referencesOf(entries);
  // Together, since starting Python takes longer than reading files.
  const inspected = await readSources([...requests, ...references.map(referenceRequest)], folder);
  const read = checkReadable(entries, inspected, settings.manifest, problems.usage);
  checkGlobals(manifest, read, problems.usage);
  reportNotes(read, context);
  const asked = problems.usage.isEmpty
    ? await askTriton(read, manifest, folder, problems.compile, settings, context)
    : NOTHING_ASKED;
  const found = new Map<KernelEntry, EntrySource>();
  for (const [entry, source] of read) {
    const fn = asked.functions.get(entry) ?? source.function;
    const configs = asked.configs.get(entry);
    if (fn === null || (source.configs !== undefined && configs === undefined)) continue;
    const code = await sourceCode(source, entry, folder, problems.usage);
    found.set(entry, { function: factsOf(fn, configs), code });
  }
  const ofReferences = inspected.slice(entries.length);
  return {
    kernels: found,
    references: new Map(
      references.flatMap((reference, index) => {
        const source = ofReferences[index];
        return source === undefined ? [] : [[referenceName(reference), source]];
      }),
    ),
  };
}

/** The name of a reference function in `Sources`. */
export function referenceName({ file, function: name }: SourceReference): string {
  return `${file}:${name}`;
}

/** The reference functions of the entries, each once. */
function referencesOf(entries: readonly KernelEntry[]): SourceReference[] {
  const named = entries.flatMap(({ smoke }) =>
    smoke?.expected.kind === 'reference' ? [smoke.expected.source] : [],
  );
  return [...new Map(named.map((source) => [referenceName(source), source])).values()];
}

function referenceRequest(source: SourceReference): SourceRequest {
  return { ...source, mode: 'reference', globals: {}, installed: [], configs: false };
}

type Readable = ReadonlyMap<KernelEntry, ReadSource>;

function requestFor(entry: KernelEntry, { requirements, generator }: Manifest): SourceRequest {
  return {
    ...entry.source,
    // compile.py imports the file itself.
    mode: generator === 'triton' ? 'import' : entry.sourceMode,
    globals: Object.fromEntries([...entry.globals].map(([name, value]) => [name, toWire(value)])),
    installed: requirements.flatMap((each) => moduleOfRequirement(each) ?? []),
    configs: entry.configs === 'autotune',
  };
}

function checkReadable(
  entries: readonly KernelEntry[],
  inspected: readonly InspectedSource[],
  manifestPath: string,
  problems: Problems,
): Readable {
  const read = new Map<KernelEntry, ReadSource>();
  for (const [index, entry] of entries.entries()) {
    const source = inspected[index];
    if (source === undefined) continue;
    if ('error' in source) {
      const { message, hint } = unreadableSource(source, entry.source.file, manifestPath);
      problems.under(entry.pathOf).at('source').add(message, hint);
    } else read.set(entry, source);
  }
  return read;
}

/** The message for a file that cannot be read, with the place in it, and what to do. */
export function unreadableSource(
  { error }: UnreadableSource,
  file: string,
  manifestPath: string,
): { readonly message: string; readonly hint: string | undefined } {
  const path = resolve(dirname(manifestPath), error.file ?? file);
  const shown = shownPath(path, manifestPath);
  const place = formatPlace({ file: shown, ...(error.line !== null && { line: error.line }) });
  const hint = error.hint === '' ? undefined : error.hint;
  return { message: `${place}: ${error.message}`, hint };
}

/** Checks that every name in `globals` is read: by its kernel, or by any kernel if in `defaults`. */
function checkGlobals(manifest: Manifest, read: Readable, problems: Problems): void {
  const isComplete = read.size === manifest.kernels.length;
  for (const [entry, { unused }] of read) {
    for (const { name, near } of unused) {
      const [top] = entry.pathOf(['globals', name]);
      const isShared = top === 'defaults';
      if (isShared && (!isComplete || isReadByAny(name, read))) continue;
      problems
        .under(entry.pathOf)
        .at('globals', name)
        .add(
          `${isShared ? 'no kernel reads' : `${entry.source.function} does not read`} \`${name}\`${near === null ? '' : `; did you mean \`${near}\`?`}`,
        );
    }
  }
}

function isReadByAny(name: string, read: Readable): boolean {
  return [...read.values()].some(({ unused }) => unused.every((each) => each.name !== name));
}

function reportNotes(read: Readable, { log }: Pick<BuildContext, 'log'>): void {
  const notes = [...read.values()].flatMap((source) => source.notes);
  for (const text of new Set(notes.map(({ file, line, message }) => `${file}:${line}: ${message}`)))
    log.info(text);
}

/** The time limit in seconds to run a kernel file whose function or configs cannot be read. */
const DESCRIBE_TIMEOUT = 120;

interface Asked {
  readonly functions: ReadonlyMap<KernelEntry, KernelFunction>;
  readonly configs: ReadonlyMap<KernelEntry, readonly AutotuneConfig[]>;
}

const NOTHING_ASKED: Asked = { functions: new Map(), configs: new Map() };

/** Runs slices and kernel files to describe what cannot be read: functions and configs. */
async function askTriton(
  read: Readable,
  manifest: Manifest,
  folder: string,
  problems: Problems,
  settings: SourceSettings,
  context: BuildContext,
): Promise<Asked> {
  const functions = [...read].filter(([entry, source]) => needsDescription(entry, source));
  const configs = [...read].flatMap(([entry, { configs: slice }]) =>
    slice === undefined ? [] : [[entry, slice] as const],
  );
  if (functions.length + configs.length === 0) return NOTHING_ASKED;
  const names = [...new Set([...functions, ...configs].map(([{ name }]) => name))];
  context.log.info(`evaluating ${names.join(', ')} with Triton`);
  const toolchain = await manifestToolchain(manifest, settings.python, context);
  const { kept } = settings;
  const request = { python: toolchain.python, jobs: 1, timeout: DESCRIBE_TIMEOUT, kept };
  return withWorkerContext(request, context, async (pool) => ({
    functions: await describeFunctions(functions, manifest, folder, problems, settings, pool),
    configs: await computeConfigs(configs, manifest, problems, settings, pool),
  }));
}

function needsDescription(entry: KernelEntry, { function: fn, configs }: ReadSource): boolean {
  if (fn === null) return true;
  return entry.configs === 'autotune' && fn.autotune === 'dynamic' && configs === undefined;
}

async function describeFunctions(
  entries: readonly (readonly [KernelEntry, ReadSource])[],
  manifest: Manifest,
  folder: string,
  problems: Problems,
  settings: SourceSettings,
  pool: PoolContext,
): Promise<Asked['functions']> {
  const jobs = entries.map(([entry, { code }], id) => ({
    id,
    source: compilerSource(code, entry.source.file, entry.source.function, folder, []),
    target: jobTarget(manifest.targets[0]),
  }));
  const described = new Map<KernelEntry, KernelFunction>();
  for (const [index, outcome] of (await describeAll(jobs, pool)).entries()) {
    const entry = entries[index]?.[0];
    if (entry === undefined) continue;
    if (outcome.ok) described.set(entry, outcome.function);
    else addFailure(outcome.failure, entry, 'source', problems, settings);
  }
  return described;
}

/** Computes configs for every target. Those of all targets together become the kernel's. */
async function computeConfigs(
  entries: readonly (readonly [KernelEntry, Slice])[],
  manifest: Manifest,
  problems: Problems,
  settings: SourceSettings,
  pool: PoolContext,
): Promise<Asked['configs']> {
  const tasks = entries.flatMap(([entry, slice]) =>
    (entry.targets ?? manifest.targets).map((target) => ({ entry, slice, target })),
  );
  const jobs = tasks.map(({ entry, slice, target }, id) => ({
    id,
    source: sliceSource(slice, entry.source.file, entry.source.function),
    target: jobTarget(target),
  }));
  const computed = new Map<KernelEntry, Map<string, AutotuneConfig>>();
  for (const [index, outcome] of (await configsAll(jobs, pool)).entries()) {
    const task = tasks[index];
    if (task === undefined) continue;
    const { entry } = task;
    if (!outcome.ok) {
      addFailure(outcome.failure, entry, 'configs', problems, settings);
      continue;
    }
    const known = computed.get(entry) ?? new Map<string, AutotuneConfig>();
    computed.set(entry, known);
    for (const config of outcome.configs) known.set(configKey(config), config);
  }
  return new Map([...computed].map(([entry, configs]) => [entry, [...configs.values()]]));
}

function configKey({ constants, options }: AutotuneConfig): string {
  const wires = Object.entries(constants).map(([name, value]) => [name, toWire(value)] as const);
  return canonicalJson({ constants: Object.fromEntries(wires), options });
}

function addFailure(
  { message, file, line, hint }: CompileFailure,
  entry: KernelEntry,
  key: 'source' | 'configs',
  problems: Problems,
  { manifest }: SourceSettings,
): void {
  const place: Place | undefined =
    file === undefined ? undefined : { file: shownPath(file, manifest), ...(line && { line }) };
  const located = place === undefined ? message : `${formatPlace(place)}: ${message}`;
  problems.under(entry.pathOf).at(key).add(located, hint);
}

/** Values that need a GPU's name do not depend on it; the first target serves. */
function jobTarget(target: Target | undefined) {
  return { backend: 'cuda', arch: 80, ...target, warpSize: 32 };
}

/**
 * The code of a function, with the files of the entry's `depends`.
 * @param problems bound to the manifest
 */
export async function sourceCode(
  { code }: ReadSource,
  entry: KernelEntry,
  folder: string,
  problems: Problems,
  { file, function: name } = entry.source,
): Promise<SourceCode> {
  const inDepends = problems.under(entry.pathOf).at('depends');
  const further = await dependencies(entry, folder, inDepends);
  const own = filesOf(code);
  const known = new Set(own.map(({ path }) => path));
  const files = [...own, ...further.filter(({ path }) => !known.has(path))];
  const source = compilerSource(code, file, name, folder, files);
  return { source, module: code.module, files };
}

function filesOf(code: ReadSource['code']): readonly SourceFile[] {
  if (code.kind === 'import')
    return code.closure.map((file) => ({ ...file, fileSha256: file.sha256 }));
  return code.modules.map(({ path, sha256: hash, text, fileSha256 }) => ({
    path,
    sha256: hash,
    fileSha256,
    textSha256: sha256(text),
  }));
}

function compilerSource(
  code: ReadSource['code'],
  file: string,
  name: string,
  folder: string,
  files: readonly SourceFile[],
): KernelSource {
  if (code.kind === 'slice') return sliceSource(code, file, name);
  return {
    kind: 'import',
    path: [...new Set([code.root, folder])],
    module: code.module,
    file: join(folder, file),
    function: name,
    folder,
    closure: [...new Set([...code.closure, ...files].map(({ path }) => join(folder, path)))],
  };
}

function sliceSource(slice: Slice, file: string, name: string): KernelSource {
  const { module: _module, ...sent } = slice;
  const entry = slice.modules.find(({ path }) => path === slice.entry);
  return { ...sent, key: sha256(canonicalJson(sent)), file: entry?.file ?? file, function: name };
}

function factsOf(
  { line, parameters, autotune, autotuneKey, heuristics }: KernelFunction,
  configs: readonly AutotuneConfig[] | undefined,
): FunctionFacts {
  const known =
    configs ?? (autotune !== null && autotune !== 'dynamic' ? autotune.static : undefined);
  return {
    line,
    parameters,
    heuristics,
    ...(known !== undefined && {
      autotune: known.map(({ constants, options }) => ({
        constants: new Map(Object.entries(constants)),
        options,
      })),
      autotuneKey,
    }),
  };
}

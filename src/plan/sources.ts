import { dirname, resolve } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { formatProblem, type Problem, type SourceReference } from '../base/errors.ts';
import { shownPath } from '../base/files.ts';
import { plural } from '../base/text.ts';
import type { AutotuneConfig, KernelFunction } from '../toolchain/wire/kernel-function.ts';
import type { ConfigEntry } from '../manifest/config-entry.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import { namesModule } from '../manifest/paths.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Problems } from '../manifest/problems.ts';
import { type Constant, toWire } from '../manifest/terms/constant.ts';
import type { LaunchHook } from '../manifest/terms/kernel.ts';
import { moduleOfRequirement } from '../manifest/terms/python-packages.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import type { UnpackedPackage } from '../toolchain/unpacked-package.ts';
import { askTriton, NOTHING_ASKED } from './ask-triton.ts';
import { mostDifferent } from './different-configs.ts';
import type {
  InspectedSource,
  ReadSource,
  SourceRequest,
  UnreadableSource,
} from '../toolchain/wire/reading.ts';
import { type SourceCode, sourceCode } from './source-code.ts';

/** The known facts about a kernel's Python function. */
export interface FunctionFacts {
  /** Its first line in the file, counted from 1. */
  readonly line: number;
  readonly parameters: readonly {
    readonly name: string;
    /** A literal default: the value of a constexpr if the manifest gives none. */
    readonly default?: Constant | undefined;
    /** True if there is a default, also one that only Python can compute, such as a layout. */
    readonly hasDefault?: boolean | undefined;
    /** The type that the JIT takes from the annotation, whatever callers pass. */
    readonly type?: string | undefined;
    readonly line?: number | undefined;
  }[];
  /** The configs of @triton.autotune, if it has them and the manifest wants them. */
  readonly autotune?: readonly ConfigEntry[] | undefined;
  /** The names that @triton.autotune chooses by. */
  readonly autotuneKey?: readonly string[] | undefined;
  /** The values of @triton.heuristics, in the order of evaluation. */
  readonly heuristics: KernelFunction['heuristics'];
  /** The functions that the JIT calls before each launch, with an effect that calls from C need. */
  readonly hooks?: readonly LaunchHook[] | undefined;
}

/** The facts that were read from a manifest's Python files. */
interface Sources {
  readonly kernels: ReadonlyMap<KernelEntry, EntrySource>;
  /** The reference functions, by `referenceName`. What is wrong with one is part of it. */
  readonly references: ReadonlyMap<string, InspectedSource>;
}

/** A kernel's function, and its code. */
interface EntrySource {
  readonly function: FunctionFacts;
  readonly code: SourceCode;
  /** The path of the file, if the manifest names a module of a package. */
  readonly file?: string | undefined;
}

/** Collects the problems of a plan: what to change, and what Triton could not evaluate. */
interface PlanProblems {
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
  packages: readonly UnpackedPackage[],
  toolchain: Toolchain,
  problems: PlanProblems,
  context: BuildContext,
): Promise<Sources> {
  const folder = resolve(dirname(manifest.file));
  const requests = entries.map((entry) => requestFor(entry, manifest));
  const references = referencesOf(entries);
  // Together, since starting Python takes longer than reading files.
  const all = [...requests, ...references.map(referenceRequest)];
  const inspected = await readOnce(all, (distinct) =>
    toolchain.readSources(distinct, folder, packages),
  );
  const read = checkReadable(entries, inspected, manifest.file, problems.usage);
  checkGlobals(manifest, read, problems.usage);
  reportNotes(read, context);
  const asked = problems.usage.isEmpty
    ? await askTriton(read, manifest, toolchain, problems.compile, context)
    : NOTHING_ASKED;
  const found = new Map<KernelEntry, EntrySource>();
  // Many kernels can be made from one function.
  const codes = new Map<ReadSource, SourceCode>();
  for (const [entry, source] of read) {
    const fn = asked.functions.get(entry) ?? source.function;
    const configs = asked.configs.get(entry);
    if (fn === null || (source.configs !== undefined && configs === undefined)) continue;
    const known = entry.depends.length === 0 ? codes.get(source) : undefined;
    const code = known ?? (await sourceCode(source, entry, folder, problems.usage));
    if (entry.depends.length === 0) codes.set(source, code);
    const module =
      namesModule(entry.source) && source.code.kind === 'slice' ? source.code : undefined;
    const facts = functionFacts(fn, configs, entry, context);
    found.set(entry, { function: facts, code, file: module?.entry });
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

/** Reads each function once, however many kernels are made from it. */
async function readOnce(
  requests: readonly SourceRequest[],
  readSources: (distinct: readonly SourceRequest[]) => Promise<readonly InspectedSource[]>,
): Promise<readonly InspectedSource[]> {
  const named = requests.map((request) => [JSON.stringify(request), request] as const);
  const distinct = new Map(named);
  const sources = await readSources([...distinct.values()]);
  const found = new Map([...distinct.keys()].map((key, index) => [key, sources[index]]));
  return named.flatMap(([key]) => found.get(key) ?? []);
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

/** Says what to read for an entry. */
export function requestFor(entry: KernelEntry, { requirements }: Manifest): SourceRequest {
  return {
    ...entry.source,
    mode: entry.sourceMode,
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
      const part = problems.under(entry.pathOf).at('source');
      addUnreadable(source, entry.source.file, manifestPath, part);
    } else read.set(entry, source);
  }
  return read;
}

/** Adds the problem of a file that cannot be read. Errors of syntax have their place in the file. */
export function addUnreadable(
  source: UnreadableSource,
  file: string,
  manifestPath: string,
  problems: Problems,
): void {
  const { message, hint, place } = unreadableSource(source, file, manifestPath);
  const isOfSyntax = ['syntax', 'encoding'].includes(source.error.kind);
  if (isOfSyntax && place?.line !== undefined && !namesModule({ file }))
    problems.addIn(place, message, hint);
  else problems.add(formatProblem({ message, place }), hint);
}

/** The message for a file that cannot be read, the place in it, and what to do. */
export function unreadableSource(
  { error }: UnreadableSource,
  file: string,
  manifestPath: string,
): Problem {
  const { message } = error;
  const hint = error.hint || undefined;
  if (error.file === null && namesModule({ file })) return { message, hint };
  const path = resolve(dirname(manifestPath), error.file ?? file);
  const shown = shownPath(path, manifestPath);
  return {
    message,
    hint,
    place: { file: shown, ...(error.line !== null && { line: error.line }) },
  };
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

/** Returns the facts about a function, with the configs of @triton.autotune that Triton computed. */
export function functionFacts(
  { line, parameters, autotune, autotuneKey, heuristics, hooks }: KernelFunction,
  configs: readonly AutotuneConfig[] | undefined,
  { name, mostConfigs }: KernelEntry,
  { log }: Pick<BuildContext, 'log'>,
): FunctionFacts {
  const all =
    configs ?? (autotune !== null && autotune !== 'dynamic' ? autotune.static : undefined);
  const known = all && mostDifferent(all, mostConfigs ?? all.length);
  if (all !== undefined && known !== undefined && known.length < all.length)
    log.info(`${name}: ${known.length} of ${plural(all.length, 'config')}, those that differ most`);
  return {
    line,
    parameters,
    heuristics,
    hooks: launchHooks(hooks, known ?? []),
    ...(known !== undefined && {
      autotune: known.map(({ constants, options }) => ({
        constants: new Map(Object.entries(constants)),
        options,
      })),
      autotuneKey,
    }),
  };
}

/**
 * The hooks that calls from C have to replace. Those of configs that were computed can have other
 * names than those in the text.
 */
function launchHooks(
  read: KernelFunction['hooks'],
  configs: readonly AutotuneConfig[],
): readonly LaunchHook[] {
  const named = configs.flatMap(({ hook }) => hook ?? []);
  const others = [...new Set(named)].filter((name) => read.every((each) => each.name !== name));
  const found = read.flatMap(({ name, file, line, does }) => {
    if (does === '') return [];
    const place = file === null || line === null ? {} : { place: `${file}:${line}` };
    return [{ name, ...place, ...(does !== null && { does }) }];
  });
  return [...found, ...others.map((name) => ({ name }))];
}

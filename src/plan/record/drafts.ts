import { join, relative, sep } from 'node:path';
import { canonicalJson } from '../../base/text.ts';
import { type Constant, formatConstant, toWire } from '../../manifest/terms/constant.ts';
import { isOptionName, type Options } from '../../manifest/terms/options.ts';
import { normalName } from '../../manifest/terms/triton-version.ts';
import { isInteger, parseArgumentType } from '../../manifest/terms/types.ts';
import { insideOf } from '../manifest-text.ts';
import { commonIntegers } from './integer-facts.ts';
import type { RecordedCall, RecordedConstant, RecordedKernel } from './recording.ts';
import { type Refusal, reasonToSkip } from './refusals.ts';

/** Compiled kernels that one entry of the manifest describes. */
export interface EntryDraft {
  /** Relative to the manifest's folder, with slashes, or the module of a package. */
  readonly file: string;
  readonly function: string;
  readonly line: number;
  readonly parameters: readonly string[];
  /** The types of the run-time parameters, in order. */
  readonly types: ReadonlyMap<string, string>;
  /** The constants that are the same in all configs. */
  readonly constants: ReadonlyMap<string, Constant>;
  readonly options: Options;
  /** The package that has the source, with its version. `file` is then the name of a module. */
  readonly package: { readonly name: string; readonly version: string } | undefined;
  /** Values that planning asks for; `configs`: those that only the configs of @triton.autotune need. */
  readonly globals: ReadonlyMap<string, Constant>;
  readonly globalsOfConfigs: ReadonlyMap<string, Constant>;
  /** The configs that @triton.autotune chose, the most used first; empty without it. */
  readonly configs: readonly DraftConfig[];
  /** The number of configs of @triton.autotune. */
  readonly allConfigs: number;
  readonly calls: readonly DraftCall[];
  /** Launches that @triton.autotune made to measure configs. */
  readonly trials: readonly DraftCall[];
  readonly members: readonly RecordedKernel[];
  /** The drafts that differ from each other in numbers only and are one entry; empty for a single one. */
  readonly choices: readonly EntryDraft[];
}

interface DraftConfig {
  readonly constants: ReadonlyMap<string, Constant>;
  readonly options: Options;
}

/** Calls with equal values, sizes and grid. */
export interface DraftCall extends Omit<RecordedCall, 'scalars'> {
  readonly kernel: RecordedKernel;
  /** The constants of the config that was used. */
  readonly config: ReadonlyMap<string, Constant>;
  readonly scalars: ReadonlyMap<string, Constant>;
}

/** Says where the sources are. */
interface SourceFolders {
  /** The manifest's folder. */
  readonly folder: string;
  /** Returns the path of a recorded source on this machine; undefined if it does not exist. */
  readonly find: (kernel: RecordedKernel) => string | undefined;
}

/** Sorts compiled kernels into entries: those that differ in hints and sizes only are one. */
export function draftEntries(
  kernels: readonly RecordedKernel[],
  folders: SourceFolders,
): { readonly drafts: readonly EntryDraft[]; readonly refusals: readonly Refusal[] } {
  const refusals: Refusal[] = [];
  const groups: Group[] = [];
  // The type of a parameter whose value is 1 is unknown, so kernels without such parameters come first.
  const sorted = kernels.toSorted((a, b) => countUnknown(a) - countUnknown(b));
  for (const kernel of sorted) {
    const file = folders.find(kernel);
    const inside =
      kernel.package?.module ?? (file === undefined ? undefined : insideOf(folders.folder, file));
    const reason = reasonToSkip(kernel, file, inside, folders.folder);
    if (reason === undefined) place(kernel, inside ?? '', folders.folder, groups);
    else
      refusals.push({
        name: kernel.name,
        file: inside ?? kernel.source?.file ?? '',
        line: kernel.source?.line,
        reason,
      });
  }
  const position = (group: Group): number => kernels.indexOf(group.members[0] as RecordedKernel);
  return {
    drafts: groups
      .filter(({ members }) => members.some(wasCalled))
      .toSorted((a, b) => position(a) - position(b))
      .map(draftOf),
    refusals: [...new Map(refusals.map((each) => [canonicalJson(each), each])).values()],
  };
}

interface Group {
  readonly file: string;
  /** The manifest's folder. */
  readonly folder: string;
  readonly key: string;
  readonly types: Map<string, string>;
  readonly globals: ReadonlyMap<string, Constant>;
  readonly members: RecordedKernel[];
}

/** The type of a parameter that was 1 in every call so far: any integer. */
const UNKNOWN = '';

function place(kernel: RecordedKernel, file: string, folder: string, groups: Group[]): void {
  const own = typesOf(kernel);
  const { fixed } = settingsOf(kernel);
  const globals = globalsOf(kernel, folder, false);
  const key = canonicalJson({
    file,
    version: kernel.package?.version,
    globals: wires(globals),
    name: kernel.name,
    constants: wires(fixed.constants),
    options: fixed.options,
    parameters: [...own.keys()],
  });
  const group = groups.find(
    (each) =>
      each.key === key && [...own].every(([name, type]) => fits(type, each.types.get(name))),
  );
  if (group === undefined) {
    groups.push({ file, folder, key, types: own, globals, members: [kernel] });
    return;
  }
  group.members.push(kernel);
  for (const [name, type] of own) if (type !== UNKNOWN) group.types.set(name, type);
}

/** The values that the manifest must give, by their keys there. */
function globalsOf(
  { globals, package: own }: RecordedKernel,
  folder: string,
  ofConfigs: boolean,
): ReadonlyMap<string, Constant> {
  const pathOf = (file: string): string =>
    (own === undefined
      ? relative(folder, file)
      : join(`${normalName(own.name)}.whl`, relative(own.root, file))
    ).replaceAll(sep, '/');
  return new Map(
    globals
      .filter(({ configs }) => configs === ofConfigs)
      .map(({ name, file, alone, value }) => [alone ? `${pathOf(file)}:${name}` : name, value]),
  );
}

function fits(type: string, other: string | undefined): boolean {
  if (type === other) return true;
  return (type === UNKNOWN && isIntegerType(other)) || (other === UNKNOWN && isIntegerType(type));
}

function isIntegerType(text: string | undefined): boolean {
  const type = parseArgumentType(text ?? '');
  return type !== undefined && isInteger(type);
}

/** The types of what callers pass. Triton's JIT makes a constant of an argument that is 1. */
function typesOf({ parameters, signature, constants }: RecordedKernel): Map<string, string> {
  return new Map(
    parameters.flatMap(({ name, constexpr }) => {
      const type = signature.get(name) ?? '';
      if (type !== 'constexpr') return [[name, type] as const];
      return !constexpr && isOne(constants.get(name)) ? [[name, UNKNOWN] as const] : [];
    }),
  );
}

function isOne(constant: RecordedConstant | undefined): boolean {
  return constant?.kind === 'int' && constant.value === 1n;
}

function countUnknown(kernel: RecordedKernel): number {
  return [...typesOf(kernel).values()].filter((type) => type === UNKNOWN).length;
}

/** Returns the constants and options that the configs of @triton.autotune set, and the others. */
function settingsOf(kernel: RecordedKernel): {
  readonly fixed: DraftConfig;
  readonly tuned: DraftConfig;
} {
  const types = typesOf(kernel);
  const names = new Set(
    (kernel.autotune?.configs ?? []).flatMap(({ constants, options }) => [
      ...constants.keys(),
      ...Object.keys(options),
    ]),
  );
  const values = kernel.parameters.flatMap(({ name }) => {
    const value = kernel.constants.get(name);
    const isConstant = value !== undefined && value.kind !== 'other' && !types.has(name);
    return isConstant ? [[name, value] as const] : [];
  });
  const known = Object.entries(kernel.options).flatMap(([name, value]) =>
    isOptionName(name) && value !== null ? [[name, value] as const] : [],
  );
  const part = (isTuned: boolean): DraftConfig => ({
    constants: new Map(values.filter(([name]) => names.has(name) === isTuned)),
    options: Object.fromEntries(known.filter(([name]) => names.has(name) === isTuned)),
  });
  return { fixed: part(false), tuned: part(true) };
}

function wasCalled({ calls }: RecordedKernel): boolean {
  return calls.length > 0;
}

function draftOf({ file, folder, types, globals, members: all }: Group): EntryDraft {
  const members = all.filter(wasCalled);
  const first = members[0] as RecordedKernel;
  const allConfigs = Math.max(...members.map(({ autotune }) => autotune?.configs.length ?? 0));
  return {
    file,
    function: first.name,
    line: first.source?.line ?? 1,
    parameters: first.parameters.map(({ name }) => name),
    types: new Map([...types].map(([name, type]) => [name, type === UNKNOWN ? 'i32' : type])),
    ...settingsOf(first).fixed,
    package: first.package && {
      name: normalName(first.package.name),
      version: first.package.version,
    },
    globals,
    globalsOfConfigs: globalsOf(first, folder, true),
    configs: allConfigs === 0 ? [] : configsOf(members),
    allConfigs,
    calls: mergeCalls(members.flatMap((kernel) => callsOf(kernel, kernel.calls))),
    trials: all.flatMap((kernel) => callsOf(kernel, kernel.trials)),
    members,
    choices: [],
  };
}

function callsOf(kernel: RecordedKernel, calls: readonly RecordedCall[]): DraftCall[] {
  const ones = [...typesOf(kernel)].flatMap(([name, type]) =>
    type === UNKNOWN ? [[name, { kind: 'int' as const, value: 1n }] as const] : [],
  );
  return calls.map((call) => ({
    ...call,
    kernel,
    config: settingsOf(kernel).tuned.constants,
    scalars: new Map([
      ...[...call.scalars].flatMap(([name, value]) =>
        value.kind === 'other' ? [] : [[name, value] as const],
      ),
      ...ones,
    ]),
  }));
}

/** Floats decide neither sizes nor blocks: calls that differ in them only are one. */
function mergeCalls(calls: readonly DraftCall[]): readonly DraftCall[] {
  const merged = new Map<string, DraftCall>();
  for (const call of calls) {
    const key = canonicalJson([
      call.grid,
      wires(new Map([...call.scalars].filter(([, { kind }]) => kind !== 'float'))),
      wires(call.config),
      Object.fromEntries(call.buffers),
    ]);
    const same = merged.get(key) ?? { ...call, count: 0 };
    merged.set(key, {
      ...same,
      integers: commonIntegers(same.integers, call.integers),
      count: same.count + call.count,
      gpuMs: same.gpuMs ?? call.gpuMs,
    });
  }
  return [...merged.values()];
}

function configsOf(members: readonly RecordedKernel[]): readonly DraftConfig[] {
  const counts = new Map<string, { config: DraftConfig; count: number }>();
  for (const kernel of members) {
    const config = settingsOf(kernel).tuned;
    const key = canonicalJson([wires(config.constants), config.options]);
    const count = kernel.calls.reduce((sum, call) => sum + call.count, counts.get(key)?.count ?? 0);
    counts.set(key, { config, count });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ config }) => config);
}

/** The value of a constant or an option as a word. */
export function valueText({ constants, options }: EntryDraft, name: string): string {
  const constant = constants.get(name);
  return constant === undefined
    ? String(options[name as keyof typeof options])
    : formatConstant(constant);
}

/** Returns constants as JSON. */
export function wires(constants: ReadonlyMap<string, Constant>): unknown {
  return Object.fromEntries([...constants].map(([name, value]) => [name, toWire(value)]));
}

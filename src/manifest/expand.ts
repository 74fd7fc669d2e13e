import type { Path, Place } from '../base/errors.ts';
import { plural } from '../base/text.ts';
import { isOptionName } from './terms/options.ts';
import { featureKernelKeys } from './parts.ts';
import { didYouMean, type Problems } from './problems.ts';
import type { RawKernel, RawManifest } from './schema.ts';
import type { ManifestDocument } from './yaml.ts';

/** A kernel of the manifest, merged with the defaults, for one choice of its `for` values. */
export interface ExpandedKernel {
  /** The name of the C entry point. */
  readonly name: string;
  readonly settings: Omit<RawKernel, 'for'>;
  readonly place: Place;
  /** The path of a setting in the manifest: in the kernel itself, or in the defaults. */
  readonly pathOf: (relative: Path) => Path;
}

/**
 * Expands every kernel, in the order of the manifest. A `for` with lists gives every combination,
 * the first name varying slowest. A `for` with maps gives one kernel for each map.
 */
export function expandKernels(
  manifest: RawManifest,
  document: ManifestDocument,
  problems: Problems,
): readonly ExpandedKernel[] {
  let configs = 0;
  return Object.entries(manifest.kernels).flatMap(([key, kernel]) => {
    const { for: given = {}, ...own } = kernel;
    const settings = mergeDefaults(defaultsOf(manifest), own);
    const pathOf = (relative: Path): Path => {
      const inKernel = ['kernels', key, ...relative];
      const inherited = [
        ['defaults', ...relative],
        ...(relative[0] === 'budget' ? [relative] : []),
      ];
      return [inKernel, ...inherited].find((path) => document.has(path)) ?? inKernel;
    };
    const shared = { place: document.locate(pathOf([])), pathOf };
    const inKernel = problems.under(pathOf);
    const isOne = Object.keys(given).length === 0;
    const choices = isOne ? [new Map()] : choicesOf(given, inKernel.at('for'));
    const before = configs;
    configs += choices.length * configCount(settings);
    if (configs > MAX_CONFIGS) {
      // Said once, of the kernel that is too much.
      if (before <= MAX_CONFIGS)
        inKernel.add(
          `with \`${key}\` the kernels have ${configs} configs; at most ${MAX_CONFIGS} are allowed`,
          'Every choice of `for` has all configs of its kernel. Use shorter lists, or split the manifest.',
        );
      return [];
    }
    if (isOne) return [{ name: key, settings, ...shared }];
    return filledIn(key, settings, choices, inKernel).map((filled) => ({ ...filled, ...shared }));
  });
}

/** An entry of a map of a feature, for one choice of its `for` values. */
interface ExpandedEntry<Settings> {
  readonly name: string;
  readonly settings: Omit<Settings, 'for'>;
  readonly pathOf: (relative: Path) => Path;
}

/**
 * Expands every entry of a map at the top of the manifest, as `expandKernels` does those of `kernels:`.
 * @param section the key of the map
 */
export function expandEntries<Settings extends Pick<RawKernel, 'for'>>(
  section: string,
  entries: Readonly<Record<string, Settings>>,
  problems: Problems,
): readonly ExpandedEntry<Settings>[] {
  return Object.entries(entries).flatMap(([key, { for: given = {}, ...settings }]) => {
    const pathOf = (relative: Path): Path => [section, key, ...relative];
    if (Object.keys(given).length === 0) return [{ name: key, settings, pathOf }];
    const part = problems.under(pathOf);
    const choices = choicesOf(given, part.at('for'));
    return filledIn(key, settings, choices, part).map((filled) => ({ ...filled, pathOf }));
  });
}

type Value = string | bigint | number | boolean;
type Choice = ReadonlyMap<string, Value>;

/** More entry points than this from one key are a mistake. */
const MAX_CHOICES = 10_000;

/** As many variants can be built at once, and each config makes one or more. */
const MAX_CONFIGS = 100_000;

function configCount({ configs }: ExpandedKernel['settings']): number {
  return Array.isArray(configs) ? configs.length : 1;
}

/** Settings of the core that are maps: defaults and kernel are merged entry by entry. */
const MERGED_MAPS = [
  'arguments',
  'budget',
  'constants',
  'globals',
  'grid_parameters',
  'smoke',
] as const;

/** The defaults with the budget at the top of the manifest. */
function defaultsOf({ defaults = {}, budget }: RawManifest): NonNullable<RawManifest['defaults']> {
  return budget === undefined
    ? defaults
    : { ...defaults, budget: { ...budget, ...defaults.budget } };
}

function mergeDefaults(
  defaults: NonNullable<RawManifest['defaults']>,
  kernel: Omit<RawKernel, 'for'>,
): Omit<RawKernel, 'for'> {
  const merged = { ...defaults, ...kernel };
  for (const key of [...MERGED_MAPS, ...featureKernelKeys().map(({ name }) => name)]) {
    const [inherited, own] = [valueOf(defaults, key), valueOf(kernel, key)].map(mapOf);
    if (inherited !== undefined && own !== undefined)
      Object.assign(merged, { [key]: { ...inherited, ...own } });
  }
  // A kernel that uses `arguments` does not inherit `signature`, nor the other way round.
  if (kernel.arguments !== undefined && kernel.signature === undefined) delete merged.signature;
  if (kernel.signature !== undefined && kernel.arguments === undefined) delete merged.arguments;
  return merged;
}

/** The value of a key, also of one that a feature has added. */
function valueOf(settings: Readonly<Record<string, unknown>>, key: string): unknown {
  return settings[key];
}

/** A name is short for a map. */
function mapOf(value: unknown): object | undefined {
  return typeof value === 'string' ? { name: value } : (value as object | undefined);
}

function choicesOf(given: NonNullable<RawKernel['for']>, problems: Problems): Choice[] {
  const isPaired = Array.isArray(given);
  const count = isPaired
    ? given.length
    : Object.values(given).reduce((product, { length }) => product * length, 1);
  if (count > MAX_CHOICES) {
    const message = `\`for\` makes ${count} kernels; at most ${MAX_CHOICES} are allowed`;
    const hint = 'Every combination of values is a kernel. Use fewer or shorter lists.';
    problems.add(message, isPaired ? undefined : hint);
    return [];
  }
  return isPaired ? pairedChoices(given, problems) : combinations(given);
}

function combinations(lists: Readonly<Record<string, readonly Value[]>>): Choice[] {
  return Object.entries(lists).reduce<Choice[]>(
    (choices, [name, values]) =>
      choices.flatMap((choice) => values.map((value) => new Map([...choice, [name, value]]))),
    [new Map()],
  );
}

/** Without the maps that lack a name or have one more, so that `{name}` is not reported as well. */
function pairedChoices(
  maps: readonly Readonly<Record<string, Value>>[],
  problems: Problems,
): Choice[] {
  const names = Object.keys(maps[0] ?? {});
  if (names.length === 0) problems.at(0).add('expected at least one name');
  return maps.flatMap((map, index) => {
    const missing = names.filter((name) => !Object.hasOwn(map, name));
    const extra = Object.keys(map).filter((name) => !names.includes(name));
    const differences = [
      ...(missing.length > 0 ? [`lacks ${list(missing)}`] : []),
      ...(extra.length > 0 ? [`has ${list(extra)} in addition`] : []),
    ];
    if (differences.length === 0) return [new Map(Object.entries(map))];
    problems
      .at(index)
      .add(
        `every map of \`for\` must have the same names: this one ${differences.join(' and ')}`,
        `The first map has ${list(names)}.`,
      );
    return [];
  });
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** The paths at which a name is used that no choice has. */
type UnknownNames = Map<string, Path[]>;

/**
 * Returns the name and the settings for each choice. Without the choices if there is an unknown
 * placeholder, which is reported once: text that contains one is wrong everywhere else too.
 */
function filledIn<Settings>(
  key: string,
  settings: Settings,
  choices: readonly Choice[],
  problems: Problems,
): readonly { readonly name: string; readonly settings: Settings }[] {
  const [first] = choices;
  if (first === undefined) return [];
  const unknown: UnknownNames = new Map();
  const filled = choices.map((choice, index) => {
    const found: UnknownNames = index === 0 ? unknown : new Map();
    return {
      name: String(fillIn(key, [], choice, found)),
      settings: fillIn(settings, [], choice, found) as Settings,
    };
  });
  for (const [name, paths] of unknown) addUnknownPlaceholder(name, first, paths, problems);
  return unknown.size === 0 ? filled : [];
}

/**
 * Replaces the placeholders in every string. A string that is one placeholder becomes the value
 * with its type where `keepsType` says so.
 */
function fillIn(value: unknown, path: Path, choice: Choice, unknown: UnknownNames): unknown {
  if (typeof value === 'string') {
    const whole = /^\{(\w+)\}$/.exec(value)?.[1];
    const typed = whole === undefined ? undefined : choice.get(whole);
    if (typed !== undefined && keepsType(path)) return typed;
    return value.replaceAll(/\{([A-Za-z_]\w*)\}/g, (placeholder, name: string) => {
      const found = choice.get(name);
      if (found === undefined) unknown.set(name, [...(unknown.get(name) ?? []), path]);
      return found === undefined ? placeholder : String(found);
    });
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => fillIn(item, [...path, index], choice, unknown));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        fillIn(item, [...path, key], choice, unknown),
      ]),
    );
  }
  return value;
}

function keepsType([first, , third]: Path): boolean {
  if (first === 'configs' && third === 'targets') return false;
  return (
    ['budget', 'constants', 'configs', 'globals', 'smoke'].includes(String(first)) ||
    featureKernelKeys().some(({ name }) => name === first) ||
    isOptionName(String(first))
  );
}

function addUnknownPlaceholder(
  name: string,
  choice: Choice,
  [first = [], ...others]: readonly Path[],
  problems: Problems,
): void {
  const known = [...choice.keys()].map((each) => `{${each}}`);
  const also =
    others.length === 0
      ? ''
      : ` It is in ${plural(others.length, 'other place')} of this entry too.`;
  problems
    .at(...first)
    .add(
      `unknown placeholder \`{${name}}\`${didYouMean(`{${name}}`, known)}`,
      `The names in \`for\` give ${known.join(', ')}.${also}`,
    );
}

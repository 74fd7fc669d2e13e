import type { Path } from '../base/errors.ts';
import { isOptionName } from '../model/options.ts';
import type { Problems } from './problems.ts';
import type { RawKernel, RawManifest } from './schema.ts';
import type { ManifestDocument } from './yaml.ts';

/** A kernel of the manifest with defaults merged in and one choice of its `for` values filled in. */
export interface ExpandedKernel {
  /** The C entry point's name. */
  readonly name: string;
  readonly settings: Omit<RawKernel, 'for'>;
  /** Where a setting stands in the manifest: in the kernel itself or in the defaults. */
  readonly at: (relative: Path) => Path;
}

type Value = string | bigint | number | boolean;
type Choice = ReadonlyMap<string, Value>;

/** More entry points than this from one key are a mistake. */
const MAX_CHOICES = 10_000;

/** Settings that are maps: defaults and kernel are merged entry by entry. */
const MERGED_MAPS = ['arguments', 'constants', 'grid_parameters', 'smoke'] as const;

/** Every entry point of the manifest, in its order; the first name of a `for` varies slowest. */
export function expandKernels(
  manifest: RawManifest,
  document: ManifestDocument,
  problems: Problems,
): ExpandedKernel[] {
  return Object.entries(manifest.kernels).flatMap(([key, kernel]) => {
    const { for: lists = {}, ...own } = kernel;
    const settings = mergeDefaults(manifest.defaults ?? {}, own);
    const at = (relative: Path): Path => {
      const inKernel = ['kernels', key, ...relative];
      const inDefaults = ['defaults', ...relative];
      return !document.has(inKernel) && document.has(inDefaults) ? inDefaults : inKernel;
    };
    if (Object.keys(lists).length === 0) return [{ name: key, settings, at }];
    const count = Object.values(lists).reduce((product, { length }) => product * length, 1);
    if (count > MAX_CHOICES) {
      problems.add(
        at(['for']),
        `${count} entry points from one key: expected at most ${MAX_CHOICES}`,
        'The lists multiply: give each fewer values, or use fewer lists.',
      );
      return [];
    }
    return choicesOf(lists).map((choice) => {
      const fill = (value: unknown, path: Path): unknown =>
        fillIn(value, path, choice, (missing, where) => {
          const names = [...choice.keys()].map((name) => `{${name}}`).join(', ');
          problems.add(at(where), `unknown placeholder \`{${missing}}\`: expected one of ${names}`);
        });
      return {
        name: String(fill(key, [])),
        settings: fill(settings, []) as ExpandedKernel['settings'],
        at,
      };
    });
  });
}

function mergeDefaults(
  defaults: NonNullable<RawManifest['defaults']>,
  kernel: Omit<RawKernel, 'for'>,
): Omit<RawKernel, 'for'> {
  const merged = { ...defaults, ...kernel };
  for (const key of MERGED_MAPS) {
    if (defaults[key] !== undefined && kernel[key] !== undefined) {
      Object.assign(merged, { [key]: { ...defaults[key], ...kernel[key] } });
    }
  }
  // A kernel that chooses one form of signature does not also inherit the other.
  if (kernel.arguments !== undefined && kernel.signature === undefined) delete merged.signature;
  if (kernel.signature !== undefined && kernel.arguments === undefined) delete merged.arguments;
  return merged;
}

function choicesOf(lists: Readonly<Record<string, readonly Value[]>>): Choice[] {
  return Object.entries(lists).reduce<Choice[]>(
    (choices, [name, values]) =>
      choices.flatMap((choice) => values.map((value) => new Map([...choice, [name, value]]))),
    [new Map()],
  );
}

/** Fills placeholders into every string; one that is all of a value that need not be text keeps its type. */
function fillIn(
  value: unknown,
  path: Path,
  choice: Choice,
  onMissing: (name: string, path: Path) => void,
): unknown {
  if (typeof value === 'string') {
    const whole = /^\{(\w+)\}$/.exec(value)?.[1];
    const typed = whole === undefined ? undefined : choice.get(whole);
    if (typed !== undefined && keepsType(path)) return typed;
    return value.replaceAll(/\{([A-Za-z_]\w*)\}/g, (placeholder, name: string) => {
      const found = choice.get(name);
      if (found === undefined) onMissing(name, path);
      return found === undefined ? placeholder : String(found);
    });
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => fillIn(item, [...path, index], choice, onMissing));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        fillIn(item, [...path, key], choice, onMissing),
      ]),
    );
  }
  return value;
}

function keepsType([first]: Path): boolean {
  return ['constants', 'configs', 'smoke'].includes(String(first)) || isOptionName(String(first));
}

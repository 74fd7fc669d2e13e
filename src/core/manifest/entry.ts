import { Failure, type Path } from '../base/errors.ts';
import type { GridExpression } from '../grid/expression.ts';
import { parseGrid } from '../grid/parse.ts';
import { reservedName } from '../model/c-names.ts';
import type { Constant } from '../model/constant.ts';
import type { SourceReference } from '../model/kernel.ts';
import { DEFAULT_OPTIONS, isOptionName, type Options, readOption } from '../model/options.ts';
import type { Target } from '../model/target.ts';
import { type ArgumentType, isInteger } from '../model/types.ts';
import type { ExpandedKernel } from './expand.ts';
import { expressionMessage } from './expression.ts';
import { readDepends, readSource } from './paths.ts';
import type { Problems, Report } from './problems.ts';
import type { RawConstant } from './schema.ts';
import {
  type ArgumentSpec,
  parseArgument,
  parseSpecialisations,
  parseToken,
  type SignatureToken,
  splitSignature,
} from './signature.ts';
import { readSmoke, type SmokeSpec } from './smoke.ts';
import { readTargets } from './targets.ts';

/** The parameters as the manifest gives them: by position, or by name. */
type ParameterForm =
  | { readonly form: 'signature'; readonly tokens: readonly SignatureToken[] }
  | { readonly form: 'arguments'; readonly arguments: ReadonlyMap<string, ArgumentSpec> };

/** One choice of constants and options, as far as the manifest says it. */
export interface ConfigEntry {
  readonly constants: ReadonlyMap<string, Constant>;
  readonly options: Options;
}

interface GridParameter {
  readonly name: string;
  readonly type: ArgumentType;
}

/** A kernel of the manifest, understood as far as is possible without its Python source. */
export interface KernelEntry {
  readonly name: string;
  readonly at: (relative: Path) => Path;
  readonly source: SourceReference;
  readonly shape: ParameterForm;
  readonly constants: ReadonlyMap<string, Constant>;
  readonly options: Options;
  readonly configs: 'autotune' | readonly ConfigEntry[];
  /** One expression for each axis, and the text that offsets in them count in. */
  readonly grid: { readonly axes: readonly GridExpression[]; readonly text: string };
  readonly gridParameters: readonly GridParameter[];
  readonly depends: readonly string[];
  /** The narrowing the kernel asks for; undefined when it takes every target. */
  readonly targets: readonly Target[] | undefined;
  readonly smoke: SmokeSpec | undefined;
}

/** Interprets one expanded kernel; what is wrong goes to `problems`, and then nothing comes back. */
export function readEntry(kernel: ExpandedKernel, problems: Problems): KernelEntry | undefined {
  const { settings, at, name } = kernel;
  const before = problems.list.length;
  const problem = (path: Path, message: string, hint?: string): void =>
    problems.add(at(path), message, hint);

  const reserved = reservedName(name);
  if (reserved !== undefined) problem([], `\`${name}\` cannot name a C function: ${reserved}`);
  const source = readSource(settings.source, problem);
  const shape = readShape(settings, problem);
  const grid = readGrid(settings.grid, problem);
  const { constants, options } = splitConfig(settings.constants ?? {}, ['constants'], problem);
  for (const option of Object.keys(options)) {
    problem(
      ['constants', option],
      `\`${option}\` is an option, not a constant`,
      'Write it beside `constants:`.',
    );
  }
  const entry = {
    name,
    at,
    source,
    shape,
    constants,
    options: { ...DEFAULT_OPTIONS, ...readOptions(settings, problem) },
    configs: readConfigs(settings.configs, problem),
    grid,
    gridParameters: readGridParameters(settings.grid_parameters ?? {}, problem),
    depends: readDepends(settings.depends ?? [], problem),
    targets:
      settings.targets &&
      readTargets(settings.targets, (index, message) => problem(['targets', index], message)),
    smoke: readSmoke(settings.smoke, (path) => at(['smoke', ...path]), problems),
  };
  const { source: found, shape: given } = entry;
  if (problems.list.length > before || found === undefined || given === undefined) return undefined;
  return { ...entry, source: found, shape: given };
}

type Settings = ExpandedKernel['settings'];

function readShape(settings: Settings, problem: Report): ParameterForm | undefined {
  const { signature, arguments: named } = settings;
  if (signature !== undefined && named !== undefined) {
    problem(['arguments'], 'both `signature` and `arguments`: expected one of them');
    return undefined;
  }
  if (signature !== undefined) {
    const tokens = splitSignature(signature).flatMap((text, index) => {
      const token = parseToken(text);
      if (token.ok) return [token.value];
      problem(['signature'], `token ${index + 1} of the signature: ${token.message}`);
      return [];
    });
    return { form: 'signature', tokens };
  }
  if (named === undefined) {
    problem([], 'missing `signature` or `arguments`: expected the types of the parameters');
    return undefined;
  }
  const specs = Object.entries(named).flatMap(([name, value]) => {
    const parsed = typeof value === 'string' ? parseArgument(value) : parseSpecialisations(value);
    if (parsed.ok) return [[name, parsed.value] as const];
    problem(['arguments', name], parsed.message);
    return [];
  });
  return { form: 'arguments', arguments: new Map(specs) };
}

function readGrid(grid: Settings['grid'], problem: Report): KernelEntry['grid'] {
  if (grid === undefined) {
    problem([], 'missing `grid`: expected one to three expressions');
    return { axes: [], text: '' };
  }
  // YAML splits `[cdiv(M, 64), N]` at every comma, also inside the parentheses: together the parts are whole.
  const text = Array.isArray(grid) ? grid.join(', ') : `${grid}`;
  const parsed = parseGrid(text);
  if (parsed.ok) return { axes: parsed.axes, text };
  problem(['grid'], gridMessage(parsed.message, text, parsed.offset));
  return { axes: [], text };
}

/** A grid problem with the place inside the expression, which YAML's folding hides from line and column. */
export function gridMessage(message: string, text: string, offset: number): string {
  return `grid: ${expressionMessage(message, text, offset)}`;
}

function readConfigs(configs: Settings['configs'], problem: Report): KernelEntry['configs'] {
  if (configs === 'autotune') return 'autotune';
  if (configs === undefined) return [{ constants: new Map(), options: {} }];
  return configs.map((config, index) => splitConfig(config, ['configs', index], problem));
}

/** A config names constants and options alike; an option's name always means the option. */
function splitConfig(
  config: Readonly<Record<string, RawConstant>>,
  path: Path,
  problem: Report,
): ConfigEntry {
  const constants = new Map<string, Constant>();
  const options: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(config)) {
    if (!isOptionName(name)) {
      constants.set(name, toConstant(value));
      continue;
    }
    const read = readOption(name, value);
    if (read.ok) options[name] = read.value;
    else problem([...path, name], read.message);
  }
  return { constants, options };
}

/** The options beside `constants:`. */
function readOptions(settings: Settings, problem: Report): Options {
  const given: readonly (readonly [string, unknown])[] = Object.entries(settings);
  return Object.fromEntries(
    given.flatMap(([name, value]) => {
      if (!isOptionName(name)) return [];
      const read = readOption(name, value);
      if (read.ok) return [[name, read.value]];
      problem([name], read.message);
      return [];
    }),
  );
}

function readGridParameters(
  parameters: Readonly<Record<string, string>>,
  problem: Report,
): GridParameter[] {
  return Object.entries(parameters).flatMap(([name, text]) => {
    const parsed = parseArgument(text);
    const type = parsed.ok ? parsed.value.type : undefined;
    if (type === undefined || !isInteger(type) || text.includes(':')) {
      problem(
        ['grid_parameters', name],
        `\`${text}\`: expected an integer type such as i32, without a hint`,
      );
      return [];
    }
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      problem(['grid_parameters', name], `\`${name}\` is no C identifier`);
      return [];
    }
    return [{ name, type }];
  });
}

function toConstant(value: RawConstant): Constant {
  if (value === null) return { kind: 'none' };
  if (typeof value === 'bigint') return { kind: 'int', value };
  if (typeof value === 'number') return { kind: 'float', value };
  if (typeof value === 'boolean') return { kind: 'bool', value };
  if (typeof value === 'string') {
    const dtype = /^tl\.(\w+)$/.exec(value)?.[1];
    return dtype === undefined ? { kind: 'string', value } : { kind: 'dtype', value: dtype };
  }
  throw new Failure('usage', { message: `not a constant: ${String(value)}` });
}

/** The C functions a kernel's source defines. */
export function symbolsOf(name: string): readonly string[] {
  return [name, `${name}_default`, `${name}_get_num_algos`, `load_${name}`, `unload_${name}`];
}

/** Every name the generated C defines must be defined once. */
export function checkSymbolNames(kernels: readonly KernelEntry[], problems: Problems): void {
  const owners = new Map<string, KernelEntry>();
  for (const kernel of kernels) {
    for (const symbol of symbolsOf(kernel.name)) {
      const owner = owners.get(symbol);
      if (owner === undefined) owners.set(symbol, kernel);
      else if (owner.name === kernel.name) {
        problems.add(
          kernel.at([]),
          `two kernels are named \`${kernel.name}\``,
          'Use every name of `for:` in the key, such as `add_{dtype}`.',
        );
        break;
      } else {
        problems.add(
          kernel.at([]),
          `kernel \`${kernel.name}\` and kernel \`${owner.name}\` would both define \`${symbol}\``,
        );
        break;
      }
    }
  }
}

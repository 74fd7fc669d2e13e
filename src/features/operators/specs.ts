import type { Path } from '../../base/errors.ts';
import { key } from '../../base/slot.ts';
import type { Literal } from '../../manifest/cases/case.ts';
import { expandEntries, type ExpandedKernel } from '../../manifest/expand.ts';
import { type Expression, parseExpression } from '../../manifest/expression.ts';
import type { RawJointOperator, RawKernelOperator } from './schema.ts';
import { didYouMean, type Problems } from '../../manifest/problems.ts';

/** One implementation of an operator, as the manifest gives it. */
export interface OperatorSpec {
  readonly name: string;
  /** The path of a setting in the manifest. */
  readonly pathOf: (relative: Path) => Path;
  /** The kernels to launch, in order. */
  readonly launches: readonly OperatorLaunch[];
  /** Sizes and scalar parameters that callers do not give, by the operator's names. */
  readonly arguments: ReadonlyMap<string, Literal | Expression>;
  readonly defaults: ReadonlyMap<string, Literal>;
  /** undefined: the outputs that no later kernel reads. */
  readonly returns: readonly string[] | undefined;
  readonly backward: BackwardSpec | undefined;
}

interface OperatorLaunch {
  readonly kernel: string;
  /** Names of the operator, by those in the kernel. */
  readonly names: ReadonlyMap<string, string>;
}

interface BackwardSpec {
  readonly operator: string;
  /** For tensors of that operator, the tensor here that each is the gradient of. */
  readonly gradients: ReadonlyMap<string, string>;
}

/** The keys of a manifest that define operators, and those of a kernel. They have the shape of their schemas. */
interface TopSettings {
  readonly ops?: Readonly<Record<string, RawJointOperator>>;
}
interface KernelSettings {
  readonly op?: RawKernelOperator;
}

/** Where the operators of a manifest are kept. */
export const SPECS = key<readonly OperatorSpec[]>('operators');

/**
 * Reads the operators of kernels, and those of several kernels.
 * @param problems bound to the manifest
 */
export function readOperators(
  { ops = {} }: TopSettings,
  kernels: readonly (Pick<ExpandedKernel, 'name' | 'pathOf'> & {
    readonly settings: KernelSettings;
  })[],
  problems: Problems,
): readonly OperatorSpec[] {
  const own = kernels.flatMap(({ name, settings: { op }, pathOf }) => {
    if (op === undefined) return [];
    const settings = typeof op === 'string' ? { name: op } : op;
    const toPath = (relative: Path): Path => pathOf(['op', ...relative]);
    const part = problems.under(toPath);
    const launch = { kernel: name, names: readNames(settings.names, part.at('names')) };
    return [readOperator(settings.name ?? name, [launch], settings, toPath, part)];
  });
  const known = kernels.map(({ name }) => name);
  const joint = expandEntries('ops', ops, problems).map(({ name, settings, pathOf }) => {
    const part = problems.under(pathOf);
    const launches = settings.kernels.map((each, index) =>
      readLaunch(each, known, part.at('kernels', index)),
    );
    return readOperator(name, launches, settings, pathOf, part);
  });
  return [...own, ...joint];
}

function readLaunch(
  raw: RawJointOperator['kernels'][number],
  known: readonly string[],
  problems: Problems,
): OperatorLaunch {
  const { kernel, names } = typeof raw === 'string' ? { kernel: raw, names: undefined } : raw;
  if (!known.includes(kernel)) {
    problems.add(
      `there is no kernel \`${kernel}\`${didYouMean(kernel, known)}`,
      `The kernels are ${known.join(', ')}.`,
    );
  }
  return { kernel, names: readNames(names, problems.at('names')) };
}

function readNames(
  raw: Readonly<Record<string, string>> | undefined,
  problems: Problems,
): ReadonlyMap<string, string> {
  for (const [from, to] of Object.entries(raw ?? {})) checkName(to, problems.at(from));
  return mapOf(raw);
}

type Settings = Pick<RawJointOperator, 'arguments' | 'defaults' | 'returns' | 'backward'>;

function readOperator(
  name: string,
  launches: readonly OperatorLaunch[],
  { defaults, returns, backward, ...settings }: Settings,
  pathOf: (relative: Path) => Path,
  problems: Problems,
): OperatorSpec {
  checkName(name, problems);
  const { op: operator, gradients } =
    typeof backward === 'string' ? { op: backward, gradients: {} } : { op: '', ...backward };
  return {
    name,
    pathOf,
    launches,
    arguments: readArguments(settings.arguments, problems.at('arguments')),
    defaults: mapOf(defaults),
    returns,
    backward: backward === undefined ? undefined : { operator, gradients: mapOf(gradients) },
  };
}

function readArguments(
  raw: RawJointOperator['arguments'],
  problems: Problems,
): ReadonlyMap<string, Literal | Expression> {
  return new Map(
    Object.entries(raw ?? {}).flatMap(([name, value]) => {
      const read = typeof value === 'string' ? parseExpression(value, problems.at(name)) : value;
      return read === undefined ? [] : [[name, read] as const];
    }),
  );
}

function mapOf<T>(record: Readonly<Record<string, T>> | undefined): ReadonlyMap<string, T> {
  return new Map(Object.entries(record ?? {}));
}

/** Checks the name of an operator or of one of its arguments, which is a name in C and in Python. */
function checkName(name: string, problems: Problems): void {
  if (!/^[A-Za-z]\w*$/.test(name) || name.includes('__'))
    problems.add(
      `invalid name \`${name}\`: expected a letter, then letters, digits and single underscores`,
    );
  else if (isPythonKeyword(name))
    problems.add(`invalid name \`${name}\`: it is a keyword of Python`);
}

/** True if Python reserves the name. */
export function isPythonKeyword(name: string): boolean {
  return PYTHON_KEYWORDS.has(name);
}

/** Source: Python's keyword.kwlist. */
const PYTHON_KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global
  if import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

import { childrenOf, type GridExpression, namesIn } from '../../grid/expression.ts';
import { withElements } from '../../terms/constant.ts';
import { allParameters, integerOf, type Kernel } from '../../terms/kernel.ts';
import { integerRange } from '../../terms/types.ts';
import type { BufferSpec, GenerateSpec, SmokeSpec } from '../case.ts';
import { kernelScope, scalarTypes } from '../scope.ts';
import type { CaseQuestion } from './proposal.ts';
import { type Section, type Situation, situationOf } from './situation.ts';

type Asked<Key extends keyof CaseQuestion> = Extract<CaseQuestion[Key], readonly object[]>[number];

/**
 * Returns the question to Python about the cases of a kernel; undefined if no case is generated, or if there is no case to change.
 * @param kernels those of the package, by name
 * @param source the Python code of the kernel
 */
export function caseQuestion(
  kernel: Kernel,
  smoke: SmokeSpec | undefined,
  kernels: Section['kernels'],
  source: string,
): CaseQuestion | undefined {
  if (smoke?.generate === undefined) return undefined;
  const situation = situationOf({ kernel, smoke, kernels });
  return situation && questionOn(situation, smoke.generate, source);
}

function questionOn(situation: Situation, generate: GenerateSpec, source: string): CaseQuestion {
  const { kernel, smoke, base } = situation;
  const parameters = scalarTypes(kernel);
  return {
    kernel: kernel.name,
    seed: String(generate.seed),
    count: generate.count,
    source,
    isCompared: smoke.expected.kind !== 'none',
    sizes: situation.sizes.map(({ name, blocks }) => ({
      name,
      value: Number(base.values.get(name)),
      blocks: blocks.map(Number),
      hints: hintsOf(kernel, name),
      isParameter: parameters.has(name),
    })),
    buffers: [...smoke.buffers].flatMap(([name, spec]) =>
      spec === null ? [] : [askedBuffer(situation, name, spec)],
    ),
    requirements: kernel.requirements.map(({ tree, text }) => ({
      text,
      sizes: namesIn(tree).map(({ name }) => name),
      numbers: numbersIn(tree, kernel),
    })),
    constants: labelsOf(kernel),
  };
}

function askedBuffer(
  { kernel, strided }: Situation,
  name: string,
  spec: BufferSpec,
): Asked<'buffers'> {
  const strides = strided.find((buffer) => buffer.name === name)?.strides ?? [];
  return {
    name,
    isInput: spec.role === 'in',
    rank: spec.shape.length,
    strided: strides.flatMap((stride, axis) => (stride === undefined ? [] : [axis])),
    contents: contentsOf(kernel, name, spec),
  };
}

/** Describes the elements of a buffer; null if they are poisoned, or no plain numbers. */
function contentsOf(
  kernel: Kernel,
  name: string,
  { role, table, fill }: BufferSpec,
): Asked<'buffers'>['contents'] {
  const type = allParameters(kernel).find((each) => each.name === name)?.type;
  if (role === 'out' || role === 'scratch' || type === undefined || type.kind === 'scalar')
    return null;
  const element = table ?? type.element;
  const range = integerRange(element);
  const isBool = element === 'i1' || element === 'u1';
  const isOrdered =
    fill?.kind === 'uniform' &&
    (fill.limits === undefined || fill.properties.sorted || fill.properties.unique);
  const known = fill?.kind === 'normal' || fill?.kind === 'uniform' ? fill.kind : 'other';
  return {
    kind: range === undefined ? 'float' : isBool ? 'bool' : 'integer',
    isSigned: range !== undefined && range.from < 0n,
    fill: fill === undefined || isBool ? 'default' : isOrdered ? 'other' : known,
    hasSentinel: fill?.kind === 'uniform' && fill.sentinel !== undefined,
  };
}

function hintsOf({ arguments: args, specialisations }: Kernel, name: string): readonly number[] {
  const position = args.findIndex((each) => each.name === name);
  return [...new Set(specialisations.map(({ hints }) => hints[position] ?? 0))].filter(
    (hint) => hint !== 0,
  );
}

/** The numbers and constants in a condition. */
function numbersIn(tree: GridExpression, kernel: Kernel): readonly number[] {
  const own =
    tree.kind === 'integer'
      ? [tree.value]
      : tree.kind === 'name'
        ? kernel.configs.flatMap(({ constants }) => {
            const constant = withElements(constants).get(tree.name);
            return (constant && integerOf(constant)) ?? [];
          })
        : [];
  const all = [...own.map(Number), ...childrenOf(tree).flatMap((each) => numbersIn(each, kernel))];
  return [...new Set(all)].filter((value) => value > 1 && value <= 2 ** 40);
}

/** The names of constants by their values; without those that several have. */
function labelsOf(kernel: Kernel): Readonly<Record<string, string>> {
  const all = [...kernelScope(kernel).values].map(([name, { value }]) => [String(value), name]);
  const values = all.map(([value]) => value);
  return Object.fromEntries(
    all.filter(([value]) => values.indexOf(value) === values.lastIndexOf(value)),
  );
}

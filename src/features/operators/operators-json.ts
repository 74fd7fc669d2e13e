import { z } from 'zod';
import { parseGrid } from '../../manifest/grid/parse.ts';
import { parseField, type ReadManifest } from '../../package/read.ts';
import type { Formula } from '../../manifest/terms/kernel.ts';
import {
  type CallArgument,
  type Implementation,
  implementationsWith,
  type Operator,
  type OperatorLayout,
} from './operator.ts';
import type { Literal } from '../../manifest/cases/case.ts';
import { isElementType } from '../../manifest/terms/types.ts';

/** The operators that a package with these kernels has, and their implementations. */
export function operatorsOf(
  operators: readonly Operator[],
  kernels: readonly string[],
): readonly Operator[] {
  const complete = operators.flatMap((operator) => {
    const implementations = implementationsWith(operator, kernels);
    return implementations.length === 0 ? [] : [{ ...operator, implementations }];
  });
  const names = complete.map(({ name }) => name);
  return complete.map((operator) =>
    operator.backward === undefined || names.includes(operator.backward.operator)
      ? operator
      : { ...operator, backward: undefined },
  );
}

/** The operators as manifest.json has them. `operatorsIn` reads them. */
export function operatorsJson(operators: readonly Operator[]): readonly unknown[] {
  return operators.map(({ name, tensors, outputs, scalars, implementations, backward }) => ({
    name,
    tensors,
    outputs,
    scalars: scalars.map(({ default: value, ...scalar }) => ({
      ...scalar,
      ...(value !== undefined && { default: numberJson(value) }),
    })),
    implementations: implementations.map(implementationJson),
    ...(backward !== undefined && { backward }),
  }));
}

function implementationJson(implementation: Implementation): unknown {
  const { layouts, temporaries, values, conditions, calls } = implementation;
  return {
    layouts: Object.fromEntries(
      [...layouts].map(([name, { element, shape, strides }]) => [
        name,
        { element, shape: shape.map(textOf), ...(strides && { strides: strides.map(textOf) }) },
      ]),
    ),
    temporaries,
    values: values.map(({ name, text }) => ({ name, expression: text })),
    conditions: conditions.map(textOf),
    calls: calls.map(({ kernel, arguments: list }) => ({
      kernel,
      arguments: list.map(argumentJson),
    })),
  };
}

function argumentJson(argument: CallArgument): unknown {
  return argument.kind === 'number' ? { ...argument, value: numberJson(argument.value) } : argument;
}

function textOf({ text }: Formula): string {
  return text;
}

/** JSON has no numbers for infinities, NaN and large integers: they are text. */
function numberJson(value: Literal): number | boolean | string {
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return typeof value === 'boolean' || Number.isFinite(value) ? value : String(value);
}

/** A name in C and Python. Packages are not trusted, and names become parts of code. */
const name = z.string().regex(/^[A-Za-z]\w*$/);

const formula = z.string().transform((text, context): Formula => {
  const parsed = parseGrid(text);
  const [tree] = parsed.ok ? parsed.axes : [];
  if (tree !== undefined && parsed.ok && parsed.axes.length === 1) return { tree, text };
  context.addIssue(`\`${text}\` is not an expression`);
  return z.NEVER;
});

const tensorSchema = z.object({
  name,
  role: z.enum(['in', 'out', 'inout']),
  axes: z.int().min(0).max(8),
});

const numberSchema = z.union([z.number(), z.string()]);

const scalarSchema = z
  .object({
    name,
    kind: z.enum(['int', 'float', 'bool']),
    default: z.union([numberSchema, z.boolean()]).optional(),
  })
  .transform(({ kind, default: value, ...scalar }, context) => {
    if (value === undefined) return { ...scalar, kind, default: undefined };
    const literal = literalOf(kind, value);
    if (literal === undefined) {
      context.addIssue(`\`${value}\` is not of type ${kind}`);
      return z.NEVER;
    }
    return { ...scalar, kind, default: literal };
  });

function literalOf(
  kind: 'int' | 'float' | 'bool',
  value: number | string | boolean,
): Literal | undefined {
  if (typeof value === 'boolean') return kind === 'bool' ? value : undefined;
  if (kind === 'int') return /^-?\d+$/.test(String(value)) ? BigInt(value) : undefined;
  return kind === 'float' && isNumber(value) ? Number(value) : undefined;
}

/** True for numbers in the forms that `numberJson` writes. */
function isNumber(value: number | string): boolean {
  return value === 'NaN' || !Number.isNaN(Number(value));
}

const layoutSchema = z
  .object({
    element: z.string().refine(isElementType),
    shape: z.array(formula),
    strides: z.array(formula).optional(),
  })
  .transform(({ element, shape, strides }): OperatorLayout => ({ element, shape, strides }));

const argumentSchema = z.union([
  z.object({ kind: z.enum(['tensor', 'value', 'scalar']), name }),
  z.object({ kind: z.literal('null') }),
  z.object({ kind: z.literal('number'), value: numberSchema.refine(isNumber).transform(Number) }),
]);

const implementationSchema = z.object({
  layouts: z
    .record(name, layoutSchema)
    .transform((layouts): ReadonlyMap<string, OperatorLayout> => new Map(Object.entries(layouts))),
  temporaries: z.array(name),
  values: z.array(
    z
      .object({ name, expression: formula })
      .transform(({ name: own, expression }) => ({ name: own, ...expression })),
  ),
  conditions: z.array(formula),
  calls: z.array(z.object({ kernel: name, arguments: z.array(argumentSchema) })),
});

const backwardSchema = z.object({
  operator: name,
  tensors: z.array(z.object({ kind: z.enum(['saved', 'gradient']), name })),
  scalars: z.array(name),
  gradients: z.array(name),
});

/** Reads the operators of a package. @throws {Failure} `verification` if they are damaged. */
export function operatorsIn(manifest: ReadManifest, folder: string): readonly Operator[] {
  return parseField(manifest, 'operators', folder, z.array(operatorSchema).optional()) ?? [];
}

/** The schema of one of `operators` in manifest.json. Gives the operator. */
const operatorSchema = z
  .object({
    name,
    tensors: z.array(tensorSchema),
    outputs: z.array(tensorSchema),
    scalars: z.array(scalarSchema),
    implementations: z.array(implementationSchema).min(1),
    backward: backwardSchema.optional(),
  })
  .transform(({ backward, ...operator }): Operator => ({
    ...operator,
    place: { file: '' },
    backward,
  }));

import { layoutOf } from '../operator.ts';
import { dtypeArgument, dtypeKey, type LookedUp, lookedUp } from './dtype-table.ts';
import type { NamedOperator } from './python-names.ts';
import { expanded, isSize, type OutputPlan, type Shapes } from './output-plan.ts';
import { pythonFormulas } from './python-formulas.ts';
import { pythonBlock, pythonBranches, pythonReturn } from './python-text.ts';

/**
 * Writes the function that allocates the outputs of a call and returns them. It refuses dtypes and
 * numbers of axes for which it cannot know the outputs.
 */
export function outputsBody(named: NamedOperator, plan: OutputPlan): readonly string[] {
  const { operator, tensors } = named;
  const found = new Map(
    lookedUp(operator, plan).map((each) => {
      const what = each === 'shapes' ? each : `${named.outputs[each]}_dtype`;
      return [each, named.names.add(what)];
    }),
  );
  return [
    ...lookUp(named, [...found.values()]),
    ...operator.tensors.flatMap(({ name, axes }, at) => [
      `if ${tensors[at]}.dim() != ${axes}:`,
      `    raise wrong_axes("${operator.name}", "${name}", ${tensors[at]}.dim(), ${axes})`,
    ]),
    ...(operator.outputs.length === 0 ? [] : allocations(named, plan, found)),
  ];
}

/** Assigns what the table has for a call to variables. */
function lookUp(
  { operator: { name, tensors: own }, tensors, names }: NamedOperator,
  variables: readonly string[],
): readonly string[] {
  const key = dtypeKey(tensors);
  const given = own.map((tensor, at) => `"${tensor.name}": ${tensors[at]}`).join(', ');
  const error = `    raise wrong_dtypes("${name}", {${given}}, _${name}_dtypes)`;
  const [first] = variables;
  if (first === undefined) return [`if ${key} not in _${name}_dtypes:`, error];
  const entry = variables.length > 1 ? names.add('entry') : first;
  return [
    `${entry} = _${name}_dtypes.get(${key})`,
    `if ${entry} is None:`,
    error,
    ...(variables.length > 1 ? [`${variables.join(', ')} = ${entry}`] : []),
  ];
}

function allocations(
  named: NamedOperator,
  plan: OutputPlan,
  found: ReadonlyMap<LookedUp, string>,
): readonly string[] {
  return pythonBranches(
    plan.shapes.map((alternatives, index) => ({
      test: `${found.get('shapes')} == ${index}`,
      // The library refuses calls that meet no conditions.
      lines: pythonBranches(
        alternatives.map((each) => ({
          test: conditionOf(named, each),
          lines: allocation(named, plan, each, index, found),
        })),
      ),
    })),
  );
}

function conditionOf(named: NamedOperator, { implementation, conditions }: Shapes): string {
  const formulas = pythonFormulas(named, implementation);
  const texts = conditions.map((each) => formulas.condition(each));
  if (texts.length === 0) return 'True';
  return texts.length === 1 ? texts.join('') : texts.map((text) => `(${text})`).join(' and ');
}

/** The lines that allocate the outputs of one implementation, and return them. */
function allocation(
  named: NamedOperator,
  plan: OutputPlan,
  shapes: Shapes,
  index: number,
  found: ReadonlyMap<LookedUp, string>,
): readonly string[] {
  const { operator, tensors } = named;
  const formulas = pythonFormulas(named, shapes.implementation);
  const made = operator.outputs.map(({ name }, at) => {
    const looked = found.get(at);
    const dtype = looked === undefined ? dtypeArgument(plan, shapes, index, at) : `dtype=${looked}`;
    const more = dtype === undefined || dtype === '' ? '' : `, ${dtype}`;
    const like = shapes.outputs[at]?.like;
    if (like !== undefined)
      return `torch.empty_like(${tensors[like]}${more}, memory_format=torch.contiguous_format)`;
    const { shape, strides } = layoutOf(shapes.implementation, name);
    const sizes = formulas.tuple(shape);
    return strides === undefined
      ? `${tensors[0]}.new_empty(${sizes}${more})`
      : `${tensors[0]}.new_empty_strided(${sizes}, ${formulas.tuple(strides)}${more})`;
  });
  return [...formulas.lines(), ...pythonReturn(made)];
}

/**
 * Writes the fake of an operator: compares sizes as the library does, and allocates. Returns
 * undefined if there are none to compare.
 */
export function fakeBody(named: NamedOperator, plan: OutputPlan): readonly string[] | undefined {
  const { tensors, scalars, outputs, names } = named;
  const { name } = named.operator;
  const agreement = plan.shapes.map(([only, ...others]) =>
    // Which of several holds is only known to the library.
    only === undefined || others.length > 0 ? [] : agreementLines(named, only),
  );
  if (agreement.every((lines) => lines.length === 0)) return undefined;
  const call = `_${name}_outputs(${[...tensors, ...scalars].join(', ')})`;
  const returned = outputs.length === 0 ? '' : names.add('outputs');
  const first = returned === '' ? call : `${returned} = ${call}`;
  const last = returned === '' ? [] : [`return ${returned}`];
  if (plan.shapes.length === 1) return [first, ...agreement.flat(), ...last];
  const variable = names.add('found');
  const part = lookedUp(named.operator, plan).length > 1 ? '[0]' : '';
  return [
    first,
    `${variable} = _${name}_dtypes[${dtypeKey(tensors)}]${part}`,
    ...agreement.flatMap((lines, index) =>
      lines.length === 0 ? [] : [`if ${variable} == ${index}:`, ...pythonBlock(lines)],
    ),
    ...last,
  ];
}

/** Compares the sizes of tensors that follow from others. */
function agreementLines(named: NamedOperator, { implementation }: Shapes): readonly string[] {
  const { operator, tensors } = named;
  const formulas = pythonFormulas(named, implementation);
  const checks = operator.tensors.flatMap(({ name }, at) =>
    layoutOf(implementation, name).shape.flatMap(({ tree, text }, axis) => {
      if (isSize(expanded(tree, implementation), name, axis)) return [];
      const found = `${tensors[at]}.shape[${axis}]`;
      const expected = formulas.text(tree);
      return [
        'torch._check_value(',
        `    ${found} == ${/^[\w.[\]]+$/.test(expected) ? expected : `(${expected})`},`,
        `    lambda: wrong_size("${operator.name}", "${name}", ${axis}, ${found}, ${expected}, ${JSON.stringify(text)}),`,
        ')',
      ];
    }),
  );
  return [...formulas.lines(), ...checks];
}

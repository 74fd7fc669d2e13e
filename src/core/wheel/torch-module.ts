import { emitPython, emitPythonCondition } from '../grid/emit-python.ts';
import { type GridExpression, namesIn } from '../grid/expression.ts';
import type { Formula } from '../model/kernel.ts';
import type { Implementation, Operator, OperatorScalar } from '../model/operator.ts';
import type { ElementType } from '../model/types.ts';
import { describeTensors } from './describe.ts';
import {
  expanded,
  layoutOf,
  type OutputPlan,
  outputPlan,
  type OutputShape,
  type Shapes,
} from './output-plan.ts';
import { type NamedOperator, nameArguments } from './named-operator.ts';
import { dtypeName, PythonNames, pythonLiteral } from './python-names.ts';
import { autogradText } from './torch-autograd.ts';

/**
 * Writes the module that registers operators with PyTorch, as `torch.ops.NAMESPACE.NAME`. It uses
 * `Library.define` and `Library.impl`, whose calls take half the time of `custom_op`. Each operator has
 * a second one without gradients: `register_autograd` puts Python code before every call.
 */
export function torchModule(
  operators: readonly Operator[],
  namespace: string,
  heading: string,
): string {
  return [
    `"""${heading} as operators of PyTorch."""\n`,
    header(namespace),
    ...operators.map((operator) => operatorText(operator, operators)),
  ].join('\n');
}

function header(namespace: string): string {
  return `from __future__ import annotations

import torch
from torch import Tensor

from ._checks import (
    lost_gradients,
    no_gradients,
    refuse_gradients,
    wrong_axes,
    wrong_dtypes,
    wrong_size,
)
from ._library import library

if not hasattr(torch.library, "register_autograd"):
    raise ImportError(
        f"the operators of {__package__} need PyTorch 2.4 or later; {torch.__version__} is installed"
    )

_NAMESPACE = ${JSON.stringify(namespace)}
_library = torch.library.Library(_NAMESPACE, "FRAGMENT")

# torch.compile must pass tensors with the strides that they have without it.
_TAGS = (
    torch.Tag.pt2_compliant_tag,
    getattr(torch.Tag, "needs_exact_strides", torch.Tag.needs_fixed_stride_order),
)


def _define(schema, run, fake):
    name = schema[: schema.index("(")]
    _library.define(schema, tags=_TAGS)
    _library.impl(name, run, "CUDA")
    # The library refuses these tensors, and says where they must be.
    _library.impl(name, run, "CPU")
    torch.library.register_fake(f"{_NAMESPACE}::{name}", fake, lib=_library)
    return getattr(getattr(torch.ops, _NAMESPACE), name).default


def _define_pair(schema, run, fake, gradients, save):
    operator = _define(schema, run, fake)
    name = schema[: schema.index("(")]
    torch.library.register_autograd(
        f"{_NAMESPACE}::{name}", gradients, setup_context=save, lib=_library
    )
    # Calls take less time where no gradient is wanted.
    return operator, _define(schema.replace("(", "_no_grad(", 1), run, fake)
`;
}

function operatorText(operator: Operator, all: readonly Operator[]): string {
  const named = nameArguments(operator);
  const { name, backward } = operator;
  const plan = outputPlan(operator);
  const call = [...named.tensors, ...named.scalars].join(', ');
  const returned = named.outputs.join(', ');
  // PyTorch leaves out arguments that are equal to their defaults.
  const parameters = [
    ...named.tensors,
    ...operator.scalars.map((scalar, at) => `${named.scalars[at]}${defaultText(scalar)}`),
  ].join(', ');
  const fake = fakeText(named, plan);
  const changed = named.tensors.filter((_each, at) => operator.tensors[at]?.role === 'inout');
  const functions = [
    define(`_${name}_outputs(${parameters})`, outputsText(named, plan)),
    define(`_${name}_run(${parameters})`, [
      ...(changed.length > 0
        ? [refuseText(named)]
        : [
            `if ${wantsGradient(named)}:`,
            `    raise lost_gradients("${name}", f"{_NAMESPACE}.${name}")`,
          ]),
      `${returned === '' ? '' : `${returned} = `}_${name}_outputs(${call})`,
      `_${name}_call(${[...named.tensors, ...named.outputs, ...named.scalars].join(', ')})`,
      ...changed.flatMap((each) => [
        `if not ${each}.is_inference():`,
        `    torch.autograd.graph.increment_version(${each})`,
      ]),
      ...(returned === '' ? [] : [`return ${returned}`]),
    ]),
    ...(fake === undefined ? [] : [define(`_${name}_fake(${parameters})`, fake)]),
    ...(backward === undefined ? [] : [autogradText(named, backward, all)]),
  ];
  const registered = [
    JSON.stringify(schemaText(named)),
    `_${name}_run`,
    `_${name}_${fake === undefined ? 'outputs' : 'fake'}`,
  ];
  const gradients =
    backward === undefined ? [`*no_gradients("${name}")`] : [`_${name}_gradients`, `_${name}_save`];
  const [made, definition, body] =
    changed.length > 0
      ? [`_${name}_op`, `_define(`, [refuseText(named), `return _${name}_op(${call})`]]
      : [
          `_${name}_op, _${name}_no_grad_op`,
          `_define_pair(`,
          [
            `if ${wantsGradient(named)}:`,
            `    return _${name}_op(${call})`,
            `return _${name}_no_grad_op(${call})`,
          ],
        ];
  return `
_${name}_call = library.get_function("${name}")
_${name}_dtypes = ${dtypesText(named, plan)}

${functions.join('\n')}

${made} = ${definition}
${[...registered, ...(changed.length > 0 ? [] : gradients)].map((each) => `    ${each},\n`).join('')})


${publicHead(named)}
    """${returned === '' ? 'Returns nothing.' : `Returns ${returned}.`}

${indent(describeTensors(operator))}
    """
${indent(body)}
`;
}

/** An operator that changes tensors has no gradients, and must not hide that. */
function refuseText(named: NamedOperator): string {
  const { operator, tensors } = named;
  return `refuse_gradients("${operator.name}", ${tensors.join(', ')})`;
}

function wantsGradient({ tensors }: NamedOperator): string {
  const each = tensors.map((tensor) => `${tensor}.requires_grad`);
  if (each.length === 1) return `torch.is_grad_enabled() and ${each.join('')}`;
  const text = `(${each.join(' or ')})`;
  const any =
    text.length <= COLUMNS - 40 ? text : `(\n        ${each.join('\n        or ')}\n    )`;
  return `torch.is_grad_enabled() and ${any}`;
}

/** The most columns of a line, if it can be broken. */
const COLUMNS = 100;

function publicHead(named: NamedOperator): string {
  const parameters = publicParameters(named);
  const end = `) -> ${annotation(named.outputs)}:`;
  const line = `def ${named.operator.name}(${parameters.join(', ')}${end}`;
  if (line.length <= COLUMNS) return line;
  const broken = parameters.map((each) => `    ${each},\n`).join('');
  return `def ${named.operator.name}(\n${broken}${end}`;
}

function define(head: string, body: readonly string[]): string {
  return `\ndef ${head}:\n${indent(body)}\n`;
}

/** Source: "The schema" in the documentation of torch.library. */
function schemaText({ operator, tensors, scalars, outputs }: NamedOperator): string {
  const types = { int: 'SymInt', float: 'float', bool: 'bool' } as const;
  // Each changed tensor has a name of its own: a, b, …
  const marks = operator.tensors.map(({ role }, at) =>
    role === 'inout' ? `(${String.fromCodePoint('a'.charCodeAt(0) + at)}!)` : '',
  );
  const inputs = [
    ...tensors.map((name, at) => `Tensor${marks[at]} ${name}`),
    ...operator.scalars.map(
      (scalar, at) => `${types[scalar.kind]} ${scalars[at]}${defaultText(scalar)}`,
    ),
  ];
  const returned = outputs.map(() => 'Tensor').join(', ');
  return `${operator.name}(${inputs.join(', ')}) -> ${outputs.length === 1 ? returned : `(${returned})`}`;
}

function publicParameters({ operator, tensors, scalars }: NamedOperator): readonly string[] {
  return [
    ...tensors.map((name) => `${name}: Tensor`),
    ...operator.scalars.map((scalar, at) => {
      const value = defaultText(scalar).replace('=', ' = ');
      return `${scalars[at]}: ${scalar.kind}${value}`;
    }),
  ];
}

function defaultText({ kind, default: value }: OperatorScalar): string {
  return value === undefined ? '' : `=${pythonLiteral(value, kind)}`;
}

function annotation(outputs: readonly string[]): string {
  if (outputs.length <= 1) return outputs.length === 0 ? 'None' : 'Tensor';
  return `tuple[${outputs.map(() => 'Tensor').join(', ')}]`;
}

/** The table of dtypes: with the dtypes of outputs that follow from nothing else, and the shapes. */
function dtypesText({ operator }: NamedOperator, plan: OutputPlan): string {
  const looked = lookedUp(operator, plan);
  const rows = plan.signatures.map((signature) => {
    const key = tuple(signature.elements.map(dtype));
    const values = looked.map((each) =>
      each === 'shapes' ? String(signature.shapes) : dtype(signature.outputs[each]),
    );
    if (values.length === 0) return key;
    return `${key}: ${values.length === 1 ? values[0] : tuple(values)}`;
  });
  const lines = rows.map((row) => `    ${row},\n`).join('');
  return looked.length === 0 ? `dict.fromkeys([\n${lines}])` : `{\n${lines}}`;
}

/** What each call must look up by its dtypes: the shapes, and the dtypes of outputs, by index. */
function lookedUp(operator: Operator, plan: OutputPlan): readonly ('shapes' | number)[] {
  const unknown = operator.outputs.flatMap((_output, at) =>
    plan.shapes.every((alternatives, shapes) =>
      alternatives.every(
        (each) => knownDtype(operator, plan, shapes, at, each.outputs[at]) !== undefined,
      ),
    )
      ? []
      : [at],
  );
  return [...(plan.shapes.length > 1 ? (['shapes'] as const) : []), ...unknown];
}

/**
 * The dtype of an output as an argument of its allocation: empty if it is that of the tensor it is
 * made from; undefined if it must be looked up.
 */
function knownDtype(
  operator: Operator,
  { signatures }: OutputPlan,
  shapes: number,
  output: number,
  shape: OutputShape | undefined,
): string | undefined {
  const own = signatures.filter((each) => each.shapes === shapes);
  const origin = originOf(operator, shape);
  const names = own.map((each) => dtype(each.outputs[output]));
  if (own.every((each, at) => dtype(each.elements[origin]) === names[at])) return '';
  return new Set(names).size === 1 ? `dtype=${names[0]}` : undefined;
}

/** The index of the tensor that an output is made from: one of its shape, or the first. */
function originOf(operator: Operator, shape: OutputShape | undefined): number {
  return Math.max(0, likeOf(operator, shape));
}

/** The index of the tensor whose shape an output has; -1 if there is none. */
function likeOf({ tensors }: Operator, shape: OutputShape | undefined): number {
  if (shape === undefined || shape.strides !== undefined) return -1;
  return tensors.findIndex(
    ({ name, axes }) =>
      axes === shape.sizes.length &&
      shape.sizes.every((size, axis) => isName(size, `${name}.shape[${axis}]`)),
  );
}

function isName(tree: GridExpression, name: string): boolean {
  return tree.kind === 'name' && tree.name === name;
}

function outputsText(named: NamedOperator, plan: OutputPlan): readonly string[] {
  const { operator, tensors } = named;
  const { name } = operator;
  const dtypes = tuple(tensors.map((tensor) => `${tensor}.dtype`));
  const given = operator.tensors.map((tensor, at) => `"${tensor.name}": ${tensors[at]}`).join(', ');
  const looked = lookedUp(operator, plan);
  const found = new Map(
    looked.map((each) => {
      const what = each === 'shapes' ? 'shapes' : `${named.outputs[each]}_dtype`;
      return [each, named.names.add(what)];
    }),
  );
  const error = `raise wrong_dtypes("${name}", {${given}}, _${name}_dtypes)`;
  const entry = looked.length > 1 ? named.names.add('entry') : ([...found.values()][0] ?? '');
  return [
    ...(looked.length === 0
      ? [`if ${dtypes} not in _${name}_dtypes:`, `    ${error}`]
      : [
          `${entry} = _${name}_dtypes.get(${dtypes})`,
          `if ${entry} is None:`,
          `    ${error}`,
          ...(looked.length > 1 ? [`${[...found.values()].join(', ')} = ${entry}`] : []),
        ]),
    ...operator.tensors.flatMap(({ name: tensor, axes }, at) => [
      `if ${tensors[at]}.dim() != ${axes}:`,
      `    raise wrong_axes("${name}", "${tensor}", ${tensors[at]}.dim(), ${axes})`,
    ]),
    ...(operator.outputs.length === 0
      ? []
      : inShapes(named, plan, found.get('shapes'), (each, index) =>
          allocationText(named, plan, each, index, found),
        )),
  ];
}

/** Writes `body` for each of the shapes that a call can have. */
function inShapes(
  named: NamedOperator,
  { shapes }: OutputPlan,
  variable: string | undefined,
  body: (shapes: Shapes, index: number) => readonly string[],
): readonly string[] {
  const texts = shapes.map((alternatives, index) =>
    alternativesText(named, alternatives, (each) => body(each, index)),
  );
  const [only = []] = texts;
  if (variable === undefined) return only;
  return texts.flatMap((lines, index) => [
    index === 0
      ? `if ${variable} == 0:`
      : index < texts.length - 1
        ? `elif ${variable} == ${index}:`
        : 'else:',
    ...(lines.length === 0 ? ['    pass'] : lines.map((line) => `    ${line}`)),
  ]);
}

/** The library refuses calls that meet no conditions: the last one has none here. */
function alternativesText(
  named: NamedOperator,
  alternatives: readonly Shapes[],
  body: (shapes: Shapes) => readonly string[],
): readonly string[] {
  const [only] = alternatives;
  if (alternatives.length === 1 && only !== undefined) return body(only);
  return alternatives.flatMap((each, at) => {
    const scope = scopeOf(named, each.implementation, true);
    const conditions = each.conditions.map(({ tree }) => {
      const text = emitPythonCondition(expanded(tree, each.implementation), scope.target);
      return each.conditions.length > 1 ? `(${text})` : text;
    });
    const isLast = at === alternatives.length - 1;
    const test = conditions.length === 0 ? 'True' : conditions.join(' and ');
    const heading = at === 0 ? `if ${test}:` : isLast ? 'else:' : `elif ${test}:`;
    return [heading, ...body(each).map((line) => `    ${line}`)];
  });
}

/** The lines that allocate the outputs, and return them. */
function allocationText(
  named: NamedOperator,
  plan: OutputPlan,
  { implementation, outputs }: Shapes,
  index: number,
  found: ReadonlyMap<'shapes' | number, string>,
): readonly string[] {
  const { operator, tensors } = named;
  const scope = scopeOf(named, implementation);
  const made = outputs.map((shape, at) => {
    const looked = found.get(at);
    const dtypeArgument =
      looked === undefined ? knownDtype(operator, plan, index, at, shape) : `dtype=${looked}`;
    const more = dtypeArgument === undefined || dtypeArgument === '' ? '' : `, ${dtypeArgument}`;
    const like = likeOf(operator, shape);
    if (like >= 0)
      return `torch.empty_like(${tensors[like]}${more}, memory_format=torch.contiguous_format)`;
    const layout = layoutOf(implementation, operator.outputs[at]?.name ?? '');
    const sizes = scope.tuple(layout.shape);
    return layout.strides === undefined
      ? `${tensors[0]}.new_empty(${sizes}${more})`
      : `${tensors[0]}.new_empty_strided(${sizes}, ${scope.tuple(layout.strides)}${more})`;
  });
  const single = made.length === 1 ? made[0] : undefined;
  return single !== undefined
    ? [...scope.lines(), `return ${single}`]
    : [...scope.lines(), 'return (', ...made.map((text) => `    ${text},`), ')'];
}

/**
 * The fake of an operator: compares sizes as the library does, besides allocating. Returns undefined
 * if there are none to compare.
 */
function fakeText(named: NamedOperator, plan: OutputPlan): readonly string[] | undefined {
  const { operator, tensors, scalars, outputs } = named;
  const call = `_${operator.name}_outputs(${[...tensors, ...scalars].join(', ')})`;
  const looked = lookedUp(operator, plan);
  const agreement = plan.shapes.map((alternatives) =>
    // Which of several holds is only known to the library.
    alternatives.length > 1 ? [] : alternatives.flatMap((each) => agreementText(named, each)),
  );
  if (agreement.every((lines) => lines.length === 0)) return undefined;
  const returned = outputs.length === 0 ? '' : named.names.add('outputs');
  const first = returned === '' ? call : `${returned} = ${call}`;
  const last = returned === '' ? [] : [`return ${returned}`];
  if (plan.shapes.length === 1) return [first, ...agreement.flat(), ...last];
  const variable = named.names.add('found');
  const dtypes = tuple(tensors.map((tensor) => `${tensor}.dtype`));
  return [
    first,
    `${variable} = _${operator.name}_dtypes[${dtypes}]${looked.length > 1 ? '[0]' : ''}`,
    ...agreement.flatMap((lines, index) =>
      lines.length === 0
        ? []
        : [`if ${variable} == ${index}:`, ...lines.map((line) => `    ${line}`)],
    ),
    ...last,
  ];
}

/** Compares the sizes of tensors that follow from others. */
function agreementText(named: NamedOperator, { implementation }: Shapes): readonly string[] {
  const { operator, tensors } = named;
  const scope = scopeOf(named, implementation);
  const checks = operator.tensors.flatMap(({ name }, at) =>
    layoutOf(implementation, name).shape.flatMap(({ tree, text }, axis) => {
      if (isName(expanded(tree, implementation), `${name}.shape[${axis}]`)) return [];
      const found = `${tensors[at]}.shape[${axis}]`;
      const expected = scope.text(tree);
      return [
        'torch._check_value(',
        `    ${found} == ${/^[\w.[\]]+$/.test(expected) ? expected : `(${expected})`},`,
        `    lambda: wrong_size("${operator.name}", "${name}", ${axis}, ${found}, ${expected}, ${JSON.stringify(text)}),`,
        ')',
      ];
    }),
  );
  return [...scope.lines(), ...checks];
}

/** The names of formulas in a function of the module. */
interface Scope {
  readonly target: Parameters<typeof emitPython>[1];
  text(tree: GridExpression): string;
  tuple(formulas: readonly Formula[]): string;
  /** Assigns the values that `text` and `tuple` have used so far. */
  lines(): readonly string[];
}

function scopeOf(named: NamedOperator, { values }: Implementation, isExpanded = false): Scope {
  const { operator, tensors, scalars } = named;
  const known = new Map([
    ...operator.tensors.map(({ name }, at) => [name, tensors[at] ?? ''] as const),
    ...operator.scalars.map(({ name }, at) => [name, scalars[at] ?? ''] as const),
  ]);
  const locals = new Map<string, string>();
  const used = new Set<string>();
  const use = (tree: GridExpression): void => {
    for (const { name } of namesIn(tree)) {
      const value = values.find((each) => each.name === name);
      if (value === undefined || used.has(name)) continue;
      used.add(name);
      use(value.tree);
    }
  };
  const pyName = (name: string): string => {
    const [, tensor = '', what, axis] = /^(\w+)\.(shape|stride)\[(\d+)\]$/.exec(name) ?? [];
    if (what !== undefined)
      return what === 'shape'
        ? `${known.get(tensor)}.shape[${axis}]`
        : `${known.get(tensor)}.stride(${axis})`;
    const scalar = known.get(name);
    if (scalar !== undefined && operator.scalars.some((each) => each.name === name)) return scalar;
    const local = locals.get(name) ?? localName(name, named);
    locals.set(name, local);
    return local;
  };
  const target = { pyName, min: 'torch.sym_min', max: 'torch.sym_max' };
  const text = (tree: GridExpression): string => {
    if (!isExpanded) use(tree);
    return emitPython(tree, target);
  };
  return {
    target,
    text,
    tuple(formulas) {
      return tuple(formulas.map(({ tree }) => text(tree)));
    },
    lines: () =>
      values
        .filter(({ name }) => used.has(name))
        .map(({ name, tree }) => `${pyName(name)} = ${emitPython(tree, target)}`),
  };
}

/** A name for a value, which no argument has. Each function has its own. */
function localName(name: string, { tensors, scalars, outputs }: NamedOperator): string {
  const names = new PythonNames();
  for (const taken of [...tensors, ...scalars, ...outputs]) names.add(taken);
  return names.add(name);
}

function dtype(element: ElementType | undefined): string {
  const name = element === undefined ? undefined : dtypeName(element);
  if (name === undefined) throw new Error(`PyTorch has no dtype for ${element}`);
  return `torch.${name}`;
}

function tuple(items: readonly string[]): string {
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`;
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => (line === '' ? '' : `    ${line}`)).join('\n');
}

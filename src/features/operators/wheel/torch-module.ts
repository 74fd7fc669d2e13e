import type { Operator, OperatorScalar } from '../operator.ts';
import { describeTensors, pythonFunction, pythonLiteral } from './python-text.ts';
import { dtypeTable } from './dtype-table.ts';
import { nameArguments, type NamedOperator } from './python-names.ts';
import { outputPlan } from './output-plan.ts';
import { autogradFunctions } from './torch-autograd.ts';
import { fakeBody, outputsBody } from './torch-outputs.ts';

/**
 * Writes the module that registers operators with PyTorch, as `torch.ops.NAMESPACE.NAME`. Their code is
 * the library's, without Python in a call, or Python for a PyTorch that lacks the functions for that.
 * Each operator has a second one with gradients: `register_autograd` puts Python before every call.
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
    changed_gradients,
    lost_gradients,
    no_gradients,
    wrong_axes,
    wrong_dtypes,
    wrong_size,
)
from ._library import library, register

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


def _define(operator, schema, run, fake, end=""):
    name = operator + end
    _library.define(name + schema, tags=_TAGS)
    if not register(operator, _NAMESPACE, name):
        _library.impl(name, run, "CUDA")
        # The library refuses these tensors, and says where they must be.
        _library.impl(name, run, "CPU")
    torch.library.register_fake(f"{_NAMESPACE}::{name}", fake, lib=_library)
    return getattr(getattr(torch.ops, _NAMESPACE), name).default


def _define_pair(operator, schema, run, fake, gradients, save):
    def plain_fake(*args):
        if torch.is_grad_enabled() and any(getattr(each, "requires_grad", False) for each in args):
            raise lost_gradients(operator)
        return fake(*args)

    # Calls take less time where no gradient is wanted.
    plain = _define(operator, schema, run, plain_fake)
    both = _define(operator, schema, run, fake, "_with_grad")
    torch.library.register_autograd(
        f"{_NAMESPACE}::{operator}_with_grad", gradients, setup_context=save, lib=_library
    )
    return plain, both
`;
}

function operatorText(operator: Operator, all: readonly Operator[]): string {
  const named = nameArguments(operator);
  const { name, backward } = operator;
  const plan = outputPlan(operator);
  // PyTorch leaves out arguments that are equal to their defaults.
  const parameters = [
    ...named.tensors,
    ...operator.scalars.map((scalar, at) => `${named.scalars[at]}${defaultText(scalar)}`),
  ].join(', ');
  const fake = fakeBody(named, plan);
  const functions = [
    pythonFunction(`_${name}_outputs(${parameters})`, outputsBody(named, plan)),
    pythonFunction(`_${name}_run(${parameters})`, runBody(named)),
    ...(fake === undefined ? [] : [pythonFunction(`_${name}_fake(${parameters})`, fake)]),
    ...(backward === undefined ? [] : autogradFunctions(named, backward, all)),
  ];
  return `
_${name}_call = library.get_function("${name}")
_${name}_dtypes = ${dtypeTable(operator, plan)}

${functions.join('\n')}

${registration(named, fake === undefined ? 'outputs' : 'fake')}

${publicFunction(named)}`;
}

function runBody(named: NamedOperator): readonly string[] {
  const { tensors, outputs, scalars } = named;
  const { name } = named.operator;
  const changed = changedTensors(named);
  const returned = outputs.join(', ');
  return [
    ...refusal(named, changed.length > 0 ? 'changed_gradients' : 'lost_gradients'),
    `${returned === '' ? '' : `${returned} = `}_${name}_outputs(${[...tensors, ...scalars].join(', ')})`,
    `_${name}_call(${[...tensors, ...outputs, ...scalars].join(', ')})`,
    ...changed.flatMap((each) => [
      `if not ${each}.is_inference():`,
      `    torch.autograd.graph.increment_version(${each})`,
    ]),
    ...(returned === '' ? [] : [`return ${returned}`]),
  ];
}

function changedTensors({ operator, tensors }: NamedOperator): readonly string[] {
  return tensors.filter((_each, at) => operator.tensors[at]?.role === 'inout');
}

/** Refuses calls whose gradients would be lost. */
function refusal(named: NamedOperator, error: string): readonly string[] {
  return [`if ${wantsGradient(named)}:`, `    raise ${error}("${named.operator.name}")`];
}

/** Registers the functions of an operator, and of the one with gradients. */
function registration(named: NamedOperator, fake: 'outputs' | 'fake'): string {
  const { name, backward } = named.operator;
  const isPlain = changedTensors(named).length > 0;
  const gradients =
    backward === undefined ? [`*no_gradients("${name}")`] : [`_${name}_gradients`, `_${name}_save`];
  const given = [
    JSON.stringify(name),
    JSON.stringify(schemaText(named)),
    `_${name}_run`,
    `_${name}_${fake}`,
    ...(isPlain ? [] : gradients),
  ];
  const made = isPlain
    ? `_${name}_op = _define(`
    : `_${name}_op, _${name}_with_grad_op = _define_pair(`;
  return `${made}\n${given.map((each) => `    ${each},\n`).join('')})`;
}

/** The arguments and results of a schema. Source: "The schema" in the documentation of torch.library. */
function schemaText({ operator, tensors, scalars, outputs }: NamedOperator): string {
  const types = { int: 'SymInt', float: 'float', bool: 'bool' } as const;
  // Each changed tensor has its own name: a, b, …
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
  return `(${inputs.join(', ')}) -> ${outputs.length === 1 ? returned : `(${returned})`}`;
}

/** Writes the function that programs call. */
function publicFunction(named: NamedOperator): string {
  const { operator, tensors, scalars, outputs } = named;
  const { name } = operator;
  const call = [...tensors, ...scalars].join(', ');
  const body =
    changedTensors(named).length > 0
      ? [...refusal(named, 'changed_gradients'), `return _${name}_op(${call})`]
      : [
          `if ${wantsGradient(named)}:`,
          `    return _${name}_with_grad_op(${call})`,
          `return _${name}_op(${call})`,
        ];
  return pythonFunction(publicHead(named), [
    `"""${outputs.length === 0 ? 'Returns nothing.' : `Returns ${outputs.join(', ')}.`}`,
    '',
    ...describeTensors(operator),
    '"""',
    ...body,
  ]);
}

/** The most columns of a line, if it can be broken. */
const COLUMNS = 100;

function wantsGradient({ tensors }: NamedOperator): string {
  const each = tensors.map((tensor) => `${tensor}.requires_grad`);
  const text = each.length === 1 ? each.join('') : `(${each.join(' or ')})`;
  const any = text.length <= COLUMNS - 40 ? text : `(\n    ${each.join('\n    or ')}\n)`;
  return `${any} and torch.is_grad_enabled()`;
}

function publicHead({ operator, tensors, scalars, outputs }: NamedOperator): string {
  const parameters = [
    ...tensors.map((name) => `${name}: Tensor`),
    ...operator.scalars.map((scalar, at) => {
      const value = defaultText(scalar).replace('=', ' = ');
      return `${scalars[at]}: ${scalar.kind}${value}`;
    }),
  ];
  const end = `) -> ${annotation(outputs)}`;
  const head = `${operator.name}(${parameters.join(', ')}${end}`;
  if (`def ${head}:`.length <= COLUMNS) return head;
  return `${operator.name}(\n${parameters.map((each) => `    ${each},\n`).join('')}${end}`;
}

function annotation(outputs: readonly string[]): string {
  if (outputs.length <= 1) return outputs.length === 0 ? 'None' : 'Tensor';
  return `tuple[${outputs.map(() => 'Tensor').join(', ')}]`;
}

function defaultText({ kind, default: value }: OperatorScalar): string {
  return value === undefined ? '' : `=${pythonLiteral(value, kind)}`;
}

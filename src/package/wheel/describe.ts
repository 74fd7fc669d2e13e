import type { Formula } from '../../manifest/terms/kernel.ts';
import { layoutOf, type Operator, type OperatorTensor } from '../../manifest/terms/operator.ts';
import { dtypeName } from './python-names.ts';
import { pythonTuple } from './python-text.ts';

/** Describes the tensors of an operator for its readers: dtypes and shapes, one line each. */
export function describeTensors(operator: Operator): readonly string[] {
  const all = [...operator.tensors, ...operator.outputs];
  const values = valuesOf(operator);
  return [
    ...all.map((tensor) => `${tensor.name}: ${describeTensor(tensor, operator)}`),
    ...(values.length > 0 ? ['', `where ${values.join(', ')}.`] : []),
  ];
}

function describeTensor({ name, role }: OperatorTensor, { implementations }: Operator): string {
  const layouts = implementations.map((each) => layoutOf(each, name));
  const strides = layouts.map((layout) => layout.strides && tuple(layout.strides));
  return [
    unique(layouts.map(({ element }) => dtypeName(element) ?? element)),
    `shape ${unique(layouts.map(({ shape }) => tuple(shape)))}`,
    ...(strides.every((text) => text === undefined)
      ? []
      : [`strides ${unique(strides.map((text) => text ?? 'contiguous'))}`]),
    ...(role === 'inout' ? ['changed in place'] : []),
  ].join(', ');
}

function unique(texts: readonly string[]): string {
  return [...new Set(texts)].join(' or ');
}

/** The values that shapes are written with, if all implementations agree. */
function valuesOf({ implementations }: Operator): readonly string[] {
  const [first, ...others] = implementations.map(({ values }) =>
    values.map(({ name, text }) => `${name} = ${text}`),
  );
  if (first === undefined || others.some((each) => each.join() !== first.join())) return [];
  const texts = implementations.flatMap(({ layouts }) =>
    [...layouts.values()].flatMap(({ shape, strides }) => [...shape, ...(strides ?? [])]),
  );
  const words = new Set(texts.flatMap(({ text }) => text.match(/\w+/g) ?? []));
  return first.filter((text) => words.has(text.slice(0, text.indexOf(' '))));
}

function tuple(formulas: readonly Formula[]): string {
  return pythonTuple(formulas.map(({ text }) => text));
}

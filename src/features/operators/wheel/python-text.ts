import { indent } from '../../../base/text.ts';
import type { Literal } from '../../../manifest/cases/case.ts';
import type { Formula } from '../../../manifest/terms/kernel.ts';
import { layoutOf, type Operator, type OperatorTensor } from '../operator.ts';
import { dtypeName } from './python-names.ts';

/** Writes a default value, which means the same in Python and in a schema of PyTorch. */
export function pythonLiteral(value: Literal, kind: 'int' | 'float' | 'bool'): string {
  if (kind === 'bool') return value === true || value === 1n || value === 1 ? 'True' : 'False';
  const text = String(typeof value === 'boolean' ? Number(value) : value);
  return kind === 'float' && /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** Writes a tuple. */
export function pythonTuple(items: readonly string[]): string {
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`;
}

/** Writes an assignment of all items of a tuple. */
export function pythonUnpack(names: readonly string[], value: string): string {
  return `${names.length === 1 ? pythonTuple(names) : names.join(', ')} = ${value}`;
}

/** Writes a function; `head` is its name with the parameters. */
export function pythonFunction(head: string, body: readonly string[]): string {
  return `\ndef ${head}:\n${pythonBlock(body).join('\n')}\n`;
}

/** Writes the return of one value, or of several as a tuple with a line for each. */
export function pythonReturn(values: readonly string[]): readonly string[] {
  return values.length === 1
    ? [`return ${values[0]}`]
    : ['return (', ...values.map((value) => `    ${value},`), ')'];
}

/** Writes branches of which one is taken: the last if the tests of those before it do not hold. */
export function pythonBranches(
  branches: readonly { readonly test: string; readonly lines: readonly string[] }[],
): readonly string[] {
  return branches.flatMap(({ test, lines }, at) => {
    if (branches.length === 1) return lines;
    const isLast = at === branches.length - 1;
    const head = at === 0 ? `if ${test}:` : isLast ? 'else:' : `elif ${test}:`;
    return [head, ...pythonBlock(lines)];
  });
}

/** Indents lines, or texts of several lines, as the body of a statement. */
export function pythonBlock(lines: readonly string[]): readonly string[] {
  return lines.map((line) => indent(line, 4));
}

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

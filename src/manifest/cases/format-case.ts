import { stringify } from 'yaml';
import type { Expression } from '../expression.ts';
import type {
  BlockChoice,
  BufferChange,
  CaseSpec,
  ChosenValues,
  FillSpec,
  Literal,
} from './case.ts';

/** Formats the values a case chooses, such as `M=512, N=512`. */
export function formatCase(chosen: ChosenValues): string {
  if (chosen.size === 0) return 'default';
  return [...chosen].map(([name, value]) => `${name}=${value}`).join(', ');
}

/** The name of a case, such as `M=512, N=512`, `M=512, some blocks` or `M=64, a strides [72, 1]`. */
export function caseName({ values, blocks, buffers }: CaseSpec): string {
  return [
    formatCase(values),
    ...[...buffers].flatMap(([name, change]) =>
      changeParts(change).map(([part, text]) => `${name} ${part} ${text}`),
    ),
    ...(blocks === undefined ? [] : ['some blocks']),
  ].join(', ');
}

/** Formats a case as one line of YAML for the list of cases: `{ M: 64, buffers: { a: { strides: [72, 1] } } }`. */
export function caseLine({ values, blocks, buffers }: CaseSpec): string {
  const changes = [...buffers].map(
    ([name, change]) => [name, flowMap(changeParts(change))] as const,
  );
  return flowMap([
    ...[...values].map(([name, value]) => [name, literalText(value)] as const),
    ...(changes.length === 0 ? [] : [['buffers', flowMap(changes)] as const]),
    ...(blocks === undefined ? [] : [['blocks', blocksText(blocks)] as const]),
  ]);
}

type Part = readonly [key: string, text: string];

function changeParts({ shape, strides, offset, fill }: BufferChange): readonly Part[] {
  return [
    ...(shape === undefined ? [] : [['shape', axesText(shape)] as const]),
    ...(strides === undefined ? [] : [['strides', axesText(strides)] as const]),
    ...(offset === undefined ? [] : [['offset', expressionText(offset)] as const]),
    ...(fill === undefined ? [] : [['fill', fillText(fill)] as const]),
  ];
}

function axesText(axes: readonly Expression[]): string {
  return `[${axes.map(expressionText).join(', ')}]`;
}

function expressionText({ text }: Expression): string {
  return /^[\w.+*/%() -]+$/.test(text) ? text : JSON.stringify(text);
}

function fillText(fill: FillSpec): string {
  switch (fill.kind) {
    case 'permutation':
      return fill.kind;
    case 'constant':
      return flowMap([['constant', literalText(fill.value)]]);
    case 'values':
      return flowMap([['values', `[${fill.values.map(literalText).join(', ')}]`]]);
    case 'file':
      return flowMap([['file', keyText(fill.file)]]);
    case 'normal': {
      const { mean, deviation } = fill;
      const parts = flowMap([
        ['mean', literalText(mean)],
        ['deviation', literalText(deviation)],
      ]);
      return flowMap([['normal', parts]]);
    }
    case 'uniform': {
      const { limits, properties, sentinel } = fill;
      if (limits === undefined) return 'uniform';
      const where = properties.in === 'rows' ? 'rows' : 'true';
      const limit = (value: number | Expression): string =>
        typeof value === 'number' ? literalText(value) : expressionText(value);
      const parts = flowMap([
        ['from', limit(limits.from)],
        ['to', limit(limits.to)],
        ...(properties.unique ? [['unique', where] as const] : []),
        ...(properties.sorted ? [['sorted', where] as const] : []),
        ...(sentinel === undefined ? [] : [['sentinel', literalText(sentinel)] as const]),
      ]);
      return flowMap([['uniform', parts]]);
    }
  }
}

function blocksText({ first, last, sample, at }: BlockChoice): string {
  const places = at.map((place) => `[${place.join(', ')}]`).join(', ');
  return flowMap([
    ...Object.entries({ first, last, sample }).flatMap(([key, count]) =>
      count === 0 ? [] : [[key, String(count)] as const],
    ),
    ...(at.length === 0 ? [] : [['at', `[${places}]`] as const]),
  ]);
}

/** Writes a number as YAML reads it again: an integral one of a fill is an integer. */
function literalText(value: Literal): string {
  return stringify(value, { lineWidth: 0 }).trimEnd();
}

function keyText(text: string): string {
  return stringify(text, { lineWidth: 0 }).trimEnd();
}

function flowMap(parts: readonly Part[]): string {
  return parts.length === 0
    ? '{}'
    : `{ ${parts.map(([key, text]) => `${keyText(key)}: ${text}`).join(', ')} }`;
}

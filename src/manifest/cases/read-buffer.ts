import { plural } from '../../base/text.ts';
import type {
  BufferChange,
  BufferSpec,
  FillLimit,
  FillSpec,
  SmokeSpec,
  UniformSpec,
  ViewSpec,
} from './case.ts';
import { type Expression, parseExpression, parseExpressions } from '../expression.ts';
import { readInside } from '../paths.ts';
import type { Problems } from '../problems.ts';
import { FILLS } from './buffer-schema.ts';
import { type ElementType, isElementType } from '../terms/types.ts';
import type { FilledSmoke } from './schema.ts';

type RawBuffer = NonNullable<FilledSmoke['buffers']>[string];
type RawMap = Exclude<RawBuffer, readonly unknown[] | null>;
type RawCase = Extract<NonNullable<FilledSmoke['cases']>, readonly unknown[]>[number];
type RawChange = Extract<RawCase['buffers'], object>[string];
type RawFill = NonNullable<RawMap['fill']>;

const MAX_AXES = 8;

/** Reads the entries of `buffers`: those with memory, and those that get the memory of another. */
export function readBuffers(
  raw: FilledSmoke['buffers'],
  problems: Problems,
): Pick<SmokeSpec, 'buffers' | 'views'> {
  const buffers = new Map<string, BufferSpec | null>();
  const views = new Map<string, ViewSpec>();
  for (const [name, each] of Object.entries(raw ?? {})) {
    const part = problems.at(name);
    if (each !== null && 'same' in each && each.same !== undefined) {
      const view = readView(each, each.same, part);
      if (view !== undefined) views.set(name, view);
    } else {
      const buffer = readBuffer(each, part);
      if (buffer !== undefined) buffers.set(name, buffer);
    }
  }
  return { buffers, views };
}

/** Reads an entry with `same`. */
function readView(raw: RawMap, of: string, problems: Problems): ViewSpec | undefined {
  for (const key of ['role', 'fill', 'nan', 'table', 'type'] as const)
    if (raw[key] !== undefined)
      problems
        .at(key)
        .add(
          `a buffer with \`same\` cannot have a \`${key}\``,
          `It has the memory of \`${of}\`: write \`${key}\` there.`,
        );
  if (raw.strides !== undefined && raw.shape === undefined)
    problems
      .at('strides')
      .add('missing `shape`: these strides need one', 'Without both, those of the buffer count.');
  const shape = raw.shape && readAxes(raw.shape, problems);
  const strides = raw.strides && readAxes(raw.strides, problems);
  if (shape !== undefined && strides !== undefined) checkRank(shape, strides, problems);
  const offset =
    raw.offset === undefined ? undefined : parseExpression(raw.offset, problems.at('offset'));
  return problems.isEmpty ? { of, offset, shape, strides } : undefined;
}

function checkRank(
  shape: readonly Expression[],
  strides: readonly Expression[],
  problems: Problems,
): void {
  if (strides.length === shape.length) return;
  problems.add(`expected ${plural(shape.length, 'stride')}, one per axis; found ${strides.length}`);
}

/** Reads one entry of `buffers`. Returns null for a null pointer. */
function readBuffer(raw: RawBuffer, problems: Problems): BufferSpec | null | undefined {
  if (raw === null) return null;
  const full: RawMap = Array.isArray(raw) ? { shape: raw } : raw;
  if (full.offset !== undefined)
    problems
      .at('offset')
      .add(
        '`offset` needs `same`, the buffer in which it is',
        'To move a whole buffer, write `buffers:` in a case.',
      );
  if (full.shape === undefined) {
    problems.add('missing `shape`', 'Write the number of elements on each axis, or `same`.');
    return undefined;
  }
  const shape = readAxes(full.shape, problems);
  const strides = full.strides && readAxes(full.strides, problems);
  if (shape !== undefined && strides !== undefined) checkRank(shape, strides, problems);
  const role = full.role ?? 'in';
  if (role === 'out' && full.fill !== undefined && problems.isEmpty) {
    problems
      .at('fill')
      .add(
        'a buffer with the role `out` cannot have a `fill`',
        'Outputs are poisoned to detect elements that the kernel does not write. Remove `fill`, or use the role `inout`.',
      );
  }
  const hasNaN = full.nan ?? false;
  if (hasNaN && role !== 'out' && role !== 'inout')
    problems
      .at('nan')
      .add(
        `\`nan\` is for outputs, and the role is \`${role}\``,
        'Write it for the buffer that is compared, with the role `out` or `inout`.',
      );
  if (shape === undefined || !problems.isEmpty) return undefined;
  const fill = full.fill && readFill(full.fill, problems.at('fill'));
  const table = readElement(full.table, problems.at('table'), TABLE_HINT);
  const type = readElement(full.type, problems.at('type'), 'Write a type such as fp16.');
  return problems.isEmpty ? { shape, strides, role, hasNaN, table, type, fill } : undefined;
}

const TABLE_HINT =
  'Write the type of what the addresses point to, such as fp16. The parameter itself is `*u64` or `*i64`.';

function readElement(
  text: string | undefined,
  problems: Problems,
  hint: string,
): ElementType | undefined {
  if (text === undefined || isElementType(text)) return text;
  problems.add(`\`${text}\` is not an element type`, hint);
  return undefined;
}

/** Reads what a case changes in a buffer. */
export function readChange(raw: RawChange, problems: Problems): BufferChange | undefined {
  const shape = raw.shape && readAxes(raw.shape, problems.at('shape'));
  const strides = raw.strides && readAxes(raw.strides, problems.at('strides'));
  const offset =
    raw.offset === undefined ? undefined : parseExpression(raw.offset, problems.at('offset'));
  const fill = raw.fill && readFill(raw.fill, problems.at('fill'));
  return {
    ...(shape !== undefined && { shape }),
    ...(strides !== undefined && { strides }),
    ...(offset !== undefined && { offset }),
    ...(fill !== undefined && { fill }),
  };
}

function readAxes(
  values: readonly (string | bigint)[],
  problems: Problems,
): readonly Expression[] | undefined {
  const axes = parseExpressions(values, problems);
  if (axes === undefined || axes.length <= MAX_AXES) return axes;
  problems.add(`a buffer can have at most ${MAX_AXES} axes, found ${axes.length}`);
  return undefined;
}

function readFill(raw: RawFill, problems: Problems): FillSpec | undefined {
  switch (raw) {
    case 'normal':
      return { kind: 'normal', mean: 0, deviation: 1 };
    case 'uniform':
      return { ...PLAIN, limits: undefined };
    case 'permutation':
      return { kind: 'permutation' };
    case 'zeros':
      return { kind: 'constant', value: 0 };
    case 'ones':
      return { kind: 'constant', value: 1 };
    default:
      return readFillMap(raw, problems);
  }
}

/** A uniform fill without any other property. */
const PLAIN = {
  kind: 'uniform',
  properties: { unique: false, sorted: false, in: 'buffer' },
  sentinel: undefined,
} as const;

function readFillMap(raw: Exclude<RawFill, string>, problems: Problems): FillSpec | undefined {
  const [kind = '', ...others] = Object.keys(raw);
  const part = problems.at(kind);
  const { normal, uniform, constant, values, file } = raw;
  if (others.length > 0 || kind === '') {
    problems.add(`expected exactly one of ${FILLS.join(', ')}`);
  } else if (normal !== undefined) {
    const [mean, deviation] = [Number(normal.mean ?? 0), Number(normal.deviation ?? 1)];
    if (deviation >= 0 && Number.isFinite(mean) && Number.isFinite(deviation))
      return { kind: 'normal', mean, deviation };
    part.add('`mean` and `deviation` must be finite, and `deviation` must not be negative');
  } else if (uniform !== undefined) {
    return readUniform(uniform, part);
  } else if (constant !== undefined) {
    return { kind: 'constant', value: Number(constant) };
  } else if (values !== undefined) {
    return { kind: 'values', values: values.map(Number) };
  } else if (file !== undefined) {
    const read = readInside(file, part);
    if (read?.endsWith('.npy') === true) return { kind: 'file', file: read };
    if (read !== undefined)
      part.add(`\`${file}\` is not a .npy file`, 'Save the array with numpy.save.');
  }
  return undefined;
}

type RawUniform = NonNullable<Exclude<RawFill, string>['uniform']>;

function readUniform(raw: RawUniform, problems: Problems): UniformSpec | undefined {
  const { unique = false, sorted = false, sentinel } = raw;
  const from = readLimit(raw.from, problems.at('from'));
  const to = readLimit(raw.to, problems.at('to'));
  if (from === undefined || to === undefined) return undefined;
  const areNumbers = typeof from === 'number' && typeof to === 'number';
  if (areNumbers && !(from <= to && Number.isFinite(from) && Number.isFinite(to)))
    problems.add('`from` and `to` must be finite, and `from` must not be greater than `to`');
  if (sentinel !== undefined && sorted !== false)
    problems.add('a fill with a `sentinel` cannot be `sorted`: remove one of them');
  if (unique !== false && sorted !== false && unique !== sorted)
    problems.add('`unique` and `sorted` must both be true or both be rows');
  const inRows = unique === 'rows' || sorted === 'rows';
  return {
    kind: 'uniform',
    limits: { from, to },
    properties: {
      unique: unique !== false,
      sorted: sorted !== false,
      in: inRows ? 'rows' : 'buffer',
    },
    sentinel: sentinel === undefined ? undefined : Number(sentinel),
  };
}

function readLimit(raw: bigint | number | string, problems: Problems): FillLimit | undefined {
  return typeof raw === 'string' ? parseExpression(raw, problems) : Number(raw);
}

import type { Path } from '../base/errors.ts';
import type { BufferRole, Fill } from '../model/smoke-case.ts';
import { type Expression, parseExpressions } from './expression.ts';
import { readInside } from './paths.ts';
import type { Report } from './problems.ts';
import type { FilledSmoke } from './smoke-schema.ts';

/** A buffer of every case, as far as that can be said without values. */
export interface BufferSpec {
  readonly shape: readonly Expression[];
  /** undefined: contiguous. */
  readonly strides: readonly Expression[] | undefined;
  readonly role: BufferRole;
  /** undefined: what suits role and element type. */
  readonly fill: FillSpec | undefined;
}

/** A fill; the element type gives a uniform one its ends where the manifest is silent. */
type FillSpec =
  | Fill
  | { readonly kind: 'uniform'; readonly from: undefined; readonly to: undefined };

type RawBuffer = NonNullable<FilledSmoke['buffers']>[string];
type RawFill = NonNullable<Extract<RawBuffer, { shape: unknown }>['fill']>;

/** The most axes a buffer may have. */
const MAX_AXES = 8;

/** Reads one entry of `buffers`; null is a null pointer, undefined comes back where something is wrong. */
export function readBuffer(
  raw: RawBuffer,
  path: Path,
  problem: Report,
): BufferSpec | null | undefined {
  if (raw === null) return null;
  const full = Array.isArray(raw) ? { shape: raw } : raw;
  const shape = readAxes(full.shape, path, problem);
  const strides = full.strides && readAxes(full.strides, path, problem);
  if (shape === undefined) return undefined;
  if (full.strides !== undefined && strides === undefined) return undefined;
  if (strides !== undefined && strides.length !== shape.length) {
    problem(path, `${strides.length} strides for ${shape.length} axes: expected one for each`);
    return undefined;
  }
  const role = full.role ?? 'in';
  if (role === 'out' && full.fill !== undefined) {
    problem(
      [...path, 'fill'],
      'an `out` buffer is filled with poison, so that what is never written shows',
      'Leave `fill` out, or give the buffer the role `inout`.',
    );
    return undefined;
  }
  const fill =
    full.fill === undefined ? undefined : readFill(full.fill, [...path, 'fill'], problem);
  if (full.fill !== undefined && fill === undefined) return undefined;
  return { shape, strides, role, fill };
}

function readAxes(
  values: readonly (string | bigint)[],
  path: Path,
  problem: Report,
): readonly Expression[] | undefined {
  const parsed = parseExpressions(values);
  if (!parsed.ok) {
    problem(path, parsed.message);
    return undefined;
  }
  if (parsed.value.length > MAX_AXES) {
    problem(path, `${parsed.value.length} axes: expected at most ${MAX_AXES}`);
    return undefined;
  }
  return parsed.value;
}

function readFill(raw: RawFill, path: Path, problem: Report): FillSpec | undefined {
  switch (raw) {
    case 'normal':
      return { kind: 'normal', mean: 0, deviation: 1 };
    case 'uniform':
      return { kind: 'uniform', from: undefined, to: undefined };
    case 'zeros':
      return { kind: 'constant', value: 0 };
    case 'ones':
      return { kind: 'constant', value: 1 };
    default:
      return readFillMap(raw, path, problem);
  }
}

function readFillMap(
  raw: Exclude<RawFill, string>,
  path: Path,
  problem: Report,
): FillSpec | undefined {
  if (Object.keys(raw).length !== 1) {
    problem(path, 'expected one of normal, uniform, constant and file');
    return undefined;
  }
  const { normal, uniform, constant, file } = raw;
  if (normal !== undefined) {
    const { mean = 0, deviation = 1 } = normal;
    if (deviation >= 0 && Number.isFinite(Number(mean)) && Number.isFinite(Number(deviation)))
      return { kind: 'normal', mean: Number(mean), deviation: Number(deviation) };
    problem([...path, 'normal'], 'expected a finite mean, and a deviation not below 0');
  } else if (uniform !== undefined) {
    const { from, to } = uniform;
    if (from <= to && Number.isFinite(Number(from)) && Number.isFinite(Number(to)))
      return { kind: 'uniform', from: Number(from), to: Number(to) };
    problem([...path, 'uniform'], 'expected finite ends, with `from` not above `to`');
  } else if (constant !== undefined) {
    if (Number.isFinite(Number(constant))) return { kind: 'constant', value: Number(constant) };
    problem(
      [...path, 'constant'],
      `${constant}: expected a finite number (others fit into a .npy file)`,
    );
  } else if (file !== undefined) {
    const read = readInside(file, [...path, 'file'], problem);
    if (read === undefined) return undefined;
    if (read.endsWith('.npy')) return { kind: 'file', file: read };
    problem([...path, 'file'], `\`${file}\`: expected a .npy file, as numpy.save writes it`);
  }
  return undefined;
}

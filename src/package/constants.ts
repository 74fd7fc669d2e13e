import { z } from 'zod';
import { type Constant, CONSTANT_KINDS, sameConstant } from '../manifest/terms/constant.ts';
import type { Config } from '../manifest/terms/kernel.ts';

/** The kind of a constant, or those of the elements of a tuple. */
type Kind = Constant['kind'] | readonly Kind[];

/** The kind of a constant in manifest.json. */
export const kindSchema: z.ZodType<Kind> = z.union([
  z.enum(CONSTANT_KINDS),
  z.array(z.lazy(() => kindSchema)).readonly(),
]);

/** The constants of an algo in manifest.json. */
interface WrittenConstants {
  readonly constants: Readonly<Record<string, unknown>>;
  /** The kinds of those whose value alone does not say it, such as the float 1.0. */
  readonly kinds?: Readonly<Record<string, Kind>> | undefined;
}

/** Writes constants as JSON. */
export function writeConstants({ constants }: Pick<Config, 'constants'>): WrittenConstants {
  const values = [...constants].map(([name, value]) => [name, toJson(value)] as const);
  const kinds = [...constants].flatMap(([name, value]) =>
    sameConstant(fromJson(toJson(value)), value) ? [] : [[name, kindOf(value)] as const],
  );
  return {
    constants: Object.fromEntries(values),
    ...(kinds.length > 0 && { kinds: Object.fromEntries(kinds) }),
  };
}

/** Reads what `writeConstants` wrote. */
export function readConstants({ constants, kinds = {} }: WrittenConstants): Config['constants'] {
  return new Map(
    Object.entries(constants).map(([name, value]) => [name, fromJson(value, kinds[name])]),
  );
}

function kindOf(constant: Constant): Kind {
  return constant.kind === 'tuple' ? constant.value.map(kindOf) : constant.kind;
}

/** Large integers, infinities and dtypes become strings: JSON cannot represent them. */
function toJson(constant: Constant): unknown {
  switch (constant.kind) {
    case 'none':
      return null;
    case 'int': {
      const number = Number(constant.value);
      return Number.isSafeInteger(number) ? number : String(constant.value);
    }
    case 'float':
      return Number.isFinite(constant.value) ? constant.value : String(constant.value);
    case 'dtype':
      return `tl.${constant.value}`;
    case 'bool':
    case 'string':
      return constant.value;
    case 'tuple':
      return constant.value.map(toJson);
  }
}

function fromJson(value: unknown, kind: Kind = likelyKind(value)): Constant {
  if (typeof kind === 'object' || kind === 'tuple') {
    const elements: readonly unknown[] = Array.isArray(value) ? value : [];
    const kinds = typeof kind === 'object' ? kind : [];
    return { kind: 'tuple', value: elements.map((each, index) => fromJson(each, kinds[index])) };
  }
  const text = String(value);
  switch (kind) {
    case 'none':
      return { kind };
    case 'int':
      return { kind, value: /^-?\d+$/.test(text) ? BigInt(text) : 0n };
    case 'float':
      return { kind, value: Number(value) };
    case 'bool':
      return { kind, value: value === true };
    case 'dtype':
      return { kind, value: text.replace(/^tl\./, '') };
    case 'string':
      return { kind, value: text };
  }
}

function likelyKind(value: unknown): Constant['kind'] {
  if (value === null) return 'none';
  if (Array.isArray(value)) return 'tuple';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  // Integers that JSON numbers cannot represent.
  return typeof value === 'string' && /^-?\d{16,}$/.test(value) ? 'int' : 'string';
}

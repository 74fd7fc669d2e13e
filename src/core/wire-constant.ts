import { z } from 'zod';
import type { Constant } from './constant.ts';

/** Reads a constant as the bridge writes it (see `WireConstant`). */
export const wireConstantSchema: z.ZodType<Constant> = z.union([
  tagged('int').transform(([, text]) => ({ kind: 'int' as const, value: BigInt(text) })),
  tagged('float').transform(([, text]) => ({ kind: 'float' as const, value: Number(text) })),
  tagged('bool').transform(([, text]) => ({ kind: 'bool' as const, value: text === 'true' })),
  tagged('string').transform(([, text]) => ({ kind: 'string' as const, value: text })),
  tagged('none').transform(() => ({ kind: 'none' as const })),
  tagged('dtype').transform(([, text]) => ({ kind: 'dtype' as const, value: text })),
]);

function tagged<Kind extends Constant['kind']>(kind: Kind) {
  return z.tuple([z.literal(kind), z.string()]);
}

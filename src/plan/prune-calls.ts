import type { KernelFunction } from '../toolchain/wire/kernel-function.ts';
import type { PruneCall } from '../toolchain/workers/protocol.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import { Problems } from '../manifest/problems.ts';
import { type Constant, toWire } from '../manifest/terms/constant.ts';
import type { Literal } from '../manifest/cases/case.ts';
import { bytesOf } from '../manifest/values/elements.ts';
import { caseScope, type SmokeScope } from '../manifest/cases/scope.ts';

/**
 * Returns the arguments of the calls that the cases of the manifest describe, as far as they are
 * known without the kernel's configs: for the function that prunes these.
 */
export function pruneCalls(
  {
    constants,
    shape,
    smoke,
    timing,
  }: Pick<KernelEntry, 'constants' | 'shape' | 'smoke' | 'timing'>,
  { parameters }: Pick<KernelFunction, 'parameters'>,
): readonly PruneCall[] {
  const known = new Map(constants);
  const types = new Map(shape.form === 'arguments' ? shape.arguments : []);
  for (const [index, token] of (shape.form === 'signature' ? shape.tokens : []).entries()) {
    const name = parameters[index]?.name ?? '';
    if (token.kind === 'constant') known.set(name, token.value);
    else types.set(name, token.spec);
  }
  const passed = [...types].map(([name, { type }]) => [
    name,
    type.kind === 'scalar' ? null : bytesOf(type.element),
  ]);
  const given = smoke?.arguments ?? new Map();
  const cases = [...(smoke?.cases ?? []).map(({ values }) => values), ...timing.cases];
  return cases.flatMap((chosen: ReadonlyMap<string, Literal>, index): PruneCall[] => {
    // Planning says what is wrong with a case.
    const scope = caseScope({ index, chosen, given }, scopeOf(known), new Map(), new Problems());
    if (scope === undefined) return [];
    const values = [...scope.values].map(([name, { kind, value }]) => [
      name,
      [kind === 'integer' ? 'int' : 'float', String(value)],
    ]);
    const wires = [...known].map(([name, value]) => [name, toWire(value)]);
    return [Object.fromEntries([...passed, ...wires, ...values])];
  });
}

function scopeOf(constants: ReadonlyMap<string, Constant>): SmokeScope {
  return {
    values: new Map(
      [...constants].flatMap(([name, constant]) =>
        constant.kind === 'int'
          ? [[name, { kind: 'integer', value: constant.value }] as const]
          : [],
      ),
    ),
    unusable: new Map(),
  };
}

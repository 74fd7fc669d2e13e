import { integerRange } from '../../terms/types.ts';
import { allParameters } from '../../terms/kernel.ts';
import type { FillSpec, UniformSpec } from '../case.ts';
import { bufferStep } from './layouts.ts';
import type { Rule, Step } from './rule.ts';
import type { Situation } from './situation.ts';

/** Contents that random numbers hardly ever have: all equal, masked, repeated, sorted, with a sentinel. */
export const DATA: Rule = {
  name: 'data',
  stepsOf: (situation) =>
    [...situation.smoke.buffers].flatMap(([name, spec]) => {
      if (spec === null || spec.role === 'out' || spec.role === 'scratch') return [];
      const type = allParameters(situation.kernel).find((each) => each.name === name)?.type;
      if (type === undefined || type.kind === 'scalar') return [];
      const element = spec.table ?? type.element;
      const range = integerRange(element);
      if (range === undefined) return [floatSteps(situation, name, spec.fill)];
      if (element === 'i1' || element === 'u1')
        return [[constant(name, 0, 'all false'), constant(name, 1, 'all true')]];
      return [integerSteps(situation, name, spec.fill, range.from < 0n)];
    }),
};

/**
 * Logits below 0 show what masked elements add; zeros show divisions. The range is narrow enough that means and
 * variances stay as exact as those of normal numbers.
 */
function floatSteps(
  { source }: Situation,
  name: string,
  fill: FillSpec | undefined,
): readonly Step[] {
  if (fill !== undefined && fill.kind !== 'normal') return [];
  const zeros = constant(name, 0, 'all 0');
  // What the reference makes NaN or infinite is left out.
  const infinite = isInfinityIn(source)
    ? [
        bufferStep(name, { fill: MASKED }, `${name} with -inf`, 'data'),
        constant(name, -Infinity, 'all -inf'),
      ]
    : [];
  // In a product of matrices, a mean far from 0 cancels, and what is left is as large as the rounding.
  if (/\bdot(?:_scaled)?\(|mma/.test(source)) return [zeros, ...infinite];
  return [bufferStep(name, { fill: LOW }, `${name} far below 0`, 'data'), zeros, ...infinite];
}

/** True if the code has -inf, as that of attention and softmax has for masked elements. */
function isInfinityIn(source: string): boolean {
  return /float\(\s*["']-inf["']|-\s*float\(\s*["']inf["']|-\s*(?:math|np|torch)\.inf\b/.test(
    source,
  );
}

const LOW: FillSpec = {
  kind: 'uniform',
  limits: { from: -64, to: -32 },
  properties: { unique: false, sorted: false, in: 'buffer' },
  sentinel: undefined,
};

const MASKED: FillSpec = { ...LOW, limits: { from: -1, to: 1 }, sentinel: -Infinity };

function integerSteps(
  { source }: Situation,
  name: string,
  fill: FillSpec | undefined,
  isSigned: boolean,
): readonly Step[] {
  if (fill === undefined) return [constant(name, 0, 'all 0')];
  if (fill.kind !== 'uniform' || fill.limits === undefined) return [];
  const { limits, properties } = fill;
  // What the manifest says of them must still hold.
  if (properties.sorted || properties.unique) return [];
  const own = (change: Partial<UniformSpec>, text: string): Step =>
    bufferStep(name, { fill: { ...fill, ...change } }, `${name} ${text}`, 'data');
  const both = (limit: keyof typeof limits): UniformSpec['limits'] => ({
    from: limits[limit],
    to: limits[limit],
  });
  const sentinel = isSigned ? sentinelIn(source) : undefined;
  return [
    ...(sentinel === undefined || fill.sentinel !== undefined
      ? []
      : [own({ sentinel }, `with ${sentinel}, which the kernel compares with`)]),
    own({ limits: both('to') }, 'all the largest'),
    own({ limits: both('from') }, 'all the smallest'),
    ...(fill.sentinel === undefined
      ? [own({ properties: { ...properties, sorted: true } }, 'sorted')]
      : []),
  ];
}

/** A number below 0 that the code compares something with: -1 if it only asks for the sign. */
function sentinelIn(source: string): number | undefined {
  const [, number] = /(?:==|!=)\s*(-\d+)\b/.exec(source) ?? [];
  if (number !== undefined) return Number(number);
  return /(?:>=|<)\s*0\b/.test(source) || />\s*-1\b/.test(source) ? -1 : undefined;
}

function constant(name: string, value: number, text: string): Step {
  return bufferStep(name, { fill: { kind: 'constant', value } }, `${name} ${text}`, 'data');
}

import { formatConstant } from '../terms/constant.ts';
import { type Hint, hintConditions, meets, strengthOf } from '../terms/hint.ts';
import { type Config, isReachable, type Kernel, type Specialisation } from '../terms/kernel.ts';
import { bytesOf } from '../values/elements.ts';
import { type CaseCall, configForCall } from './call.ts';
import type { SpecialisedRun } from './case.ts';

/**
 * The specialisations that a case reaches with one of `algos`, and with which of them, unless it is
 * all. Integers have the case's values. A pointer is aligned to 16 bytes; in the run of a
 * specialisation with a weaker hint than others, it is aligned to that hint only. A pointer that the case moves stays where it is.
 */
export function reachedSpecialisations(
  kernel: Kernel,
  algos: readonly number[],
  call: CaseCall,
): readonly SpecialisedRun[] {
  const configs = algos.map((algo) => ({ algo, config: configForCall(kernel, algo, call) }));
  return kernel.specialisations.flatMap((specialisation, index) => {
    const offsets = Object.fromEntries(
      kernel.arguments.flatMap(({ name, type }, position) => {
        if (type.kind !== 'pointer' || call.buffers.get(name) === null) return [];
        if (call.views.has(name)) return [];
        const hint = specialisation.hints[position] ?? 0;
        const own = call.buffers.get(name)?.offset ?? 0;
        if (own !== 0) return [[name, own] as const];
        // The hints of pointers are divisors: larger ones say more.
        if (hint === Math.max(...hintsAt(kernel, position))) return [];
        return [[name, Math.max(hint, bytesOf(type.element))] as const];
      }),
    );
    const reached = configs.flatMap(({ algo, config }) =>
      takenBy(kernel, config, call, withViews(call, offsets)) === index ? [algo] : [],
    );
    if (reached.length === 0) return [];
    const isAll = reached.length === algos.length;
    return [{ specialisation: index, offsets, ...(!isAll && { algos: reached }) }];
  });
}

/** Returns the index of the specialisation that a call with aligned pointers takes with an algo, or -1. */
export function specialisationFor(kernel: Kernel, algo: number, call: CaseCall): number {
  return takenBy(kernel, configForCall(kernel, algo, call), call, withViews(call, {}));
}

/** Adds where the parameters are that have the memory of others: they move with it. */
function withViews(
  { buffers, views }: CaseCall,
  offsets: SpecialisedRun['offsets'],
): SpecialisedRun['offsets'] {
  const own = [...views].map(([name, { of, offset }]) => {
    const buffer = buffers.get(of);
    const bytes = buffer === null || buffer === undefined ? 0 : offset * bytesOf(buffer.element);
    return [name, ((offsets[of] ?? 0) + bytes) % ALIGNMENT] as const;
  });
  return { ...offsets, ...Object.fromEntries(own) };
}

/** Bytes. No hint says more. */
const ALIGNMENT = 16;

/** Returns the first specialisation whose hints all hold for the call; -1 if there is none. */
function takenBy(
  kernel: Kernel,
  config: Config,
  call: CaseCall,
  offsets: SpecialisedRun['offsets'],
): number {
  return kernel.specialisations.findIndex(
    (specialisation) =>
      isReachable(config, specialisation) &&
      kernel.arguments.every(({ name }, position) =>
        holds(specialisation.hints[position] ?? 0, name, call, offsets),
      ),
  );
}

function holds(
  hint: Hint,
  name: string,
  call: CaseCall,
  offsets: SpecialisedRun['offsets'],
): boolean {
  const value = call.scalars.get(name);
  return meets(value?.kind === 'integer' ? value.value : BigInt(offsets[name] ?? 0), hint);
}

/** Returns why a case reaches no specialisation: `K is 65, but every specialisation needs K % 16 == 0`. */
export function unreachedReason(kernel: Kernel, call: CaseCall): string {
  const reasons = kernel.arguments.flatMap(({ name }, position) => {
    const hints = [...hintsAt(kernel, position)];
    const places = withViews(call, {});
    if (hints.some((hint) => holds(hint, name, call, places))) return [];
    const needed = hints.flatMap((hint) => hintConditions(name, hint)).join(' or ');
    return [`${name} ${valueOf(name, call, places)}, but every specialisation needs ${needed}`];
  });
  return reasons.join('; ');
}

function valueOf(name: string, call: CaseCall, places: SpecialisedRun['offsets']): string {
  const scalar = call.scalars.get(name);
  if (scalar !== undefined) return `is ${scalar.value}`;
  return `starts ${places[name] ?? 0} bytes after a multiple of ${ALIGNMENT}`;
}

/** The conditions to reach a specialisation: its hints hold, those of more specific ones do not. */
export function reachingValues(
  kernel: Kernel,
  specialisation: Specialisation,
  isNull: (name: string) => boolean,
): string {
  const needs = kernel.arguments.flatMap(({ name, type }, position) => {
    const hint = specialisation.hints[position] ?? 0;
    const others = [...hintsAt(kernel, position)].filter((other) => other !== hint);
    if (type.kind === 'pointer') {
      // The runs misalign pointers themselves, except null pointers.
      return hint === 0 && others.length > 0 && isNull(name) ? [`${name} not null`] : [];
    }
    // A value that a number divides is not 1.
    const stronger = others.filter(
      (other) => strengthOf(other) > strengthOf(hint) && (hint === 0 || other !== 1),
    );
    return [
      ...hintConditions(name, hint),
      ...stronger
        .flatMap((other) => hintConditions(name, other))
        .map((each) => each.replace('==', '!=')),
    ];
  });
  const computed = kernel.heuristics.flatMap(({ parameter, text }) => {
    const value = specialisation.heuristics.get(parameter);
    return value === undefined ? [] : [`${parameter} = ${formatConstant(value)} (\`${text}\`)`];
  });
  return [...needs, ...computed].join(', ');
}

/** The hints of an argument in all specialisations. */
function hintsAt(kernel: Kernel, position: number): ReadonlySet<Hint> {
  return new Set(kernel.specialisations.map(({ hints }) => hints[position] ?? 0));
}

import type { Kernel, Specialisation } from '../kernel.ts';
import type { Hint } from '../manifest/argument.ts';
import type { SmokeCase, SpecialisedRun } from './case.ts';

type Call = Pick<SmokeCase, 'scalars' | 'buffers'>;

/**
 * The specialisations a case reaches. Integers decide by their value; a pointer is aligned unless the run misaligns
 * it, which it does where a specialisation is made for that.
 */
export function runsOf(kernel: Kernel, call: Call): readonly SpecialisedRun[] {
  return kernel.specialisations.flatMap((specialisation, index) => {
    const misaligned = kernel.arguments.flatMap(({ name, type }, position) => {
      const isFree = type.kind === 'pointer' && call.buffers.get(name) !== null;
      const isLeftOpen = specialisation[position] === 'none' && hintsAt(kernel, position).size > 1;
      return isFree && isLeftOpen ? [name] : [];
    });
    const taken = takenBy(kernel, call, misaligned);
    return taken === index ? [{ specialisation: index, misaligned }] : [];
  });
}

/** The specialisation a call takes, the first whose hints all hold; -1 where none does. */
function takenBy(kernel: Kernel, call: Call, misaligned: readonly string[]): number {
  return kernel.specialisations.findIndex((specialisation) =>
    kernel.arguments.every(({ name }, position) =>
      holds(specialisation[position] ?? 'none', name, call, misaligned),
    ),
  );
}

function holds(hint: Hint, name: string, call: Call, misaligned: readonly string[]): boolean {
  if (hint === 'none') return true;
  const value = call.scalars.get(name);
  if (value?.kind !== 'integer') return !misaligned.includes(name);
  return hint === 'equal-to-1' ? value.value === 1n : value.value % 16n === 0n;
}

/** Why a case reaches no specialisation: `K is 65, but every specialisation wants K % 16 == 0`. */
export function whyNone(kernel: Kernel, call: Call): string {
  const reasons = kernel.arguments.flatMap(({ name }, position) => {
    const hints = [...hintsAt(kernel, position)];
    if (hints.some((hint) => holds(hint, name, call, []))) return [];
    const wanted = hints.map((hint) => condition(name, hint)).join(' or ');
    return [
      `${name} is ${call.scalars.get(name)?.value}, but every specialisation wants ${wanted}`,
    ];
  });
  return reasons.join('; ');
}

/** The argument values that lead to a specialisation: its own hints, and none that a more specific one has. */
export function needsOf(
  kernel: Kernel,
  specialisation: Specialisation,
  isNull: (name: string) => boolean,
): string {
  const needs = kernel.arguments.flatMap(({ name, type }, position) => {
    const hint = specialisation[position] ?? 'none';
    const others = [...hintsAt(kernel, position)].filter((other) => other !== hint);
    if (type.kind === 'pointer') {
      // A run misaligns pointers by itself, only not those that are null.
      return hint === 'none' && others.length > 0 && isNull(name) ? [`${name} not null`] : [];
    }
    if (hint !== 'none') return [condition(name, hint)];
    return others.map((other) => condition(name, other).replace('==', '!='));
  });
  return needs.join(', ');
}

function condition(name: string, hint: Hint): string {
  return hint === 'equal-to-1' ? `${name} == 1` : `${name} % 16 == 0`;
}

/** The hints that an argument has in any specialisation. */
function hintsAt(kernel: Kernel, position: number): ReadonlySet<Hint> {
  return new Set(
    kernel.specialisations.map((specialisation) => specialisation[position] ?? 'none'),
  );
}

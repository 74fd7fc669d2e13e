import type { Specialisation } from './kernel.ts';
import type { ArgumentSpec, Hint } from './manifest/argument.ts';

const SPECIFICITY: Readonly<Record<Hint, number>> = {
  none: 0,
  'divisible-by-16': 1,
  'equal-to-1': 2,
};

/** How many there are, without making them. */
export function countSpecialisations(specs: readonly ArgumentSpec[]): number {
  return specs.reduce((count, { hints }) => count * hints.length, 1);
}

/** The cross product of all hints, most specific first; equally specific ones keep the manifest's order. */
export function specialisationsOf(specs: readonly ArgumentSpec[]): readonly Specialisation[] {
  const all = specs.reduce<readonly Specialisation[]>(
    (chosen, { hints }) => chosen.flatMap((before) => hints.map((hint) => [...before, hint])),
    [[]],
  );
  return all.toSorted((a, b) => specificityOf(b) - specificityOf(a));
}

function specificityOf(specialisation: Specialisation): number {
  return specialisation.reduce((sum, hint) => sum + SPECIFICITY[hint], 0);
}

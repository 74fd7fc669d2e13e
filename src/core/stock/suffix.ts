import type { Kernel, Specialisation } from '../kernel.ts';
import type { Hint } from '../manifest/argument.ts';
import { compareReleases } from '../toolchain/triton-version.ts';

const LETTERS: Readonly<Record<Hint, string>> = {
  none: '',
  'divisible-by-16': 'd',
  'equal-to-1': 'c',
};

/** The hints link.py finds for the run-time arguments, in their order; undefined where it gives up. */
export type HintsRead = readonly Hint[] | undefined;

/**
 * The suffix in which compile.py writes the hints down: by position among all parameters, constants included.
 * Triton 3.6 lists every position, later releases only those with a hint.
 */
export function hintSuffix(kernel: Kernel, specialisation: Specialisation, triton: string): string {
  const hints = new Map(
    kernel.arguments.map(({ name }, index) => [name, specialisation[index] ?? 'none']),
  );
  return kernel.parameters
    .map((name, position) => {
      const letter = LETTERS[hints.get(name) ?? 'none'];
      return letter !== '' || listsAll(triton) ? `${position}${letter}` : '';
    })
    .join('');
}

/**
 * How link.py reads that suffix: by position among the run-time arguments, and by what the rest of the text starts
 * with. Source: what link.py of 3.6.0, 3.8.0 and 3.9.0 does; test/integration/stock.test.ts compares.
 */
export function readHints(
  kernel: Kernel,
  specialisation: Specialisation,
  triton: string,
): HintsRead {
  let rest = hintSuffix(kernel, specialisation, triton);
  const hints = kernel.arguments.map((_argument, position): Hint => {
    if (!rest.startsWith(String(position))) return 'none';
    rest = rest.slice(String(position).length);
    const hint = hintOf(rest.charAt(0));
    if (hint !== 'none') rest = rest.slice(1);
    return hint;
  });
  return rest === '' || listsAll(triton) ? hints : undefined;
}

function hintOf(letter: string): Hint {
  if (letter === 'd') return 'divisible-by-16';
  return letter === 'c' ? 'equal-to-1' : 'none';
}

function listsAll(triton: string): boolean {
  return compareReleases(triton, '3.7.0') < 0;
}

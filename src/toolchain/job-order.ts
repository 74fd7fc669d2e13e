import type { CompileJob } from './workers/protocol.ts';

type Constants = CompileJob['constants'];

/**
 * Sorts items by expected compile time, the longest first, so that no worker is idle at the end. The
 * time grows with the tile size, which the product of the integer constants estimates.
 */
export function largestFirst<T>(items: readonly T[], constantsOf: (item: T) => Constants): T[] {
  const sizes = new Map(items.map((item) => [item, tileSize(constantsOf(item))]));
  return items.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
}

function tileSize(constants: Constants): number {
  return Object.values(constants)
    .filter(([kind, text]) => kind === 'int' && Number(text) > 1)
    .reduce((product, [, text]) => product * Number(text), 1);
}

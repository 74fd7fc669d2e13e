import type { CompileJob } from '../bridge/protocol.ts';

/** Estimates the size of a kernel's tiles by the product of its integer constants. */
export function tileSize(constants: CompileJob['constants']): number {
  return Object.values(constants)
    .filter(([kind, text]) => kind === 'int' && Number(text) > 1)
    .reduce((product, [, text]) => product * Number(text), 1);
}

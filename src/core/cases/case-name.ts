import type { Literal } from '../manifest/smoke.ts';

/** What a case chooses, such as `M=512, N=512`. */
export function formatCase(chosen: ReadonlyMap<string, Literal>): string {
  if (chosen.size === 0) return 'default';
  return [...chosen].map(([name, value]) => `${name}=${value}`).join(', ');
}

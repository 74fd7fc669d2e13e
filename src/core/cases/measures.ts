import type { Report } from '../manifest/problems.ts';
import type { SmokeSpec } from '../manifest/smoke.ts';
import type { SmokeCase } from './case.ts';
import { countOf } from './layout.ts';
import { bytesOf } from './number-format.ts';
import { evaluate, type Scope } from './scope.ts';

/** What one call of a case moves and computes, as far as the manifest says it. */
export function measuresOf(
  smoke: SmokeSpec,
  scope: Scope,
  buffers: SmokeCase['buffers'],
  name: string,
  problem: Report,
): Pick<SmokeCase, 'bytes' | 'flops'> {
  const measure = (key: 'bytes' | 'flops'): bigint | undefined => {
    const expression = smoke[key];
    if (expression === undefined) return undefined;
    if (expression === 'buffers') return movedBytes(buffers);
    const result = evaluate(expression, scope);
    if (result.ok && result.value >= 0n) return result.value;
    const negative = `\`${expression.text}\` is negative in case \`${name}\``;
    problem([key], result.ok ? negative : result.message);
    return undefined;
  };
  return { bytes: measure('bytes'), flops: measure('flops') };
}

/** What a call reads and writes: every element of an input or output once, of what is both twice. */
function movedBytes(buffers: SmokeCase['buffers']): bigint {
  let bytes = 0;
  for (const buffer of buffers.values()) {
    if (buffer === null || buffer.role === 'scratch') continue;
    bytes += countOf(buffer) * bytesOf(buffer.element) * (buffer.role === 'inout' ? 2 : 1);
  }
  return BigInt(bytes);
}

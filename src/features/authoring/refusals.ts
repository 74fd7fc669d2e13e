import { endLine } from './manifest-text.ts';
import type { Refusal } from './inferred.ts';

/** Adds comments about kernels that are not in a manifest, except for those that it has. */
export function addRefusals(text: string, refusals: readonly Refusal[]): string {
  const lines = refusals.map(refusalLine).filter((line) => !text.includes(line));
  if (lines.length === 0) return text;
  return `${endLine(text)}\n# Not recorded:\n${lines.join('\n')}\n`;
}

function refusalLine({ name, file, line, reason }: Refusal): string {
  const place = file === '' ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
  return `#   ${name}${place}: ${reason}`;
}

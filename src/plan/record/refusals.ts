import { parseTarget } from '../../manifest/terms/target.ts';
import { parseArgumentType } from '../../manifest/terms/types.ts';
import { endLine } from '../manifest-text.ts';
import { placeAbove } from './place.ts';
import type { RecordedKernel } from './recording.ts';

/** A kernel that cannot be in the manifest, with the reason. */
export interface Refusal {
  readonly name: string;
  readonly file: string;
  readonly line: number | undefined;
  readonly reason: string;
}

/**
 * Returns the reason for which a kernel cannot be in a manifest; undefined if it can.
 * @param inside the source in the manifest: a file below its folder, or the module of a package
 */
export function reasonToSkip(
  kernel: RecordedKernel,
  file: string | undefined,
  inside: string | undefined,
  folder: string,
): string | undefined {
  const { source, name, target } = kernel;
  if (source === null) return 'it was compiled from intermediate code, not from a Python function';
  if (/^<.*>$/.test(source.file)) return `its source is not in a file: ${source.file}`;
  if (kernel.package === undefined && file === undefined)
    return `its source ${source.file} does not exist`;
  if (typeof kernel.package?.url === 'string')
    return `its package ${kernel.package.name} was installed from ${kernel.package.url}, not from a package index: install a released version, or record with the sources in the project`;
  if (kernel.package?.changed === true)
    return `${source.file} was changed after ${kernel.package.name} was installed, so the package does not have this kernel: install it again, or copy the file to the project`;
  if (inside === undefined) {
    const above = placeAbove(folder, file ?? '');
    return `its source is outside the manifest's folder; \`--out ${above}\` writes a manifest that can have it`;
  }
  if (name.includes('.')) return 'it is defined inside another function or class';
  if (target?.backend !== 'cuda') return `it was compiled for ${target?.backend ?? 'nothing'}`;
  if (parseTarget(`cuda:${target.arch}`) === undefined)
    return `it was compiled for compute capability ${target.arch}, which no target has`;
  for (const parameter of kernel.parameters) {
    const type = kernel.signature.get(parameter.name) ?? '';
    const value = kernel.constants.get(parameter.name);
    if (value?.kind === 'other') return `\`${parameter.name}\` is ${value.value}`;
    if (type === 'constexpr' && value !== undefined) continue;
    if (type === 'tuple') return `\`${parameter.name}\` is a tuple`;
    if (parseArgumentType(type) === undefined)
      return `\`${parameter.name}\` has the type \`${type}\``;
  }
  return undefined;
}

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

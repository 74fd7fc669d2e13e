import { widthTexts } from '../compile/cubin/instructions.ts';
import { type Resources, sharedOf } from '../compile/cubin/resources.ts';
import { plural } from '../base/text.ts';

/** The headings of `resourceCells`. */
export const RESOURCE_HEADINGS = [
  'Registers',
  'Spills',
  'Stack',
  'Shared memory',
  'Code',
  'Occupancy',
  'Global loads',
  'Global stores',
  'Async copies',
  'Tensor core',
] as const;

/** What the code of a variant takes, as the cells of a table. Instructions that it does not have are left out. */
export function resourceCells(target: string, resources: Resources): readonly string[] {
  const { instructions, occupancy } = resources;
  const { bulkCopies, tensorCore } = instructions;
  const copies = [
    widthTexts(instructions.asyncCopies).join(', '),
    bulkCopies > 0 ? `${bulkCopies} bulk` : '',
  ];
  return [
    String(resources.registers),
    spills(instructions),
    memoryText(resources.stack),
    memoryText(sharedOf(target, resources)),
    memoryText(resources.code),
    `${percentText(occupancy.share)} (${occupancy.limit})`,
    widthTexts(instructions.globalLoads).join(', '),
    widthTexts(instructions.globalStores).join(', '),
    copies.filter(Boolean).join(', '),
    tensorCore > 0 ? String(tensorCore) : '',
  ];
}

/** Formats a share from 0 to 1 as `25 %`. */
export function percentText(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Formats bytes as `512 B` or `48.0 KiB`. */
export function memoryText(bytes: number): string {
  if (bytes === 0) return '0';
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KiB`;
}

/** Formats as `48 B (12 stores, 24 loads)`: the bytes are those of a thread. */
function spills({ spillBytes, spillStores, spillLoads }: Resources['instructions']): string {
  if (spillStores + spillLoads === 0) return '0';
  return `${memoryText(spillBytes)} (${plural(spillStores, 'store')}, ${plural(spillLoads, 'load')})`;
}

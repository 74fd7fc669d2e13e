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

/** Returns the resources of a variant as the cells of a table. Instructions that it does not have are left out. */
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

// Numbers without a unit: it is in the heading of the table.

/** The text for a value that is not known. */
export const UNKNOWN = '–';

/** Formats three significant digits, without an exponent. More digits before the point stay. */
export function threeDigits(value: number | undefined): string {
  if (value === undefined) return UNKNOWN;
  const digits = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return value.toFixed(Math.min(20, Math.max(0, 2 - digits)));
}

/** Formats bytes in KiB, with one digit after the point. */
export function kibibytes(bytes: number | undefined): string {
  return bytes === undefined ? UNKNOWN : (bytes / 1024).toFixed(1);
}

/** Formats bytes with their unit, for text: `12.3 KiB` or `3.1 MiB`. */
export function sizeText(bytes: number): string {
  return bytes < 1024 * 1024
    ? `${(bytes / 1024).toFixed(1)} KiB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** Formats seconds with one digit after the point, or two if there are few. */
export function secondsText(seconds: number | undefined): string {
  return seconds === undefined ? UNKNOWN : seconds.toFixed(seconds < 0.1 ? 2 : 1);
}

/** Formats a time in its unit, for text: `48 s` or `3 min 20 s`. */
export function durationText(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 120) return `${whole} s`;
  return whole < 7200
    ? `${Math.floor(whole / 60)} min ${whole % 60} s`
    : `${Math.floor(whole / 3600)} h ${Math.round((whole % 3600) / 60)} min`;
}

/** Formats a relative or absolute error: `2.3e-4`, or `0` if there is none. */
export function errorSizeText(value: number | undefined): string {
  if (value === undefined) return UNKNOWN;
  return value === 0 ? '0' : value.toExponential(1);
}

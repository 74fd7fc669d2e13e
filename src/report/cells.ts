import { FIGURES, type FigureName, figuresOf, formatFigure } from '../compile/figures.ts';
import { capitalised } from '../base/text.ts';
import type { Resources } from '../compile/cubin/resources.ts';

/** The figures in a table of variants. */
const SHOWN = [
  'registers',
  'spills',
  'stack',
  'shared',
  'code',
  'occupancy',
  'globalLoads',
  'globalStores',
  'asyncCopies',
  'bulkCopies',
  'tensorCore',
] as const satisfies readonly FigureName[];

/** The headings of `resourceCells`. */
export const RESOURCE_HEADINGS = [
  ...SHOWN.map((name) => capitalised(FIGURES[name].label)),
  'Limited by',
];

/** The cells of a variant whose resources are not known. */
export const NO_RESOURCES = RESOURCE_HEADINGS.map(() => '');

/** Returns the resources of a variant as the cells of a table. Instructions that it does not have are left out. */
export function resourceCells(target: string, resources: Resources): readonly string[] {
  const figures = figuresOf({ target, resources });
  const cells = SHOWN.map((name) => {
    const value = figures[name];
    return value === undefined ? '' : formatFigure(value, FIGURES[name].unit);
  });
  return [
    ...cells.map((cell) => (cell === 'none' || cell === '0' ? '' : cell)),
    resources.occupancy.limit,
  ];
}

/** Formats a time in its unit, for text: `48 s` or `3 min 20 s`. */
export function durationText(seconds: number): string {
  if (seconds < 0.1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 120) return `${whole} s`;
  return whole < 7200
    ? `${Math.floor(whole / 60)} min ${whole % 60} s`
    : `${Math.floor(whole / 3600)} h ${Math.round((whole % 3600) / 60)} min`;
}

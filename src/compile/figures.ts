import { z } from 'zod';
import { type CountsByWidth, widthTexts } from './cubin/instructions.ts';
import { type Resources, sharedOf, spillBytesOf } from './cubin/resources.ts';

/** A number that is compared: how messages name it, its unit, and which change is worse as a rule. */
interface Measure {
  readonly label: string;
  readonly unit: 'B' | '%' | '';
  readonly worse: 'higher' | 'lower' | undefined;
}

/** The compared measures of the code of a variant, the most important first. */
export const FIGURES = {
  spills: { label: 'spills', unit: 'B', worse: 'higher' },
  registers: { label: 'registers', unit: '', worse: 'higher' },
  occupancy: { label: 'occupancy', unit: '%', worse: 'lower' },
  shared: { label: 'shared memory', unit: 'B', worse: 'higher' },
  stack: { label: 'stack', unit: 'B', worse: 'higher' },
  code: { label: 'code', unit: 'B', worse: 'higher' },
  size: { label: 'size', unit: 'B', worse: 'higher' },
  ptx: { label: 'PTX for other GPUs', unit: 'B', worse: undefined },
  tensorColumns: { label: 'tensor memory columns', unit: '', worse: undefined },
  warps: { label: 'warps', unit: '', worse: undefined },
  ctas: { label: 'blocks of a cluster', unit: '', worse: undefined },
  instructions: { label: 'instructions', unit: '', worse: undefined },
  tensorCore: { label: 'tensor-core instructions', unit: '', worse: undefined },
  globalLoads: { label: 'global loads', unit: '', worse: undefined },
  globalStores: { label: 'global stores', unit: '', worse: undefined },
  asyncCopies: { label: 'asynchronous copies', unit: '', worse: undefined },
  bulkCopies: { label: 'bulk copies', unit: '', worse: undefined },
  atomics: { label: 'atomics', unit: '', worse: undefined },
} as const satisfies Readonly<Record<string, Measure>>;

export type FigureName = keyof typeof FIGURES;

const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[];

/** A number, or how many accesses there are of each width in bytes. */
const valueSchema = z.union([z.number(), z.record(z.string(), z.number()).readonly()]);
type FigureValue = z.infer<typeof valueSchema>;

export const figureChangeSchema = z
  .object({ figure: z.enum(FIGURE_NAMES), before: valueSchema, after: valueSchema })
  .readonly();
export type FigureChange = z.infer<typeof figureChangeSchema>;

/** The parts of a variant that have figures. */
interface MeasuredCode {
  readonly target: string;
  readonly resources: Resources;
  readonly ptx?: { readonly size: number } | undefined;
}

/** Returns the figures that differ. */
export function changedFigures(before: MeasuredCode, after: MeasuredCode): readonly FigureChange[] {
  const [old, now] = [figuresOf(before), figuresOf(after)];
  return FIGURE_NAMES.flatMap((figure) => {
    const [was, is] = [old[figure], now[figure]];
    return was === undefined || is === undefined || isEqual(was, is)
      ? []
      : [{ figure, before: was, after: is }];
  });
}

/** Returns the figures of a variant. Those of instructions are known of cubins only. */
export function figuresOf({ resources, target, ptx }: MeasuredCode) {
  const { instructions, occupancy } = resources;
  return {
    registers: resources.registers,
    stack: resources.stack,
    shared: sharedOf(target, resources),
    tensorColumns: resources.tensorColumns,
    warps: resources.warps,
    ctas: resources.ctas,
    size: resources.size,
    ptx: ptx?.size ?? 0,
    code: resources.code,
    // In tenths of a percent, as it is shown: 66.7 % is two thirds.
    occupancy: Math.round(occupancy.share * 1000) / 10,
    spills: spillBytesOf(resources),
    instructions: instructions?.total,
    tensorCore: instructions?.tensorCore,
    globalLoads: instructions?.globalLoads,
    globalStores: instructions?.globalStores,
    asyncCopies: instructions?.asyncCopies,
    bulkCopies: instructions?.bulkCopies,
    atomics: instructions?.atomics,
  } satisfies Readonly<Record<FigureName, FigureValue | undefined>>;
}

function isEqual(a: FigureValue, b: FigureValue): boolean {
  return typeof a === 'number' || typeof b === 'number'
    ? a === b
    : formatWidths(a) === formatWidths(b);
}

/** Formats a change as `168 → 255 (+52 %)`. */
export function formatChange({ figure, before, after }: FigureChange): string {
  const { unit } = FIGURES[figure];
  return `${formatFigure(before, unit)} → ${formatFigure(after, unit)}${percentOf(figure, before, after)}`;
}

/** The change in percent, if it says something: shares of the same whole are shown as they are. */
function percentOf(figure: FigureName, before: FigureValue, after: FigureValue): string {
  if (typeof before !== 'number' || typeof after !== 'number') return '';
  return before === 0 || after === 0 || FIGURES[figure].unit === '%'
    ? ''
    : ` (${formatPercent(after / before - 1)})`;
}

/** Formats a ratio as `+52 %` or `−12 %`, with a digit after the point below 10 %. */
function formatPercent(ratio: number): string {
  const percent = Math.abs(ratio * 100);
  const text = percent < 9.95 ? percent.toFixed(1).replace(/\.0$/, '') : percent.toFixed(0);
  return `${ratio < 0 ? '−' : '+'}${text} %`;
}

/** Formats bytes as `48 B` or `24 KiB`, shares as `12.5 %`, widths as `4 × 16 B + 2 × 4 B`. */
export function formatFigure(value: FigureValue, unit: Measure['unit']): string {
  if (typeof value !== 'number') return formatWidths(value);
  if (unit === 'B' && value >= 1024) return `${trimmed(value / 1024)} KiB`;
  return unit === '' ? String(value) : `${trimmed(value)} ${unit}`;
}

function trimmed(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}

/** Widest first. */
function formatWidths(counts: CountsByWidth): string {
  return widthTexts(counts).join(' + ') || 'none';
}

/**
 * Ranks how much worse a change is: the increase ÷ the old value, or for a decrease of what should be
 * high, that ÷ the new one. Any spill counts more than anything else. 0 if it is not worse.
 */
export function worsening(change: FigureChange): number {
  const { figure, before, after } = change;
  if (typeof before !== 'number' || typeof after !== 'number') return 0;
  const weight = figure === 'spills' ? MOST_WEIGHT : 1;
  const whole = FIGURES[figure].worse === 'higher' ? before : after;
  return (weight * Math.max(0, worseBy(change))) / Math.max(1, whole);
}

const MOST_WEIGHT = 1e6;

/** Returns by how much a figure got worse; negative if it got better, 0 if no change is worse. */
export function worseBy({ figure, before, after }: FigureChange): number {
  const { worse }: Measure = FIGURES[figure];
  if (typeof before !== 'number' || typeof after !== 'number' || worse === undefined) return 0;
  return worse === 'higher' ? after - before : before - after;
}

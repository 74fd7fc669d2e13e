import { axisY, barX, plot, ruleX, text } from '@observablehq/plot';
import { type Chart, type ChartRows, largest } from './chart.ts';
import { numberIn } from './table.ts';

/** More kernels would make a chart that cannot be read. */
const MOST_KERNELS = 20;

/** Draws a panel with bars of the kernels for each target: side by side, or one below the other on a phone. */
export function barChart(
  rows: ChartRows,
  key: string,
  unit: string,
  width: number,
): Chart | undefined {
  const all = rows
    .map((row) => ({
      kernel: row['kernel'] ?? '',
      target: row['target'] ?? '',
      value: numberIn(row[key]),
      label: row[key] ?? '',
    }))
    .filter(({ value }) => value > 0);
  if (all.length === 0) return undefined;
  const kernels = largest(
    all.map(({ kernel, value }) => ({ id: kernel, value })),
    MOST_KERNELS,
  );
  const bars = all.filter(({ kernel }) => kernels.includes(kernel));
  const targets = [...new Set(bars.map(({ target }) => target))];
  const most = Math.max(...bars.map(({ value }) => value));
  const names = Math.min(0.4 * width, 8 * Math.max(...kernels.map(({ length }) => length)) + 10);
  const isWide = (width - names) / targets.length >= 120;
  const panelWidth = isWide ? (0.94 * (width - names)) / targets.length : width - names - 8;
  // The longest bar leaves room for its label.
  const labelWidth = 8 * Math.max(...bars.map((bar) => bar.label.length)) + 12;
  const room = panelWidth / Math.max(1, panelWidth - labelWidth);
  const panel = isWide ? ({ fx: 'target' } as const) : ({ fy: 'target' } as const);
  const rowHeight = 22;
  const height = isWide
    ? rowHeight * kernels.length + 34
    : (rowHeight * kernels.length + 30) * targets.length + 26;
  const chart = plot({
    width,
    height,
    marginLeft: names,
    marginRight: isWide ? 0 : 8,
    marginTop: isWide ? 26 : 22,
    marginBottom: 4,
    ariaLabel: `Bars: ${unit} for each kernel and target. The table of kernels has the numbers.`,
    style: { fontSize: '12px' },
    x: { domain: [0, room * most], axis: null },
    y: { domain: kernels, padding: 0.25 },
    fx: { domain: targets, label: null, padding: 0.06, axis: isWide ? 'top' : null },
    fy: { domain: targets, label: null, padding: 0.16, axis: null },
    marks: [
      axisY({
        label: null,
        tickSize: 0,
        lineWidth: names / 12 - 0.8,
        textOverflow: 'ellipsis-middle',
        ...(isWide ? {} : { fontSize: 11 }),
      }),
      ruleX([0], { stroke: 'currentColor', strokeOpacity: 0.4 }),
      barX(bars, {
        x: 'value',
        y: 'kernel',
        ...panel,
        fill: 'var(--chart)',
        title: ({ kernel, target, label }: (typeof bars)[number]) =>
          `${kernel}, ${target}: ${label} ${unit}`,
        className: 'marks',
      }),
      text(bars, {
        x: 'value',
        y: 'kernel',
        ...panel,
        text: 'label',
        textAnchor: 'start',
        dx: 5,
        fill: 'currentColor',
      }),
      ...(isWide
        ? []
        : [
            text(targets, {
              fy: (target: string) => target,
              text: (target: string) => target,
              frameAnchor: 'top-left',
              dx: -names,
              dy: -14,
              textAnchor: 'start',
              fontWeight: 600,
            }),
          ]),
    ],
  });
  const count = new Set(all.map(({ kernel }) => kernel)).size;
  return {
    plot: chart,
    note: count > kernels.length ? `The ${kernels.length} largest of ${count} kernels.` : undefined,
  };
}

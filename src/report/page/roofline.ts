import { axisX, axisY, dot, gridX, gridY, line, plot, text } from '@observablehq/plot';
import { type Chart, type ChartRows, logTicks } from './chart.ts';
import { numberIn } from './table.ts';

/** Draws what the best algo of each case reaches, below what memory and matrix units can do. */
export function roofline(rows: ChartRows, peaks: ChartRows, width: number): Chart | undefined {
  const points = bestPoints(rows);
  const bandwidth = numberIn(peaks.find(({ unit }) => unit === 'GB/s')?.['value']) / 1e3;
  const ceilings = peaks
    .filter(({ unit }) => unit === 'TFLOP/s')
    .map((row) => ({
      name: (row['what'] ?? '').replace('Matrix product, ', ''),
      rate: numberIn(row['value']),
    }));
  if (points.length === 0 || !(bandwidth > 0)) return undefined;
  const intensities = points.map(({ intensity }) => intensity);
  const rates = points.map(({ rate }) => rate);
  const top = Math.max(...ceilings.map(({ rate }) => rate), ...rates);
  const from = Math.min(...intensities, top / bandwidth) / 3;
  const to = Math.max(...intensities, top / bandwidth) * 6;
  const roofs =
    ceilings.length === 0
      ? [{ name: 'memory', ends: [from, to].map((x) => ({ x, y: x * bandwidth })) }]
      : ceilings.map(({ name, rate }) => ({
          name,
          ends: [
            { x: from, y: from * bandwidth },
            { x: rate / bandwidth, y: rate },
            { x: to, y: rate },
          ],
        }));
  const middle = Math.sqrt((from * top) / bandwidth);
  const domain = [from, to] as const;
  const range = [Math.min(...rates, from * bandwidth) / 2, 2 * top] as const;
  const [ticks, levels] = [logTicks(domain, Math.floor(width / 90)), logTicks(range, 6)];
  const kernels = [...new Set(points.map(({ kernel }) => kernel))];
  const chart = plot({
    width,
    height: Math.max(300, Math.min(460, 0.55 * width)),
    marginLeft: 52,
    marginRight: 12,
    marginTop: 24,
    marginBottom: 48,
    ariaLabel:
      'Roofline: TFLOP/s over FLOP/byte of the best algo of each case. The table below has the numbers.',
    style: { fontSize: '12px' },
    x: { type: 'log', domain },
    y: { type: 'log', domain: range },
    symbol: { domain: kernels, legend: true },
    color: { domain: kernels, range: kernels.map((_, index) => `var(--series-${index % 5})`) },
    marks: [
      gridX({ ticks, stroke: 'currentColor', strokeOpacity: 0.12 }),
      gridY({ ticks: levels, stroke: 'currentColor', strokeOpacity: 0.12 }),
      axisX({
        label: 'FLOP/byte',
        labelAnchor: 'right',
        labelOffset: 40,
        ticks,
        tickSize: 0,
        tickFormat: plain,
      }),
      axisY({
        label: 'TFLOP/s',
        labelAnchor: 'top',
        ticks: levels,
        tickSize: 0,
        tickFormat: plain,
      }),
      roofs.map(({ ends }) =>
        line(ends, {
          x: 'x',
          y: 'y',
          stroke: 'currentColor',
          strokeOpacity: 0.7,
          strokeWidth: 1.5,
        }),
      ),
      text(ceilings, {
        x: () => to,
        y: 'rate',
        text: ({ name, rate }: (typeof ceilings)[number]) => `${name}: ${rate} TFLOP/s`,
        textAnchor: 'end',
        dy: -8,
        fill: 'currentColor',
      }),
      text([`memory: ${Number(bandwidth.toPrecision(3))} TB/s`], {
        x: () => middle,
        y: () => middle * bandwidth,
        textAnchor: 'start',
        dx: 12,
        dy: 6,
        fill: 'currentColor',
      }),
      dot(points, {
        x: 'intensity',
        y: 'rate',
        symbol: 'kernel',
        r: 5,
        stroke: 'kernel',
        strokeWidth: 1.75,
        fill: 'var(--surface)',
        fillOpacity: 0.6,
        title: (point: (typeof points)[number]) =>
          `${point.kernel}, ${point.name}, algo ${point.algo}: ${point.rate} TFLOP/s at ${point.intensity} FLOP/byte`,
        className: 'marks',
      }),
    ],
  });
  return { plot: chart };
}

/** The fastest algo of each kernel and case. */
function bestPoints(rows: ChartRows) {
  const best = new Map<string, ReturnType<typeof pointOf>>();
  for (const point of rows.map(pointOf)) {
    const key = JSON.stringify([point.kernel, point.name]);
    const known = best.get(key);
    const isComplete = point.rate > 0 && point.intensity > 0;
    if (isComplete && (known === undefined || point.rate > known.rate)) best.set(key, point);
  }
  return [...best.values()];
}

function pointOf(row: ChartRows[number]) {
  return {
    kernel: row['kernel'] ?? '',
    name: row['case'] ?? '',
    algo: row['algo'] ?? '',
    rate: numberIn(row['rate']),
    intensity: numberIn(row['intensity']),
  };
}

function plain(value: number): string {
  return String(Number(value.toPrecision(2)));
}

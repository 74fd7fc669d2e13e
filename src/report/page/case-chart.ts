import { axisX, dot, gridX, plot, ruleY, text } from '@observablehq/plot';
import { type Chart, type ChartRows, largest, logTicks } from './chart.ts';
import { numberIn } from './table.ts';

/** More cases would make a chart that cannot be read. */
const MOST_CASES = 40;

/**
 * Draws a line for each case with a mark for each run, on a logarithmic scale. Runs without a value are left out; with
 * `withFailed`, those that failed are at the right end.
 */
export function caseChart(
  rows: ChartRows,
  key: string,
  unit: string,
  width: number,
  { withFailed = false } = {},
): Chart | undefined {
  const all = rows
    .map((row) => ({
      kernel: row['kernel'] ?? '',
      name: row['case'] ?? '',
      id: JSON.stringify([row['kernel'], row['case']]),
      algo: row['algo'] ?? '',
      specialisation: row['specialisation'] ?? '',
      isFailed: row['result'] === 'failed',
      value: numberIn(row[key]),
    }))
    .map((run) =>
      withFailed && run.isFailed && Number.isNaN(run.value) ? { ...run, value: Infinity } : run,
    )
    .filter(({ value }) => value >= 0);
  const cases = new Set(largest(all, MOST_CASES));
  const shown = all.filter(({ id }) => cases.has(id));
  const known = shown.map(({ value }) => value).filter((value) => value > 0 && value < Infinity);
  const hasUnknown = shown.some(({ value }) => value === Infinity);
  if (known.length === 0 && !hasUnknown) return undefined;
  const positive = known.length === 0 ? [1] : known;
  // Runs without any error are at the left end.
  const hasZero = shown.some(({ value }) => value === 0);
  const [lowest, highest] = [Math.min(...positive), Math.max(...positive)];
  // Both ends with a label are powers of ten: a logarithmic axis labels few other values.
  const least = hasZero ? powerOfTen(Math.floor(Math.log10(lowest / 3))) : lowest / 1.5;
  const most = hasUnknown ? powerOfTen(Math.ceil(Math.log10(highest * 3))) : 1.4 * highest;
  const marks = shown.map((run) => ({ ...run, x: Math.min(most, Math.max(run.value, least)) }));

  const lines = linesOf(shown);
  const longest = Math.max(...lines.map(({ label }) => label.length));
  // On a phone, names are above the lines.
  const isNarrow = width < 560;
  const names = isNarrow ? 4 : Math.min(0.4 * width, 7 * longest + 20);
  const letters = Math.floor(((isNarrow ? width : names) - 16) / 6.4);
  const namesOf = (of: readonly Line[], isHeading: boolean, dx: number) =>
    text(
      of.filter((line) => line.isHeading === isHeading),
      {
        y: 'id',
        text: ({ label }: Line) => shortened(label, letters),
        title: 'label',
        frameAnchor: 'left',
        textAnchor: 'start',
        dx,
        dy: isNarrow ? -13 : 0,
        fontWeight: isHeading ? 600 : 400,
        fill: 'currentColor',
      },
    );
  const domain = [least, most] as const;
  const ticks =
    known.length === 0
      ? []
      : logTicks(domain, Math.floor((width - names) / (isNarrow ? 60 : 100))).filter(
          (tick) => (!hasZero || tick > 3 * least) && (!hasUnknown || tick < most / 3),
        );
  const chart = plot({
    width,
    height: (isNarrow ? 32 : 20) * lines.length + 62,
    marginLeft: names,
    marginRight: 24,
    marginTop: 8,
    marginBottom: 44,
    ariaLabel: `Marks: ${unit} of each run, by case. The table of runs has the numbers.`,
    style: { fontSize: '12px' },
    x: { type: 'log', domain },
    y: { domain: lines.map(({ id }) => id), type: 'point', padding: 0.6, axis: null },
    symbol: { domain: [false, true], range: ['circle', 'times'] },
    marks: [
      gridX({ ticks, stroke: 'currentColor', strokeOpacity: 0.15 }),
      axisX({
        label: unit,
        labelAnchor: 'center',
        labelArrow: 'none',
        ticks: [...(hasZero ? [least] : []), ...ticks, ...(hasUnknown ? [most] : [])],
        tickSize: 0,
        tickFormat: (value: number) =>
          hasZero && value === least
            ? '0'
            : hasUnknown && value === most
              ? 'failed'
              : tickText(value, key),
      }),
      ruleY(
        lines.filter(({ isHeading }) => !isHeading),
        { y: 'id', stroke: 'currentColor', strokeOpacity: 0.15 },
      ),
      namesOf(lines, true, -names),
      namesOf(lines, false, isNarrow ? -names : 12 - names),
      dot(marks, {
        x: 'x',
        y: 'id',
        symbol: 'isFailed',
        r: 4,
        stroke: ({ isFailed }: (typeof marks)[number]) =>
          isFailed ? 'var(--bad)' : 'var(--chart)',
        strokeWidth: 1.5,
        fill: ({ isFailed }: (typeof marks)[number]) => (isFailed ? 'none' : 'var(--chart)'),
        fillOpacity: 0.25,
        title: (run: (typeof marks)[number]) =>
          `${run.kernel}, ${run.name}, algo ${run.algo}, specialisation ${run.specialisation}${run.isFailed ? ', failed' : ''}${run.value === Infinity ? '' : `: ${run.value} ${unit}`}`,
        className: 'marks',
      }),
    ],
  });
  const count = new Set(all.map(({ id }) => id)).size;
  return {
    plot: chart,
    note:
      count > cases.size
        ? `The ${cases.size} cases with the largest values, of ${count}. Filter by kernel to see others.`
        : undefined,
  };
}

/** Exactly, as the axis computes it. */
function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}

interface Line {
  readonly id: string;
  readonly label: string;
  readonly isHeading: boolean;
}

/** A line for each kernel and, below it, one for each of its cases. */
function linesOf(
  runs: readonly { readonly id: string; readonly kernel: string; readonly name: string }[],
): readonly Line[] {
  const lines = new Map<string, Map<string, string>>();
  for (const { id, kernel, name } of runs) {
    const cases = lines.get(kernel) ?? new Map<string, string>();
    lines.set(kernel, cases.set(id, name));
  }
  return [...lines].flatMap(([kernel, cases]) => [
    { id: kernel, label: kernel, isHeading: true },
    ...[...cases].map(([id, label]) => ({ id, label, isHeading: false })),
  ]);
}

function shortened(label: string, letters: number): string {
  return label.length <= letters ? label : `${label.slice(0, Math.max(1, letters - 1))}…`;
}

function tickText(value: number, key: string): string {
  return key === 'error' ? value.toExponential(0) : String(Number(value.toPrecision(2)));
}

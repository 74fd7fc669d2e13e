import { z } from 'zod';
import {
  describeSpecialisation,
  type Kernel,
  specialisationOf,
} from '../../manifest/terms/kernel.ts';
import {
  describeCapability,
  parseCapability,
  parseTarget,
  runsOn,
} from '../../manifest/terms/target.ts';
import { threeDigits } from '../../base/text.ts';
import type { AlgoChooser } from '../../plan/choosers.ts';
import { type Html, htmlTable, markup } from '../../report/html.ts';
import type { ReportPart } from '../../report/parts.ts';
import type { Report, ReportKernel } from '../../report/report.ts';
import type { Sheet, Span } from '../../report/spans.ts';
import { MEASURED } from './choice/chooser.ts';
import { chosenFor, type Measurement } from './choice/choose-algos.ts';

const tunedSchema = z.object({
  device: z.string(),
  /** Such as `9.0`. */
  capability: z.string(),
  /** The specialisations that no measured size reaches, as text. */
  unmeasured: z.array(z.string()).default([]),
  /** The scores of all algos for each measured size. */
  sizes: z.array(
    z.object({
      /** The integers of the call. */
      values: z.record(z.string(), z.string()),
      /** Microseconds, by algo; null if it failed or was not measured. */
      times: z.array(z.number().nullable()),
      /** The algo that the package chooses. */
      chosen: z.number().int().nonnegative().optional(),
    }),
  ),
});

export type ReportTuned = z.infer<typeof tunedSchema>;

/** The field of a kernel in report.json. */
const fieldSchema = z.object({ tuned: z.array(tunedSchema).default([]) });

/** What reports say of measured algos. */
export const tuningReport: ReportPart = {
  fieldsOf: (kernel, chooser) => ({ tuned: chooser === undefined ? [] : tunedOf(kernel, chooser) }),
  proofOf: (kernel, target) => (isTunedFor(kernel, target) ? 'tuned' : undefined),
  section: {
    title: 'Tuning',
    contentOf: (report) => (isTuned(report) ? tuningCharts(report) : undefined),
  },
};

/** The times of a kernel's algos, on each GPU that was measured. */
function tunedOf(kernel: Kernel, chooser: AlgoChooser): readonly ReportTuned[] {
  const { choice, measurements: all } = MEASURED.of(chooser) ?? {};
  const devices = new Map<string, Measurement[]>();
  for (const each of all ?? []) {
    const key = `${each.device.name}\0${each.device.capability}`;
    devices.set(key, [...(devices.get(key) ?? []), each]);
  }
  const unmeasured = chooser.unmeasured.map(
    (index) => describeSpecialisation(kernel, specialisationOf(kernel, index)) || 'any values',
  );
  return [...devices.values()].flatMap((measurements) => {
    const [first] = measurements;
    if (first === undefined) return [];
    const sizes = measurements.map((each) => ({
      values: Object.fromEntries([...each.values].map(([name, value]) => [name, String(value)])),
      times: kernel.configs.map((_config, algo) => each.times.get(algo) ?? null),
      ...(choice !== undefined && { chosen: chosenFor(choice, each) }),
    }));
    return [{ device: first.device.name, capability: first.device.capability, unmeasured, sizes }];
  });
}

/** Returns the times that a report has of a kernel. */
export function tunedIn(kernel: ReportKernel): readonly ReportTuned[] {
  return fieldSchema.safeParse(kernel).data?.tuned ?? [];
}

function isTuned({ kernels }: Report): boolean {
  return kernels.some((kernel) => tunedIn(kernel).length > 0);
}

/** True if measurements on a GPU of a target chose the algos. */
function isTunedFor(kernel: ReportKernel, name: string): boolean {
  const target = parseTarget(name);
  return tunedIn(kernel).some(({ capability }) => {
    return target !== undefined && runsOn(target, parseCapability(capability));
  });
}

type ReportScore = ReportTuned['sizes'][number];

/** At this multiple of the best time, a cell of the chart has no colour any more. */
const COLD = 2;

/** Makes a chart for each kernel and GPU: sizes × algos, as a table whose cells have a colour. */
function tuningCharts({ kernels }: Report): Html {
  return markup`<p>
      The time of each algo ÷ that of the best, for the sizes of a call. The stronger the colour,
      the faster; from ${COLD.toFixed(2)} on, there is none. ✓ marks the algo that the package
      chooses.
    </p>
    ${kernels.flatMap((kernel) => tunedIn(kernel).map((measured) => chartOf(kernel, measured)))}
`;
}

function chartOf(
  { name, algos }: ReportKernel,
  { device, capability, unmeasured, sizes }: ReportTuned,
): Html {
  const names = [...new Set(sizes.flatMap(({ values }) => Object.keys(values)))];
  const sheet: Sheet = {
    headings: [...names, 'Best, µs', ...algos.map((_constants, algo) => `Algo ${algo}`)],
    rows: sizes.map((size) => scoreCells(names, algos.length, size)),
    texts: [],
  };
  return markup`<h3>${name} <small>on ${device}, ${describeCapability(capability)}</small></h3>
    ${unmeasured.map((text) => markup`<p>Not measured: ${text}. Its algo is the one that spills least, and then the one with the highest occupancy.</p>`)}
    ${htmlTable(`Times of the algos of ${name} on ${device}, relative to the best`, sheet)}
`;
}

function scoreCells(
  names: readonly string[],
  algos: number,
  { values, times, chosen }: ReportScore,
): readonly Span[] {
  const best = times.reduce<number>((least, time) => Math.min(least, time ?? Infinity), Infinity);
  return [
    ...names.map((name) => values[name] ?? ''),
    Number.isFinite(best) ? threeDigits(best) : '',
    ...Array.from({ length: algos }, (_, algo) => {
      const ratio = (times[algo] ?? Infinity) / best;
      const sign = algo === chosen ? '✓ ' : '';
      if (!Number.isFinite(ratio)) return `${sign}–`;
      // Differences near the best matter most, so the scale is logarithmic.
      const heat = Math.max(0, 1 - Math.log(ratio) / Math.log(COLD));
      return { text: `${sign}${ratio.toFixed(2)}`, heat };
    }),
  ];
}

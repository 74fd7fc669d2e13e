import { spillBytesOf } from '../compile/cubin/resources.ts';
import { formatFigure } from '../compile/figures.ts';
import { plural } from '../base/text.ts';
import { durationText, NO_RESOURCES, RESOURCE_HEADINGS, resourceCells } from './cells.ts';
import type { Report, ReportKernel, ReportVariant } from './report.ts';
import {
  failedText,
  hasLowOccupancy,
  ranText,
  type ReportRow,
  statusText,
  targetText,
} from './rows.ts';
import { badIf, type Spans, code, linked, lowIf, type Sheet, type Span } from './spans.ts';

// What the page and the Markdown of a report have in common.

/** The columns of text. */
const TEXTS = ['Kernel', 'Target', 'Status', 'Evidence', 'Limited by', 'Ran on'];

/** Returns the totals of a build as sentences, with the versions. */
export function totalsText(
  { totals, triton, ptxas, kernels }: Report,
  origin: Report['origin'],
): readonly Span[] {
  const { variants, built, cached, failed, seconds, cpuSeconds, savedSeconds, size } = totals;
  const parts = [
    ...(built > 0 ? [`${built} built`] : []),
    ...(cached > 0 ? [`${cached} from the store`] : []),
    ...(failed > 0 ? [badIf(true, `${failed} failed`)] : []),
  ];
  const times = [
    durationText(seconds),
    ...(built > 0 ? [`${durationText(cpuSeconds)} of CPU time for compiling`] : []),
    ...(savedSeconds > 0 ? [`${durationText(savedSeconds)} saved by the store`] : []),
  ];
  const assembler = ptxas.length === 0 ? '' : `, ptxas ${ptxas.join(' and ')}`;
  return [
    `${plural(kernels.length, 'kernel')}, ${plural(variants, 'variant')}: `,
    ...parts.flatMap((part, index) => (index === 0 ? [part] : [', ', part])),
    `. ${times.join(', ')}. ${formatFigure(size, 'B')} of cubins. Triton ${triton}${assembler}.`,
    ...originText(origin),
  ];
}

function originText(origin: Report['origin']): readonly Span[] {
  if (origin === undefined) return [];
  const { time, commit, commitUrl, runUrl } = origin;
  return [
    ` Built on ${time.slice(0, 10)}`,
    ...(commit === undefined ? [] : [' from commit ', linked(commit.slice(0, 7), commitUrl)]),
    ...(runUrl === undefined ? [] : [' in a ', linked('workflow run', runUrl)]),
    '.',
  ];
}

/** Returns the table with a row for each kernel and target: what their variants take, or the worst of them. */
export function kernelsSheet(rows: readonly ReportRow[]): Sheet {
  const headings = [
    'Kernel',
    'Target',
    'Algos',
    'Specialisations',
    'Status',
    'Compile time',
    'Size',
    'Registers',
    'Spills',
    'Shared memory',
    'Occupancy',
    'Evidence',
  ];
  return { headings, rows: rows.map(kernelCells), texts: TEXTS };
}

function kernelCells(row: ReportRow): readonly Spans[] {
  const { kernel, target, algos, specialisations, statuses, seconds, size, worst } = row;
  const failed = failedText(row);
  return [
    code(kernel.name),
    target,
    String(algos),
    String(specialisations),
    badIf(statuses.failed > 0, statusText(statuses)),
    seconds === undefined ? '' : durationText(seconds),
    size === 0 ? '' : formatFigure(size, 'B'),
    worst === undefined ? '' : String(worst.registers),
    worst === undefined ? '' : lowIf(worst.spills > 0, formatFigure(worst.spills, 'B')),
    worst === undefined ? '' : formatFigure(worst.shared, 'B'),
    worst === undefined ? '' : lowIf(worst.low !== undefined, rangeText(worst.occupancy)),
    failed === undefined ? row.evidence : badIf(Boolean(row.failures), failed),
  ];
}

function rangeText({ from, to }: { readonly from: number; readonly to: number }): string {
  const [least, most] = [from, to].map((share) => formatFigure(Math.round(100 * share), '%'));
  return least === most ? `${most}` : `${least} to ${most}`;
}

/** Returns the interface of a kernel as sentences. */
export function kernelFacts(kernel: ReportKernel): readonly (readonly Span[])[] {
  const { source, line, parameters, gridParameters, grid } = kernel;
  const { settings, algos, specialisations } = kernel;
  return [
    ['Source: ', code(source), `, line ${line}`],
    ['Signature: ', code(typed(parameters))],
    ...(gridParameters.length > 0 ? [['Grid parameters: ', code(typed(gridParameters))]] : []),
    ['Grid: ', code(grid)],
    ...(settings === '' ? [] : [['All algos: ', code(settings)]]),
    ...algos.map((text, index) => [`Algo ${index}: `, code(text)]),
    ...specialisations.map((text, index) => [
      `Specialisation ${index}: `,
      text === '' ? 'any values' : code(text),
    ]),
  ];
}

function typed(list: ReportKernel['parameters']): string {
  return list.map((each) => `${each.name}: ${each.type}`).join(', ');
}

/** Returns the table with a row for each variant of a kernel. */
export function variantsSheet({ variants }: ReportKernel): Sheet {
  const start = ['Algo', 'Specialisation', 'Target', 'Status', 'Compile time'];
  const headings = [...start, ...RESOURCE_HEADINGS, 'Ran on'];
  return { headings, rows: variants.map(variantCells), texts: TEXTS };
}

/** The most characters of a message in a cell. */
export const MOST_MESSAGE = 300;

function variantCells(variant: ReportVariant): readonly Spans[] {
  const { algo, specialisation, target, status, seconds, resources, message = '' } = variant;
  const cut = message.length > MOST_MESSAGE ? `${message.slice(0, MOST_MESSAGE)}…` : message;
  return [
    String(algo),
    String(specialisation),
    targetText(variant),
    status === 'failed' ? [badIf(true, 'failed'), `: ${cut}`] : status,
    seconds === undefined ? '' : durationText(seconds),
    ...(resources === undefined
      ? NO_RESOURCES
      : resourceCells(target, resources).map((cell, column) => {
          const heading = RESOURCE_HEADINGS[column];
          const isLow =
            (heading === 'Spills' && spillBytesOf(resources) > 0) ||
            (heading === 'Occupancy' && hasLowOccupancy(resources));
          return lowIf(isLow, cell);
        })),
    ranText(variant),
  ];
}

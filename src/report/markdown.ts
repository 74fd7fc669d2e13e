import { markdownCode, markdownTable, markdownText } from '../base/markdown.ts';
import { withoutEmptyColumns } from '../base/table.ts';
import { plural } from '../base/text.ts';
import { formatFigure } from '../compile/figures.ts';
import { durationText, NO_RESOURCES, RESOURCE_HEADINGS, resourceCells } from './cells.ts';
import { differenceMarkdown } from './difference/markdown.ts';
import type { Report, ReportKernel, ReportVariant } from './report.ts';
import { failedText, type ReportRow, reportRows, statusText, targetText } from './rows.ts';
import { type Cause, type Verdict, verdictOf } from './verdict.ts';

/** Says how long the Markdown may be, and where the rest is. */
interface MarkdownLimits {
  /** In UTF-8. */
  readonly bytes: number;
  /** A sentence that says where to find what is left out. */
  readonly rest: string;
  /** True if what failed, what changed and the origin are shown elsewhere. The verdict has them. */
  readonly isPart?: boolean;
}

/** The part of the bytes that the table of all kernels may take; the rest is for details. */
const TABLE_SHARE = 0.5;

/**
 * Formats a report as Markdown for GitHub: the verdict, totals, a table of kernels and targets, what
 * changed since another build, and folded details of each kernel. What does not fit into the limit is left
 * out, which the text says.
 */
export function reportMarkdown(report: Report, limits: MarkdownLimits): string {
  const rows = reportRows(report);
  const title = markdownText(`${report.package} ${report.version}`);
  const verdict = verdictText(verdictOf(report), limits.isPart !== true);
  const totals = totalsText(report, limits.isPart === true ? undefined : report.origin);
  const head = `### ${title}\n\n${verdict}${totals}\n\n`;
  const end = limits.bytes - Buffer.byteLength(`\n${limits.rest}\n`) - SPARE;
  const lines = markdownTable({ headings: HEADINGS, rows: rows.map(cellsOf) }, TEXTS);
  const table = fill(head, lines, end * TABLE_SHARE);
  const changes = limits.isPart === true ? '' : changesText(report);
  const details = fill(`${table.text}${changes}`, report.kernels.map(detailsOf), end);
  const left = [
    ...(table.left === 0 ? [] : [plural(table.left, 'row')]),
    ...(details.left === 0 ? [] : [`the details of ${plural(details.left, 'kernel')}`]),
  ];
  return left.length === 0
    ? details.text
    : `${details.text}\nLeft out, because there is no room: ${left.join(' and ')}. ${limits.rest}\n`;
}

/** Room for the sentence about what is left out. */
const SPARE = 200;

/** Totals as a sentence, with the versions. */
function totalsText({ totals, triton, ptxas, kernels }: Report, origin: Report['origin']): string {
  const { variants, built, cached, failed, seconds, cpuSeconds, savedSeconds, size } = totals;
  const parts = [
    ...(built > 0 ? [`${built} built`] : []),
    ...(cached > 0 ? [`${cached} from the store`] : []),
    ...(failed > 0 ? [`**${failed} failed**`] : []),
  ];
  const times = [
    durationText(seconds),
    ...(built > 0 ? [`${durationText(cpuSeconds)} of CPU time for compiling`] : []),
    ...(savedSeconds > 0 ? [`${durationText(savedSeconds)} saved by the store`] : []),
  ];
  const assembler =
    ptxas.length === 0 ? '' : `, ptxas ${ptxas.map((each) => markdownText(each)).join(' and ')}`;
  return `${plural(kernels.length, 'kernel')}, ${plural(variants, 'variant')}: ${parts.join(', ')}. ${times.join(', ')}. ${formatFigure(size, 'B')} of cubins. Triton ${markdownText(triton)}${assembler}.${originText(origin)}`;
}

function originText(origin: Report['origin']): string {
  if (origin === undefined) return '';
  const { time, commit, commitUrl, runUrl } = origin;
  return [
    ` Built on ${time.slice(0, 10)}`,
    ...(commit === undefined
      ? []
      : [` from commit ${linked(markdownText(commit.slice(0, 7)), commitUrl)}`]),
    ...(runUrl === undefined ? [] : [` in a ${linked('workflow run', runUrl)}`]),
    '.',
  ].join('');
}

function linked(text: string, address: string | undefined): string {
  return address === undefined ? text : `[${text}](${address})`;
}

/** The most causes in a report as Markdown. */
const MAX_CAUSES = 20;

/** A sign for each state, which people see before they read. */
const SIGNS: Readonly<Record<Verdict['state'], string>> = {
  failed: '❌ ',
  doubtful: '⚠️ ',
  passed: '✅ ',
  untested: '',
};

/** The verdict, with a line for each cause of failures if they are shown here. */
function verdictText({ state, title, notes, causes }: Verdict, hasCauses: boolean): string {
  const shown = hasCauses ? causes.slice(0, MAX_CAUSES) : [];
  const more = hasCauses ? causes.length - shown.length : 0;
  const lines = [...shown.map(causeText), ...(more > 0 ? [`- … and ${more} more\n`] : [])];
  return [
    `**${SIGNS[state]}${markdownText(title, MAX_MESSAGE)}**\n\n`,
    ...notes.map((note) => `⚠️ ${markdownText(note, MAX_MESSAGE)}.\n\n`),
    ...(lines.length === 0 ? [] : [...lines, '\n']),
  ].join('');
}

function causeText({ title, also, messages, source, command }: Cause): string {
  const at = title === '' ? '' : `${markdownCode(title)}: `;
  const rest = also.length === 0 ? '' : `; also in ${plural(also.length, 'more test')}`;
  const line =
    source?.url === undefined
      ? ''
      : ` (${linked(`${markdownText(source.file)}:${source.line}`, source.url)})`;
  const again = command === undefined ? '' : `. Run only this test: ${markdownCode(command)}`;
  return `- ${at}${markdownText(messages.join('; '), MAX_MESSAGE)}${line}${rest}${again}\n`;
}

const HEADINGS = [
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

/** The columns of text; the others have numbers. */
const TEXTS = ['Kernel', 'Target', 'Status', 'Evidence', 'Limited by'];

function cellsOf(row: ReportRow): readonly string[] {
  const { kernel, target, algos, specialisations, statuses, seconds, size, worst } = row;
  const failed = failedText(row);
  return [
    markdownCode(kernel.name),
    markdownText(target),
    String(algos),
    String(specialisations),
    statuses.failed > 0 ? `**${statusText(statuses)}**` : statusText(statuses),
    seconds === undefined ? '' : durationText(seconds),
    size === 0 ? '' : formatFigure(size, 'B'),
    worst === undefined ? '' : String(worst.registers),
    worst === undefined ? '' : formatFigure(worst.spills, 'B'),
    worst === undefined ? '' : formatFigure(worst.shared, 'B'),
    worst === undefined ? '' : rangeText(worst.occupancy),
    failed === undefined ? markdownText(row.evidence) : row.failures ? `**${failed}**` : failed,
  ];
}

/** Says what changed since another build; nothing if there was none. */
function changesText({ difference }: Report): string {
  return difference === undefined ? '' : `\n#### What changed\n\n${differenceMarkdown(difference)}`;
}

/** The details of a kernel, folded. */
function detailsOf(kernel: ReportKernel): string {
  const { name, source, line, parameters, gridParameters, grid } = kernel;
  const { settings, algos, specialisations } = kernel;
  const facts = [
    `Source: ${markdownCode(source)}, line ${line}`,
    `Signature: ${markdownCode(typed(parameters))}`,
    ...(gridParameters.length > 0
      ? [`Grid parameters: ${markdownCode(typed(gridParameters))}`]
      : []),
    `Grid: ${markdownCode(grid)}`,
    ...(settings === '' ? [] : [`All algos: ${markdownCode(settings)}`]),
    ...algos.map((text, index) => `Algo ${index}: ${markdownCode(text)}`),
    ...specialisations.map(
      (text, index) =>
        `Specialisation ${index}: ${text === '' ? 'any values' : markdownCode(text)}`,
    ),
  ];
  const rows = kernel.variants.map(detailCells);
  const table = markdownTable(withoutEmptyColumns({ headings: DETAIL_HEADINGS, rows }), TEXTS);
  return `\n<details><summary>${markdownCode(name)}: ${plural(kernel.variants.length, 'variant')}</summary>\n\n${facts.map((fact) => `- ${fact}\n`).join('')}\n${table.join('')}\n</details>\n`;
}

function typed(list: ReportKernel['parameters']): string {
  return list.map((each) => `${each.name}: ${each.type}`).join(', ');
}

const DETAIL_HEADINGS = [
  'Algo',
  'Specialisation',
  'Target',
  'Status',
  'Compile time',
  ...RESOURCE_HEADINGS,
];

function detailCells(variant: ReportVariant): readonly string[] {
  const { algo, specialisation, target, status, seconds, resources, message = '' } = variant;
  const start = [String(algo), String(specialisation), markdownText(targetText(variant))];
  return [
    ...start,
    status === 'failed' ? `**failed**: ${markdownText(message, MAX_MESSAGE)}` : status,
    seconds === undefined ? '' : durationText(seconds),
    ...(resources === undefined ? NO_RESOURCES : resourceCells(target, resources)),
  ];
}

function rangeText({ from, to }: { readonly from: number; readonly to: number }): string {
  const [least, most] = [from, to].map((share) => formatFigure(Math.round(100 * share), '%'));
  return least === most ? `${most}` : `${least} to ${most}`;
}

/** The most characters of a message in a cell. */
const MAX_MESSAGE = 300;

/** Adds parts to a text as long as there is room, and counts those that are left out. */
function fill(
  text: string,
  parts: readonly string[],
  limit: number,
): { readonly text: string; readonly left: number } {
  let length = Buffer.byteLength(text);
  const full = parts.findIndex((part) => (length += Buffer.byteLength(part)) > limit);
  const count = full === -1 ? parts.length : full;
  return { text: text + parts.slice(0, count).join(''), left: parts.length - count };
}

import { markdownCode, markdownText } from '../base/markdown.ts';
import { plural } from '../base/text.ts';
import { differenceMarkdown } from './difference/markdown.ts';
import type { Report, ReportKernel } from './report.ts';
import { reportRows } from './rows.ts';
import { linked, markdownSheet, markdownSpans } from './spans.ts';
import { kernelFacts, kernelsSheet, MOST_MESSAGE, totalsText, variantsSheet } from './tables.ts';
import { type Cause, SIGNS, type Verdict, verdictOf } from './verdict.ts';

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
  const title = markdownText(`${report.package} ${report.version}`);
  const verdict = verdictText(verdictOf(report), limits.isPart !== true);
  const totals = totalsText(report, limits.isPart === true ? undefined : report.origin);
  const head = `### ${title}\n\n${verdict}${markdownSpans(totals)}\n\n`;
  const end = limits.bytes - Buffer.byteLength(`\n${limits.rest}\n`) - SPARE;
  const lines = markdownSheet(kernelsSheet(reportRows(report)));
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

/** The most causes in a report as Markdown. */
const MAX_CAUSES = 20;

/** The verdict, with a line for each cause of failures if they are shown here. */
function verdictText({ state, title, notes, causes }: Verdict, hasCauses: boolean): string {
  const shown = hasCauses ? causes.slice(0, MAX_CAUSES) : [];
  const more = hasCauses ? causes.length - shown.length : 0;
  const lines = [...shown.map(causeText), ...(more > 0 ? [`- … and ${more} more\n`] : [])];
  return [
    `**${SIGNS[state]}${markdownText(title, MOST_MESSAGE)}**\n\n`,
    ...notes.map((note) => `⚠️ ${markdownText(note, MOST_MESSAGE)}.\n\n`),
    ...(lines.length === 0 ? [] : [...lines, '\n']),
  ].join('');
}

function causeText({ title, also, messages, source, command }: Cause): string {
  const at = title === '' ? '' : `${markdownCode(title)}: `;
  const rest = also.length === 0 ? '' : `; also in ${plural(also.length, 'more test')}`;
  const line =
    source?.url === undefined
      ? ''
      : ` (${markdownSpans(linked(`${source.file}:${source.line}`, source.url))})`;
  const again = command === undefined ? '' : `. Run only this test: ${markdownCode(command)}`;
  return `- ${at}${markdownText(messages.join('; '), MOST_MESSAGE)}${line}${rest}${again}\n`;
}

/** Says what changed since another build; nothing if there was none. */
function changesText({ difference }: Report): string {
  return difference === undefined ? '' : `\n#### What changed\n\n${differenceMarkdown(difference)}`;
}

/** The details of a kernel, folded. */
function detailsOf(kernel: ReportKernel): string {
  const facts = kernelFacts(kernel).map((fact) => `- ${markdownSpans(fact)}\n`);
  const table = markdownSheet(variantsSheet(kernel));
  return `\n<details><summary>${markdownCode(kernel.name)}: ${plural(kernel.variants.length, 'variant')}</summary>\n\n${facts.join('')}\n${table.join('')}\n</details>\n`;
}

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

import { numberedLines } from '../base/source-lines.ts';
import { plural } from '../base/text.ts';
import { differenceTables } from './difference/tables.ts';
import { comparisonNotes, headingOf } from './difference/text.ts';
import { type Html, htmlSpans, htmlTable, markup } from './html.ts';
import { benchSection, smokeSection } from './page-runs.ts';
import { reportParts } from './parts.ts';
import type { Report, ReportKernel } from './report.ts';
import { failedText, type ReportRow, reportRows } from './rows.ts';
import { kernelFacts, kernelsSheet, totalsText, variantsSheet } from './tables.ts';
import { type Cause, type ReportSource, SIGNS, type Verdict, verdictOf } from './verdict.ts';

/** Allows styles, also in attributes, and nothing else: no script, no picture, no other page. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** Returns the report as one HTML file that loads nothing and has no script. */
export function htmlReport(report: Report, style: string): string {
  const { package: name, version, origin, kernels, difference, smoke, bench } = report;
  const commit = origin?.commit === undefined ? '' : ` (${origin.commit.slice(0, 7)})`;
  const parts = reportParts.parts.map(({ section: { title, contentOf } }) =>
    section(title, contentOf(report)),
  );
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="${POLICY}">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="generator" content="${report.generator}">
        <title>${name} ${version}${commit}: report</title>
        <link rel="icon" href="data:,">
        <style>${{ html: style.replaceAll('</', String.raw`<\/`) }}</style>
      </head>
      <body>
        <main>
          <h1>${name} <small>${version}</small></h1>
          ${verdictBox(verdictOf(report))}
          <p>${htmlSpans(totalsText(report, origin))}</p>
          ${section('Kernels', kernelTable(report))}
          ${section('What changed', difference && changesOf(difference))}
          ${section('Smoke test', smoke.length === 0 ? undefined : smokeSection(smoke))}
          ${parts}
          ${section('Benchmark', bench.length === 0 ? undefined : benchSection(bench))}
          ${section('Variants', markup`${kernels.map(detailsOf)}`)}
        </main>
        <footer>Written by triton-aot ${report.generator}. <code>report.json</code> has the same data for programs.</footer>
      </body>
    </html>
`.html;
}

/** Returns a part of the page; nothing if it is empty. */
function section(title: string, content: Html | undefined): Html | undefined {
  return (
    content &&
    markup`<section>
      <h2>${title}</h2>
      ${content}
    </section>
`
  );
}

/** The most causes in the verdict; the table of the smoke test has all failures. */
const MOST_CAUSES = 10;

/** Returns the verdict, with a box for each cause of failures. */
function verdictBox({ state, title, notes, causes }: Verdict): Html {
  const left = causes.length - MOST_CAUSES;
  return markup`<section class="verdict ${state}">
    <h2>${SIGNS[state]}${title}</h2>
    ${notes.map((note) => markup`<p>${note}.</p>`)}
    ${causes.slice(0, MOST_CAUSES).map(causeBox)}
    ${left > 0 ? markup`<p>… and ${plural(left, 'more cause')}: see the tables below.</p>` : ''}
  </section>
`;
}

function causeBox({ title, also, messages, source, command }: Cause): Html {
  return markup`<div class="failure">
    ${title === '' ? '' : markup`<p><strong>${title}</strong></p>`}
    <pre class="message">${messages.join('\n')}</pre>
    ${source && sourceBox(source)}
    ${command === undefined ? '' : markup`<p>Run only this test: <code>${command}</code></p>`}
    ${also.length === 0 ? '' : markup`<p>Also in ${plural(also.length, 'more test')}.</p>`}
  </div>
`;
}

/** The lines, of which one is marked, below its place, which is a link if it has a page. */
function sourceBox(source: ReportSource): Html {
  const lines = numberedLines(source).map(({ text, isNamed }) =>
    isNamed ? markup`<mark>${text}</mark>\n` : `${text}\n`,
  );
  return markup`<p>${htmlSpans({ text: `${source.file}:${source.line}`, url: source.url })}</p>
    <pre tabindex="0">${lines}</pre>`;
}

/** The table of kernels and targets, whose names are links to their details. */
function kernelTable(report: Report): Html {
  const rows = reportRows(report);
  const linkOf = ({ kernel }: ReportRow): string => `#kernel-${report.kernels.indexOf(kernel)}`;
  return markup`${firstLook(rows)}${htmlTable('Kernels by target', kernelsSheet(rows), (row) => rows[row] && linkOf(rows[row]))}
    <p><small>Registers, spills and shared memory are the highest of all variants.</small></p>
`;
}

/** Names the row with most failed tests; without any, the one that spills most, or that with the lowest occupancy. */
function firstLook(rows: readonly ReportRow[]): Html {
  const highest = (valueOf: (row: ReportRow) => number): ReportRow | undefined => {
    const [first] = rows.toSorted((a, b) => valueOf(b) - valueOf(a));
    return first !== undefined && valueOf(first) > 0 ? first : undefined;
  };
  const wrong = highest(({ failures = 0 }) => failures);
  if (wrong !== undefined) return lookAt(wrong, failedText(wrong) ?? '');
  const spilling = highest(({ worst }) => worst?.spills ?? 0);
  if (spilling !== undefined)
    return lookAt(spilling, `each thread spills up to ${spilling.worst?.spills} B of registers`);
  const low = highest(({ worst }) => 1 - (worst?.low?.occupancy.share ?? 1));
  const { share = 1, limit } = low?.worst?.low?.occupancy ?? {};
  return low === undefined
    ? markup`<p>No kernel spills registers.</p>`
    : lookAt(low, `its occupancy is ${Math.round(100 * share)} %, limited by ${limit}`);
}

function lookAt({ kernel, target }: ReportRow, reason: string): Html {
  return markup`<p>Look first at <strong>${kernel.name}</strong> on ${target}: ${reason}.</p>`;
}

/** Says what changed since another build: a row for each kernel, and folded rows for each variant. */
function changesOf(difference: NonNullable<Report['difference']>): Html {
  const { summary, kernels, variants } = differenceTables(difference);
  const count = variants.rows.length;
  const folded = markup`<details>
      <summary>${plural(count, 'changed variant')}</summary>
      ${htmlTable('Changed variants', variants)}
    </details>
`;
  return markup`<p><strong>${summary}</strong></p>
    <p>${[headingOf(difference), ...comparisonNotes(difference)].join('; ')}.</p>
    ${kernels.rows.length === 0 ? '' : htmlTable('Changes by kernel', kernels)}
    ${count === 0 ? '' : folded}`;
}

/** A folded part for a kernel, with its interface and a table of its variants. */
function detailsOf(kernel: ReportKernel, number: number): Html {
  const { name, variants } = kernel;
  return markup`<details>
    <summary><strong>${name}</strong> <small>${plural(variants.length, 'variant')}</small></summary>
    <div id="kernel-${number}">
      <ul>
        ${kernelFacts(kernel).map((fact) => markup`<li>${htmlSpans(fact)}</li>`)}
      </ul>
      ${htmlTable(`Variants of ${name}`, variantsSheet(kernel))}
    </div>
  </details>
`;
}

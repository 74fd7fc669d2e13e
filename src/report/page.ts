import { createHash } from 'node:crypto';
import { plural } from '../base/text.ts';
import { chartOf, type Column, type Html, htmlTable, markup, textColumn } from './html.ts';
import { CHANGE_HEADINGS, changeCells, type ChangeRow, durationText, sizeText } from './cells.ts';
import { kernelDetails, kernelTable } from './page-kernels.ts';
import { benchSection, smokeSection, tuningSection } from './page-runs.ts';
import type { Report } from './report.ts';
import { type ReportRow, reportRows } from './rows.ts';

/** The script and style that every page contains. */
export interface PageCode {
  readonly script: string;
  readonly style: string;
}

/** A part of the page with a heading. */
interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
}

/**
 * Returns the report as one HTML file that loads nothing. All tables are in the text. The script
 * sorts and filters them and draws charts from them.
 */
export function htmlReport(report: Report, code: PageCode): string {
  const script = code.script.replaceAll(/<(?=\/script|!--|script)/gi, String.raw`\x3C`);
  const style = code.style.replaceAll('</', String.raw`<\/`);
  const hash = createHash('sha256').update(script).digest('base64');
  // Charts have style elements and attributes, so styles cannot be limited to a hash.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const rows = reportRows(report);
  const sections = sectionsOf(report, rows);
  const { package: name, version } = report;
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="${policy}">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="generator" content="${report.generator}">
        <title>${name} ${version}: report</title>
        <link rel="icon" href="data:,">
        <style>${{ html: style }}</style>
      </head>
      <body>
        <a class="skip" href="#kernels">Skip to the kernels</a>
        ${headerOf(report, sections)}
        <main>
          ${errorsOf(report)}${filterOf(rows)}${sections.map(
            ({ id, title, content }) =>
              markup`<section id="${id}" aria-labelledby="${id}-title">
                <h2 id="${id}-title">${title}</h2>
                ${content}
              </section>
`,
          )}
        </main>
        <footer>Written by triton-aot ${report.generator}. The same as data: <code>report.json</code>.</footer>
        <script>${{ html: script }}</script>
      </body>
    </html>
`.html;
}

/** The sections in their order. A section without data says how to get it. */
function sectionsOf(report: Report, rows: readonly ReportRow[]): readonly PageSection[] {
  return [
    {
      id: 'kernels',
      title: 'Kernels',
      content: kernelTable(rows),
    },
    { id: 'changes', title: 'What changed', content: differenceSection(report) },
    {
      id: 'cost',
      title: 'Size and compile time',
      content: markup`${chartOf('size', 'kernels', 'KiB of all cubins, by kernel and target')}${chartOf('seconds', 'kernels', 'Seconds of CPU time to compile, by kernel and target')}`,
    },
    { id: 'variants', title: 'Variants', content: kernelDetails(report) },
    { id: 'smoke', title: 'Smoke test', content: smokeSection(report) },
    { id: 'tuning', title: 'Tuning', content: tuningSection(report) },
    { id: 'bench', title: 'Benchmark', content: benchSection(report) },
  ];
}

function headerOf(report: Report, sections: readonly PageSection[]): Html {
  const { totals, triton, ptxas } = report;
  const tiles: readonly (readonly [string, string, string])[] = [
    [
      'Variants',
      String(totals.variants),
      `${plural(report.kernels.length, 'kernel')}, ${plural(targetCount(report), 'target')}`,
    ],
    [
      'Compiled',
      String(totals.built),
      totals.failed === 0 ? `${totals.cached} from the store` : `${totals.failed} failed`,
    ],
    ['Build', durationText(totals.seconds), `${durationText(totals.cpuSeconds)} of CPU time`],
    // Not known of what was stored long ago.
    ...(totals.savedSeconds > 0
      ? [['Saved by the store', durationText(totals.savedSeconds), 'of CPU time'] as const]
      : []),
    ['Size', sizeText(totals.size), 'all cubins'],
    ...smokeTile(report),
  ];
  return markup`<header>
    <h1>${report.package} <span class="version">${report.version}</span></h1>
    <p class="made">Triton ${triton}${ptxas.length === 0 ? '' : `, ptxas ${ptxas.join(', ')}`}</p>
    <dl class="totals">
      ${tiles.map(
        ([title, value, note]) =>
          markup`<div>
            <dt>${title}</dt>
            <dd>${value} <small>${note}</small></dd>
          </div>
`,
      )}
    </dl>
    <nav aria-label="Sections">
      ${sections.map(({ id, title }) => markup`<a href="#${id}">${title}</a> `)}
    </nav>
  </header>`;
}

function smokeTile({ smoke }: Report): readonly (readonly [string, string, string])[] {
  if (smoke.length === 0) return [['Smoke test', 'not run', 'no GPU was used']];
  const passed = smoke.reduce((sum, each) => sum + each.passed, 0);
  const failed = smoke.reduce((sum, each) => sum + each.failed, 0);
  const on = smoke.length === 1 ? `on ${smoke[0]?.device.name}` : `on ${smoke.length} GPUs`;
  return [['Smoke test', failed === 0 ? 'passed' : `${failed} failed`, `${passed} passed, ${on}`]];
}

function targetCount({ kernels }: Report): number {
  return new Set(kernels.flatMap(({ targets }) => targets)).size;
}

function errorsOf({ errors }: Report): Html {
  if (errors.length === 0) return markup``;
  return markup`<section class="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">${errors.length === 1 ? 'An error' : `${errors.length} errors`}</h2>
    ${errors.map(
      ({ message, place }) =>
        markup`<div>
          ${place === undefined ? '' : markup`<p><code>${place}</code></p>`}
          <pre tabindex="0">${message}</pre>
        </div>
`,
    )}
  </section>
`;
}

/** The script shows the form. */
function filterOf(rows: readonly ReportRow[]): Html {
  const targets = [...new Set(rows.map(({ target }) => target))];
  return markup`<form class="filter" role="search" aria-label="Filter the tables" hidden>
    <label>Kernel <input type="search" name="kernel" autocomplete="off" spellcheck="false" placeholder="part of a name"></label>
    <label>Target <select name="target"><option value="">all</option>${targets.map(optionOf)}</select></label>
    <label>Status <select name="status"><option value="">all</option>${['built', 'cached', 'failed'].map(optionOf)}</select></label>
    <output></output>
  </form>
`;
}

function optionOf(value: string): Html {
  return markup`<option>${value}</option>`;
}

const CHANGE_COLUMNS: readonly Column<ChangeRow>[] = CHANGE_HEADINGS.map((heading, index) =>
  textColumn(heading.toLowerCase(), heading, (row) => changeCells(row)[index] ?? ''),
);

/** Returns the changes since another build: a row for each variant, the worst first. */
function differenceSection({ difference }: Report): Html {
  if (difference === undefined)
    return markup`<p class="empty">
      This build was not compared with another. <code>triton-aot build --baseline FOLDER</code>
      compares it with a package.
    </p>
`;
  const { heading, counts, rows } = difference;
  const table = rows.length === 0 ? '' : htmlTable('changes', 'What changed', CHANGE_COLUMNS, rows);
  return markup`<p>${heading}. ${counts}.</p>${table}`;
}

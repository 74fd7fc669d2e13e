import { createHash } from 'node:crypto';
import { plural } from '../base/text.ts';
import { chartOf, type Html, type HtmlContent, markup } from './html.ts';
import { durationText, sizeText } from './cells.ts';
import { changesSection } from './page-changes.ts';
import { kernelDetails, kernelTable } from './page-kernels.ts';
import { benchSection, smokeSection } from './page-runs.ts';
import { type Measurable, reportParts } from './parts.ts';
import type { Report } from './report.ts';
import { type ReportRow, reportRows, statusText } from './rows.ts';
import { verdictBox } from './page-verdict.ts';
import { verdictOf } from './verdict.ts';

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
  const { package: name, version, origin } = report;
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="${policy}">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="generator" content="${report.generator}">
        <title>${name} ${version}${origin?.commit === undefined ? '' : ` (${origin.commit.slice(0, 7)})`}: report</title>
        <link rel="icon" href="data:,">
        <style>${{ html: style }}</style>
      </head>
      <body>
        <a class="skip" href="#kernels">Skip to the kernels</a>
        ${headerOf(report, sections)}
        <main>
          ${filterOf(rows)}${sections.map(
            ({ id, title, content }) =>
              markup`<section id="${id}" aria-labelledby="${id}-title">
                <h2 id="${id}-title">${title}</h2>
                ${content}
              </section>
`,
          )}
        </main>
        <footer>Written by triton-aot ${report.generator}. <code>report.json</code> has the same data for programs.</footer>
        <script>${{ html: script }}</script>
      </body>
    </html>
`.html;
}

/** With fewer kernels, the table of kernels says the same as charts of it. */
const FEWEST_CHARTED = 3;

/** Returns the sections with data, and what was not measured. */
function sectionsOf(report: Report, rows: readonly ReportRow[]): readonly PageSection[] {
  const { kernels, difference, smoke, bench } = report;
  const missing = missingMeasurements(report);
  const all: readonly (Omit<PageSection, 'content'> & { content: Html | false | undefined })[] = [
    { id: 'kernels', title: 'Kernels', content: kernelTable(rows) },
    { id: 'changes', title: 'What changed', content: difference && changesSection(difference) },
    {
      id: 'cost',
      title: 'Size and compile time',
      content:
        kernels.length >= FEWEST_CHARTED &&
        markup`${chartOf('size', 'kernels', 'KiB of all cubins, by kernel and target')}${chartOf('seconds', 'kernels', 'Seconds of CPU time to compile, by kernel and target')}`,
    },
    { id: 'variants', title: 'Variants', content: kernelDetails(report) },
    { id: 'smoke', title: 'Smoke test', content: smoke.length > 0 && smokeSection(report) },
    ...reportParts.parts.map(({ section: { id, title, contentOf } }) => ({
      id,
      title,
      content: contentOf(report),
    })),
    { id: 'bench', title: 'Benchmark', content: bench.length > 0 && benchSection(report) },
    {
      id: 'missing',
      title: 'Not measured yet',
      content: missing.length > 0 && missingSection(missing),
    },
  ];
  return all.flatMap(({ content, ...rest }) => (content ? [{ ...rest, content }] : []));
}

/** Returns what can still be measured, and how. Without a package, there is nothing to measure. */
function missingMeasurements(report: Report): readonly Measurable[] {
  const { difference, smoke, bench, errors } = report;
  if (errors.length > 0) return [];
  const all = [
    {
      title: 'Smoke test',
      isMissing: smoke.length === 0,
      command: 'triton-aot smoke --package aot --report FOLDER',
      effect: 'runs each case on a GPU and checks its outputs. --emulate needs no GPU.',
    },
    ...reportParts.parts.flatMap(({ missingIn }) => {
      const missing = missingIn(report);
      return missing === undefined ? [] : [{ ...missing, isMissing: true }];
    }),
    {
      title: 'Benchmark',
      isMissing: bench.length === 0,
      command: 'triton-aot bench --package aot --jit --report FOLDER',
      effect: "compares the kernels with Triton's JIT and PyTorch.",
    },
    {
      title: 'What changed',
      isMissing: difference === undefined,
      command: 'triton-aot build --baseline PACKAGE',
      effect: 'compares the build with another package.',
    },
  ];
  return all.filter(({ isMissing }) => isMissing);
}

function missingSection(missing: readonly Measurable[]): Html {
  return markup`<dl class="missing">
      ${missing.map(
        ({ title, command, effect }) =>
          markup`<div>
            <dt>${title}</dt>
            <dd><code>${command}</code> ${effect}</dd>
          </div>
`,
      )}
    </dl>
    <p class="note">FOLDER is the folder of this page.</p>
`;
}

function headerOf(report: Report, sections: readonly PageSection[]): Html {
  const { totals, triton, ptxas } = report;
  const { built, cached, failed } = totals;
  const tiles: readonly (readonly [string, string, string])[] = [
    ['Kernels', String(report.kernels.length), `for ${plural(targetCount(report), 'target')}`],
    ['Variants', String(totals.variants), statusText({ built, cached, failed })],
    ['Build time', durationText(totals.seconds), cpuTimeText(totals)],
    ['Size', sizeText(totals.size), 'all cubins'],
  ];
  return markup`<header>
    <h1>${report.package} <span class="version">${report.version}</span></h1>
    <p class="made">${originLine(report)}Triton ${triton}${ptxas.length === 0 ? '' : `, ptxas ${ptxas.join(', ')}`}</p>
    ${verdictBox(verdictOf(report))}
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

/** Returns when the package was built and from what, for the line with the versions. */
function originLine({ origin }: Report): HtmlContent {
  if (origin === undefined) return '';
  const { time, commit, commitUrl, runUrl } = origin;
  const short = commit && markup`<code>${commit.slice(0, 7)}</code>`;
  return [
    ...(short === undefined || short === '' ? [] : [markup`Commit ${linked(commitUrl, short)} · `]),
    ...(runUrl === undefined ? [] : [markup`${linked(runUrl, markup`workflow run`)} · `]),
    markup`<time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time> · `,
  ];
}

function linked(address: string | undefined, text: Html): Html {
  return address === undefined ? text : markup`<a href="${address}">${text}</a>`;
}

/** The CPU time of compiles, and what the store saved, which is not known of what was stored long ago. */
function cpuTimeText({ cpuSeconds, savedSeconds }: Report['totals']): string {
  const saved = savedSeconds > 0 ? `; the store saved ${durationText(savedSeconds)}` : '';
  return `${durationText(cpuSeconds)} of CPU time to compile${saved}`;
}

function targetCount({ kernels }: Report): number {
  return new Set(kernels.flatMap(({ targets }) => targets)).size;
}

/** A table with fewer rows needs no filter. */
const FEWEST_FILTERED = 8;

/** The script shows the form. */
function filterOf(rows: readonly ReportRow[]): Html {
  if (rows.length < FEWEST_FILTERED) return markup``;
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

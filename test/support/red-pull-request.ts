// Draws what GitHub's page shows of a pull request that is red: its failed checks, and the changed lines with the annotation.

import { join } from 'node:path';
import { ROOT } from './command.ts';

/** README's picture. */
export const PICTURE = join(ROOT, 'docs/images/red-pull-request.svg');

/** What the run of the pull request said. */
export interface RedPullRequest {
  /** The names of the failed checks, as GitHub lists them. */
  readonly checks: readonly string[];
  /** The job that made the annotation. */
  readonly job: string;
  readonly file: string;
  /** The file before and after the change, which replaces one line. */
  readonly before: string;
  readonly after: string;
  readonly annotation: { readonly line: number; readonly text: string };
}

const WIDTH = 880;
/** The height of a line of code. */
const LINE = 20;
/** How many characters of the annotation fit into its box. */
const COLUMNS = 108;
/** How many lines of the file are shown before the change, and after it. */
const CONTEXT = { before: 2, after: 1 };

const STYLE = `
    text { font: 13px -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; fill: #1f2328; }
    .code { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; white-space: pre; }
    .bold { font-weight: 600; }
    .muted { fill: #59636e; }
    .failed { fill: #d1242f; }
    .box { fill: #ffffff; stroke: #d1d9e0; }
    .head { fill: #f6f8fa; }
    .removed { fill: #ffebe9; }
    .added { fill: #dafbe1; }
    .mark { fill: none; stroke: #ffffff; stroke-width: 1.6; stroke-linecap: round; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; }
      .muted { fill: #9198a1; }
      .failed { fill: #f85149; }
      .box { fill: #0d1117; stroke: #3d444d; }
      .head { fill: #151b23; }
      .removed { fill: #301b1e; }
      .added { fill: #12261e; }
    }`;

/** Returns the drawing as SVG, for pages that are light or dark. */
export function drawRedPullRequest(request: RedPullRequest): string {
  const checks = checksBox(request);
  const diff = diffBox(request, checks.height + 16);
  const height = checks.height + 16 + diff.height;
  const title = `A pull request whose change of ${request.file} fails the check ${request.checks[0]}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height + 2}" viewBox="-1 -1 ${WIDTH + 2} ${height + 2}" role="img">
  <title>${escape(title)}</title>
  <style>${STYLE}
  </style>
${[...checks.parts, ...diff.parts].map((part) => `  ${part}`).join('\n')}
</svg>
`;
}

interface Box {
  readonly height: number;
  readonly parts: readonly string[];
}

function checksBox({ checks }: RedPullRequest): Box {
  const height = 60 + checks.length * 28 + 8;
  const rows = checks.flatMap((name, index) => {
    const y = 60 + index * 28 + 18;
    return [cross(32, y - 5, 7), text(50, y, name), text(WIDTH - 70, y, 'Failing', 'muted')];
  });
  return {
    height,
    parts: [
      rectangle(0, height, 'box'),
      cross(28, 28, 12),
      text(50, 26, 'Some checks were not successful', 'bold'),
      text(50, 44, `${checks.length} failing checks`, 'muted'),
      ...rows,
    ],
  };
}

function diffBox({ job, file, before, after, annotation }: RedPullRequest, top: number): Box {
  const old = before.split('\n');
  const lines = after.split('\n');
  const changed = lines.findIndex((line, index) => line !== old[index]);
  const shown: readonly (readonly [string, string, string])[] = [
    ...context(lines, changed - CONTEXT.before, changed),
    [`${changed + 1}`, `-${old[changed]}`, 'removed'],
    [`${changed + 1}`, `+${lines[changed]}`, 'added'],
    ...context(lines, changed + 1, changed + 1 + CONTEXT.after),
  ];
  const message = annotation.text.split('\n').flatMap((line) => wrapped(line));
  const parts = [
    bar(top, 36, 'head'),
    text(16, top + 23, file, 'code bold'),
    text(WIDTH - 80, top + 23, '+1 −1', 'code muted'),
  ];
  let y = top + 36 + 6;
  for (const [number, code, kind] of shown) {
    if (kind !== '') parts.push(bar(y, LINE, kind));
    parts.push(text(16, y + 14, number, 'code muted'), text(60, y + 14, code, 'code'));
    y += LINE;
    if (kind !== 'added') continue;
    const height = 66 + message.length * 17;
    parts.push(
      rectangle(y + 6, height, 'box', 40),
      cross(62, y + 27, 8),
      text(80, y + 31, `Check failure on line ${annotation.line} in ${file}`, 'bold'),
      text(80, y + 51, `GitHub Actions / ${job}`, 'muted'),
      ...message.map((line, index) => text(56, y + 74 + index * 17, line, 'code')),
    );
    y += height + 12;
  }
  return { height: y + 6 - top, parts: [rectangle(top, y + 6 - top, 'box'), ...parts] };
}

function context(lines: readonly string[], from: number, to: number): [string, string, string][] {
  return lines.slice(from, to).map((line, index) => [`${from + index + 1}`, ` ${line}`, '']);
}

/** Breaks a line at its spaces. */
function wrapped(line: string): string[] {
  const rows = [''];
  for (const word of line.split(' ')) {
    const row = rows.at(-1) ?? '';
    if (row !== '' && row.length + word.length >= COLUMNS) rows.push(word);
    else rows[rows.length - 1] = row === '' ? word : `${row} ${word}`;
  }
  return rows;
}

const rectangle = (y: number, height: number, kind: string, inset = 0): string =>
  `<rect class="${kind}" x="${inset}" y="${y}" width="${WIDTH - 2 * inset}" height="${height}" rx="6"/>`;

const bar = (y: number, height: number, kind: string): string =>
  `<rect class="${kind}" x="1" y="${y + 1}" width="${WIDTH - 2}" height="${height - 1}"/>`;

const text = (x: number, y: number, content: string, kind = ''): string =>
  `<text x="${x}" y="${y}"${kind === '' ? '' : ` class="${kind}"`} xml:space="preserve">${escape(content)}</text>`;

/** The sign of a failure: a cross in a disc. */
const cross = (x: number, y: number, radius: number): string => {
  const arm = Math.round(radius * 4) / 10;
  const [left, top, size] = [x - arm, y - arm, 2 * arm].map((value) => value.toFixed(1));
  const path = `M${left} ${top}l${size} ${size}m0 -${size}l-${size} ${size}`;
  return `<circle class="failed" cx="${x}" cy="${y}" r="${radius}"/><path class="mark" d="${path}"/>`;
};

const escape = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

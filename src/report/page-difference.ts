import { type Html, markup } from './html.ts';
import { htmlTable } from './html-table.ts';
import type { Report } from './report.ts';

const CHANGES: Readonly<
  Record<NonNullable<Report['difference']>['rows'][number]['change'], string>
> = {
  code: 'code',
  metadata: 'metadata only',
  unknown: 'not known',
  added: 'added',
  removed: 'removed',
};

/** Returns what changed since another build: a row for each variant, the worst first. */
export function differenceSection({ difference }: Report): Html {
  if (difference === undefined)
    return markup`<p class="empty">
      This build was not compared with another. <code>triton-aot build --baseline FOLDER</code>
      compares it with a package.
    </p>
`;
  const { heading, counts, rows } = difference;
  const columns = [
    { key: 'kernel', title: 'Kernel', kind: 'text' },
    { key: 'target', title: 'Target', kind: 'text' },
    { key: 'variant', title: 'Variant', kind: 'text' },
    { key: 'change', title: 'Change', kind: 'text' },
    { key: 'what', title: 'What', kind: 'text' },
  ] as const;
  const cells = rows.map(({ kernel, target, variant, change, what }) =>
    [kernel, target, variant, CHANGES[change], what].map((content) => ({ content })),
  );
  const table = rows.length === 0 ? '' : htmlTable('changes', 'What changed', columns, cells);
  return markup`<p>${heading}. ${counts}.</p>${table}`;
}

import { type CountsByWidth, widthTexts } from '../compile/cubin/instructions.ts';
import { type Resources, sharedOf, spillBytesOf } from '../compile/cubin/resources.ts';
import { plural } from '../base/text.ts';
import { launchLimits, parseTarget } from '../manifest/terms/target.ts';
import {
  breakable,
  bytesCell,
  type Column,
  type Html,
  type HtmlContent,
  htmlTable,
  markup,
  numberColumn,
  textColumn,
} from './html.ts';
import { kibibytes, secondsText, sizeText, UNKNOWN } from './cells.ts';
import type { Report, ReportKernel, ReportVariant } from './report.ts';
import {
  cubinBytes,
  failedText,
  hasLowOccupancy,
  ranText,
  type ReportRow,
  statusText,
  targetText,
} from './rows.ts';

/** A thread has no more registers. Source: CUDA C++ Programming Guide, "Technical Specifications". */
const REGISTER_LIMIT = 255;

/** The share of the registers that a thread can have; on GPUs of other vendors it can have more. */
function registerShare(target: string, registers: number | undefined): number | undefined {
  const isNvidia = (parseTarget(target)?.backend ?? 'cuda') === 'cuda';
  return registers === undefined || !isNvidia ? undefined : registers / REGISTER_LIMIT;
}

const KERNEL_COLUMNS: readonly Column<ReportRow>[] = [
  textColumn(
    'kernel',
    'Kernel',
    ({ kernel, number }) => markup`<a href="#kernel-${number}">${breakable(kernel.name)}</a>`,
  ),
  textColumn('target', 'Target', ({ target }) => target),
  numberColumn('registers', 'Registers|of 255', ({ worst }) => worst?.registers, {
    share: ({ target, worst }) => registerShare(target, worst?.registers),
  }),
  numberColumn('spills', 'Spills|B', ({ worst }) => worst?.spills, {
    mark: ({ worst }) => ((worst?.spills ?? 0) > 0 ? 'bad' : undefined),
  }),
  numberColumn('occupancy', 'Occupancy|%', ({ worst }) => worst && rangeText(worst.occupancy), {
    share: ({ worst }) => worst?.occupancy.from,
    mark: ({ worst }) => (worst?.low === undefined ? undefined : 'low'),
  }),
  numberColumn('shared', 'Shared|memory', ({ worst }) => worst && bytesCell(worst.shared), {
    share: ({ worst, target }) => sharedShare(target, worst?.shared),
  }),
  numberColumn('size', 'Size|KiB, all', ({ worst, size }) => worst && kibibytes(size)),
  numberColumn('seconds', 'Compile time|CPU s, all', ({ seconds }) => secondsText(seconds)),
  textColumn('status', 'Status|variants', ({ statuses }) => statusText(statuses), {
    mark: ({ statuses }) => (statuses.failed > 0 ? 'bad' : undefined),
  }),
  textColumn('evidence', 'Evidence', shortEvidence, {
    mark: ({ failures }) => (failures ? 'bad' : undefined),
  }),
];

/** Returns the table with a row for each kernel and target, and which one to look at first. */
export function kernelTable(rows: readonly ReportRow[]): Html {
  const table = htmlTable(
    'kernels',
    'Kernels by target: what their variants take',
    KERNEL_COLUMNS,
    rows,
  );
  return markup`${firstLook(rows)}${table}<p class="note">Registers, spills, occupancy and shared memory are the worst of all variants.</p>
`;
}

/** Names the row with most failed tests; without any, the one that spills most, or that with the lowest occupancy. */
function firstLook(rows: readonly ReportRow[]): Html {
  const [wrong] = rows.toSorted((a, b) => (b.failures ?? 0) - (a.failures ?? 0));
  if (wrong?.failures)
    return markup`<p>${lookAt(wrong)}: <strong class="bad">${failedText(wrong)}</strong>.</p>`;
  const compiled = rows.filter(({ worst }) => worst !== undefined);
  const [most] = compiled.toSorted((a, b) => spillsOf(b) - spillsOf(a));
  if (most === undefined) return markup``;
  if (spillsOf(most) > 0)
    return markup`<p>${lookAt(most)}: each thread spills up to ${spillsOf(most)} B of registers to memory.</p>`;
  const [lowest] = compiled
    .flatMap((row) => (row.worst?.low === undefined ? [] : [{ row, ...row.worst.low.occupancy }]))
    .toSorted((a, b) => a.share - b.share);
  return lowest === undefined
    ? markup`<p>No kernel spills registers.</p>`
    : markup`<p>${lookAt(lowest.row)}: no kernel spills registers, but its occupancy is ${Math.round(100 * lowest.share)} %, limited by ${lowest.limit}.</p>`;
}

function lookAt({ kernel, number, target }: ReportRow): Html {
  return markup`Look first at <a href="#kernel-${number}">${kernel.name}</a> on ${target}`;
}

function spillsOf({ worst }: ReportRow): number {
  return worst?.spills ?? 0;
}

/** Without the names of GPUs, which the sections of measurements have. */
function shortEvidence(row: ReportRow): string {
  const { variants, evidence, ran, proofs } = row;
  const failed = failedText(row);
  if (failed !== undefined) return failed;
  if (evidence === '') return UNKNOWN;
  const emulated = variants.filter((variant) => variant.emulated !== undefined).length;
  const shareOf = (count: number, what: string): string =>
    count === variants.length ? what : `${count} of ${variants.length} ${what}`;
  const parts = [
    ...(ran === 0 && emulated > 0 ? [shareOf(emulated, 'emulated')] : []),
    ...(ran === 0 ? [] : [shareOf(ran, 'ran')]),
    ...proofs,
  ];
  return parts.length === 0 ? 'ABI-checked' : parts.join(', ');
}

/** Returns the share of the shared memory that a block can have. */
function sharedShare(targetName: string, bytes: number | undefined): number | undefined {
  const target = parseTarget(targetName);
  return target && bytes !== undefined ? bytes / launchLimits(target).sharedBytes : undefined;
}

function rangeText(range: { readonly from: number; readonly to: number }): string {
  const [from, to] = [Math.round(100 * range.from), Math.round(100 * range.to)];
  return from === to ? String(to) : `${from}–${to}`;
}

/** Returns a folded part for each kernel, with its interface and a table of its variants. */
export function kernelDetails({ kernels }: Report): Html {
  return markup`${kernels.map(
    (kernel, number) =>
      markup`<details class="kernel" data-kernel="${kernel.name}">
        <summary>
          <h3>${kernel.name}</h3>
          <span class="note">${kernelNote(kernel)}</span>
        </summary>
        <div class="body" id="kernel-${number}">
          ${interfaceOf(kernel)}${failuresOf(kernel)}${variantTable(kernel)}
        </div>
      </details>
`,
  )}`;
}

function kernelNote({ variants }: ReportKernel): string {
  const compiled = variants.flatMap(({ resources }) => resources ?? []);
  const failed = variants.length - compiled.length;
  const spilling = compiled.filter((each) => spillBytesOf(each) > 0).length;
  return [
    plural(variants.length, 'variant'),
    sizeText(cubinBytes(variants)),
    ...(spilling === 0 ? [] : [`${spilling} with spills`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ].join(', ');
}

function interfaceOf(kernel: ReportKernel): Html {
  const { parameters, gridParameters, settings, algos, specialisations } = kernel;
  const entries: readonly (readonly [string, HtmlContent])[] = [
    ['Source', markup`<code>${kernel.source}</code>, line ${kernel.line}`],
    ['Parameters', markup`<code>${parameters.map(typedName).join(', ')}</code>`],
    ...(gridParameters.length === 0
      ? []
      : [
          [
            'Grid parameters',
            markup`<code>${gridParameters.map(typedName).join(', ')}</code>`,
          ] as const,
        ]),
    ['Grid', markup`<code>${kernel.grid}</code>`],
    ...(settings === '' ? [] : [['All algos', markup`<code>${settings}</code>`] as const]),
    ['Algos', numbered(algos, 'no constants and options')],
    ['Specialisations', numbered(specialisations, 'any values')],
  ];
  return markup`<dl class="interface">
    ${entries.map(
      ([title, content]) =>
        markup`<div>
          <dt>${title}</dt>
          <dd>${content}</dd>
        </div>
`,
    )}
  </dl>
`;
}

function typedName({ name, type }: ReportKernel['parameters'][number]): string {
  return `${name}: ${type}`;
}

/** A list that counts from 0, as algos and specialisations do. */
function numbered(items: readonly string[], ofEmpty: string): Html {
  return markup`<ol start="0">
    ${items.map((item) => markup`<li>${item === '' ? ofEmpty : markup`<code>${item}</code>`}</li>`)}
  </ol>`;
}

function failuresOf({ variants }: ReportKernel): readonly Html[] {
  const byMessage = new Map<string, ReportVariant[]>();
  for (const variant of variants) {
    const { message } = variant;
    if (message !== undefined) byMessage.set(message, [...(byMessage.get(message) ?? []), variant]);
  }
  return [...byMessage].map(
    ([message, [first, ...more]]) =>
      markup`<div class="failure">
        <p>
          <strong>Failed:</strong> algo ${first?.algo}, specialisation ${first?.specialisation},
          ${first?.target}${more.length === 0 ? '' : ` and ${plural(more.length, 'other variant')}`}
        </p>
        <pre tabindex="0">${message}</pre>
      </div>
`,
  );
}

const VARIANT_COLUMNS: readonly Column<ReportVariant>[] = [
  numberColumn('algo', 'Algo', ({ algo }) => algo),
  numberColumn('specialisation', 'Specialisation', ({ specialisation }) => specialisation),
  textColumn('target', 'Target', targetText),
  numberColumn('registers', 'Registers|of 255', ({ resources }) => resources?.registers, {
    share: ({ target, resources }) => registerShare(target, resources?.registers),
  }),
  numberColumn('spills', 'Spills|B', ({ resources }) => resources && spillBytesOf(resources), {
    mark: ({ resources }) => (resources && spillBytesOf(resources) > 0 ? 'bad' : undefined),
  }),
  numberColumn(
    'occupancy',
    'Occupancy|%, limited by',
    ({ resources }) => resources && occupancyCell(resources),
    {
      share: ({ resources }) => resources?.occupancy.share,
      mark: ({ resources }) => (resources && hasLowOccupancy(resources) ? 'low' : undefined),
    },
  ),
  numberColumn(
    'shared',
    'Shared|memory',
    ({ target, resources }) => resources && bytesCell(sharedOf(target, resources)),
    {
      share: ({ target, resources }) =>
        sharedShare(target, resources && sharedOf(target, resources)),
    },
  ),
  numberColumn('warps', 'Warps|of a block', ({ resources }) => resources?.warps),
  numberColumn('stack', 'Stack|B', ({ resources }) => resources?.stack || undefined),
  numberColumn(
    'tensor',
    'Tensor cores|instructions',
    ({ resources }) => resources?.instructions?.tensorCore || undefined,
  ),
  numberColumn(
    'copies',
    'Async copies|instructions',
    ({ resources }) => copiesOf(resources?.instructions) || undefined,
  ),
  textColumn(
    'loads',
    'Global loads|number × bytes',
    ({ resources }) => resources && widths(resources.instructions?.globalLoads ?? {}),
  ),
  textColumn(
    'stores',
    'Global stores|number × bytes',
    ({ resources }) => resources && widths(resources.instructions?.globalStores ?? {}),
  ),
  numberColumn('size', 'Size|KiB', ({ resources }) => kibibytes(resources?.size)),
  numberColumn('seconds', 'Compile time|CPU s', ({ seconds }) => secondsText(seconds)),
  textColumn('status', 'Status', ({ status }) => status, {
    mark: ({ status }) => (status === 'failed' ? 'bad' : undefined),
  }),
  textColumn('ran', 'Ran on', (variant) => ranText(variant) || undefined),
];

function variantTable({ name, variants }: ReportKernel): Html {
  return htmlTable('variants', `Variants of ${name}`, VARIANT_COLUMNS, variants);
}

function occupancyCell({ occupancy: { share, limit } }: Resources): Html {
  return markup`${Math.round(100 * share)} <small>${limit}</small>`;
}

function copiesOf(instructions: Resources['instructions']): number | undefined {
  if (instructions === undefined) return undefined;
  const { asyncCopies, bulkCopies } = instructions;
  return Object.values(asyncCopies).reduce((sum, count) => sum + count, bulkCopies);
}

/** Formats as `4 × 16, 2 × 4`: the widest accesses first. */
function widths(counts: CountsByWidth): string {
  return widthTexts(counts, '').join(', ') || UNKNOWN;
}

import { type CountsByWidth, widthTexts } from '../compile/cubin/instructions.ts';
import { type Resources, sharedOf } from '../compile/cubin/resources.ts';
import { plural } from '../base/text.ts';
import { launchLimits, parseTarget } from '../manifest/terms/target.ts';
import {
  type Html,
  type HtmlCell,
  type HtmlColumn,
  type HtmlContent,
  type HtmlRow,
  htmlTable,
  markup,
} from './html.ts';
import { kibibytes, secondsText, sizeText, UNKNOWN } from './cells.ts';
import type { Report, ReportKernel, ReportVariant } from './report.ts';
import { cubinBytes, ranText, type ReportRow, statusText, targetText } from './rows.ts';

const KERNEL_COLUMNS: readonly HtmlColumn[] = [
  { key: 'kernel', title: 'Kernel', kind: 'text' },
  { key: 'target', title: 'Target', kind: 'text' },
  { key: 'status', title: 'Status', unit: 'variants', kind: 'text' },
  { key: 'variants', title: 'Variants', unit: 'algos × spec.', kind: 'number' },
  { key: 'size', title: 'Size', unit: 'KiB, all', kind: 'number' },
  { key: 'seconds', title: 'Compile', unit: 's of CPU', kind: 'number' },
  { key: 'registers', title: 'Registers', unit: 'most, of 255', kind: 'number' },
  { key: 'spills', title: 'Spills', unit: 'B, most', kind: 'number' },
  { key: 'shared', title: 'Shared memory', unit: 'KiB, most', kind: 'number' },
  { key: 'occupancy', title: 'Occupancy', unit: '% of warps', kind: 'number' },
  { key: 'evidence', title: 'Evidence', kind: 'text' },
];

/** Returns the table with a row for each kernel and target. */
export function kernelTable({ kernels }: Report, rows: readonly ReportRow[]): Html {
  const numbers = new Map(kernels.map((kernel, number) => [kernel, number]));
  return htmlTable(
    'kernels',
    'Kernels by target: what their variants take',
    KERNEL_COLUMNS,
    rows.map((row) => kernelRow(row, numbers.get(row.kernel) ?? 0)),
  );
}

function kernelRow(row: ReportRow, number: number): HtmlRow {
  const { kernel, target, algos, specialisations, statuses, seconds, size, worst } = row;
  return [
    { content: markup`<a href="#kernel-${number}">${kernel.name}</a>` },
    { content: target },
    { content: statusText(statuses), isBad: statuses.failed > 0 },
    { content: `${algos} × ${specialisations}` },
    { content: kibibytes(worst === undefined ? undefined : size) },
    { content: secondsText(seconds) },
    registersCell(worst?.registers),
    spillsCell(worst?.spills),
    sharedCell(target, worst?.shared),
    occupancyCell(worst?.occupancy),
    { content: shortEvidence(row) },
  ];
}

/** Without the names of GPUs, which the sections of measurements have. */
function shortEvidence({ variants, evidence, ran, isTuned }: ReportRow): string {
  if (evidence === '') return UNKNOWN;
  const parts = [
    ...(ran === 0 ? [] : [ran === variants.length ? 'ran' : `${ran} of ${variants.length} ran`]),
    ...(isTuned ? ['tuned'] : []),
  ];
  return parts.length === 0 ? 'ABI-checked' : parts.join(', ');
}

/** A thread has no more registers. Source: CUDA C++ Programming Guide, "Technical Specifications". */
const REGISTER_LIMIT = 255;

function registersCell(registers: number | undefined): HtmlCell {
  if (registers === undefined) return { content: UNKNOWN };
  return { content: registers, share: registers / REGISTER_LIMIT };
}

function spillsCell(bytes: number | undefined): HtmlCell {
  return { content: bytes ?? UNKNOWN, isBad: (bytes ?? 0) > 0 };
}

function sharedCell(targetName: string, bytes: number | undefined): HtmlCell {
  if (bytes === undefined) return { content: UNKNOWN };
  const target = parseTarget(targetName);
  const share = target === undefined ? undefined : bytes / launchLimits(target).sharedBytes;
  return { content: kibibytes(bytes), share };
}

function occupancyCell(
  occupancy: { readonly from: number; readonly to: number } | undefined,
): HtmlCell {
  if (occupancy === undefined) return { content: UNKNOWN };
  const [from, to] = [Math.round(100 * occupancy.from), Math.round(100 * occupancy.to)];
  return { content: from === to ? String(to) : `${from}–${to}`, share: occupancy.from };
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
  const spilling = compiled.filter(({ instructions }) => instructions.spillBytes > 0).length;
  return [
    plural(variants.length, 'variant'),
    sizeText(cubinBytes(variants)),
    ...(spilling === 0 ? [] : [`${spilling} with spills`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ].join(', ');
}

function interfaceOf(kernel: ReportKernel): Html {
  const { parameters, gridParameters, algos, specialisations } = kernel;
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

const VARIANT_COLUMNS: readonly HtmlColumn[] = [
  { key: 'algo', title: 'Algo', kind: 'number' },
  { key: 'specialisation', title: 'Specialisation', kind: 'number' },
  { key: 'target', title: 'Target', kind: 'text' },
  { key: 'status', title: 'Status', kind: 'text' },
  { key: 'seconds', title: 'Compile', unit: 's of CPU', kind: 'number' },
  { key: 'size', title: 'Size', unit: 'KiB', kind: 'number' },
  { key: 'registers', title: 'Registers', unit: 'of 255', kind: 'number' },
  { key: 'stack', title: 'Stack', unit: 'B', kind: 'number' },
  { key: 'spills', title: 'Spills', unit: 'B', kind: 'number' },
  { key: 'shared', title: 'Shared memory', unit: 'KiB', kind: 'number' },
  { key: 'warps', title: 'Warps', unit: 'of a block', kind: 'number' },
  { key: 'occupancy', title: 'Occupancy', unit: '% of warps', kind: 'number' },
  { key: 'limit', title: 'Limited by', kind: 'text' },
  { key: 'tensor', title: 'Tensor cores', unit: 'instructions', kind: 'number' },
  { key: 'copies', title: 'Async copies', unit: 'instructions', kind: 'number' },
  { key: 'loads', title: 'Global loads', unit: 'number × bytes', kind: 'text' },
  { key: 'stores', title: 'Global stores', unit: 'number × bytes', kind: 'text' },
  { key: 'ran', title: 'Ran on', kind: 'text' },
];

function variantTable(kernel: ReportKernel): Html {
  return htmlTable(
    'variants',
    `Variants of ${kernel.name}`,
    VARIANT_COLUMNS,
    kernel.variants.map(variantRow),
  );
}

function variantRow(variant: ReportVariant): HtmlRow {
  const { algo, specialisation, target, status, seconds, resources } = variant;
  return [
    { content: algo },
    { content: specialisation },
    { content: targetText(variant) },
    { content: status, isBad: status === 'failed' },
    { content: secondsText(seconds) },
    ...(resources === undefined
      ? Array.from({ length: VARIANT_COLUMNS.length - 6 }, () => ({ content: UNKNOWN }))
      : resourceCells(target, resources)),
    { content: ranText(variant) || UNKNOWN },
  ];
}

function resourceCells(target: string, resources: Resources): readonly HtmlCell[] {
  const { registers, stack, warps, size, instructions, occupancy } = resources;
  const { asyncCopies, bulkCopies } = instructions;
  const copies = Object.values(asyncCopies).reduce((sum, count) => sum + count, bulkCopies);
  return [
    { content: kibibytes(size) },
    registersCell(registers),
    { content: stack },
    spillsCell(instructions.spillBytes),
    sharedCell(target, sharedOf(target, resources)),
    { content: warps },
    occupancyCell({ from: occupancy.share, to: occupancy.share }),
    { content: occupancy.limit },
    { content: instructions.tensorCore },
    { content: copies },
    { content: widths(instructions.globalLoads) },
    { content: widths(instructions.globalStores) },
  ];
}

/** `4 × 16, 2 × 4`: the widest accesses first. */
function widths(counts: CountsByWidth): string {
  return widthTexts(counts, '').join(', ') || UNKNOWN;
}

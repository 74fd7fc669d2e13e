import type { Place, Problem } from '../../base/errors.ts';
import { plural } from '../../base/text.ts';
import type { KernelEntry } from '../../manifest/entry.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { ManifestDocument } from '../../manifest/yaml.ts';
import type { Kernel } from '../../manifest/terms/kernel.ts';
import type { Advice, MissingHint } from './advise.ts';
import type { CodeSummary } from './code-summary.ts';

/** A warning for each kernel with much worse code; one for all kernels of an entry that are alike. */
export function adviceWarnings(
  advice: readonly Advice[],
  { kernels, document }: Pick<Manifest, 'kernels' | 'document'>,
): readonly Problem[] {
  const groups = new Map<string, { readonly names: string[]; readonly warning: Problem }>();
  for (const each of advice) {
    if (each.shortfalls.length === 0) continue;
    const entry = kernels.find(({ name }) => name === each.kernel.name);
    const place = placeOf(each.kernel, entry, document);
    const message = describeShortfalls(each);
    const hint = [claimOf(each), remedyFor(each.missing, entry)]
      .filter((text) => text !== '')
      .join(' ');
    const key = JSON.stringify([place, message, hint]);
    const group = groups.get(key) ?? { names: [], warning: { message, place, hint } };
    group.names.push(each.kernel.name);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ names, warning }) => ({
    ...warning,
    message: `${joinNames(names)}: ${warning.message}`,
  }));
}

/**
 * Describes the difference and the hints, such as `loads are 2 bytes wide; with K divisible by 16,
 * they are 16 bytes wide`; empty if there is none.
 */
export function describeShortfalls(advice: Advice): string {
  const { kernel, made, hinted, missing, shortfalls } = advice;
  if (made === undefined || hinted === undefined || shortfalls.length === 0) return '';
  const [is, becomes] = factOf(shortfalls, made, hinted);
  return `${is}; with ${describeHints(kernel, missing)}, ${becomes}`;
}

/** Formats as `all pointers, K divisible by 16 and stride_ak equal to 1`. */
function describeHints(kernel: Kernel, hints: readonly MissingHint[]): string {
  const pointers = kernel.arguments.filter(({ type }) => type.kind === 'pointer');
  const names = pointers.map(({ name }) => name);
  const hinted = new Set(hints.map(({ argument }) => argument));
  const all = names.length > 1 && names.every((name) => hinted.has(name)) ? names : [];
  const aligned = hints.filter(({ hint }) => hint === 'divisible-by-16');
  const ones = hints.filter(({ hint }) => hint === 'equal-to-1');
  const divisible = [
    ...(all.length > 0 ? ['all pointers'] : []),
    ...aligned.flatMap(({ argument }) => (all.includes(argument) ? [] : [argument])),
  ];
  return [
    ...(divisible.length > 0 ? [`${divisible.join(', ')} divisible by 16`] : []),
    ...(ones.length > 0 ? [`${ones.map(({ argument }) => argument).join(', ')} equal to 1`] : []),
  ].join(' and ');
}

/** The worst of what is worse, and what it becomes. */
function factOf(
  shortfalls: Advice['shortfalls'],
  made: CodeSummary,
  other: CodeSummary,
): readonly [is: string, becomes: string] {
  const isAsync = shortfalls.includes('synchronous') && other.hasAsyncLoop;
  if (shortfalls.includes('narrow')) {
    const [is, becomes] = widthsOf(made, other);
    return [is, isAsync ? `${becomes}, and loads are asynchronous` : becomes];
  }
  if (isAsync) return ['no load is asynchronous', 'loads in loops are'];
  if (shortfalls.includes('spills')) {
    const is = `${plural(made.stackBytes, 'byte')} of each thread's registers are on the stack`;
    return [is, other.stackBytes === 0 ? 'none are' : `${other.stackBytes} are`];
  }
  return [`a thread takes ${made.registers} registers`, `it takes ${other.registers}`];
}

function widthsOf(made: CodeSummary, other: CodeSummary): readonly [is: string, becomes: string] {
  const widths = [
    { what: 'loads', is: readWidth(made), becomes: readWidth(other) },
    { what: 'stores', is: made.stores, becomes: other.stores },
  ].filter(({ is, becomes }) => is !== undefined && becomes !== undefined && becomes > is);
  if (widths.length === 0) {
    const [is, becomes] = [made, other].map(({ meanWidth = 0 }) => meanWidth.toFixed(1));
    return [`accesses are ${is} bytes wide on average`, `they are ${becomes} bytes wide`];
  }
  const names = widths.map(({ what }) => what).join(' and ');
  const is = bytesOf(widths.map((each) => each.is));
  return [
    `${names} are ${is} wide`,
    `they are ${bytesOf(widths.map(({ becomes }) => becomes))} wide`,
  ];
}

/** The width of most reads of global memory, whatever they write to. */
function readWidth({ loads, asyncCopies, hasAsyncLoop }: CodeSummary): number | undefined {
  return hasAsyncLoop ? asyncCopies : (loads ?? asyncCopies);
}

/** Formats as `2 bytes`, or `2 and 4 bytes` if widths differ. */
function bytesOf(widths: readonly (number | undefined)[]): string {
  const distinct = [...new Set(widths)];
  return `${distinct.join(' and ')} byte${distinct.length === 1 && distinct[0] === 1 ? '' : 's'}`;
}

/**
 * What such a difference cost where it was measured. Source: a matmul of 4096³ in fp16 on an H100
 * with Triton 3.6.0, 128 × 128 × 64 tiles, 8 warps, 3 stages: 3,212 µs without hints for M, N and K,
 * 237 µs with all hints.
 */
function claimOf({ made, hinted }: Advice): string {
  const isMeasured =
    made?.loads === 2 &&
    !made.hasAsyncLoop &&
    hinted?.hasAsyncLoop === true &&
    hinted.asyncCopies === 16;
  return isMeasured ? 'On an H100, a matmul with such loads ran 14 times slower.' : '';
}

/** The line that the hints are missing from. */
function placeOf(
  kernel: Kernel,
  entry: KernelEntry | undefined,
  document: ManifestDocument,
): Place {
  if (entry === undefined) return kernel.place;
  const key = entry.specialisations === undefined ? entry.shape.form : 'specialisations';
  return document.locate(entry.pathOf([key]));
}

/** Sets with more hints are not written out. */
const MOST_HINTS = 8;

function remedyFor(missing: readonly MissingHint[], entry: KernelEntry | undefined): string {
  const set = missing
    .map(({ argument, hint }) => `${argument}: ${hint === 'equal-to-1' ? 1 : 16}`)
    .join(', ');
  if (entry?.specialisations !== undefined) {
    const add = missing.length > MOST_HINTS ? 'add the hints to a set' : `add \`${set}\` to a set`;
    return `Remove \`specialisations:\`, so that hints are found, or ${add}.`;
  }
  const list =
    missing.length > MOST_HINTS
      ? 'list them in `specialisations:`'
      : `list them: \`specialisations: [{ ${set} }, {}]\``;
  return `Remove \`specialise: listed\`, so that hints are found, or ${list}.`;
}

/** How many kernels a message names. */
const MOST_NAMES = 4;

function joinNames(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${rest > 0 ? ` and ${plural(rest, 'more kernel')}` : ''}`;
}

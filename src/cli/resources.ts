import type { Resources } from '../compile/cubin/resources.ts';
import { mapConcurrently } from '../base/concurrently.ts';
import { plural } from '../base/text.ts';
import type { Variant } from '../plan/variants.ts';
import { NO_RESOURCES, RESOURCE_HEADINGS, resourceCells } from '../report/cells.ts';
import { resourcesOfVariant } from '../report/create.ts';
import type { Store } from '../compile/store/store.ts';
import { tableText } from '../base/table.ts';

/** A variant as `list` shows it, with what is known of its code. */
export type ListedVariant = {
  readonly algo: number;
  readonly specialisation: number;
  readonly target: string;
  readonly hash: string;
} & VariantCode;

type VariantCode =
  /** In the store, or in the package. Without resources, the code or the package is of an unknown form. */
  | { readonly status: 'stored'; readonly resources?: Resources }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'missing' };

export type KnownVariants = ReadonlyMap<Variant, ListedVariant>;

/** Variants read at once: each is a file, and only what it takes is kept. */
const READS_AT_ONCE = 8;

/** Reads what variants take from their stored code. */
export async function readKnown(
  variants: readonly Variant[],
  store: Pick<Store, 'kernels' | 'failures'>,
): Promise<KnownVariants> {
  const known = await mapConcurrently(variants, READS_AT_ONCE, async (variant) => {
    const { config, specialisation, target, hash } = variant;
    const code = await readCode(variant, store);
    return [variant, { algo: config, specialisation, target: target.name, hash, ...code }] as const;
  });
  return new Map(known);
}

async function readCode(
  variant: Variant,
  { kernels, failures }: Pick<Store, 'kernels' | 'failures'>,
): Promise<VariantCode> {
  const { hash, kernel } = variant;
  const compiled = await kernels.get(hash);
  if (compiled !== undefined) {
    const resources = resourcesOfVariant(variant, compiled);
    return { status: 'stored', ...(resources !== undefined && { resources }) };
  }
  const failure = kernel.mayDropConfigs ? await failures.get(hash) : undefined;
  return failure === undefined
    ? { status: 'missing' }
    : { status: 'failed', message: failure.message };
}

const HEADINGS = ['algo', 'specialisation', 'target', 'status', ...RESOURCE_HEADINGS];

/** Variants as a table with what they take. */
export function variantsText(variants: readonly ListedVariant[]): readonly string[] {
  const rows = variants.map((variant) => [
    String(variant.algo),
    String(variant.specialisation),
    variant.target,
    gapText(variant),
    ...(variant.status === 'stored' && variant.resources !== undefined
      ? resourceCells(variant.target, variant.resources)
      : NO_RESOURCES),
  ]);
  return tableText(
    HEADINGS.map((heading) => heading.toLowerCase()),
    rows,
  );
}

/** The status, unless the table shows what the variant takes. */
function gapText(variant: VariantCode): string {
  switch (variant.status) {
    case 'stored':
      return variant.resources === undefined ? 'unknown' : '';
    case 'failed':
      return 'does not compile';
    case 'missing':
      return 'not built';
  }
}

/** Says which command builds the variants that are not stored; nothing if all are. */
export function missingText(
  kernels: readonly { readonly variants?: readonly ListedVariant[] }[],
  command: string,
): string {
  const all = kernels.flatMap(({ variants = [] }) => variants);
  const missing = all.filter(({ status }) => status === 'missing').length;
  if (missing === 0) return '';
  return `not built: ${missing} of ${plural(all.length, 'variant')}\n  To build: ${command}\n`;
}

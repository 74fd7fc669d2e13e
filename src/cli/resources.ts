import type { Resources } from '../core/abi/resources.ts';
import { mapConcurrently } from '../core/base/process.ts';
import { plural, shellQuote } from '../core/base/text.ts';
import type { Variant } from '../core/plan/variants.ts';
import { RESOURCE_HEADINGS, resourceCells } from '../core/report/cells.ts';
import { resourcesOfVariant } from '../core/report/create.ts';
import type { Store } from '../core/store/store.ts';
import type { StoreOptions } from './prepare.ts';
import { tableText } from './table.ts';

/** What the store has of each variant. */
export type KnownVariants = ReadonlyMap<Variant, KnownVariant>;

type KnownVariant =
  | { readonly status: 'stored'; readonly resources: Resources | undefined }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'missing' };

/** Variants read at once: each is a file, and only what it takes is kept. */
const READS_AT_ONCE = 8;

/** Reads what variants take from their stored code. */
export async function readKnown(
  variants: readonly Variant[],
  { kernels, failures }: Pick<Store, 'kernels' | 'failures'>,
): Promise<KnownVariants> {
  const read = async (variant: Variant): Promise<KnownVariant> => {
    const { hash, kernel } = variant;
    const compiled = await kernels.get(hash);
    if (compiled !== undefined)
      return { status: 'stored', resources: resourcesOfVariant(variant, compiled) };
    const failure = kernel.mayDropConfigs ? await failures.get(hash) : undefined;
    return failure === undefined ? MISSING : { status: 'failed', message: failure.message };
  };
  const known = await mapConcurrently(
    variants,
    READS_AT_ONCE,
    async (variant) => [variant, await read(variant)] as const,
  );
  return new Map(known);
}

const MISSING: KnownVariant = { status: 'missing' };

/** Variants as a table with what they take. */
export function variantsText(
  variants: readonly Variant[],
  known: KnownVariants,
): readonly string[] {
  const headings = ['algo', 'specialisation', 'target', 'status', ...RESOURCE_HEADINGS];
  const rows = variants.map((variant) => {
    const state = known.get(variant) ?? MISSING;
    const { config, specialisation, target } = variant;
    return [
      String(config),
      String(specialisation),
      target.name,
      gapText(state),
      ...(state.status === 'stored' && state.resources !== undefined
        ? resourceCells(target.name, state.resources)
        : RESOURCE_HEADINGS.map(() => '')),
    ];
  });
  return tableText(
    headings.map((heading) => heading.toLowerCase()),
    rows,
  );
}

/** The status, unless the table shows what the variant takes. */
function gapText(state: KnownVariant): string {
  switch (state.status) {
    case 'stored':
      return state.resources === undefined ? 'unknown code' : '';
    case 'failed':
      return 'does not compile';
    case 'missing':
      return 'not built';
  }
}

/** Says how to build the variants that are not stored; nothing if all are. */
export function missingText(known: KnownVariants, options: StoreOptions): string {
  const missing = [...known.values()].filter(({ status }) => status === 'missing').length;
  if (missing === 0) return '';
  return `not built: ${missing} of ${plural(known.size, 'variant')}\n  To build: ${buildCommand(options)}\n`;
}

/** The build of what the options select. */
function buildCommand({ manifest, targets, triton, only, python, store }: StoreOptions): string {
  const values = {
    manifest: manifest === 'kernels.yaml' ? undefined : manifest,
    targets: targets?.join(','),
    triton,
    only: only?.join(','),
    python,
    store,
  };
  const words = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, shellQuote(value)],
  );
  return ['triton-aot', 'build', ...words].join(' ');
}

/** The variants of a kernel in the JSON of `list`. */
export function variantsJson(
  variants: readonly Variant[],
  known: KnownVariants,
): readonly unknown[] {
  return variants.map((variant) => ({
    algo: variant.config,
    specialisation: variant.specialisation,
    target: variant.target.name,
    hash: variant.hash,
    ...(known.get(variant) ?? MISSING),
  }));
}

import {
  type ComparedBuild,
  comparedBuild,
  comparedManifestSchema,
} from '../../../src/report/difference/build.ts';

import type { Resources } from '../../../src/compile/cubin/resources.ts';

/** A variant of a kernel for a test, with what differs from `RESOURCES`. */
export interface TestVariant {
  readonly kernel?: string;
  readonly target?: string;
  readonly block?: number;
  readonly warps?: number;
  readonly condition?: string;
  readonly hash?: string;
  /** Its machine code. */
  readonly code?: string;
  /** The rest of its cubin. */
  readonly around?: string;
  readonly registers?: number;
  readonly spills?: number;
  readonly shared?: number;
  readonly occupancy?: number;
  readonly size?: number;
  readonly tensorCore?: number;
  /** Its PTX. */
  readonly ptx?: string;
  readonly globalLoads?: Readonly<Record<string, number>>;
}

/** Returns the resources of a variant. */
function resourcesOf(variant: TestVariant): Resources {
  const { registers = 168, shared = 16_384, size = 20_000, warps = 4 } = variant;
  return {
    registers,
    stack: 0,
    sharedStatic: 0,
    sharedDynamic: shared,
    tensorColumns: 0,
    warps,
    ctas: 1,
    size,
    code: 8192,
    codeSha256: variant.code ?? 'code',
    occupancy: { blocks: 1, warps, share: variant.occupancy ?? 0.5, limit: 'registers' },
    instructions: {
      total: 500,
      globalLoads: variant.globalLoads ?? { 16: 4 },
      globalStores: { 16: 2 },
      asyncCopies: {},
      bulkCopies: 0,
      atomics: 0,
      tensorCore: variant.tensorCore ?? 0,
      spillLoads: 0,
      spillStores: 0,
      spillBytes: variant.spills ?? 0,
    },
  };
}

/** Returns a manifest.json with these variants: each with an algo and a specialisation of its own. */
export function manifestOf(variants: readonly TestVariant[], facts: object = {}): object {
  const names = [...new Set(variants.map(({ kernel = 'add' }) => kernel))];
  return {
    format: 1,
    generator: { name: 'triton-aot', version: '0.1.0' },
    package: 'demo',
    version: '1.0.0',
    triton: '3.8.0',
    ptxas: ['12.9'],
    ...facts,
    kernels: names.map((name) => {
      const own = variants.filter(({ kernel = 'add' }) => kernel === name);
      return {
        name,
        algos: own.map(({ block = 64, warps = 4 }) => ({
          constants: { BLOCK: block },
          options: { num_warps: warps },
        })),
        specialisations: own.map(({ condition = '' }) => condition),
        variants: own.map((variant, index) => ({
          algo: index,
          specialisation: index,
          target: variant.target ?? 'sm_80',
          hash: variant.hash ?? `hash of ${variant.code ?? 'code'}`,
          sha256: `${variant.code ?? 'code'} in ${variant.around ?? 'a cubin'}`,
          resources: resourcesOf(variant),
          ...(variant.ptx !== undefined && {
            ptx: { target: 'sm_80', version: '8.6', size: variant.ptx.length, sha256: variant.ptx },
          }),
        })),
      };
    }),
  };
}

export function buildOf(variants: readonly TestVariant[], facts: object = {}): ComparedBuild {
  return comparedBuild(comparedManifestSchema.parse(manifestOf(variants, facts)));
}

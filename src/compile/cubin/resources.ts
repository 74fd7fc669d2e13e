import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CompiledKernel } from '../../toolchain/wire/compiled-kernel.ts';
import { isCuda } from '../../manifest/terms/nvidia.ts';
import { parseTarget } from '../../manifest/terms/target.ts';
import type { CubinKernel } from './cubin.ts';
import { codeFormats, occupancyOf } from './code-formats.ts';
import { countInstructions, type InstructionCounts } from './instructions.ts';
import { OCCUPANCY_LIMITS, type Occupancy } from './occupancy.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

const count = z.number().int().nonnegative();
const byWidth = z.record(z.string().regex(/^\d+$/), count);

/** The resources that a variant's code takes on a GPU, as manifest.json has it. Memory in bytes. */
export const resourcesSchema = z.lazy(() =>
  z.object({
    /** Registers per thread. */
    registers: count,
    /** Stack frame per thread. */
    stack: count,
    /** Shared memory per block as the cubin has it: from sm_90 on with that of the system. */
    sharedStatic: count,
    /** Shared memory per block that the launch asks for. */
    sharedDynamic: count,
    /** Tensor memory per block, in columns. */
    tensorColumns: count,
    /** Per block. */
    warps: count,
    /** Blocks per cluster. */
    ctas: count,
    /** Of the cubin. */
    size: count,
    /** Of its machine code. */
    code: count,
    /**
     * The SHA-256 of machine code and constants. If it is the same, cubins differ only in what surrounds
     * the code, such as names and line tables.
     */
    codeSha256: z.string(),
    /** Only of cubins: other code is not decoded. */
    instructions: z
      .object({
        total: count,
        globalLoads: byWidth,
        globalStores: byWidth,
        asyncCopies: byWidth,
        bulkCopies: count,
        atomics: count,
        tensorCore: count,
        spillLoads: count,
        spillStores: count,
        spillBytes: count,
      } satisfies { readonly [Name in keyof InstructionCounts]: z.ZodType })
      .optional(),
    ...ownFigures(),
    occupancy: z.object({
      blocks: count,
      warps: count,
      share: z.number(),
      limit: z.enum(OCCUPANCY_LIMITS),
    } satisfies { readonly [Name in keyof Occupancy]: z.ZodType }),
  }),
);

/** The figures of each vendor, which only its own row reads. */
function ownFigures(): object {
  const all = codeFormats.rows().flatMap(([, { figures }]) => Object.entries(figures));
  return Object.fromEntries(all.map(([name, schema]) => [name, schema.optional()]));
}

export type Resources = Readonly<z.infer<typeof resourcesSchema>>;

/** The parts of a compiled kernel that decide what it takes. */
export type CodeFacts = Pick<
  CompiledKernel,
  'shared' | 'tensorMemory' | 'numWarps' | 'numCtas' | 'cubin'
>;

/** Returns what a variant takes. */
export function resourcesOf(target: Target, compiled: CodeFacts, kernel: CubinKernel): Resources {
  const { registers, stackBytes, staticSharedBytes, code, data } = kernel;
  return {
    registers,
    stack: stackBytes,
    sharedStatic: staticSharedBytes,
    sharedDynamic: compiled.shared,
    tensorColumns: compiled.tensorMemory,
    warps: compiled.numWarps,
    ctas: compiled.numCtas,
    size: compiled.cubin.length,
    code: code.reduce((sum, { byteLength }) => sum + byteLength, 0),
    codeSha256: digest([...code, ...data]),
    ...(isCuda(target) && { instructions: countInstructions(code, target.arch) }),
    ...codeFormats.of(target.backend).figuresOf(kernel),
    occupancy: occupancyOf(target, {
      warps: compiled.numWarps,
      registers,
      sharedBytes: sharedBytesOf(target, compiled, kernel),
      tensorColumns: compiled.tensorMemory,
    }),
  };
}

/** Returns the bytes that registers are spilled to in a thread. */
export function spillBytesOf(resources: Pick<Resources, 'instructions'>): number {
  const own = codeFormats.rows().map(([, { spillBytes }]) => spillBytes(resources));
  return resources.instructions?.spillBytes ?? Math.max(...own);
}

/** From sm_90 on, the static shared memory of a cubin includes that of the system. In bytes. */
const SYSTEM_SHARED = 1024;

/** The shared memory of a block that is the kernel's own, static and dynamic, in bytes. */
export function sharedBytesOf(
  { arch }: Pick<Target, 'arch'>,
  { shared }: Pick<CompiledKernel, 'shared'>,
  { staticSharedBytes }: Pick<CubinKernel, 'staticSharedBytes'>,
): number {
  const system = typeof arch === 'number' && arch >= 90 ? SYSTEM_SHARED : 0;
  return shared + Math.max(0, staticSharedBytes - system);
}

/** The same of a target's name and of what manifest.json has. */
export function sharedOf(
  target: string,
  { sharedStatic, sharedDynamic }: Pick<Resources, 'sharedStatic' | 'sharedDynamic'>,
): number {
  const arch = parseTarget(target)?.arch ?? 0;
  return sharedBytesOf({ arch }, { shared: sharedDynamic }, { staticSharedBytes: sharedStatic });
}

/** The SHA-256 of parts and their lengths. */
function digest(parts: readonly DataView[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.byteLength}\n`).update(part);
  return hash.digest('hex');
}

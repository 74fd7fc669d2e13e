import { z } from 'zod';

/**
 * A tensor map in an answer and in the store: the arguments for encoding it, without the tensor.
 */
const tensorMapSchema = z
  .object({
    /** CUtensorMapDataType, CUtensorMapSwizzle. */
    dataType: z.int(),
    swizzle: z.int(),
    /** Bytes of an element. */
    elementSize: z.int(),
    /** Elements of a box, outermost axis first. */
    box: z.array(z.int()),
    /** A mode that the launcher does not support, such as im2col. */
    mode: z.string().optional(),
  })
  .meta({ id: 'TensorMap' });

export type TensorMap = Readonly<z.infer<typeof tensorMapSchema>>;

const memorySchema = z.object({ size: z.int(), align: z.int() }).meta({ id: 'ScratchMemory' });

/** A place in the source that this release of Triton is known to compile to wrong results. */
const miscompilationSchema = z
  .object({
    /** The number of the issue or pull request in Triton's repository. */
    issue: z.int(),
    message: z.string(),
    /** The first release that is right; null if there is none. */
    right: z.string().nullable(),
    /** Relative to the manifest's folder, or to that of installed packages. */
    file: z.string(),
    line: z.int(),
    /** The hash of the file, of a slice. */
    sha256: z.string().nullable(),
  })
  .meta({ id: 'Miscompilation' });

/** A compiled kernel with the data for its launcher. Sizes are in bytes. */
export const compiledKernelSchema = z
  .object({
    cubin: z.base64().transform((text): Uint8Array => Buffer.from(text, 'base64')),
    /** The kernel's name inside the cubin: letters, digits, `_`, `$` and `.`. */
    name: z.string().regex(/^[\p{L}\p{N}_$.]+$/u),
    /** The version of ptxas; empty if Triton assembles the code itself. */
    ptxas: z.string(),
    /** Dynamic shared memory of one block. */
    shared: z.int(),
    /** Tensor memory of one block, in columns of 512 bytes. */
    tensorMemory: z.int(),
    /** Warps of one block, including those of warp specialisation. */
    numWarps: z.int(),
    /** Blocks of one cluster. */
    numCtas: z.int(),
    globalScratch: memorySchema,
    profileScratch: memorySchema,
    launchPdl: z.boolean(),
    launchCooperativeGrid: z.boolean(),
    /**
     * The tensor maps of the parameters that are tensor descriptors, in order. Empty if the target
     * has no hardware for them: then the kernel takes the parts of each tensor as parameters.
     */
    tensorMaps: z.array(tensorMapSchema),
    /** The type to which values for an output are rounded, where it is less precise than the output's. */
    rounding: z.record(z.string(), z.string().regex(/^\w+$/)),
    miscompilations: z.array(miscompilationSchema),
    /** The PTX, if the job asks for it. */
    ptx: z.string().optional(),
    /** The PTX with the lines of the source, compressed by zlib, for `smoke --emulate`. */
    packedPtx: z
      .base64()
      .transform((text): Uint8Array => Buffer.from(text, 'base64'))
      .optional(),
  })
  .meta({ id: 'CompiledKernel' });

export type CompiledKernel = Readonly<z.infer<typeof compiledKernelSchema>>;

/** Returns the versions of ptxas that assembled kernels. */
export function ptxasOf(kernels: Iterable<Pick<CompiledKernel, 'ptxas'>>): readonly string[] {
  return [...new Set([...kernels].map(({ ptxas }) => ptxas))].filter((version) => version !== '');
}

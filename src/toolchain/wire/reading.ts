import { z } from 'zod';
import { wireConstantSchema } from '../../manifest/terms/constant.ts';
import { kernelFunctionSchema } from './kernel-function.ts';
import { sliceSchema } from './source.ts';

/** A function to read, in a file relative to the manifest's folder, or in a module of a package. */
const sourceRequestSchema = z
  .object({
    file: z.string(),
    function: z.string(),
    /**
     * `slice`: take the kernel and what it needs. `import`: a kernel whose file is imported.
     * `reference`: any function of a file that is imported.
     */
    mode: z.enum(['slice', 'import', 'reference']),
    /** Values of module-level names that are known only when the program runs. */
    globals: z.record(z.string(), wireConstantSchema),
    /** Modules other than Triton that can be imported. */
    installed: z.array(z.string()).readonly(),
    /** True if the configs of @triton.autotune are wanted. */
    configs: z.boolean(),
  })
  .meta({ id: 'SourceRequest' });

export type SourceRequest = Readonly<z.input<typeof sourceRequestSchema>>;

/** What inspect_sources.py gets. */
export const readRequestSchema = z
  .object({
    manifestFolder: z.string(),
    /** The folders of unpacked packages, by name. */
    packages: z.record(z.string(), z.string()),
    sources: z.array(sourceRequestSchema).readonly(),
  })
  .meta({ id: 'ReadRequest' });

export type ReadRequest = Readonly<z.input<typeof readRequestSchema>>;

const importedCodeSchema = z
  .object({
    kind: z.literal('import'),
    /** The folder that Python imports the file from: the first one above it that is not a package. */
    root: z.string(),
    /** The file's dotted module name below the root. */
    module: z.string(),
    file: z.string(),
    /** The file and all local files it imports, sorted, relative to the manifest's folder. */
    closure: z.array(z.object({ path: z.string(), sha256: z.string() }).meta({ id: 'FileHash' })),
  })
  .meta({ id: 'ImportedCode' });

const readSchema = z
  .object({
    /** Null if the function is known only when the file runs (`describeAll`). */
    function: kernelFunctionSchema.nullable(),
    code: z.discriminatedUnion('kind', [sliceSchema, importedCodeSchema]),
    /** The slice that computes the configs of @triton.autotune, if they are not literals. */
    configs: sliceSchema.optional(),
    /** The slice that prunes them for a call, if @triton.autotune has a function for it. */
    prune: sliceSchema.optional(),
    /** Names of `globals` that the kernel does not read. */
    unused: z
      .array(
        z.object({ name: z.string(), near: z.string().nullable() }).meta({ id: 'UnusedGlobal' }),
      )
      .default([]),
    notes: z.array(
      z.object({ file: z.string(), line: z.int(), message: z.string() }).meta({ id: 'SourceNote' }),
    ),
  })
  .meta({ id: 'ReadSource' });

const unreadableSchema = z
  .object({
    error: z
      .object({
        kind: z.enum(['missing', 'outside', 'syntax', 'encoding', 'function', 'unknown']),
        message: z.string(),
        /** The file that is wrong, relative to the manifest's folder. */
        file: z.string().nullable(),
        line: z.int().nullable(),
        hint: z.string(),
      })
      .meta({ id: 'SourceFault' }),
  })
  .meta({ id: 'UnreadableSource' });

const readBasisSchema = z
  .object({
    /** The SHA-256 of each file that was read. */
    contents: z.record(z.string(), z.string()),
    /** What is at other paths that were looked for; null for nothing. */
    kinds: z.record(z.string(), z.enum(['file', 'folder', 'other']).nullable()),
    /** Paths without their links. */
    links: z.record(z.string(), z.string()),
  })
  .meta({ id: 'ReadBasis' });

/** What is on the disk, and makes the answer what it is. Paths are absolute. */
export type ReadBasis = Readonly<z.infer<typeof readBasisSchema>>;

/** What inspect_sources.py says. */
export const readAnswerSchema = z
  .object({
    /** One entry for each source. */
    sources: z.array(z.union([readSchema, unreadableSchema])),
    /** Null if a source cannot be read, or not everything can be named. */
    basis: readBasisSchema.nullable(),
  })
  .meta({ id: 'ReadAnswer' });

export type ReadAnswer = Readonly<z.infer<typeof readAnswerSchema>>;
export type ReadSource = z.infer<typeof readSchema>;
export type UnreadableSource = z.infer<typeof unreadableSchema>;
/** A function; one that cannot be read has `error`. */
export type InspectedSource = ReadSource | UnreadableSource;

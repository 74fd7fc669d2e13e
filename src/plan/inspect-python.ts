import { z } from 'zod';
import type { PythonContext } from '../toolchain/python.ts';
import { kernelFunctionSchema, sliceSchema } from '../toolchain/workers/protocol.ts';
import type { WireConstant } from '../manifest/terms/constant.ts';
import {
  KERNEL_READER,
  type ReaderContext,
  readerContext,
  runReader,
} from '../toolchain/reader.ts';
import type { UnpackedWheel } from '../toolchain/wheels.ts';

/** A function to read, in a file relative to the manifest's folder, or in a module of a package. */
export interface SourceRequest {
  readonly file: string;
  readonly function: string;
  /**
   * `slice`: take the kernel and what it needs. `import`: a kernel whose file is imported.
   * `reference`: any function of a file that is imported.
   */
  readonly mode: 'slice' | 'import' | 'reference';
  /** Values of module-level names that are known only when the program runs. */
  readonly globals: Readonly<Record<string, WireConstant>>;
  /** Modules other than Triton that can be imported. */
  readonly installed: readonly string[];
  /** True if the configs of @triton.autotune are wanted. */
  readonly configs: boolean;
}

const importedCodeSchema = z.object({
  kind: z.literal('import'),
  /** The folder that Python imports the file from: the first one above it that is not a package. */
  root: z.string(),
  /** The file's dotted module name below the root. */
  module: z.string(),
  file: z.string(),
  /** The file and all local files it imports, sorted, relative to the manifest's folder. */
  closure: z.array(z.object({ path: z.string(), sha256: z.string() })),
});

const readSchema = z.object({
  /** Null if the function is known only when the file runs (`describeAll`). */
  function: kernelFunctionSchema.nullable(),
  code: z.discriminatedUnion('kind', [sliceSchema, importedCodeSchema]),
  /** The slice that computes the configs of @triton.autotune, if they are not literals. */
  configs: sliceSchema.optional(),
  /** The slice that prunes them for a call, if @triton.autotune has a function for it. */
  prune: sliceSchema.optional(),
  /** Names of `globals` that the kernel does not read. */
  unused: z.array(z.object({ name: z.string(), near: z.string().nullable() })).default([]),
  notes: z.array(z.object({ file: z.string(), line: z.number(), message: z.string() })),
});

const unreadableSchema = z.object({
  error: z.object({
    kind: z.enum(['missing', 'outside', 'syntax', 'encoding', 'function', 'unknown']),
    message: z.string(),
    /** The file that is wrong, relative to the manifest's folder. */
    file: z.string().nullable(),
    line: z.number().nullable(),
    hint: z.string(),
  }),
});

const answerSchema = z.array(z.union([readSchema, unreadableSchema]));

export type ReadSource = z.infer<typeof readSchema>;
export type UnreadableSource = z.infer<typeof unreadableSchema>;
/** A function; one that cannot be read has `error`. */
export type InspectedSource = ReadSource | UnreadableSource;

/**
 * Reads functions without running their files, in the order of the requests. Errors in a file are
 * part of the result.
 * @throws {Failure} `environment` if Python cannot be started or fails.
 */
export async function inspectSources(
  manifestFolder: string,
  sources: readonly SourceRequest[],
  context: ReaderContext,
  wheels: readonly Pick<UnpackedWheel, 'name' | 'folder'>[] = [],
): Promise<readonly InspectedSource[]> {
  const packages = Object.fromEntries(wheels.map(({ name, folder }) => [name, folder]));
  const request = { manifestFolder, packages, sources };
  const answer = await runReader(KERNEL_READER, request, context);
  return answerSchema.parse(answer);
}

/** Reads functions of files below a folder without running them, in the order of the requests. */
export type SourceReader = (
  requests: readonly SourceRequest[],
  folder: string,
) => Promise<readonly InspectedSource[]>;

/**
 * Returns a reader for all files of a run. Finds Python once, since that takes longer than reading
 * files.
 * @throws {Failure} `environment` if no Python is found.
 */
export async function sourceReader(
  tritonVersion: string,
  named: string | undefined,
  context: PythonContext,
  wheels: readonly UnpackedWheel[] = [],
): Promise<SourceReader> {
  const settings = await readerContext(tritonVersion, named, context);
  return (requests, folder) => inspectSources(folder, requests, settings, wheels);
}

import type { PythonContext } from '../toolchain/python.ts';
import {
  KERNEL_READER,
  type ReaderContext,
  readerContext,
  runReader,
} from '../toolchain/reader.ts';
import type { UnpackedWheel } from '../toolchain/wheels.ts';
import {
  type InspectedSource,
  readAnswerSchema,
  type ReadRequest,
  type SourceRequest,
} from '../toolchain/wire/reading.ts';

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
  const request: ReadRequest = { manifestFolder, packages, sources };
  return readAnswerSchema.parse(await runReader(KERNEL_READER, request, context)).sources;
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

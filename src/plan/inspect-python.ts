import { KERNEL_READER, type ReaderContext, runReader } from '../toolchain/reader.ts';
import { type ReaderChoice, type ReadingContext, readSources } from '../toolchain/readings.ts';
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
  const question = questionOf(manifestFolder, sources, wheels);
  return readAnswerSchema.parse(await runReader(KERNEL_READER, question, context)).sources;
}

/** Reads functions of files below a folder without running them, in the order of the requests. */
export type SourceReader = (
  requests: readonly SourceRequest[],
  folder: string,
) => Promise<readonly InspectedSource[]>;

/** Returns a reader for all files of a run. */
export function sourceReader(
  choice: ReaderChoice,
  context: ReadingContext,
  wheels: readonly UnpackedWheel[] = [],
): SourceReader {
  return (requests, folder) => readSources(questionOf(folder, requests, wheels), choice, context);
}

function questionOf(
  manifestFolder: string,
  sources: readonly SourceRequest[],
  wheels: readonly Pick<UnpackedWheel, 'name' | 'folder'>[],
): ReadRequest {
  const packages = Object.fromEntries(wheels.map(({ name, folder }) => [name, folder]));
  return { manifestFolder, packages, sources };
}

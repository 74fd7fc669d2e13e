import { BRIDGE_FOLDER } from '../assets.ts';
import type { BuildContext } from '../context.ts';
import type { SourceReference } from '../manifest/source-reference.ts';
import { findBasePython, inspectNamedPython } from '../toolchain/base-python.ts';
import { bridgeEnvironment } from '../toolchain/environment.ts';
import { inspectSources, type InspectedSource } from './inspect.ts';

/** Reads the files of Python functions by their paths in a folder, without running them. */
export type SourceReader = (
  references: readonly SourceReference[],
  folder: string,
) => Promise<ReadonlyMap<string, InspectedSource>>;

/**
 * A reader for all files of a run: the Python it works with is looked for once, since that takes longer than reading.
 * @throws {Failure} `environment` where there is none.
 */
export async function sourceReader(
  tritonVersion: string,
  named: string | undefined,
  context: BuildContext,
): Promise<SourceReader> {
  const { python } =
    named === undefined
      ? await findBasePython({ tritonVersion, installer: 'uv' }, context)
      : await inspectNamedPython(named, [], context);
  const env = bridgeEnvironment(context.env);
  const settings = { python, bridge: BRIDGE_FOLDER, env, signal: context.signal };
  return async (references, folder) => {
    const functions = new Map<string, Set<string>>();
    for (const { file, function: name } of references) {
      functions.set(file, (functions.get(file) ?? new Set()).add(name));
    }
    const requests = [...functions].map(([file, names]) => ({ file, functions: [...names] }));
    const inspected = await inspectSources(folder, requests, settings);
    return new Map(inspected.map((source) => [source.file, source]));
  };
}

import { z } from 'zod';
import { BRIDGE_FOLDER } from '../base/assets.ts';
import type { RunContext } from '../base/context.ts';
import { Failure, type SourceReference } from '../base/errors.ts';
import { type Environment, run } from '../base/process.ts';
import { kernelFunctionSchema } from '../bridge/protocol.ts';
import { bridgeEnvironment } from '../toolchain/environment.ts';
import { findBasePython, inspectNamedPython } from '../toolchain/python.ts';

/** A kernel file, relative to the manifest's folder, and the functions a manifest names in it. */
interface SourceRequest {
  readonly file: string;
  readonly functions: readonly string[];
}

const readSchema = z.object({
  file: z.string(),
  /** The folder that Python imports the file from: the first one above it that is not a package. */
  root: z.string(),
  /** The file's dotted module name below the root. */
  module: z.string(),
  /** The file and all local files it imports, sorted, relative to the manifest's folder. */
  closure: z.array(z.object({ path: z.string(), sha256: z.string() })),
  /** Top-level modules that it imports, without local ones and the standard library. */
  external: z.array(z.string()),
  /** By name; null if it cannot be read and must be imported (`describeAll`). */
  functions: z.record(z.string(), kernelFunctionSchema.nullable()),
});

const unreadableSchema = z.object({
  file: z.string(),
  error: z.object({
    kind: z.enum(['missing', 'outside', 'syntax', 'encoding']),
    message: z.string(),
    line: z.number().nullable(),
  }),
});

const answerSchema = z.array(z.union([readSchema, unreadableSchema]));

export type ReadSource = z.infer<typeof readSchema>;
export type UnreadableSource = z.infer<typeof unreadableSchema>;
/** A source file; one that cannot be read has `error`. */
export type InspectedSource = ReadSource | UnreadableSource;

export interface InspectContext {
  /** Any Python from 3.10 on, with or without Triton. */
  readonly python: string;
  /** The folder of the bridge's Python files. */
  readonly bridge: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/**
 * Reads the kernel files without running them. Errors in a file are part of the result.
 * @throws {Failure} `environment` if Python cannot be started or fails.
 */
export async function inspectSources(
  manifestFolder: string,
  sources: readonly SourceRequest[],
  context: InspectContext,
): Promise<readonly InspectedSource[]> {
  const { python, bridge, env, signal } = context;
  const argv = [python, '-I', '-S', '-B', `${bridge}/inspect_sources.py`];
  const input = JSON.stringify({ manifestFolder, sources });
  const finished = await run(argv, { env, signal, input }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw unusablePython(python, error instanceof Error ? error.message : String(error));
  });
  if (finished.code !== 0) throw unusablePython(python, finished.stderr.slice(-2000).trim());
  return answerSchema.parse(JSON.parse(finished.stdout));
}

function unusablePython(python: string, details: string): Failure {
  return new Failure('environment', {
    message: `${python} could not read the kernel files: ${details}`,
    hint: 'Python 3.10 or later is required. Select it with --python.',
  });
}

/** Reads the files of functions without running them. Returns them by path in the folder. */
export type SourceReader = (
  references: readonly SourceReference[],
  folder: string,
) => Promise<ReadonlyMap<string, InspectedSource>>;

/**
 * Returns a reader for all files of a run. Finds Python once, since that takes longer than reading
 * files.
 * @throws {Failure} `environment` if no Python is found.
 */
export async function sourceReader(
  tritonVersion: string,
  named: string | undefined,
  context: Pick<RunContext, 'env' | 'signal'>,
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

import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ScratchContext } from '../base/context.ts';
import { Failure, type Place } from '../base/errors.ts';
import { filesBelow } from '../base/files.ts';
import { runForeignProgram } from '../base/foreign-program.ts';
import { makeScratch, removeFolder } from '../base/leftovers.ts';
import { bridgeEnvironment } from './environment.ts';

/** A program that writes files to the folder that it runs in. */
interface FileWriter {
  readonly argv: readonly string[];
  /** For messages. */
  readonly name: string;
  /** What it runs for. */
  readonly place: Place;
  readonly input: string;
  /** Files whose folders it needs. */
  readonly paths: readonly string[];
  /** The path of Python's modules. */
  readonly modules: string;
  /** In seconds. */
  readonly timeout: number;
}

/**
 * Runs a program with Triton and code of others in a scratch folder, in the environment for kernel code.
 * Returns the files that it writes, by their paths.
 * @throws {Failure} `compile` if it fails.
 */
export async function writtenFiles(
  { argv, name, place, input, paths, modules, timeout }: FileWriter,
  context: ScratchContext,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const scratch = await makeScratch(context.scratch, 'files');
  try {
    const cwd = join(scratch, 'out');
    for (const path of paths) await mkdir(dirname(join(cwd, path)), { recursive: true });
    const own = { HOME: scratch, TMPDIR: scratch, TRITON_CACHE_DIR: join(scratch, 'cache') };
    const env = { ...bridgeEnvironment(context.env), ...own, PYTHONPATH: modules };
    const options = { cwd, env, signal: context.signal, limit: timeout * 1000, input };
    const { code, isTimeout, printed } = await runForeignProgram(argv, options);
    if (code !== 0)
      throw new Failure('compile', {
        message: `${name} ${isTimeout ? `took longer than ${timeout} seconds` : `failed: ${printed.trimEnd().split('\n').at(-1)}`}`,
        place,
        hint: printed.trim().slice(-2000),
      });
    const files = (await filesBelow(cwd)).map(
      async (path) => [path, await readFile(join(cwd, path))] as const,
    );
    return new Map(await Promise.all(files));
  } finally {
    await removeFolder(scratch);
  }
}

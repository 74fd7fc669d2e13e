import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EMULATED_DRIVER_FOLDER, HARNESS_FOLDER } from '../../base/assets.ts';
import type { RunContext } from '../../base/context.ts';
import type { Problem } from '../../base/errors.ts';
import { filesBelow, removeUnused } from '../../base/files.ts';
import { canonicalJson, sha256 } from '../../base/text.ts';
import {
  decodeEntry,
  encodeEntry,
  readEntryFile,
  writeEntryFile,
} from '../../compile/store/entry.ts';
import { FILES } from '../../compile/store/kinds.ts';
import { compilerEnvironment, type CompilerRun, runCompiler } from './tools.ts';

// The harness and the emulated driver are the same for every package, and compiling them takes longer than most tests.
// Their objects are kept under what they are made of: the command, the compiler, and the program's own sources.
// They have the form of the store's entries, so one that is damaged, or another one, is found.

/** The most objects that are kept: then those that were not used for the longest time go. */
const MOST_KEPT = 20;
const ENDING = '.o';
/** The path of an object in its entry. */
const PATH = 'object';

/** What an object that can be kept is made of. */
export interface OwnCode {
  /** The folder of kept objects; undefined: none are. */
  readonly kept: string | undefined;
  /** Further files that are compiled into it, such as cuda.h. */
  readonly headers: readonly string[];
}

/**
 * Runs a compiler as `runCompiler` does, for a source of this program, unless an earlier run has kept what it would
 * make. The arguments must end with `-o FILE`.
 */
export async function compileOwnCode(
  run: CompilerRun,
  { kept, headers }: OwnCode,
  context: Pick<RunContext, 'env' | 'log' | 'runTool' | 'signal'>,
): Promise<readonly Problem[]> {
  if (kept === undefined) return runCompiler(run, context);
  const output = run.argv.at(-1) ?? '';
  const key = await keyOf(run, headers, context);
  const file = join(kept, `${key}${ENDING}`);
  const entry = await readEntryFile(file, Date.now());
  const object = entry && decodeEntry(FILES, key, entry)?.get(PATH);
  if (object !== undefined) {
    await writeFile(output, object);
    return [];
  }
  if (entry !== undefined)
    context.log.warning({
      message: 'this kept object is damaged and will be compiled again',
      place: { file },
    });
  const problems = await runCompiler(run, context);
  // Without place on the disk, the next run compiles it again.
  if (problems.length === 0) await keep(output, file, key).catch(() => undefined);
  return problems;
}

async function keyOf(
  { argv }: CompilerRun,
  headers: readonly string[],
  { env, runTool, signal }: Pick<RunContext, 'env' | 'runTool' | 'signal'>,
): Promise<string> {
  const { TMPDIR: _temporary, HOME: _home, ...variables } = compilerEnvironment(env);
  const [compiler = ''] = argv;
  const version = await runTool([compiler, '--version'], {
    env: variables,
    signal,
    onOutput: () => undefined,
  });
  const own = await Promise.all([HARNESS_FOLDER, EMULATED_DRIVER_FOLDER].map(filesIn));
  const contents = await Promise.all([...own.flat(), ...headers].map((file) => readFile(file)));
  return sha256(
    canonicalJson([argv.slice(0, -1), version.stdout, variables, contents.map(sha256)]),
  );
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await filesBelow(folder)).map((file) => join(folder, file));
}

async function keep(output: string, file: string, key: string): Promise<void> {
  const object = await readFile(output);
  await writeEntryFile(file, encodeEntry(FILES, key, new Map([[PATH, object]])));
  await removeUnused(dirname(file), ENDING, MOST_KEPT);
}

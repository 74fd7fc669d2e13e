import { copyFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BUNDLE_FOLDER, RECORDER_FOLDER, RUNTIME_FOLDER } from '../../base/assets.ts';
import type { RunContext } from '../../base/context.ts';
import { Failure, messageOf } from '../../base/errors.ts';
import { type ForeignExit, runForeignProgram } from '../../base/foreign-program.ts';
import { machineFailure } from '../../base/faults.ts';
import { makeFolder } from '../../base/files.ts';
import { findExecutable } from '../../base/executable.ts';
import { describeExit } from '../../base/process.ts';
import { stepCounter } from '../../base/progress.ts';
import { plural, tryParseJson } from '../../base/text.ts';
import type { Recorded } from './recorded.ts';
import type { RecordedCompile, RecordedTuning } from '../../plan/recording.ts';
import { targetName } from './bundle-index.ts';
import { programEnvironment } from './environment.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

/** The recorded compiles of a bundle, and the tools that compile them. */
interface FillRequest {
  readonly compiles: readonly RecordedCompile[];
  readonly tuned: readonly RecordedTuning[];
  /** The variables that are part of the keys, as `recordedVariables` returns them. */
  readonly variables: Readonly<Record<string, string>>;
  /** As Triton's GPUTarget: backend, architecture, warp size. */
  readonly targets: readonly (readonly [string, Target['arch'], number])[];
  /** True to add the other specialisations of each kernel. */
  readonly complete: boolean;
  /** The program's Python. */
  readonly python: string;
  /** The folders that modules are imported from, besides Python's own. A file can be the program's own. */
  readonly paths: readonly string[];
  /** The folders of the recordings. Nothing is imported from there. */
  readonly recordings: readonly string[];
  /** An empty folder for Triton's cache. */
  readonly cache: string;
  /** A command of a C compiler. */
  readonly compiler: readonly string[];
  /** An empty folder, also for the temporary files of compilers. */
  readonly scratch: string;
  readonly jobs: number;
  /** The seconds that the import of the modules, or a compile, may take. */
  readonly timeout: number;
}

const file = z.tuple([z.string(), z.string()]);

const lineSchema = z.discriminatedUnion('kind', [
  // Vendors add what a bundle keeps of the machine: aot_bundle/vendor.py.
  z.looseObject({
    kind: z.literal('environment'),
    triton: z.string(),
    version: z.string(),
    python: z.string(),
    /** The end of the names of Python's extension modules. */
    suffix: z.string(),
    variables: z.record(z.string(), z.string()),
  }),
  z.object({
    kind: z.literal('completed'),
    added: z.number(),
    /** How many specialisations of a kernel were too many. */
    leftOut: z.record(z.string(), z.number()),
  }),
  z.object({ kind: z.literal('helper'), name: file, source: z.string() }),
  z.object({ kind: z.literal('total'), count: z.number() }),
  z.looseObject({
    kind: z.literal('entry'),
    module: z.string(),
    function: z.string(),
    target: z.tuple([z.string(), z.union([z.number(), z.string()]), z.number()]),
    /** The folder in Triton's cache, and its files that programs read. */
    key: z.string(),
    files: z.array(z.string()),
    /** A library that Triton 3.6 makes for each signature: its folder, others that it looks in, its file. */
    launcher: z.object({ keys: z.array(z.string()), file: z.string() }).nullable(),
  }),
  z.object({
    kind: z.literal('failed'),
    compile: z.looseObject({ module: z.string(), function: z.string() }),
    reason: z.string(),
  }),
  /** A fault of the machine, after which nothing else follows: the name of the system's error. */
  z.object({ kind: z.literal('fault'), code: z.string(), path: z.string().nullish() }),
  z.object({ kind: z.literal('tuned'), key: z.string(), file: z.string(), content: z.string() }),
]);

type Line = z.infer<typeof lineSchema>;
export type FillLine<Kind extends Line['kind']> = Extract<Line, { kind: Kind }>;

/** What was compiled, and what could not be. */
export interface Filled {
  readonly environment: FillLine<'environment'>;
  readonly completed: FillLine<'completed'> | undefined;
  readonly helpers: readonly FillLine<'helper'>[];
  readonly entries: readonly FillLine<'entry'>[];
  readonly failed: readonly FillLine<'failed'>[];
  readonly tuned: readonly FillLine<'tuned'>[];
}

/**
 * Compiles recorded kernels into the folder of a cache, in the program's own Python and without a GPU.
 * @throws {Failure} `environment` if Python or Triton fails as a whole, takes too long, or the disk is full.
 */
export async function fillCache(request: FillRequest, context: RunContext): Promise<Filled> {
  const { python, scratch, compiler, jobs, variables, compiles, timeout, ...rest } = request;
  const code = join(scratch, 'python');
  const temporary = join(scratch, 'tmp');
  await makeFolder(temporary);
  await writeFillCode(code);
  const stub = await buildStub(compiler, scratch, context);
  const home = join(scratch, 'home');
  await makeFolder(home);
  const recorded = compiles.map(({ kind: _kind, ...compile }) => compile);
  const input = JSON.stringify({ ...rest, compiles: recorded, home, stub, processes: jobs });
  const { env, log, signal } = context;
  const lines: Line[] = [];
  const progress = progressOf(log);
  const exit = await runForeignProgram([python, '-B', join(code, 'fill.py')], {
    env: { ...programEnvironment(env, variables), TMPDIR: temporary },
    signal,
    input,
    limit: timeout * 1000,
    onLine: (text) => {
      const line = lineSchema.safeParse(tryParseJson(text)).data;
      if (line === undefined) return text;
      lines.push(line);
      progress(line);
      return undefined;
    },
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Failure('environment', { message: `cannot start ${python}: ${messageOf(error)}` });
  });
  const [fault] = ofKind(lines, 'fault');
  if (fault !== undefined) throw machineFault(fault);
  const [environment] = ofKind(lines, 'environment');
  if (exit.code !== 0 || exit.isTimeout || environment === undefined)
    throw new Failure('environment', {
      message: `${python} could not compile the recorded kernels: ${endOf(exit, timeout)}`,
      hint: exit.printed.trim().slice(-3000),
    });
  return {
    environment,
    completed: ofKind(lines, 'completed')[0],
    helpers: ofKind(lines, 'helper'),
    entries: ofKind(lines, 'entry'),
    failed: ofKind(lines, 'failed'),
    tuned: ofKind(lines, 'tuned'),
  };
}

/**
 * Returns the path of the program's Python.
 * @throws {Failure} `environment` if there is none of this name.
 */
export async function findPython(name: string, { env }: Pick<RunContext, 'env'>): Promise<string> {
  const found = await findExecutable(name, env);
  if (found !== undefined) return found;
  throw new Failure('environment', {
    message: `there is no ${name} on PATH`,
    hint: "Set --python to the program's own Python.",
  });
}

/** @throws {Failure} `environment` if another Triton compiled than the recorded one. */
export function checkEnvironment(
  { environment }: Filled,
  recorded: Recorded,
  python: string,
): void {
  if (environment.triton === recorded.triton) return;
  throw new Failure('environment', {
    message: `the Triton in ${python} differs from the recorded one: Triton ${environment.version}, Python ${environment.python}`,
    hint: 'The key of a compiled kernel covers all of the wheel. Use the Python of the image in which the program runs, with --python, and record the program with the same wheel.',
  });
}

/** Builds a driver that Triton's helper libraries can be linked with. Returns its folder. */
async function buildStub(
  compiler: readonly string[],
  scratch: string,
  { env, signal, runTool }: RunContext,
): Promise<string> {
  const folder = join(scratch, 'stub');
  await makeFolder(folder);
  const shared = ['-shared', '-fPIC', '-Wl,-soname,libcuda.so.1'];
  const files = ['-o', join(folder, 'libcuda.so.1'), join(RUNTIME_FOLDER, 'libcuda_stub.c')];
  const own = { ...env, TMPDIR: folder };
  const built = await runTool([...compiler, ...shared, ...files], { env: own, signal });
  if (built.code === 0) return folder;
  throw new Failure('environment', {
    message: `${compiler.join(' ')} cannot make a shared library`,
    hint: built.stderr.trim(),
  });
}

/** Returns a function that reports the progress that a line says. */
function progressOf(log: RunContext['log']): (line: Line) => void {
  let step: ((label: string) => void) | undefined;
  return (line) => {
    if (line.kind === 'total') step = stepCounter(line.count, log);
    if (line.kind === 'entry') step?.(`${line.function} for ${targetName(line.target)}`);
    if (line.kind === 'failed') step?.(line.compile.function);
  };
}

function machineFault({ code, path }: FillLine<'fault'>): Error {
  const error = Object.assign(new Error(code), { code, syscall: 'write', path: path ?? undefined });
  return machineFailure(error) ?? error;
}

function endOf(exit: ForeignExit, timeout: number): string {
  if (exit.isTimeout)
    return `an import or a compile took longer than ${plural(timeout, 'second')} (raise the limit with --timeout)`;
  return lastLine(exit.printed) || `it ${describeExit(exit)}`;
}

/** The modules of every bundle that the filling Python needs too, as the package `aot_bundle`. */
async function writeFillCode(folder: string): Promise<void> {
  await writeBundledCode(join(folder, 'aot_bundle'));
  for (const name of ['fill.py', 'complete.py', 'faults.py', 'include'])
    await cp(join(BUNDLE_FOLDER, name), join(folder, name), { recursive: true });
}

/** Writes the Python of a bundle. */
export async function writeBundledCode(folder: string): Promise<void> {
  await cp(join(BUNDLE_FOLDER, 'aot_bundle'), folder, {
    recursive: true,
    filter: (path) => !path.includes('__pycache__'),
  });
  for (const name of ['compiles.py', 'journal.py'])
    await copyFile(join(RECORDER_FOLDER, 'aot_record', name), join(folder, name));
}

function ofKind<Kind extends Line['kind']>(
  lines: readonly Line[],
  kind: Kind,
): readonly FillLine<Kind>[] {
  return lines.filter((line): line is FillLine<Kind> => line.kind === kind);
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

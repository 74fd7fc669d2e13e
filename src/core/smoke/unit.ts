import { basename, extname, join } from 'node:path';
import type { BuildContext } from '../context.ts';
import { Failure, type Problem } from '../errors.ts';
import { compile, type Compilation, type Compilers } from './compiler.ts';

/** What the machine compiles with. */
export interface Tools {
  readonly compilers: Compilers;
  /** The folder of cuda.h; undefined where compilers find it by themselves. */
  readonly cudaInclude: string | undefined;
}

export interface BuildSettings extends Tools {
  /** The folder everything is built in. */
  readonly folder: string;
  /** How many compilers run at once. */
  readonly jobs: number;
}

/** An object file, library or program, and how it is made. */
export interface Unit extends Compilation {
  readonly object: string;
}

/** A C or C++ source that becomes an object file; `group` keeps those of equal names apart. */
export function unitOf(
  source: string,
  group: string,
  flags: readonly string[],
  { compilers, folder }: BuildSettings,
): Unit {
  const isC = extname(source) === '.c';
  const object = join(folder, 'objects', `${group}_${basename(source, extname(source))}.o`);
  const language = isC ? [...compilers.c, '-std=gnu11'] : [...compilers.cxx, '-std=c++17'];
  // C and C++ compilers of different make must agree on the kind of code.
  const options = ['-O1', '-fPIC', '-pthread', ...flags];
  return {
    argv: [...language, ...options, '-c', source, '-o', object],
    object,
    label: basename(source),
    blame: 'environment',
  };
}

/**
 * Makes all of them, as many at once as the settings allow.
 * @throws {Failure} with everything that does not compile.
 */
export async function compileAll(
  units: readonly Unit[],
  { jobs }: BuildSettings,
  context: BuildContext,
): Promise<void> {
  const waiting = units.values();
  const problems: { readonly unit: Unit; readonly found: readonly Problem[] }[] = [];
  let done = 0;
  const work = async (): Promise<void> => {
    for (const unit of waiting) {
      const found = await compile(unit, context);
      if (found.length > 0) problems.push({ unit, found });
      done += 1;
      context.log.progress(done, units.length, unit.label);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, work));
  if (problems.length === 0) return;
  const isOurs = problems.some(({ unit }) => unit.blame === 'environment');
  throw new Failure(
    isOurs ? 'environment' : 'smoke',
    problems.flatMap(({ found }) => found),
  );
}

import type { Literal } from './cases/case.ts';
import type { Problems } from './problems.ts';
import type { benchSchema } from './cases/schema.ts';
import type { z } from 'zod';
import type { SourceReference } from '../base/errors.ts';
import { parseFunction, readInside } from './paths.ts';

/**
 * Says what is timed of a kernel, by a section of the manifest that a feature reads. The arguments and
 * buffers are those of `smoke:`.
 */
export interface TimingSpec {
  /** The key of the section. */
  readonly section: string;
  /** The calls to time, which are not tested; empty: the cases of `smoke:`. */
  readonly cases: readonly ReadonlyMap<string, Literal>[];
  /** The parameters that the choice of an algo may depend on; undefined: all integers. */
  readonly key: readonly string[] | undefined;
}

/** Times the cases of `smoke:`. */
export const NO_TIMING: TimingSpec = { section: 'smoke', cases: [], key: undefined };

/** Names the functions that `bench` compares a kernel with, in addition to the JIT. */
export interface BenchSpec {
  /** The function of PyTorch, in a file below the manifest's folder. */
  readonly torch: SourceReference | undefined;
}

/** Reads the section of one kernel. */
export function readBench(
  raw: z.infer<typeof benchSchema> | undefined,
  problems: Problems,
): BenchSpec | undefined {
  if (raw?.torch === undefined) return undefined;
  const inTorch = problems.at('torch');
  const source = parseFunction(raw.torch);
  if (source === undefined) {
    inTorch.add(`invalid function \`${raw.torch}\`: expected \`FILE.py:FUNCTION\``);
    return undefined;
  }
  const file = readInside(source.file, inTorch);
  return file === undefined ? undefined : { torch: { ...source, file } };
}

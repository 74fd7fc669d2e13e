import type { TuneSettings } from './terms/kernel.ts';
import type { Literal } from './terms/smoke-case.ts';
import type { Problems } from './problems.ts';
import type { RawKernel } from './schema.ts';
import { type benchSchema, filledTuneSchema } from './smoke-schema.ts';
import type { z } from 'zod';
import type { SourceReference } from '../base/errors.ts';
import { parseFunction, readInside } from './paths.ts';

/** The `tune:` section of one kernel. */
export interface TuneSpec extends TuneSettings {
  /** The calls to measure, like the cases of `smoke:`; empty: those. */
  readonly cases: readonly ReadonlyMap<string, Literal>[];
}

/** Reads the section of one kernel. The result must not be used if there are problems. */
export function readTune(raw: RawKernel['tune'], problems: Problems): TuneSpec {
  const filled = filledTuneSchema.safeParse(raw ?? {});
  if (!filled.success) problems.addIssues(filled.error.issues, () => []);
  const { cases = [], key } = filled.data ?? {};
  return {
    cases: cases.map((values) => new Map(Object.entries(values))),
    key,
  };
}

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

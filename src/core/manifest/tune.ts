import type { Literal } from '../model/smoke-case.ts';
import type { Problems } from './problems.ts';
import type { RawKernel } from './schema.ts';
import { filledTuneSchema } from './smoke-schema.ts';

/** The `tune:` section of one kernel. */
export interface TuneSpec {
  /** The calls to measure, like the cases of `smoke:`; empty: those. */
  readonly cases: readonly ReadonlyMap<string, Literal>[];
  /** The parameters that the choice of an algo may depend on; undefined: all integers. */
  readonly key: readonly string[] | undefined;
}

/** Reads the section of one kernel. The result must not be used if there are problems. */
export function readTune(raw: RawKernel['tune'], problems: Problems): TuneSpec {
  const filled = filledTuneSchema.safeParse(raw ?? {});
  if (!filled.success) problems.addIssues(filled.error.issues, () => []);
  const { cases = [], key } = filled.data ?? {};
  return { cases: cases.map((values) => new Map(Object.entries(values))), key };
}

import { z } from 'zod';
import type { SourceReference } from '../base/errors.ts';
import { parseFunction, readInside } from './paths.ts';
import type { Problems } from './problems.ts';

/** The schema of `bench:` in a kernel. */
export const benchSchema = z.strictObject({
  torch: z
    .string({ error: 'expected `FILE.py:FUNCTION`' })
    .optional()
    .describe(
      'A function that computes the same with PyTorch: `FILE.py:FUNCTION`. It takes parameters of the kernel by name, as tensors and numbers, and returns the outputs or writes them.',
    ),
});

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

import * as fc from 'fast-check';
import { Failure, type FailureKind } from '../../src/base/errors.ts';

const { FUZZ, FUZZ_SEED } = process.env;

/**
 * How often a property is tested: `number` times, with the same values in every run. With FUZZ=N, N
 * times as often, with new values. FUZZ_SEED chooses the values. A failure prints the seed and the
 * smallest values that fail: keep these as a fixture, since the seed finds other values after the
 * next change of a generator.
 */
export function runs<T>(number: number): fc.Parameters<T> {
  const seed = Number(FUZZ_SEED ?? (FUZZ === undefined ? 1 : Date.now()));
  return { numRuns: number * Number(FUZZ ?? 1), seed: seed % 2 ** 31 };
}

/** Bytes that differ from `base`: some are changed, or the end is cut off. */
export function damaged(base: Uint8Array): fc.Arbitrary<Buffer> {
  const place = fc.nat(base.length - 1);
  const changes = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 8 });
  const end = fc.oneof({ arbitrary: fc.constant(base.length), weight: 4 }, place);
  return fc.tuple(changes, end).map(([list, length]) => {
    const bytes = Buffer.from(base);
    for (const [at, value] of list) bytes[at] = value;
    return bytes.subarray(0, length);
  });
}

/**
 * What ends an action: undefined if nothing does.
 * @throws what is no failure of one of these kinds: an error of the program.
 */
export async function refusal(
  kinds: readonly FailureKind[],
  action: () => unknown,
): Promise<Failure | undefined> {
  try {
    await action();
    return undefined;
  } catch (error) {
    if (error instanceof Failure && kinds.includes(error.kind)) return error;
    throw error;
  }
}

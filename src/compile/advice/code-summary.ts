import { readCubin } from '../cubin/cubin.ts';
import type { CompiledKernel, MemoryAccess } from '../../toolchain/workers/protocol.ts';

/** What decides how fast a variant's code can move data. Widths are bytes of one thread's access. */
export interface CodeSummary {
  /** The width of most loads: of those in the innermost loops, if there are any. */
  readonly loads: number | undefined;
  readonly stores: number | undefined;
  /** Copies from global to shared memory that do not wait: cp.async. */
  readonly asyncCopies: number | undefined;
  /** Whether asynchronous copies are in a loop, where they hide the time of the next load. */
  readonly hasAsyncLoop: boolean;
  /** The mean width of all accesses; undefined if there are none. */
  readonly meanWidth: number | undefined;
  /** Per thread. */
  readonly registers: number;
  /** Bytes per thread, mostly for registers that did not fit. */
  readonly stackBytes: number;
}

/**
 * Summarises compiled code.
 * @throws {Failure} `abi` if the cubin cannot be read.
 */
export function summariseCode({ accesses, cubin, name }: CompiledKernel): CodeSummary {
  const kernel = readCubin(cubin).kernels.find((each) => each.name === name);
  return {
    loads: commonWidth(accesses, 'load'),
    stores: commonWidth(accesses, 'store'),
    asyncCopies: commonWidth(accesses, 'async-copy'),
    hasAsyncLoop: accesses.some(({ kind, loops }) => kind === 'async-copy' && loops > 0),
    meanWidth: meanWidth(accesses.filter(({ kind }) => kind !== 'tensor-copy')),
    registers: kernel?.registers ?? 0,
    stackBytes: kernel?.stackBytes ?? 0,
  };
}

/** How one variant's code is worse than another's. */
export type Shortfall = 'narrow' | 'synchronous' | 'spills' | 'registers';

/**
 * How much narrower accesses must be on average. Half the width, such as 8 bytes instead of 16,
 * still moves data at almost full speed.
 */
const MUCH_NARROWER = 3;

/** Less stack than this, in bytes per thread, costs little. */
const MUCH_STACK = 128;

/** How many times more stack is much more: code that spills anyway may spill twice as much. */
const MUCH_MORE_STACK = 4;

/** Fewer registers than this hardly limit how many threads run at once. */
const MANY_REGISTERS = 128;

/** 255, the most there are, counts as twice 128. */
const MANY_MORE_REGISTERS = 1.9;

/** Returns how code is so much worse than other code that it takes longer; empty if it is not. */
export function shortfallsOf(made: CodeSummary, other: CodeSummary): readonly Shortfall[] {
  return [
    ...(narrowing(made, other) >= MUCH_NARROWER ? ['narrow' as const] : []),
    ...(other.hasAsyncLoop && made.asyncCopies === undefined ? ['synchronous' as const] : []),
    ...(made.stackBytes >= Math.max(MUCH_STACK, MUCH_MORE_STACK * other.stackBytes)
      ? ['spills' as const]
      : []),
    ...(made.registers > MANY_REGISTERS && made.registers >= MANY_MORE_REGISTERS * other.registers
      ? ['registers' as const]
      : []),
  ];
}

/** How many times narrower the accesses are than those of other code; 1 if there are none. */
function narrowing(made: CodeSummary, other: CodeSummary): number {
  if (made.meanWidth === undefined || other.meanWidth === undefined) return 1;
  return other.meanWidth / made.meanWidth;
}

/** How often the body of a loop runs, for weights: the loop over K of a matmul with K = 2048. */
const TURNS = 32;
/** Deeper loops count as this deep. */
const MOST_LOOPS = 3;

function weightOf({ loops, count }: MemoryAccess): number {
  return count * TURNS ** Math.min(loops, MOST_LOOPS);
}

function commonWidth(
  accesses: readonly MemoryAccess[],
  wanted: MemoryAccess['kind'],
): number | undefined {
  const weights = new Map<number, number>();
  for (const access of accesses) {
    if (access.kind === wanted)
      weights.set(access.bytes, (weights.get(access.bytes) ?? 0) + weightOf(access));
  }
  return [...weights].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** A mean of widths, and not a count of accesses, is the same for a loop that is unrolled. */
function meanWidth(accesses: readonly MemoryAccess[]): number | undefined {
  const total = accesses.reduce((sum, access) => sum + weightOf(access), 0);
  const bytes = accesses.reduce((sum, access) => sum + weightOf(access) * access.bytes, 0);
  return total === 0 ? undefined : bytes / total;
}

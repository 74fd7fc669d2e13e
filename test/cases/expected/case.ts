/** What a call must launch, as the recording driver writes it; the driver's own two pointers are left out. */
export interface ExpectedLaunch {
  readonly kernel: string;
  readonly parameters: readonly string[];
  readonly grid?: readonly [number, number, number];
  /** 32 by default: the cases take one warp unless they say otherwise. */
  readonly threads?: number;
  readonly shared?: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** One call and what must come of it. */
export interface Case {
  /** A C++ expression. */
  readonly call: string;
  /** The CUresult; success by default. */
  readonly result?: number;
  /** None where the call launches nothing. */
  readonly launch?: ExpectedLaunch;
  /** The first architecture that has the kernel; 80 by default. */
  readonly since?: number;
}

/** CUDA_ERROR_INVALID_VALUE. */
export const INVALID = 1;
/** Two addresses, which calls name P and Q. */
export const P = 0x11000n;
export const Q = 0x22000n;
/** Their bytes. */
export const p = integer(P, 8);
export const q = integer(Q, 8);

/** Bytes in memory order, as hex. */
export function integer(value: number | bigint, bytes: number): string {
  const buffer = Buffer.alloc(8);
  buffer.writeBigInt64LE(BigInt(value));
  return buffer.toString('hex', 0, bytes);
}

/** A float’s bytes in memory order, as hex. */
export function float(value: number, bytes: 4 | 8): string {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 4) buffer.writeFloatLE(value);
  else buffer.writeDoubleLE(value);
  return buffer.toString('hex');
}

/** A call that launches. */
export function launched(call: string, launch: ExpectedLaunch, since = 80): Case {
  return { call, launch, since };
}

/** A call that no specialisation, or no device, fits. */
export function refused(call: string, since = 80): Case {
  return { call, result: INVALID, since };
}

/** A kernel that makes one integer from another. */
export function simple(entry: string, kernel: string): readonly Case[] {
  return [launched(`${entry}(0, P, 5)`, { kernel, parameters: [p, integer(5, 4)] })];
}

/** The whole numbers below `count`. */
export function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

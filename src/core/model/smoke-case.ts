import type { Path } from '../base/errors.ts';
import type { SourceReference } from './kernel.ts';
import type { ElementType } from './types.ts';

/** How a kernel is tested on a GPU: what its manifest entry's `smoke:` says, with every expression evaluated. */
export interface KernelSmoke {
  /** Where the section stands in the manifest. */
  readonly path: Path;
  readonly expected: ExpectedSource;
  /** The cases; none where only the user's own test runs. */
  readonly cases: readonly SmokeCase[];
  /** The algos the cases are run with. */
  readonly algos: readonly number[];
  /** Whether two runs on the same inputs must give the same bytes. */
  readonly isDeterministic: boolean;
  /** The user's own C++ test: the file to compile, then those it includes, relative to the manifest's folder. */
  readonly test: readonly string[];
}

/** Where the expected outputs come from. */
export type ExpectedSource =
  | { readonly kind: 'reference'; readonly source: SourceReference }
  | { readonly kind: 'interpreter' }
  | { readonly kind: 'none' };

/** One call of the kernel: every parameter's value. */
export interface SmokeCase {
  /** What the manifest chose, such as `M=512, N=512, K=512`. */
  readonly name: string;
  readonly path: Path;
  /** Scalar parameters, grid parameters included, by their names in Python. */
  readonly scalars: ReadonlyMap<string, ScalarValue>;
  /** Pointer and tensor parameters; null is passed as a null pointer. */
  readonly buffers: ReadonlyMap<string, CaseBuffer | null>;
  /** The specialisations this case reaches, each with the buffers that must be misaligned for it. */
  readonly runs: readonly SpecialisedRun[];
  /** The scalars of a call whose grid is empty whatever the algo; undefined where the grid never is. */
  readonly empty: ReadonlyMap<string, ScalarValue> | undefined;
  /** Blocks on each axis, for each algo of the kernel. */
  readonly grids: readonly (readonly [x: bigint, y: bigint, z: bigint])[];
  /** What one call moves and computes, for GB/s and TFLOP/s. */
  readonly bytes: bigint | undefined;
  readonly flops: bigint | undefined;
}

export type ScalarValue =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number };

export interface SpecialisedRun {
  readonly specialisation: number;
  /** Buffers that start one element after an aligned address. */
  readonly misaligned: readonly string[];
}

/**
 * A buffer of a case. Its elements stand where shape and strides (in elements, outermost axis first) put them; what
 * lies between them belongs to nobody.
 */
export interface CaseBuffer {
  readonly element: ElementType;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
  /** Elements from the first to the last, those between included. */
  readonly length: number;
  /**
   * in: must stay as it is. out: poisoned first, then compared. inout: filled, then compared. scratch: filled or
   * poisoned, and never compared.
   */
  readonly role: BufferRole;
  /** undefined: poisoned. */
  readonly fill: Fill | undefined;
  /** 32 hexadecimal digits: the state its random numbers start from. */
  readonly seed: string;
  readonly tolerance: Tolerance;
}

export const BUFFER_ROLES = ['in', 'out', 'inout', 'scratch'] as const;
export type BufferRole = (typeof BUFFER_ROLES)[number];

export type Fill =
  | { readonly kind: 'normal'; readonly mean: number; readonly deviation: number }
  /** Floats from `from` up to but not including `to`; integers with both ends. */
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  | { readonly kind: 'constant'; readonly value: number }
  /** A .npy file, relative to the manifest's folder. */
  | { readonly kind: 'file'; readonly file: string };

/**
 * What passes: ‖out − ref‖ ≤ norm · ‖ref‖ over the whole buffer, and for each element
 * |out − ref| ≤ atol + rtol · max(|ref|, root mean square of ref). Integers: all zero, equality.
 */
export interface Tolerance {
  readonly norm: number;
  readonly rtol: number;
  readonly atol: number;
}

/** What a case chooses, such as `M=512, N=512`. */
export function formatCase(chosen: ReadonlyMap<string, Literal>): string {
  if (chosen.size === 0) return 'default';
  return [...chosen].map(([name, value]) => `${name}=${value}`).join(', ');
}

export type Literal = bigint | number | boolean;

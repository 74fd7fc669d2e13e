import type { Path, SourceReference } from '../../base/errors.ts';
import type { ElementType } from '../terms/types.ts';

/**
 * Describes how a kernel is tested on a GPU: the `smoke:` section of its manifest entry, fully
 * evaluated.
 */
export interface KernelSmoke {
  /** The path of the section in the manifest. */
  readonly path: Path;
  readonly expected: ExpectedSource;
  /** The cases; empty if only the user's own test runs. */
  readonly cases: readonly SmokeCase[];
  /** The algos that the cases run with. */
  readonly algos: readonly number[];
  /** The cases that are only timed, to choose an algo; empty: those of the test. */
  readonly timed: readonly SmokeCase[];
  /** Further cases to time, to choose an algo: they reach the specialisations that the others do not. */
  readonly proposed: readonly SmokeCase[];
  /** The integer parameters that the choice of an algo may depend on; undefined: all. */
  readonly key: readonly string[] | undefined;
  readonly tolerance: ToleranceSpec;
  /** True if two runs on the same inputs must give the same bytes. */
  readonly isDeterministic: boolean;
  readonly accepted: readonly AcceptedFault[];
  /**
   * The user's own C++ test, below the manifest's folder: the file to compile, then its includes.
   */
  readonly test: readonly string[];
}

/** The kinds of faults that a manifest can accept. Each concerns a buffer. */
export const ACCEPTABLE_KINDS = ['race', 'out-of-bounds', 'undefined', 'values'] as const;

/** A known fault of a kernel that does not fail its test. */
export interface AcceptedFault {
  readonly kind: (typeof ACCEPTABLE_KINDS)[number];
  readonly buffer: string;
  readonly reason: string;
}

/** The source of the expected outputs. */
export type ExpectedSource =
  | { readonly kind: 'reference'; readonly source: SourceReference }
  | { readonly kind: 'interpreter' }
  | { readonly kind: 'none' };

/** One call of the kernel: the value of every parameter. */
export interface EvaluatedCase {
  /** The values chosen in the manifest, such as `M=512, N=512, K=512`. */
  readonly name: string;
  readonly path: Path;
  /** Scalar parameters and grid parameters by their names in Python. */
  readonly scalars: ReadonlyMap<string, ScalarValue>;
  /** Pointer and tensor parameters; null is passed as a null pointer. */
  readonly buffers: ReadonlyMap<string, CaseBuffer | null>;
  /** The scalars of a call whose grid is empty for every algo; undefined if there is none. */
  readonly empty: ReadonlyMap<string, ScalarValue> | undefined;
  /** The number of blocks on each axis, for each algo of the kernel. */
  readonly grids: readonly (readonly [x: bigint, y: bigint, z: bigint])[];
  /** Bytes moved and operations computed by one call, for GB/s and TFLOP/s. */
  readonly bytes: bigint | undefined;
  readonly flops: bigint | undefined;
}

/** A call, and what it runs. */
export interface SmokeCase extends EvaluatedCase {
  /** The specialisations that this case covers. */
  readonly runs: readonly SpecialisedRun[];
}

export type ScalarValue =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number };

export interface SpecialisedRun {
  readonly specialisation: number;
  /** Bytes from an aligned address to the start of a buffer, by name. The others are aligned. */
  readonly offsets: Readonly<Record<string, number>>;
  /** The algos with which the case reaches it; undefined: all that are tested. */
  readonly algos?: readonly number[];
}

/** A buffer of a case. Strides are in elements, outermost axis first; there may be gaps. */
export interface CaseBuffer {
  readonly element: ElementType;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
  /** The number of elements from the first to the last, gaps included. */
  readonly length: number;
  /**
   * in: must not change. out: poisoned first, then compared. inout: filled, then compared. scratch:
   * filled or poisoned, and never compared.
   */
  readonly role: BufferRole;
  /** undefined: poisoned. */
  readonly fill: Fill | undefined;
  /** The initial state of its random numbers: 32 hexadecimal digits. */
  readonly seed: string;
}

export const BUFFER_ROLES = ['in', 'out', 'inout', 'scratch'] as const;
export type BufferRole = (typeof BUFFER_ROLES)[number];

export type Fill =
  | { readonly kind: 'normal'; readonly mean: number; readonly deviation: number }
  /** Floats: `to` is excluded. Integers: `to` is included. */
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  | { readonly kind: 'constant'; readonly value: number }
  | IntegerFill
  /** Every element, in the order of the axes. */
  | { readonly kind: 'values'; readonly values: readonly number[] }
  /** A .npy file, relative to the manifest's folder. */
  | { readonly kind: 'file'; readonly file: string };

/** Integers with properties, which hold in each group of consecutive elements. Both limits are included. */
export interface IntegerFill {
  readonly kind: 'integers';
  readonly from: number;
  readonly to: number;
  /** True if no value is in a group twice. */
  readonly unique: boolean;
  /** True if a group ascends from `from` to `to`. */
  readonly sorted: boolean;
  /** The value of a quarter of the elements. */
  readonly sentinel?: number | undefined;
  /** The number of elements of a group. */
  readonly group: number;
}

/**
 * An output passes if ‖out − ref‖ ≤ norm · ‖ref‖ over the whole buffer, and for each element |out −
 * ref| ≤ atol + rtol · max(|ref|, root mean square of ref). All are zero for integers. With `steps`, only this counts:
 * |out − ref| ≤ steps · the distance of neighbouring numbers of the type.
 */
export interface Tolerance {
  readonly norm: number;
  readonly rtol: number;
  readonly atol: number;
  readonly steps?: number | undefined;
}

/** The tolerance in the manifest: for every floating-point output, or by name. */
export interface ToleranceSpec {
  readonly floats: Partial<Tolerance> | undefined;
  /** By name of a buffer or of an element type. A buffer's own comes first. */
  readonly named: ReadonlyMap<string, Partial<Tolerance>>;
}

export type Literal = bigint | number | boolean;

/** Formats the values a case chooses, such as `M=512, N=512`. */
export function formatCase(chosen: ReadonlyMap<string, Literal>): string {
  if (chosen.size === 0) return 'default';
  return [...chosen].map(([name, value]) => `${name}=${value}`).join(', ');
}

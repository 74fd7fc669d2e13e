import type { Path, SourceReference } from '../../base/errors.ts';
import type { Expression } from '../expression.ts';
import type { ElementType } from '../terms/types.ts';

// A case has one shape at each stage: a `SmokeSpec` is read, an `EvaluatedCase` has values, a `ReachedCase`
// has runs too. A `PackagedCase` of packaged.ts is that in a package.

/** The `smoke:` section of one kernel, read without the kernel's parameters. */
export interface SmokeSpec {
  readonly expected: ExpectedSource;
  readonly cases: readonly CaseSpec[];
  /** Where they are in the section. */
  readonly casesAt: Path;
  /** undefined: none. */
  readonly generate: GenerateSpec | undefined;
  readonly arguments: ReadonlyMap<string, Literal | Expression>;
  readonly buffers: ReadonlyMap<string, BufferSpec | null>;
  /** The parameters that get the memory of a buffer, by name. */
  readonly views: ReadonlyMap<string, ViewSpec>;
  /** The launches that follow in each case, before the outputs are compared. */
  readonly later: readonly LaunchSpec[];
  readonly seed: bigint;
  readonly tolerance: ToleranceSpec;
  /** undefined: all. */
  readonly algos: readonly bigint[] | undefined;
  readonly specialisations: readonly bigint[] | undefined;
  /** True if two runs on the same inputs must give the same bytes. */
  readonly isDeterministic: boolean;
  readonly accepted: readonly AcceptedFault[];
  /** `buffers`: the size of the buffers. */
  readonly bytes: Expression | 'buffers' | undefined;
  readonly flops: Expression | undefined;
  /** The user's own test: the file to compile, then the files it includes. */
  readonly test: readonly string[];
}

/** A launch of another kernel of the package, with its first config. */
export interface LaunchSpec {
  readonly kernel: string;
  /**
   * Its arguments by name: a value, a buffer of the section, or an expression. A parameter that is not here gets what the
   * section has under the same name.
   */
  readonly arguments: ReadonlyMap<string, Literal | Expression>;
}

/** A buffer as `smoke.buffers` describes it, for all cases. */
export interface BufferSpec {
  readonly shape: readonly Expression[];
  /** undefined: contiguous. */
  readonly strides: readonly Expression[] | undefined;
  readonly role: BufferRole;
  /** True if an output is NaN where the expected value is. */
  readonly hasNaN: boolean;
  /** The type of the elements, if the kernel gets a list of addresses: one of each slice of the first axis. */
  readonly table: ElementType | undefined;
  /** The type of the elements, if only a later launch takes the buffer; undefined: that of the parameter. */
  readonly type: ElementType | undefined;
  /** undefined: the default for the role and the element type. */
  readonly fill: FillSpec | undefined;
}

/** A parameter that is an address in the buffer of another. */
export interface ViewSpec {
  /** The parameter with the buffer. */
  readonly of: string;
  /** The number of elements from the start of the buffer. undefined: 0. */
  readonly offset: Expression | undefined;
  /** undefined: that of the buffer, with its strides unless others are given. */
  readonly shape: readonly Expression[] | undefined;
  /** undefined: contiguous, if there is a shape. */
  readonly strides: readonly Expression[] | undefined;
}

/** A fill for all cases. Its limits can depend on the sizes of a case. */
export type FillSpec =
  | Extract<Fill, { kind: 'normal' | 'constant' | 'values' | 'file' }>
  | UniformSpec
  /** The numbers from 0 on, each of them once. */
  | { readonly kind: 'permutation' };

export interface UniformSpec {
  readonly kind: 'uniform';
  /** undefined: those of the element type. */
  readonly limits: { readonly from: FillLimit; readonly to: FillLimit } | undefined;
  readonly properties: Pick<IntegerFill, 'unique' | 'sorted'> & { readonly in: 'buffer' | 'rows' };
  readonly sentinel: number | undefined;
}

export type FillLimit = number | Expression;

export type Literal = bigint | number | boolean;

/** The values that a case sets in the manifest, in its order. */
export type ChosenValues = ReadonlyMap<string, Literal>;

/** A case as the manifest lists it: its values, and what else it says. */
export interface CaseSpec {
  readonly values: ChosenValues;
  /** undefined: all blocks of the grid run. */
  readonly blocks: BlockChoice | undefined;
  /** What it changes in buffers, by name. */
  readonly buffers: ReadonlyMap<string, BufferChange>;
}

/** How many cases are generated, and the seed of the choice. */
export interface GenerateSpec {
  readonly count: number;
  readonly seed: bigint;
}

/** One change with which a generated case was made from a case of the manifest. */
export interface CaseChange {
  readonly kind: 'size' | 'layout' | 'data' | 'large';
  /** Such as `K = 65, one more than the block`. */
  readonly text: string;
  /** Of a layout: the arguments that are not as in a contiguous tensor, and what they would be there, such as `K`. */
  readonly strides?: readonly StrideChange[];
  /** Of sizes with which buffers have more than 2^31 elements: these buffers, and the conditions that exclude it. */
  readonly limits?: readonly SizeLimit[] | undefined;
}

/** From where on a buffer has more than 2^31 elements. */
export interface SizeLimit {
  readonly buffer: string;
  /** The condition of `requires` that excludes it; undefined if it needs what the kernel does not get. */
  readonly condition?: string | undefined;
  /** The smallest size that exceeds it, such as `M = 33554433`; undefined if several sizes do together. */
  readonly from?: string | undefined;
}

export interface StrideChange {
  readonly name: string;
  readonly value: number;
  readonly contiguous: string;
  /** True if the kernel gets it. */
  readonly isArgument: boolean;
}

/** What is known of a case that was not written. */
export interface GeneratedFacts {
  readonly seed: bigint;
  /** The case as a line for `cases:`. */
  readonly line: string;
  /** Empty: it is a smaller form of a written case, which the others change. */
  readonly changes: readonly CaseChange[];
  /** The conditions on sizes that it breaks, of those that kernels often assume, such as `T % BLOCK == 0`. */
  readonly breaks: readonly string[];
  /** The same call with contiguous buffers, which has the same outputs; undefined if it is this call. */
  readonly contiguous?: ReachedCase | undefined;
}

/** What one case says of a buffer; without a property, the section's counts. */
export interface BufferChange extends Partial<Pick<BufferSpec, 'shape' | 'strides' | 'fill'>> {
  /** The number of elements from an aligned address to the start of the buffer. */
  readonly offset?: Expression | undefined;
}

/**
 * The blocks of a grid that an emulated case runs: so many of the first and of the last, a sample of all that has both
 * ends, and those with indices on the three axes. The emulator has the same: `Choice` of grid.py.
 */
export interface BlockChoice {
  readonly first: number;
  readonly last: number;
  readonly sample: number;
  readonly at: readonly (readonly [x: number, y: number, z: number])[];
}

/** Describes how a kernel is tested on a GPU: its `smoke:` section, and the cases with their runs. */
export interface KernelSmoke {
  /** The path of the section in the manifest. */
  readonly path: Path;
  readonly spec: SmokeSpec;
  /** The cases; empty if only the user's own test runs. */
  readonly cases: readonly ReachedCase[];
  /** The algos that the cases run with. */
  readonly algos: readonly number[];
  /** The cases that are only timed, to choose an algo; empty: those of the test. */
  readonly timed: readonly ReachedCase[];
  /** Further cases to time, to choose an algo: they reach the specialisations that the others do not. */
  readonly proposed: readonly ReachedCase[];
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
  /** Pointer and tensor parameters that get the memory of a buffer. */
  readonly views: ReadonlyMap<string, CaseView>;
  /** The launches that follow, in order. */
  readonly later: readonly CaseLaunch[];
  /** The scalars of a call whose grid is empty for every algo; undefined if there is none. */
  readonly empty: ReadonlyMap<string, ScalarValue> | undefined;
  /** The number of blocks on each axis, for each algo of the kernel. */
  readonly grids: readonly (readonly [x: bigint, y: bigint, z: bigint])[];
  /** The blocks that run, with accesses checked and no outputs compared; undefined: all. */
  readonly blocks: BlockChoice | undefined;
  /** Bytes moved and operations computed by one call, for GB/s and TFLOP/s. */
  readonly bytes: bigint | undefined;
  readonly flops: bigint | undefined;
}

/** A call, and what it runs. */
export interface ReachedCase extends EvaluatedCase {
  /** Undefined: it is written in the manifest. */
  readonly generated?: GeneratedFacts | undefined;
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

/** A launch that follows that of the kernel. Parameters that it does not name get what the case has under the same name. */
export interface CaseLaunch {
  readonly kernel: string;
  readonly scalars: ReadonlyMap<string, ScalarValue>;
  /** The buffers or views of the case, by the parameters that get them. */
  readonly buffers: ReadonlyMap<string, string>;
}

/** A buffer of a case. Strides are in elements, outermost axis first; there may be gaps. */
export interface CaseBuffer {
  readonly element: ElementType;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
  /** The number of elements from the first to the last, gaps included. */
  readonly length: number;
  /** Bytes from an address that is aligned to 16 bytes to the first element: 0 to 15. */
  readonly offset: number;
  /**
   * in: must not change. out: poisoned first, then compared. inout: filled, then compared. scratch:
   * filled or poisoned, and never compared.
   */
  readonly role: BufferRole;
  /** True if it is NaN where the expected value is. If not, NaN is wrong. */
  readonly hasNaN: boolean;
  /** True if the kernel gets a list of addresses, of each slice of the first axis. The offset is that of the list. */
  readonly isTable: boolean;
  /** undefined: poisoned, or sparse. */
  readonly fill: Fill | undefined;
  /** True if it is too large to be filled and compared: it holds zeros, which take memory where a block writes. */
  readonly isSparse: boolean;
  /** The initial state of its random numbers: 32 hexadecimal digits. */
  readonly seed: string;
}

/** An address in a buffer. The offset and the strides are in elements, which are those of the buffer. */
export interface CaseView {
  /** The parameter with the buffer. */
  readonly of: string;
  readonly offset: number;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
}

export const BUFFER_ROLES = ['in', 'out', 'inout', 'scratch'] as const;
export type BufferRole = (typeof BUFFER_ROLES)[number];

export type Fill =
  | { readonly kind: 'normal'; readonly mean: number; readonly deviation: number }
  /** Floats: `to` is excluded, and a quarter of the elements is `sentinel`. Integers: `to` is included. */
  | {
      readonly kind: 'uniform';
      readonly from: number;
      readonly to: number;
      readonly sentinel?: number | undefined;
    }
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

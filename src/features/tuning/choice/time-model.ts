/**
 * The time of a call with one algo, in microseconds. A GPU runs the blocks of a call in waves: as many
 * at once as its multiprocessors have room for. Each block takes a time that grows with the length of
 * its loop. With `terms` t and share = blocks / multiprocessors, the time is
 *
 *     t0 + t1 length + waves (t2 + t3 length) + share t4 + busy length t5 + share length t6 / rows
 *
 * `busy` is the share, or the share rounded up: the blocks of the busiest multiprocessor. The last term is
 * for blocks that all read the same few rows, which only one part of the memory holds.
 */
export interface TimeModel {
  /** The blocks that a multiprocessor runs at once. */
  readonly resident: number;
  /** True if `busy` is a whole number of blocks. */
  readonly isWhole?: boolean | undefined;
  /** Seven numbers, none negative. */
  readonly terms: readonly number[];
}

/** The part of a call that its time depends on. */
interface CallSize {
  readonly blocks: number;
  /** The length of the loop in a block: the product of some parameters. */
  readonly length: number;
  /** The rows that all blocks read. Undefined: the time does not depend on them. */
  readonly rows?: number | undefined;
}

/** A call with its time. */
export interface TimedSize extends CallSize {
  readonly microseconds: number;
  /** The weight of the call: lower where other algos are faster. */
  readonly weight: number;
}

/** The values that are tried. */
const RESIDENT = [1, 2, 3, 4, 6, 8, 12, 16];

/**
 * The term that is 0 for whole blocks, the length alone, and for parts of blocks, the share alone. With all terms, the
 * models follow the measured sizes too closely, and choose worse for others.
 */
const UNUSED = { whole: 1, parts: 4 };

/** Digits of a term: the C code has the same number. */
const DIGITS = 6;

/** Returns the time that a model predicts, in microseconds. */
export function predict(
  { terms, ...form }: TimeModel,
  size: CallSize,
  multiprocessors: number,
): number {
  return featuresOf(size, form, multiprocessors).reduce(
    (sum, feature, index) => sum + (terms[index] ?? 0) * feature,
    0,
  );
}

/** The numbers of resident blocks that are tried, and whether multiprocessors are busy with whole blocks. */
interface Forms {
  readonly candidates?: readonly number[] | undefined;
  readonly isWhole?: boolean | undefined;
}

/** Returns the model with the least squared relative errors, and their sum. */
export function fitTimes(
  sizes: readonly TimedSize[],
  multiprocessors: number,
  { candidates = RESIDENT, isWhole = false }: Forms = {},
): { readonly model: TimeModel; readonly error: number } {
  const unused = isWhole ? UNUSED.whole : UNUSED.parts;
  const fits = candidates.map((resident) => {
    const rows = sizes.map((size) =>
      featuresOf(size, { resident, isWhole }, multiprocessors).map((feature, index) =>
        index === unused ? 0 : (feature * size.weight) / size.microseconds,
      ),
    );
    const wanted = sizes.map(({ weight }) => weight);
    const exact = leastSquares(rows, wanted);
    const error = rows.reduce(
      (sum, row, index) => sum + (dot(row, exact) - (wanted[index] ?? 0)) ** 2,
      0,
    );
    return {
      model: {
        resident,
        ...(isWhole && { isWhole }),
        terms: exact.map((each) => Number(each.toPrecision(DIGITS))),
      },
      error,
    };
  });
  // Of models that fit as well, the first.
  return fits.reduce((best, fit) => (fit.error < best.error * (1 - 1e-3) ? fit : best));
}

function featuresOf(
  { blocks, length, rows = Infinity }: CallSize,
  { resident, isWhole = false }: Omit<TimeModel, 'terms'>,
  multiprocessors: number,
): readonly number[] {
  const waves = Math.ceil(blocks / (multiprocessors * resident));
  const share = blocks / multiprocessors;
  const busy = isWhole ? Math.ceil(share) : share;
  const shared = (share * length) / Math.max(1, rows);
  return [1, length, waves, waves * length, share, busy * length, shared];
}

const ROUNDS = 300;

/**
 * Solves rows · x = wanted for x ≥ 0 by coordinate descent: each number in turn is set to its best value.
 * @param rows one for each equation, of equal lengths
 */
function leastSquares(
  rows: readonly (readonly number[])[],
  wanted: readonly number[],
): readonly number[] {
  const columns = (rows[0] ?? []).map((_each, at) => rows.map((row) => row[at] ?? 0));
  const scales = columns.map((column) => Math.sqrt(dot(column, column)) || 1);
  const scaled = columns.map((column, at) => column.map((each) => each / (scales[at] ?? 1)));
  const products = scaled.map((one) => scaled.map((other) => dot(one, other)));
  const targets = scaled.map((column) => dot(column, wanted));
  const x = scaled.map(() => 0);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, row] of products.entries()) {
      const own = row[at] ?? 0;
      if (own > 0) x[at] = Math.max(0, (x[at] ?? 0) + ((targets[at] ?? 0) - dot(row, x)) / own);
    }
  return x.map((each, at) => each / (scales[at] ?? 1));
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, each, index) => sum + each * (other[index] ?? 0), 0);
}

/** How long and how exactly calls are timed. */
export interface TimingSettings {
  /** Milliseconds for each case with each algo. */
  readonly milliseconds: number;
  /**
   * The error of the median, as a share of it, that ends the timing earlier: with a probability of
   * 95 %, the true median is that close.
   */
  readonly precision: number;
  /** Whether the L2 cache is flushed before every call. */
  readonly flush: boolean;
}

export const DEFAULT_TIMING: TimingSettings = { milliseconds: 500, precision: 0.01, flush: true };

/** Bytes of GPU memory for flushing the L2 cache: twice that of a large GPU. */
export const FLUSH_BYTES = 512 * 2 ** 20;

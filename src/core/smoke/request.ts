/** A smoke test as a user asks for it. */
export interface SmokeRequest {
  /** The package's folder. */
  readonly package: string;
  /** Whether a machine without a usable GPU fails, or only builds the test. */
  readonly gpu: 'required' | 'auto';
  /** The GPU to use: its number in the order of the PCI bus, or its UUID or the beginning of it. */
  readonly device?: string | undefined;
  /** Globs over kernels; all when empty. */
  readonly only: readonly string[];
  /** One case by its number, from 0. */
  readonly case?: number | undefined;
  readonly algo?: number | undefined;
  /** Whether every kernel runs under compute-sanitizer. */
  readonly sanitize: boolean;
  /** Seconds to wait for a GPU that other smoke tests hold. */
  readonly wait: number;
  /** Seconds a run may take. */
  readonly timeout: number;
  /** How many files are compiled at once. */
  readonly jobs: number;
  /** The folder of the locks, shared by everyone on the machine. */
  readonly lockFolder: string;
  /** Where the build is kept; removed afterwards when left out. */
  readonly keep?: string | undefined;
}

export const DEFAULT_WAIT = 600;
export const DEFAULT_RUN_TIMEOUT = 60;

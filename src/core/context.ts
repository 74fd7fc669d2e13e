import type { Log } from './log.ts';
import type { Environment } from './process.ts';
import type { Platform } from './toolchain/platform.ts';

/** Everything of the outside world a run uses. */
export interface BuildContext {
  /** The folder relative paths start from. */
  readonly cwd: string;
  readonly env: Environment;
  readonly platform: Platform;
  readonly log: Log;
  /** Aborted when the run is to end: every child process ends with it. */
  readonly signal: AbortSignal;
  /** The folder toolchains are kept in. */
  readonly home: string;
  /** The folder temporary files go to. */
  readonly scratch: string;
  /** How many bytes can still be written on the disk `path` is on. */
  readonly freeBytes: (path: string) => Promise<number>;
  /** Milliseconds since some moment. */
  readonly now: () => number;
}

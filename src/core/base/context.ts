import type { Problem } from './errors.ts';
import type { Environment } from './process.ts';

/** What most steps of a run use. */
export interface RunContext {
  readonly env: Environment;
  readonly log: Log;
  /** Aborted when the run must end: every child process ends with it. */
  readonly signal: AbortSignal;
}

/** What steps that write temporary files use. */
export interface ScratchContext extends RunContext {
  /** The folder for temporary files. */
  readonly scratch: string;
}

/** Everything a run uses of the outside world. Functions take the part they use. */
export interface BuildContext extends ScratchContext {
  readonly platform: Platform;
  /** The folder where Triton environments and downloaded archives are kept. */
  readonly home: string;
  /** How many bytes can still be written to the disk that holds `path`. */
  readonly freeBytes: (path: string) => Promise<number>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Where a run tells what it does. The command line and the runner each have their own. */
export interface Log {
  /** Runs `body` under a heading; a runner folds what is said meanwhile. */
  group<T>(title: string, body: () => Promise<T>): Promise<T>;
  info(message: string): void;
  /** `done` of `total` steps of the current group are over; `label` names the one that just ended. */
  progress(done: number, total: number, label: string): void;
  warning(problem: Problem): void;
}

/** Says nothing: for callers that want results only. */
export const silentLog: Log = {
  group: (_title, body) => body(),
  info: () => undefined,
  progress: () => undefined,
  warning: () => undefined,
};

/** What this machine is, as far as Triton's wheels care. */
export interface Platform {
  /** As `process.platform` names it. */
  readonly os: string;
  /** As `process.arch` names it. */
  readonly arch: string;
  /** The C library's version; undefined where it is not glibc. */
  readonly glibc: string | undefined;
  /** The folder of system-wide configuration. */
  readonly etc: string;
}

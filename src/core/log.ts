import type { Problem } from './errors.ts';

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

import { Failure } from '../base/errors.ts';
import type { CompiledKernel, CompileOutcome } from '../toolchain/workers/protocol.ts';
import type { Preparation } from '../plan/prepare.ts';
import type { Times } from './store/history.ts';

/** The state of a build when it ended, complete or not. */
export interface BuildRun {
  readonly preparation: Preparation;
  /** The code of the plan's variants, by kernel hash. */
  readonly kernels: ReadonlyMap<string, CompiledKernel>;
  /** The reasons for which variants did not compile, by kernel hash. */
  readonly failed: ReadonlyMap<string, string>;
  /** The CPU time in seconds of results that were computed for this build, by their keys. */
  readonly seconds: ReadonlyMap<string, number>;
  /** The times of results in earlier builds, if the request wants to know. */
  readonly times: Times;
  /** Wall-clock time in seconds. */
  readonly elapsed: number;
}

/** A build that ended with a failure, and what it has come to. */
export class FailedBuild extends Failure {
  readonly run: BuildRun;

  constructor(failure: Failure, run: BuildRun) {
    super(failure.kind, failure.problems, { summary: failure.summary, cause: failure });
    this.run = run;
  }
}

/** Collects what a build comes to while it goes on. */
export interface RunRecorder {
  readonly onTime: (key: string, cpuSeconds: number) => void;
  readonly onCompiled: (hash: string, outcome: CompileOutcome) => void;
  /** Adds code that the store has. */
  readonly addStored: (kernels: ReadonlyMap<string, CompiledKernel>) => void;
  /** Replaces the plan, if configs were left out. */
  readonly replan: (preparation: Preparation) => void;
  readonly seconds: ReadonlyMap<string, number>;
  /** Returns what there is until now. */
  readonly run: () => BuildRun;
}

/**
 * Starts to record a build.
 * @param measured the times of results that other machines have computed for it
 * @param times those of earlier builds
 * @param now milliseconds since any moment
 */
export function recordRun(
  planned: Preparation,
  measured: ReadonlyMap<string, number> | undefined,
  times: Times,
  now: () => number,
): RunRecorder {
  const start = now();
  let preparation = planned;
  const kernels = new Map<string, CompiledKernel>();
  const failed = new Map<string, string>();
  const seconds = new Map(measured);
  return {
    onTime: (key, cpuSeconds) => void seconds.set(key, cpuSeconds),
    onCompiled(hash, outcome) {
      if (outcome.ok) kernels.set(hash, outcome.kernel);
      else failed.set(hash, outcome.failure.message);
    },
    addStored(stored) {
      for (const [hash, kernel] of stored) kernels.set(hash, kernel);
    },
    replan: (left) => void (preparation = left),
    seconds,
    run: () => ({ preparation, kernels, failed, seconds, times, elapsed: (now() - start) / 1000 }),
  };
}

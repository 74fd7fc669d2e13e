import { Failure } from '../base/errors.ts';
import type { CompiledKernel } from '../toolchain/wire/compiled-kernel.ts';
import type { CompileOutcome } from '../toolchain/workers/answers.ts';
import type { Plan } from '../plan/plan.ts';
import { NO_TIMES, readTimes, type Times } from './store/times.ts';
import type { DirectoryStore } from './store/store.ts';
import type { BuildRequest } from './work.ts';

/** The state of a build when it ended, complete or not. */
export interface BuildRun {
  readonly plan: Plan;
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
  readonly replan: (plan: Plan) => void;
  readonly seconds: ReadonlyMap<string, number>;
  /** Returns what there is until now. */
  readonly run: () => BuildRun;
  /** Returns what to throw if the build ends with an error: a failure with what there is until now. */
  readonly failed: (error: unknown) => unknown;
}

/**
 * Starts to record a build.
 * @param measured the times of results that other machines have computed for it
 * @param now milliseconds since any moment
 */
export async function recordRun(
  planned: Plan,
  { directory }: Pick<DirectoryStore, 'directory'>,
  measured: ReadonlyMap<string, number> | undefined,
  { times: wantsTimes = false }: Pick<BuildRequest, 'times'>,
  now: () => number,
): Promise<RunRecorder> {
  const times = wantsTimes ? await readTimes(directory, planned.manifest.package) : NO_TIMES;
  const start = now();
  let plan = planned;
  const kernels = new Map<string, CompiledKernel>();
  const failed = new Map<string, string>();
  const seconds = new Map(measured);
  const run = (): BuildRun => {
    const elapsed = (now() - start) / 1000;
    return { plan, kernels, failed, seconds, times, elapsed };
  };
  return {
    onTime: (key, cpuSeconds) => void seconds.set(key, cpuSeconds),
    onCompiled(hash, outcome) {
      if (outcome.ok) kernels.set(hash, outcome.kernel);
      else failed.set(hash, outcome.failure.message);
    },
    addStored(stored) {
      for (const [hash, kernel] of stored) kernels.set(hash, kernel);
    },
    replan: (remaining) => void (plan = remaining),
    seconds,
    run,
    failed: (error) => (error instanceof Failure ? new FailedBuild(error, run()) : error),
  };
}

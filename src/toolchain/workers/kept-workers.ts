import { rm } from 'node:fs/promises';
import type { ScratchContext } from '../../base/context.ts';
import { makeScratch } from '../../base/leftovers.ts';
import type { WorkerContext, WorkerProcess } from './worker.ts';

/**
 * Workers without a job, which wait for those of later parts of the run. Starting one and importing
 * Triton takes half a second of CPU time.
 */
export class KeptWorkers {
  readonly #parent: string;
  #scratch: Promise<string> | undefined;
  readonly #workers: { readonly kind: string; readonly worker: WorkerProcess }[] = [];

  /** @param parent where the folder for temporary files is made */
  constructor(parent: string) {
    this.#parent = parent;
  }

  /** Returns the folder for temporary files of workers, which exists until `close`. */
  async scratch(): Promise<string> {
    this.#scratch ??= makeScratch(this.#parent, 'work');
    return this.#scratch;
  }

  keep(context: WorkerContext, worker: WorkerProcess): void {
    this.#workers.push({ kind: kindOf(context), worker });
  }

  /** Returns a worker that was started for the same program. It may have ended. */
  take(context: WorkerContext): WorkerProcess | undefined {
    const kind = kindOf(context);
    const index = this.#workers.findIndex((each) => each.kind === kind);
    return index === -1 ? undefined : this.#workers.splice(index, 1)[0]?.worker;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#workers.map(({ worker }) => worker.close()));
    if (this.#scratch === undefined) return;
    await rm(await this.#scratch, { recursive: true, force: true });
  }
}

function kindOf({ python, kind = 'compiler' }: WorkerContext): string {
  return JSON.stringify([python, kind]);
}

/** Runs `body` with an object that keeps workers until it ends. */
export async function keepingWorkers<T>(
  context: Pick<ScratchContext, 'scratch'>,
  body: (kept: KeptWorkers) => Promise<T>,
): Promise<T> {
  const kept = new KeptWorkers(context.scratch);
  try {
    return await body(kept);
  } finally {
    await kept.close();
  }
}

import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { ScratchContext } from '../../base/context.ts';
import { makeScratch } from '../../base/leftovers.ts';
import { type WorkerContext, WorkerProcess } from './worker.ts';

/**
 * Workers without a job, which wait for those of later parts of the run. Starting one and importing
 * Triton takes half a second of CPU time.
 */
export class KeptWorkers {
  readonly #parent: string;
  #scratch: Promise<string> | undefined;
  readonly #workers: { readonly kind: string; readonly worker: Promise<WorkerProcess> }[] = [];
  readonly #closing = new AbortController();

  /** @param parent where the folder for temporary files is made */
  constructor(parent: string) {
    this.#parent = parent;
  }

  /** The folder for temporary files of workers, which exists until `close`. @throws after that. */
  async scratch(): Promise<string> {
    this.#closing.signal.throwIfAborted();
    this.#scratch ??= makeScratch(this.#parent, 'work');
    return this.#scratch;
  }

  keep(context: WorkerContext, worker: WorkerProcess): void {
    this.#workers.push({ kind: kindOf(context), worker: Promise.resolve(worker) });
  }

  /**
   * Starts a worker before there is a job. It ends with `close` at the latest.
   * @param usable whether its Python turns out to be the right one
   */
  start(context: WorkerContext, usable = Promise.resolve(true)): void {
    const signal = AbortSignal.any([context.signal, this.#closing.signal]);
    const started = WorkerProcess.start({ ...context, signal });
    const over = once(signal, 'abort').then(() => false);
    const worker = onlyIf(Promise.race([usable, over]), started);
    // The one that is started with the job says what is wrong.
    worker.catch(() => undefined);
    this.#workers.push({ kind: kindOf(context), worker });
  }

  /**
   * Returns a worker that was started for the same program, or is being started. It may have ended, or
   * fail to start.
   */
  take(context: WorkerContext): Promise<WorkerProcess> | undefined {
    const kind = kindOf(context);
    const index = this.#workers.findIndex((each) => each.kind === kind);
    return index === -1 ? undefined : this.#workers.splice(index, 1)[0]?.worker;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#workers.map(async ({ worker }) => (await worker).close()));
    if (this.#scratch === undefined) return;
    await rm(await this.#scratch, { recursive: true, force: true });
  }
}

/** Returns the worker, or ends it. @throws if it may not be used. */
async function onlyIf(
  usable: Promise<boolean>,
  started: Promise<WorkerProcess>,
): Promise<WorkerProcess> {
  const [isUsable, worker] = await Promise.all([usable.catch(() => false), started]);
  if (isUsable) return worker;
  await worker.close();
  throw new Error('the Python of this process is not to be used');
}

function kindOf({ python, program = 'compile_worker.py' }: WorkerContext): string {
  return JSON.stringify([python, program]);
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

import { availableParallelism, freemem } from 'node:os';
import { formatSize, plural } from './text.ts';

/** The limits on how many compiles can run at once. */
interface Capacity {
  readonly cores: number;
  /** Bytes that this process and its children may use. */
  readonly memory: number;
}

/**
 * The memory of one worker in bytes: twice what the largest examples need.
 * See "How many compiles run at once" in docs/background/triton.md.
 */
const WORKER_BYTES = 5e8;

/** Returns how many workers fit: one for each core, if each has enough memory, and at least one. */
export function workersFor({ cores, memory }: Capacity = readCapacity()): number {
  return Math.max(1, Math.min(cores, Math.floor(memory / WORKER_BYTES)));
}

/** Says that memory allows fewer workers than there are cores; undefined if it does not. */
export function memoryNote(
  workers: number,
  capacity: Capacity = readCapacity(),
): string | undefined {
  return workers < capacity.cores && workers === workersFor(capacity)
    ? `${plural(workers, 'worker')} for ${capacity.cores} cores: each may need ${formatSize(WORKER_BYTES)} of the ${formatSize(capacity.memory)} of memory`
    : undefined;
}

let here: Capacity | undefined;

/** Reads what this machine has, once, so that a run does not change its mind. */
function readCapacity(): Capacity {
  here ??= {
    cores: availableParallelism(),
    memory: usableMemory(process.constrainedMemory(), freemem()),
  };
  return here;
}

/**
 * Returns how many bytes this process may use.
 * @param constrained the limit of its cgroup, of version 1 or 2. Without one it is 0, or more than any
 * machine has, by the version of Node.
 * @param available what the machine can give without swapping. `process.availableMemory` is less
 * in a cgroup: it takes files that the system keeps in memory for used.
 */
export function usableMemory(constrained: number, available: number): number {
  return constrained > 0 ? Math.min(constrained, available) : available;
}

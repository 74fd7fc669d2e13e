import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/**
 * Returns whether a process runs. One that has ended stays as a zombie until its parent asks for its status:
 * the first process of a container may never do so.
 */
export async function isRunning(pid: number): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') X');
  return !/\) [ZX]/.test(text);
}

/** Waits until none of these processes runs. */
export async function untilEnded(...pids: readonly number[]): Promise<void> {
  for (const pid of pids) while (await isRunning(pid)) await setTimeout(10);
}

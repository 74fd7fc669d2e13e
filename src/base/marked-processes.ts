import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Environment } from './process.ts';

/** A variable that a program and all that it starts inherit. */
const MARK_VARIABLE = 'TRITON_AOT_TOOL';

/** An environment whose processes can be found, also those that have left their group or session. */
interface MarkedEnvironment {
  readonly env: Environment;
  /** Kills all processes with this environment. Does nothing for those of other users. */
  readonly kill: () => void;
}

/** Adds a mark to an environment. GitHub's runner finds what a job leaves running in the same way. */
export function marked(env: Environment): MarkedEnvironment {
  const mark = randomUUID();
  // This process can have one itself.
  const marks = [env[MARK_VARIABLE], mark].filter((each) => each !== undefined);
  return { env: { ...env, [MARK_VARIABLE]: marks.join(' ') }, kill: () => killMarked(mark) };
}

/** The searches for processes at most: a process can start others during a search. */
const SEARCHES = 10;

function killMarked(mark: string): void {
  for (let search = 0; search < SEARCHES; search += 1) if (!killFound(mark)) return;
}

/** Returns whether there was a process to kill. Source: proc_pid_environ(5). */
function killFound(mark: string): boolean {
  let hasFound = false;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // It ends between the two, or is another user's.
      if (!readFileSync(`/proc/${name}/environ`).includes(mark)) continue;
      process.kill(Number(name), 'SIGKILL');
      hasFound = true;
    } catch {}
  }
  return hasFound;
}

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { isHarmlessVariable } from '../toolchain/environment.ts';

/**
 * Makes inputs, tokens and the rest of this process's environment unreadable for other processes,
 * which see in /proc/PID/environ the memory that the process started with. Moves the values
 * elsewhere, so that `env` has the same ones as before. Sources: proc_pid_environ(5),
 * proc_pid_stat(5) (`env_start`), proc_pid_mem(5).
 * @param env of this process
 * @throws the system's error if /proc does not allow it.
 */
export function hideEnvironment(env: NodeJS.ProcessEnv): void {
  const block = readFileSync('/proc/self/environ');
  const start = startOfBlock();
  const secret: (readonly [string, string])[] = [];
  for (let at = 0, end = 0; at < block.length; at = end + 1) {
    end = block.indexOf(0, at);
    if (end < 0) end = block.length;
    const [name = ''] = block.toString('utf8', at, end).split('=', 1);
    const value = env[name];
    // What is no text could not be written back.
    if (isHarmlessVariable(name) || value === undefined || value.includes('\uFFFD')) continue;
    secret.push([name, value]);
    block.fill(0, at, end);
  }
  // From here on, nothing refers to this memory.
  for (const [name] of secret) Reflect.deleteProperty(env, name);
  const memory = openSync('/proc/self/mem', 'r+');
  try {
    writeSync(memory, block, 0, block.length, start);
  } finally {
    closeSync(memory);
    Object.assign(env, Object.fromEntries(secret));
  }
}

/** The 50th field of /proc/self/stat. Before the third is a name that can contain anything. */
function startOfBlock(): number {
  const text = readFileSync('/proc/self/stat', 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const start = Number(fields[50 - 3]);
  if (!(start > 0)) throw new Error('/proc/self/stat does not say where the environment is');
  return start;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ownedName } from '../../src/base/leftovers.ts';

/** Returns the name that a process which has ended would have used for a temporary folder. */
export async function nameOfDead(stem: string, suffix: string): Promise<string> {
  const dead = spawn('true');
  await once(dead, 'exit');
  const name = await ownedName(stem, suffix);
  return name.replace(`-${process.pid}-`, `-${dead.pid}-`);
}

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BRIDGE_FOLDER } from '../../src/base/assets.ts';

const SERVER = fileURLToPath(new URL('warm_python.py', import.meta.url));

export interface WarmPython {
  /** The folder with `python3`. */
  readonly folder: string;
  readonly python: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts Python once, and returns a `python3` that runs programs in forks of it. The programs are
 * the real ones, without the environment and the working directory of their caller.
 */
export async function warmPython(): Promise<WarmPython> {
  const folder = await mkdtemp(join(tmpdir(), 'warm-python-'));
  const python = join(folder, 'python3');
  await writeFile(python, CLIENT.replace('FOLDER', folder));
  await chmod(python, 0o755);
  execFileSync('mkfifo', [join(folder, 'asked')]);
  const argv = ['-I', '-S', '-B', SERVER, folder, BRIDGE_FOLDER];
  const server = spawn('python3', argv, { stdio: ['pipe', 'ignore', 'inherit'] });
  const stop = async (): Promise<void> => {
    server.stdin.end();
    if (server.exitCode === null) await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, python, stop };
}

/** Leaves its arguments and its input to the server, and has its output and its status. */
const CLIENT = `#!/bin/sh
PATH=/usr/bin:/bin
cd 'FOLDER' && mkdir $$ && mkfifo $$/done || exit 1
printf '%s\\0' "$@" >$$/args
cat >$$/in
echo $$ >asked
read -r status <$$/done
cat $$/out
cat $$/err >&2
rm -r $$
exit "$status"
`;

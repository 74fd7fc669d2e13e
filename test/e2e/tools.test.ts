import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Workspace, workspace } from '../support/command.ts';
import { act, type Acted } from '../support/runner.ts';
import { untilEnded } from '../support/running.ts';

// The compilers are in smoke.test.ts, and gh in fetch.test.ts.

describe('the installer of the action', () => {
  let space: Workspace;
  beforeEach(async () => {
    space = await workspace();
    await space.example('vector-add');
    // Without further packages, nothing but this program installs.
    const manifest = join(space.folder, 'kernels.yaml');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace(/^triton:/m, 'requirements: [packaging]\n$&'));
  });
  afterEach(() => space.remove());

  /** Builds on a machine without Triton, with a uv that does this. */
  const build = async (body: string, more = {}): Promise<Acted> => {
    const bin = join(space.folder, 'bin');
    await mkdir(bin);
    const version = '[ "$1" = --version ] && { echo "uv 0.9.0 (fake)"; exit; }';
    await writeFile(join(bin, 'uv'), `#!/bin/sh\n${version}\n${body}\n`, { mode: 0o755 });
    const path = `${bin}:${process.env['PATH']}`;
    const env = { PATH: path, TRITON_AOT_HOME: join(space.folder, 'home'), ...more };
    return act(space, 'main', { inputs: { smoke: 'off' }, env });
  };

  it('is shown with its steps, and its output is no command to the runner', async () => {
    const { code, stdout } = await build(
      'echo "Resolved 1 package"; echo "::error::from uv"; echo "Downloading ##[group]x"; exit 1',
    );
    expect(code).toBe(3);
    const lines = stdout.split('\n');
    const commands = lines.filter((line) => line.startsWith('[command]'));
    expect(commands).toEqual([
      expect.stringMatching(
        /^\[command\]\S*python\S* -I -S \S+\/run_locked\.py \d+ \S+\/uv\/lock \S+\/bin\/uv venv --no-project --python /,
      ),
    ]);
    expect(lines.slice(lines.indexOf(commands[0] ?? ''))).toEqual(
      expect.arrayContaining(['Resolved 1 package', 'Downloading ## [group]x']),
    );
    expect(stdout).not.toMatch(/^::error::from uv/m);
  });

  it('that the system cannot start is a problem of the environment', async () => {
    // As on a machine without memory: Node throws these errors, and reports others later.
    const broken = `import child from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
const { spawn } = child;
child.spawn = (command, args, options) => {
  if (!args.some((text) => text.endsWith('run_locked.py'))) return spawn(command, args, options);
  throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM', syscall: 'spawn' });
};
syncBuiltinESMExports();`;
    await writeFile(join(space.folder, 'broken.mjs'), broken);
    const { code, stdout, stderr, summary } = await build('', {
      NODE_OPTIONS: `--import=${join(space.folder, 'broken.mjs')}`,
    });
    expect([code, stderr]).toEqual([3, '']);
    expect(stdout).toMatch(/^::error::there is not enough memory \(spawn: ENOMEM\)/m);
    expect(summary).toContain('there is not enough memory');
  });

  it('ends with all that it has started when the run is cancelled', async () => {
    const pids = join(space.folder, 'pids');
    // The runner interrupts the action alone, which started uv.
    const { code, stdout } = await build(
      `trap '' INT TERM
       setsid sleep 600 & echo $! >> '${pids}'
       sleep 600 & echo $! >> '${pids}'
       echo $$ >> '${pids}'; kill -INT $PPID; wait`,
    );
    expect(code).toBe(130);
    expect(stdout).toContain('::error::interrupted by SIGINT');
    const started = (await readFile(pids, 'utf8')).trim().split('\n').map(Number);
    expect(started).toHaveLength(3);
    // By themselves they would end after the time limit of a test.
    await untilEnded(...started);
  });
});

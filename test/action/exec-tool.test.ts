import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execTool } from '../../src/action/exec-tool.ts';
import type { RunTool } from '../../src/base/context.ts';
import { interruptedFailure } from '../../src/base/interrupts.ts';
import { run } from '../../src/base/process.ts';
import { isRunning, untilEnded } from '../support/running.ts';

const env = { PATH: process.env['PATH'] };
const never = new AbortController().signal;

let folder: string;
let logged: string[];
let runTool: RunTool;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exec-tool-'));
  logged = [];
  runTool = execTool({ info: (line) => logged.push(line) });
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes a program, below a folder with a name that shells and the library split. */
async function script(body: string, name = 'a "tool"'): Promise<string> {
  const file = join(folder, 'with space', name);
  await mkdir(join(folder, 'with space'), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${body}\n`);
  await chmod(file, 0o755);
  return file;
}

/** Waits for the process ids that a tool writes. */
async function pidsIn(file: string, count: number): Promise<number[]> {
  for (;;) {
    const pids = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    if (pids.length >= count) return pids.map(Number);
    await setTimeout(10);
  }
}

describe('a tool of the action', () => {
  it('is shown with its command and its output, line by line', async () => {
    const tool = await script('printf "one\\ntw"; sleep 0.1; echo o; echo three >&2; printf four');
    const result = await runTool([tool, '-o', 'a b'], { env, signal: never });
    expect(result).toEqual({ code: 0, signal: null, stdout: 'one\ntwo\nfour', stderr: 'three\n' });
    expect(logged[0]).toBe(`[command]${tool} -o a b`);
    expect(logged.slice(1).toSorted()).toEqual(['four', 'one', 'three', 'two']);
  });

  it('is shown without output that its caller reads', async () => {
    const tool = await script('echo one; echo two >&2');
    let text = '';
    const onOutput = (part: string): void => void (text += part);
    await runTool([tool], { env, signal: never, onOutput });
    expect(logged).toEqual([`[command]${tool}`]);
    expect(text.split('\n').toSorted()).toEqual(['', 'one', 'two']);
  });

  it('has only the given environment and folder, and ends with its status', async () => {
    const tool = await script('env > "$OUT"; pwd; exit 3');
    const out = join(folder, 'out');
    process.env['INPUT_TOKEN'] = 'secret';
    const result = await runTool([tool], { cwd: folder, env: { ...env, OUT: out }, signal: never });
    delete process.env['INPUT_TOKEN'];
    expect(result).toMatchObject({ code: 3, stdout: `${folder}\n` });
    const names = (await readFile(out, 'utf8')).match(/^\w+/gm);
    expect(names?.toSorted()).toEqual(['OUT', 'PATH', 'PWD', 'TRITON_AOT_TOOL']);
  });

  it('that is killed has no status', async () => {
    const tool = await script('kill -9 $$');
    expect(await runTool([tool], { env, signal: never })).toMatchObject({ code: null });
  });

  it('does not wait for what it leaves running with its output', async () => {
    const tool = await script('sleep 600 & echo $!');
    const { stdout } = await runTool([tool], { env, signal: never });
    // As of a compiler that starts the server of its cache.
    process.kill(Number(stdout));
  });

  it('that does not start is the same error as of other programs', async () => {
    const text = await script('', 'text');
    await chmod(text, 0o644);
    const broken = await script('', 'broken');
    await writeFile(broken, '#!/no/such/shell\n');
    for (const argv of [[join(folder, 'none')], [broken]]) {
      const error = { code: 'ENOENT', syscall: 'spawn', path: argv[0] };
      await expect(runTool(argv, { env, signal: never })).rejects.toMatchObject(error);
      const other = expect.objectContaining({ code: 'ENOENT' });
      await expect(run(argv, { env, signal: never })).rejects.toEqual(other);
    }
    await expect(runTool([text], { env, signal: never })).rejects.toBeInstanceOf(Error);
  });

  it('ends with all that it started when the run is aborted', async () => {
    const pids = join(folder, 'pids');
    // One ignores requests to end, one is in a session of its own.
    const tool = await script(
      `trap '' TERM INT HUP; echo $$ >> "$PIDS"
       sh -c 'echo $$ >> "$PIDS"; sleep 600' &
       setsid sh -c 'echo $$ >> "$PIDS"; sleep 600' &
       while :; do sleep 600; done`,
    );
    const controller = new AbortController();
    const running = runTool([tool], { env: { ...env, PIDS: pids }, signal: controller.signal });
    const other = await runTool([await script('sleep 600 & echo $!', 'other')], {
      env,
      signal: never,
    });
    const started = await pidsIn(pids, 3);
    expect(await Promise.all(started.map(isRunning))).toEqual([true, true, true]);
    const reason = interruptedFailure('SIGTERM');
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    // By themselves they would end after the time limit of a test.
    await untilEnded(...started);
    // What another tool started goes on.
    expect(await isRunning(Number(other.stdout))).toBe(true);
    process.kill(Number(other.stdout));
    await expect(runTool([tool], { env, signal: controller.signal })).rejects.toBe(reason);
  });
});

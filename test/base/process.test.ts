import { describe, expect, it } from '#jest';
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onDebug } from '../../src/base/debug.ts';
import { OutputExcerpt } from '../../src/base/output.ts';
import { interruptible, interruptedFailure } from '../../src/base/interrupts.ts';
import {
  describeExit,
  run,
  runAttached,
  startProcess,
  waitForExit,
} from '../../src/base/process.ts';

describe('debugging', () => {
  it('shows each program, without its environment, and how it ended', async () => {
    const texts: string[] = [];
    const end = onDebug((text) => texts.push(text));
    const env = { PATH: process.env['PATH'], TOKEN: 'secret' };
    await run(['sh', '-c', 'exit 3'], { env, cwd: '/', signal: new AbortController().signal });
    end();
    await run(['sh', '-c', ''], { env, signal: new AbortController().signal });
    expect(texts.map((text) => text.replaceAll(/\d+\.\d+|(?<=process )\d+/g, 'N'))).toEqual([
      "process N: sh -c 'exit 3' (in /)",
      'process N exited with status 3 after N s',
    ]);
  });
});

describe('OutputExcerpt', () => {
  it('keeps short output whole', () => {
    const excerpt = new OutputExcerpt();
    excerpt.append('one ');
    excerpt.append('x'.repeat(20_000));
    excerpt.append(' two');
    expect(excerpt.text).toBe(`one ${'x'.repeat(20_000)} two`);
  });

  it('keeps the beginning and the end of long output', () => {
    const excerpt = new OutputExcerpt();
    excerpt.append('begin');
    for (let count = 0; count < 1000; count += 1) excerpt.append('x'.repeat(1000));
    excerpt.append('end');
    expect(excerpt.text).toMatch(/^begin(x+)\n\[…\]\n(x+)end$/);
    expect(excerpt.text.length).toBeLessThan(33_000);
  });

  it('is empty after clear', () => {
    const excerpt = new OutputExcerpt();
    excerpt.append('x'.repeat(40_000));
    excerpt.clear();
    expect(excerpt.text).toBe('');
  });
});

describe('the end of a program', () => {
  const exit = async (script: string): ReturnType<typeof waitForExit> => {
    const { signal } = new AbortController();
    const group = startProcess(['/bin/sh', '-c', script], { env: {}, signal });
    group.child.stdout.resume();
    group.child.stderr.resume();
    return waitForExit(group);
  };

  it.each([
    ['exit 3', 'exited with status 3'],
    ['kill -SEGV $$', 'was killed by signal 11 (SIGSEGV: segmentation fault)'],
    ['kill -USR1 $$', 'was killed by signal 10 (SIGUSR1)'],
  ])('is described: %s', async (script, text) => {
    expect(describeExit(await exit(script))).toBe(text);
  });

  it('does not wait for children that keep its output open', async () => {
    // Longer than the time limit of a test.
    expect(await exit('sleep 600 & exit 0')).toEqual({ code: 0, signal: null });
  });

  it('is an error of the system if there are too many open files', async () => {
    const script = 'while read limit; do prlimit --pid=$0 --nofile=$limit:; echo done; done';
    const limiter = spawn('sh', ['-c', script, String(process.pid)]);
    const allow = async (limit: string): Promise<void> => {
      limiter.stdin.write(`${limit}\n`);
      await once(limiter.stdout, 'data');
    };
    const limits = await readFile('/proc/self/limits', 'utf8');
    const [, usual = ''] = /open files +(\S+)/.exec(limits) ?? [];
    const used = (await readdir('/proc/self/fd')).map(Number);
    // A program needs more than the four that are left.
    let limit = 4;
    while (limit - used.filter((file) => file < limit).length < 4) limit += 1;
    await allow(String(limit));
    try {
      await expect(exit('exit 0')).rejects.toMatchObject({ code: 'EMFILE', syscall: 'spawn' });
    } finally {
      await allow(usual);
      limiter.stdin.end();
      await once(limiter, 'exit');
    }
    expect(describeExit(await exit('exit 0'))).toBe('exited with status 0');
  });

  it('rejects if the program cannot be started', async () => {
    const { signal } = new AbortController();
    const group = startProcess(['/nowhere/program'], { env: {}, signal });
    await expect(waitForExit(group)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a program whose output is read', () => {
  const { signal } = new AbortController();
  const env = { PATH: process.env['PATH'] };
  const shell = (script: string): ReturnType<typeof run> =>
    run(['/bin/sh', '-c', script], { env, signal });

  it('is not waited for longer than it runs, whatever it has started', async () => {
    // It has left the group of the program, and holds its output open.
    const { code, stdout } = await shell('setsid sleep 600 & echo $!; exit 3');
    process.kill(Number(stdout));
    expect(code).toBe(3);
  });

  it('may print errors without end', async () => {
    const { code, stderr } = await shell(
      'echo one >&2; yes | head -c 620000000 >&2; echo last >&2',
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(/^one\ny\n[^]*\[…\][^]*y\nlast\n$/);
    expect(stderr.length).toBeLessThan(3_000_000);
  });

  it('is ended if its output is far too long', async () => {
    await expect(shell('yes; echo')).rejects.toMatchObject({
      kind: 'environment',
      message: expect.stringContaining('/bin/sh was ended because it printed more than 100 MB'),
    });
  });
});

describe('a program with the input and output of this one', () => {
  const start = (script: string, signal: AbortSignal): ReturnType<typeof runAttached> =>
    runAttached(['/bin/sh', '-c', script], { env: {}, signal, hasTerminal: false, output: 1 });

  it('ends with its own status', async () => {
    expect(await start('exit 3', new AbortController().signal)).toEqual({ code: 3, signal: null });
  });

  it('rejects if it cannot be started', async () => {
    const { signal } = new AbortController();
    const options = { env: {}, signal, hasTerminal: false, output: 1 } as const;
    const started = runAttached(['/nowhere/program'], options);
    await expect(started).rejects.toThrow('ENOENT');
  });

  it.each([
    ['SIGINT', 12],
    ['SIGTERM', 15],
  ] as const)('gets %s, and ends as it wants to', async (name, status) => {
    const controller = new AbortController();
    const ready = join(await mkdtemp(join(tmpdir(), 'attached-')), 'ready');
    const script = `trap "exit 12" INT; trap "exit 15" TERM; : > '${ready}'; while :; do sleep 0.05; done`;
    const ended = start(script, controller.signal);
    while (!existsSync(ready)) await setTimeout(10);
    controller.abort(interruptedFailure(name));
    expect(await ended).toEqual({ code: status, signal: null });
  });

  it('is not started after an interrupt', async () => {
    const signal = AbortSignal.abort(interruptedFailure('SIGINT'));
    await expect(start('exit 0', signal)).rejects.toThrow('interrupted by SIGINT');
  });
});

describe('signals', () => {
  it('end the run at the first, and the process at a second one that is not the same', () => {
    const exits: number[] = [];
    const source = Object.assign(new EventEmitter(), { exit: (code: number) => exits.push(code) });
    let nowMs = 5000;
    const { signal, release } = interruptible(source, () => nowMs);
    source.emit('SIGINT');
    expect(signal.reason).toMatchObject({ message: 'interrupted by SIGINT' });
    // A program between the terminal and this process may forward it.
    nowMs += 100;
    source.emit('SIGINT');
    expect(exits).toEqual([]);
    nowMs += 2000;
    source.emit('SIGTERM');
    expect(exits).toEqual([130]);
    release();
    expect(source.eventNames()).toEqual([]);
  });
});

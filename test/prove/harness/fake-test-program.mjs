/* oxlint-disable unicorn/no-process-exit -- tests depend on how it exits */
// A fake test program. The file `behaviour.json` beside its plan maps a task (`run 1`, `check memory`) to the name of
// a behaviour below.
import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawn } from 'node:child_process';

const plan = process.argv.at(-1);
const beside = (name) => join(dirname(plan), name);
const behaviour = JSON.parse(readFileSync(beside('behaviour.json'), 'utf8'));
const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);
const sleepForever = () => new Promise(() => setInterval(() => {}, 1000));
const result = (kind, name, problems = []) =>
  say({
    event: kind,
    [kind]: kind === 'run' ? Number(name) : name,
    problems,
    microseconds: null,
    outputs: [],
  });

const behaviours = {
  pass: (kind, name) => result(kind, name),
  fail: (kind, name) => result(kind, name, [{ kind: 'values', message: 'y: off by 1' }]),
  hang: sleepForever,
  'ignore SIGTERM': () => {
    process.on('SIGTERM', () => appendFileSync(beside('asked'), 'asked\n'));
    return sleepForever();
  },
  crash: () => process.kill(process.pid, 'SIGSEGV') && sleepForever(),
  leave: () => process.exit(7),
  complain: () => {
    process.stderr.write('first words\nlast words\n');
    process.exit(1);
  },
  fatal: (kind, name) => {
    behaviours.fail(kind, name);
    say({ event: 'fatal', message: 'the context is lost' });
    process.exit(3);
  },
  'not start': () => {
    say({ event: 'fatal', message: 'too little memory', environment: true });
    process.exit(3);
  },
  garbage: (kind, name) => {
    process.stdout.write('kernel says 3\n{"event":"strange"}\n{"event":\n\u0000pid (0, 0) x: 1');
    result(kind, name);
  },
  flood: async (kind, name) => {
    const text = 'x'.repeat(1 << 16);
    for (let i = 0; i < 256; i++)
      if (!process.stdout.write(text)) await new Promise((go) => process.stdout.once('drain', go));
    process.stdout.write('\n');
    result(kind, name);
  },
  chatter: async () => {
    for (;;) {
      process.stdout.write('still here\n');
      await new Promise((go) => setTimeout(go, 20));
    }
  },
  child: (kind, name) => {
    const child = spawn('sleep', ['600'], { stdio: ['ignore', 'inherit', 'inherit'] });
    appendFileSync(beside('children'), `${child.pid}\n`);
    result(kind, name);
  },
  slow: async (kind, name) => {
    await new Promise((go) => setTimeout(go, 300));
    result(kind, name);
  },
  sanitized: (kind, name) => {
    process.stdout.write('========= COMPUTE-SANITIZER\n');
    process.stdout.write(
      '========= Invalid __global__ write of size 4 bytes\n=========     at scale+0x40\n',
    );
    result(kind, name);
  },
};

appendFileSync(beside('started'), `${process.pid} ${process.env.SECRET ?? ''}\n`);
if (behaviour.start !== undefined) await behaviours[behaviour.start]('run', '0');
say({ event: 'device', name: 'Fake', uuid: 'GPU-0', capability: '9.0', driver: '13.0' });
for (const line of readFileSync(plan, 'utf8').split('\n')) {
  const [kind, name] = line.split(' ');
  if (kind !== 'run' && kind !== 'check') continue;
  say({ event: 'start', [kind]: kind === 'run' ? Number(name) : name });
  await behaviours[behaviour[`${kind} ${name}`] ?? 'pass'](kind, name);
}
say({ event: 'end' });
// Exit when all output is written: the reader may be slow.
process.stdout.write('', () => process.exit(behaviour.status ?? 0));

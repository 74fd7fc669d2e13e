import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compileAll, type PoolContext } from '../../src/toolchain/workers/pool.ts';
import type { CompileJob } from '../../src/toolchain/workers/protocol.ts';
import { tritonPython, USUAL } from '../support/triton.ts';

const BRIDGE = fileURLToPath(new URL('../../python/bridge', import.meta.url));
const KERNELS = fileURLToPath(new URL('../fixtures/kernels', import.meta.url));

let python: string;
let scratch: string;

beforeAll(async () => {
  python = await tritonPython(USUAL);
  scratch = await mkdtemp(join(tmpdir(), 'confinement-'));
}, 600_000);

afterAll(() => rm(scratch, { recursive: true }));

function job(id: number, module: string): CompileJob {
  const file = join(KERNELS, `${module}.py`);
  const isAdd = module === 'vector_add';
  return {
    id,
    source: {
      kind: 'import',
      path: [KERNELS],
      module,
      file,
      function: isAdd ? 'add' : 'one',
      folder: KERNELS,
      closure: [file],
      depends: [],
    },
    signature: [
      ['x', '*fp32'],
      ...(isAdd
        ? ([
            ['y', '*fp32'],
            ['out', '*fp32'],
            ['n', 'i32'],
          ] as const)
        : []),
      ...(isAdd ? ([['BLOCK', 'constexpr']] as const) : []),
    ],
    constants: isAdd ? { BLOCK: ['int', '64'] } : {},
    divisors: { x: 16 },
    options: { num_warps: 4 },
    target: { backend: 'cuda', arch: 80, warpSize: 32 },
  };
}

/** Compiles in one worker. */
async function compile(
  jobs: readonly CompileJob[],
  env: Readonly<Record<string, string>> = {},
  changes: Partial<PoolContext> = {},
) {
  const outcomes = await compileAll(jobs, {
    python,
    bridge: BRIDGE,
    env: { ...process.env, ...env },
    scratch,
    workers: 1,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    ...changes,
  });
  return outcomes.map((outcome) =>
    outcome.ok ? Buffer.from(outcome.kernel.cubin).toString('latin1') : outcome.failure.message,
  );
}

/** The processes with a word on their command line. */
async function processesWith(word: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.split('\0').includes(word));
}

/** True if this machine has Landlock, asked in another way than workers do. */
const HAS_LANDLOCK =
  spawnSync('python3', [
    '-c',
    'import ctypes, sys; sys.exit(ctypes.CDLL(None).syscall(444, None, 0, 1) < 2)',
  ]).status === 0;

/** True if this machine lets its users make namespaces, asked in another way than workers do. */
const ALLOWS_NAMESPACES =
  spawnSync('unshare', ['--user', '--map-current-user', '--pid', '--fork', '--mount-proc', 'true'])
    .status === 0;

(HAS_LANDLOCK ? describe : describe.skip)('Landlock, where namespaces are not allowed,', () => {
  it.each([
    ['the folder of the worker only', true],
    ['all folders, where they are turned off', false],
  ])('lets a process write to %s', (_what, isReadOnly) => {
    const script = `
import json, os, sys
sys.path.insert(0, ${JSON.stringify(BRIDGE)})
from aot_bridge.confinement import PR_SET_NO_NEW_PRIVS, drop_capabilities, enter_landlock, prctl
own, elsewhere = sys.argv[1:]
prctl(PR_SET_NO_NEW_PRIVS, 1)
assert enter_landlock([own] if ${isReadOnly ? 'True' : 'False'} else None)
drop_capabilities()
def works(body):
    try:
        body()
        return True
    except OSError:
        return False
os.mkdir(own + "/a")
parent = os.getppid()
print(json.dumps({
    "writes": works(lambda: open(own + "/a/file", "w").close()),
    "moves": works(lambda: os.replace(own + "/a/file", own + "/moved")),
    "removes": works(lambda: os.remove(own + "/moved")),
    "discards": works(lambda: open("/dev/null", "w").close()),
    "writesElsewhere": works(lambda: open(elsewhere + "/file", "w").close()),
    "readsElsewhere": works(lambda: os.listdir(elsewhere)),
    "readsEnvironment": works(lambda: open(f"/proc/{parent}/environ", "rb").read()),
    "readsMemory": works(lambda: open(f"/proc/{parent}/mem", "rb").close()),
}))`;
    const [own = '', elsewhere = ''] = ['own', 'elsewhere'].map((name) =>
      mkdtempSync(join(scratch, name)),
    );
    const { stdout, stderr } = spawnSync('python3', ['-c', script, own, elsewhere], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      writes: true,
      moves: true,
      removes: true,
      discards: true,
      writesElsewhere: !isReadOnly,
      readsElsewhere: true,
      readsEnvironment: false,
      readsMemory: false,
    });
  });
});

describe.each([true, false])('kernel code, with namespaces where possible: %s', (namespaces) => {
  it('changes the results of no other kernel by changing the compiler', async () => {
    const changes = { namespaces };
    const alone = await compile([job(0, 'vector_add')], {}, changes);
    const jobs = [job(0, 'changes_compiler'), job(1, 'vector_add')];
    expect(await compile(jobs, {}, changes)).toEqual(['of another kernel', ...alone]);
  });

  it.each([
    ['when its closure is done', 'vector_add'],
    ['when it hangs', 'endless'],
  ])('leaves no process behind: %s', async (_case, next) => {
    const env = { LEFT_BEHIND: String(600 + Math.random()) };
    const jobs = [job(0, 'leaves_process'), job(1, next)];
    const [first] = await compile(jobs, env, { namespaces, timeoutMs: 10_000 });
    expect(first).toMatch(/^\u007FELF/);
    expect(await processesWith(env.LEFT_BEHIND)).toEqual([]);
  });

  it('ends with the program that compiles, even if that is killed', async () => {
    const folder = await mkdtemp(join(scratch, 'killed-'));
    const argv = [python, '-B', join(BRIDGE, 'worker.py'), 'compiler'];
    if (!namespaces) argv.push('--no-namespaces');
    const script = '"$@" <&3 & wait';
    const program = spawn('sh', ['-c', script, 'sh', ...argv, folder], {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    });
    await once(program.stdout as Readable, 'data');
    const request = { kind: 'compile', closure: 'endless', ...job(0, 'endless') };
    (program.stdio[3] as Writable).write(`${JSON.stringify(request)}\n`);
    // The process of the closure has a folder for temporary files.
    while (!(await readdir(folder)).some((name) => name.startsWith('tmp') && name !== 'tmp'))
      await sleep(10);
    expect(await processesWith(folder)).not.toEqual([]);
    program.kill('SIGKILL');
    while ((await processesWith(folder)).length > 0) await sleep(10);
  });

  it('ends by a signal that comes just before it waits for an answer', async () => {
    // A signal that another thread gets does not interrupt the wait either.
    const script = `import os, signal, sys, tempfile, threading, time
sys.path.insert(0, sys.argv[1])
from aot_bridge.closure_process import ClosureProcess, Service
class Endless(Service):
    def answer(self, kind, request):
        time.sleep(600)
signal.signal(signal.SIGTERM, lambda *_: os._exit(7))
process = ClosureProcess("endless", Endless(), tempfile.mkdtemp(dir=sys.argv[2]), ())
def end():
    time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)
threading.Thread(target=end, daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
process.ask('{"id": 1, "kind": "compile", "closure": "endless"}\\n', 1)`;
    const program = spawn(python, ['-B', '-c', script, BRIDGE, scratch], {
      timeout: 200_000,
      killSignal: 'SIGKILL',
    });
    expect(await once(program, 'exit')).toEqual([7, null]);
  });

  it('ends by a signal that comes where Python ignores exceptions, after the fork', async () => {
    const folder = await mkdtemp(join(scratch, 'forked-'));
    const script = `import os, runpy, signal, sys
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGTERM))
sys.path.insert(0, sys.argv[1])
sys.argv = ["worker.py", "compiler", "--no-namespaces", sys.argv[2]]
runpy.run_path(sys.path[0] + "/worker.py", run_name="__main__")`;
    const program = spawn(python, ['-B', '-c', script, BRIDGE, folder], {
      timeout: 200_000,
      killSignal: 'SIGKILL',
    });
    const ended = once(program, 'exit');
    await once(program.stdout, 'data');
    const request = { kind: 'compile', closure: 'endless', ...job(0, 'endless') };
    program.stdin.write(`${JSON.stringify(request)}\n`);
    expect(await ended).toEqual([143, null]);
    expect(await processesWith(folder)).toEqual([]);
  });

  it('sees no other process and writes only to its own folder, where the machine allows it', async () => {
    const secret = `secret-${Math.random()}`;
    const neighbour: ChildProcess = spawn('sleep', ['600'], { argv0: secret, env: { secret } });
    try {
      const elsewhere = join(scratch, 'elsewhere');
      const env = { LOOKED_FOR: secret.split('').toReversed().join(''), ELSEWHERE: elsewhere };
      const [message = ''] = await compile([job(0, 'looks_around')], env, { namespaces });
      const isConfined = namespaces && ALLOWS_NAMESPACES;
      expect(JSON.parse(message.replace('ValueError: ', ''))).toEqual({
        // Otherwise it depends on the rights of the user.
        secrets: isConfined || HAS_LANDLOCK ? 0 : expect.any(Number),
        sees: isConfined ? 0 : 1,
        writesElsewhere: !(isConfined || (namespaces && HAS_LANDLOCK)),
        writesHome: true,
        writesTemporary: true,
        opensParent: false,
        gainsRights: false,
        startsPrograms: true,
      });
    } finally {
      neighbour.kill();
    }
  });
});

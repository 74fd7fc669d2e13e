import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Memory } from '../../src/base/context.ts';
import type { Failure } from '../../src/base/errors.ts';
import { interruptedFailure } from '../../src/base/interrupts.ts';
import { run as runTool } from '../../src/base/process.ts';
import { BRIDGE_VERSION } from '../../src/toolchain/workers/protocol.ts';
import { computeMissing } from '../../src/compile/compute.ts';
import { workOf } from '../../src/compile/work.ts';
import { directoryStore } from '../../src/compile/store/store.ts';
import { fakePlan } from '../support/fake-build.ts';
import { NO_TIMES } from '../../src/compile/store/times.ts';
import { keepingWorkers } from '../../src/toolchain/workers/kept-workers.ts';
import { workersOf } from '../support/workers-of.ts';
import { silentLog } from '../support/silent-log.ts';

/**
 * A program in place of Python with the bridge. Notes when a job begins and ends. The name of a
 * function says what comes of its variants and its outputs.
 */
const PYTHON = `#!/usr/bin/env python3
import json, os, shutil, sys, time
log = os.path.join(os.path.dirname(sys.argv[0]), "log")
def note(text):
    with open(log, "a") as file:
        file.write(text + "\\n")
def send(answer):
    print(json.dumps(answer), flush=True)
def compile(name):
    time.sleep(0.03)
    if name == "wrong":
        return {"ok": False, "failure": {"reason": "compile", "message": "no"}, "cpuSeconds": 0}
    kernel = dict(cubin="AAEC", name=name, ptxas="12.8", shared=0, numWarps=4, numCtas=1, launchPdl=False,
        globalScratch=dict(size=0, align=1), profileScratch=dict(size=0, align=1), tensorMemory=0,
        launchCooperativeGrid=False, tensorMaps=[], rounding={}, miscompilations=[])
    return {"ok": True, "kernel": kernel, "cpuSeconds": 0.25}
def interpret(name, request):
    time.sleep(600 if name == "slow" else 0.03)
    if name == "dead":
        os._exit(3)
    if name.startswith("outside"):
        message = "the kernel reads element 5 of x"
        return {"ok": False, "failure": {"reason": "bounds", "message": message, "buffer": "x"}, "cpuSeconds": 0}
    if name == "assumes":
        message = "the condition of \x60tl.assume\x60 is false"
        return {"ok": False, "failure": {"reason": "assumption", "message": message, "line": 7}, "cpuSeconds": 0}
    for output in request["outputs"]:
        shutil.copy(request["arguments"][output["name"]]["file"], output["file"])
    return {"ok": True, "cpuSeconds": 0.125}
is_reference = "reference" in sys.argv
kind = "outputs" if is_reference else "variant"
if is_reference and os.path.exists(log + ".broken"):
    sys.exit("No module named numpy")
send({"ready": True, "triton": "0", "python": "0", "bridge": ${BRIDGE_VERSION}, "isolation": "namespaces"})
for line in sys.stdin:
    request = json.loads(line)
    name = request["source"]["function"]
    note(f"begin {kind}")
    answer = interpret(name, request) if is_reference else compile(name)
    note(f"end {kind}")
    send({"id": request["id"], **answer})
    sys.stderr.write("\\x1e%d\\n" % request["id"])
    sys.stderr.flush()
`;

const manifestOf = (...names: readonly string[]): string => `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
${names
  .map(
    (name) => `  ${name}:
    source: k.py:${name}
    arguments: { x: "*i32", n: i32 }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid: [cdiv(n, BLOCK)]
    smoke: { buffers: { x: { shape: [n], role: inout } }, cases: [{ n: 5 }, { n: 6 }]${
      name === 'outside_accepted' ? ', accept: { out-of-bounds: { x: known } }' : ''
    } }
`,
  )
  .join('')}`;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compute-'));
  await writeFile(join(folder, 'python'), PYTHON);
  await chmod(join(folder, 'python'), 0o755);
});
afterEach(() => rm(folder, { recursive: true }));

interface Settings {
  readonly jobs?: number;
  readonly timeout?: number;
  readonly triesAll?: boolean;
  readonly signal?: AbortSignal;
}

/** Computes everything of a manifest whose kernels have these functions. */
async function compute(
  names: readonly string[],
  { signal = new AbortController().signal, ...settings }: Settings = {},
) {
  const functions = Object.fromEntries(names.map((name) => [name, ['x', 'n', 'BLOCK']]));
  const work = await workOf(fakePlan(manifestOf(...names), functions));
  const { variants } = work.plan;
  const store = directoryStore(join(folder, 'store'), silentLog, Date.now);
  const steps: string[] = [];
  const times = new Map<string, number>();
  const log = {
    ...silentLog,
    progress: (done: number, total: number) => steps.push(`${done}/${total}`),
  };
  const request = {
    manifest: join(folder, 'kernels.yaml'),
    jobs: 2,
    timeout: 60,
    onTime: (key: string, seconds: number) => void times.set(key, seconds),
    times: NO_TIMES,
    ...settings,
  };
  const context = {
    env: process.env,
    platform: { os: 'linux', arch: 'x64', glibc: undefined, etc: '/etc' },
    log,
    signal,
    runTool,
    scratch: folder,
    home: folder,
    memory: new Memory(),
    freeBytes: () => Promise.resolve(0),
    download: () => Promise.reject(new Error('no network')),
    now: Date.now,
  };
  const computed = await keepingWorkers(context, (kept) => {
    const toolchain = workersOf(join(folder, 'python'), kept, context);
    const missing = { variants, jobs: work.jobs };
    return computeMissing(missing, work, store, { ...request, toolchain }, context);
  }).catch((error: unknown) => error);
  const kept = async (kind: 'kernels' | 'expected', keys: readonly string[]): Promise<number> =>
    (await Promise.all(keys.map((key) => store[kind].get(key)))).filter(Boolean).length;
  return {
    computed,
    steps,
    times,
    kernels: await kept(
      'kernels',
      variants.map(({ hash }) => hash),
    ),
    outputs: await kept(
      'expected',
      work.jobs.map(({ key }) => key),
    ),
    events: (await readFile(join(folder, 'log'), 'utf8').catch(() => '')).trim().split('\n'),
  };
}

/** The most jobs that were busy at once. */
function busiest(events: readonly string[]): number {
  let [busy, most] = [0, 0];
  for (const event of events) {
    busy += event.startsWith('begin') ? 1 : -1;
    most = Math.max(most, busy);
  }
  return most;
}

describe('variants and expected outputs', () => {
  it.each([1, 2, 3, 16])(
    'are computed at once with --jobs %i, which is the most that are busy',
    async (jobs) => {
      const { computed, steps, times, kernels, outputs, events } = await compute(['a', 'b'], {
        jobs,
      });
      expect(computed).not.toBeInstanceOf(Error);
      expect([kernels, outputs, times.size]).toEqual([8, 4, 12]);
      // Outputs move the time left, and count nothing.
      expect(steps).toHaveLength(12);
      expect([...new Set(steps)].filter((step) => step !== '0/8')).toEqual(
        Array.from({ length: 8 }, (_, index) => `${index + 1}/8`),
      );
      expect(events).toHaveLength(24);
      expect(busiest(events)).toBeLessThanOrEqual(jobs);
      const firstOutputs = events.indexOf('begin outputs');
      const lastVariant = events.lastIndexOf('end variant');
      // With one worker, what does not compile is known before.
      expect(jobs > 1 || firstOutputs > lastVariant).toBe(true);
    },
  );

  it('are stored if a variant does not compile, and outputs that take long are ended', async () => {
    const { computed, kernels, outputs } = await compute(['quick', 'slow', 'wrong']);
    expect(computed).toMatchObject({
      kind: 'compile',
      summary: expect.stringMatching(/^4 variants/),
    });
    expect((computed as Failure).problems).toHaveLength(1);
    expect([kernels, outputs]).toEqual([8, 2]);
    expect((await readdir(folder)).toSorted()).toEqual(['log', 'python', 'store']);
  });

  it('that fail are reported together if everything is tried', async () => {
    const { computed, kernels, outputs } = await compute(['slow', 'wrong', 'quick'], {
      timeout: 10,
      triesAll: true,
    });
    expect(computed).toMatchObject({
      kind: 'compile',
      summary: '4 variants of 1 kernel failed, 8 variants compiled; 2 cases failed, 4 computed',
    });
    expect((computed as Failure).problems).toHaveLength(3);
    expect([kernels, outputs]).toEqual([8, 4]);
  });

  it('that fail do not end the compiles', async () => {
    const { computed, kernels, outputs } = await compute(['slow', 'quick'], { timeout: 10 });
    expect((computed as Failure).problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^slow \(n=5\).* took longer than 10 seconds/),
      expect.stringMatching(/^slow \(n=6\)/),
    ]);
    expect([kernels, outputs]).toEqual([8, 2]);
  });

  it('are compiled if the process for outputs cannot start', async () => {
    await writeFile(join(folder, 'log.broken'), '');
    const { computed, kernels } = await compute(['a', 'b']);
    expect(computed).toMatchObject({
      kind: 'environment',
      message: expect.stringMatching(/No module named numpy/),
    });
    expect(kernels).toBe(8);
  });

  it('of a kernel that leaves a buffer end the build, unless the manifest accepts that', async () => {
    const { computed } = await compute(['outside']);
    const [problem] = (computed as Failure).problems;
    expect(problem?.message).toBe('outside (n=5): the kernel reads element 5 of x');
    expect(problem?.hint).toContain('`accept: { out-of-bounds: { x: "REASON" } }`');
    const accepted = await compute(['outside_accepted', 'a']);
    expect(accepted.computed).not.toBeInstanceOf(Error);
    // Without the line in the manifest, it is an error again: nothing is stored.
    expect([accepted.kernels, accepted.outputs]).toEqual([8, 2]);
  });

  it('of a kernel whose assumption is false end the build, and say what to write', async () => {
    const { computed } = await compute(['assumes']);
    const [problem] = (computed as Failure).problems;
    expect(problem?.message).toBe('assumes (n=5): the condition of `tl.assume` is false');
    expect(problem?.hint).toContain('write it under `requires:`');
    expect(problem?.hint).not.toContain('reference: none');
  });

  it('go on if the process for outputs dies', async () => {
    const { computed, kernels, outputs } = await compute(['dead', 'a']);
    // What killed it may be the machine, so nothing is stored.
    expect(computed).not.toBeInstanceOf(Error);
    expect([kernels, outputs]).toEqual([8, 2]);
  });

  it('end with the run, and what is done is stored', async () => {
    const stop = new AbortController();
    const reason = interruptedFailure('SIGINT');
    const running = compute(['quick', 'slow'], { signal: stop.signal });
    const stored = (): Promise<readonly string[]> =>
      readdir(join(folder, 'store'), { recursive: true }).catch(() => []);
    while ((await stored()).filter((name) => /\.(kernel|expected)$/.test(name)).length < 10)
      await sleep(10);
    stop.abort(reason);
    const { computed, kernels, outputs } = await running;
    expect(computed).toBe(reason);
    expect([kernels, outputs]).toEqual([8, 2]);
    expect((await readdir(folder)).toSorted()).toEqual(['log', 'python', 'store']);
  });
});

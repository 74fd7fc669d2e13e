import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as runTool } from '../../src/base/process.ts';
import { BRIDGE_VERSION } from '../../src/toolchain/workers/protocol.ts';
import { keepingWorkers } from '../../src/toolchain/workers/kept-workers.ts';
import type { HintChoice } from '../../src/manifest/terms/hint.ts';
import { findHints } from '../../src/plan/find-hints.ts';
import type { HintRequest } from '../../src/plan/states.ts';
import { silentLog } from '../support/silent-log.ts';
import { workersOf } from '../support/workers-of.ts';

/**
 * A program in place of Python with the bridge. Notes the types of each kernel that it is asked about. The name of
 * the function says what comes of it; hints are by the type of `x`.
 */
const PYTHON = `#!/usr/bin/env python3
import json, os, sys
log = os.path.join(os.path.dirname(sys.argv[0]), "log")
def send(answer):
    print(json.dumps(answer), flush=True)
send({"ready": True, "triton": "0", "python": "0", "bridge": ${BRIDGE_VERSION}, "isolation": "namespaces"})
for line in sys.stdin:
    request = json.loads(line)
    name, [[_, element]] = request["source"]["function"], request["signature"]
    with open(log, "a") as file:
        file.write(f"{name} {element}\\n")
    if name == "crashes":
        os._exit(3)
    compiles = name != "never" and (name != "only_bf16" or element == "*bf16")
    choices = [{"from": "aligned", "asked": {"x": 16}, "kept": {"x": 16}, "cost": 1}] if compiles else []
    send({"id": request["id"], "ok": True, "choices": choices, "cpuSeconds": 1})
    sys.stderr.write("\\x1e%d\\n" % request["id"])
    sys.stderr.flush()
`;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-hints-'));
  await writeFile(join(folder, 'python'), PYTHON);
  await chmod(join(folder, 'python'), 0o755);
});
afterEach(() => rm(folder, { recursive: true }));

/** A request of a function with one pointer. */
function request(name: string, element: string): HintRequest {
  const target = { backend: 'cuda', arch: 80, warpSize: 32 };
  const job = (type: string): HintRequest['job'] => ({
    source: {
      kind: 'import',
      path: [],
      module: 'k',
      file: '/k.py',
      function: name,
      folder: '/',
      closure: [],
      depends: [],
    },
    signature: [['x', `*${type}`]],
    configs: [{ constants: {}, options: {} }],
    targets: [target],
    target,
    free: ['x'],
    fixed: {},
    pointers: ['x'],
    isCalled: false,
    ones: [],
    calls: [],
  });
  const alike = element === 'bf16' ? 'fp16' : element;
  return {
    key: `${name} ${element}`,
    kernel: { name, targets: [] },
    job: job(element),
    alike: { key: `${name} ${alike}`, job: job(alike) },
    cases: [],
  };
}

/** Finds hints. Returns how many choices each request got, the questions, the keys in the store, and the log. */
async function find(...requests: readonly HintRequest[]) {
  const stored: Record<string, readonly HintChoice[]> = {};
  const warnings: string[] = [];
  const details: string[] = [];
  const context = {
    env: process.env,
    log: {
      ...silentLog,
      detail: (text: string) => void details.push(text),
      warning: ({ message }: { readonly message: string }) => void warnings.push(message),
    },
    signal: new AbortController().signal,
    runTool,
    scratch: folder,
    now: () => 0,
  };
  const store = {
    load: () => Promise.resolve(new Map()),
    put: (key: string, choices: readonly HintChoice[]) => {
      stored[key] = choices;
      return Promise.resolve();
    },
  };
  const found = await keepingWorkers(context, (kept) => {
    const toolchain = workersOf(join(folder, 'python'), kept, context);
    return findHints(requests, { file: 'kernels.yaml' }, store, { jobs: 1 }, toolchain, context);
  });
  const counts = (entries: Iterable<readonly [string, readonly HintChoice[]]>) =>
    Object.fromEntries([...entries].map(([key, choices]) => [key, choices.length]));
  return {
    found: counts(found),
    stored: counts(Object.entries(stored)),
    asked: (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n'),
    warnings,
    details,
  };
}

describe('hints of kernels with fp16 and with bf16', () => {
  it('are found once, with fp16, and stored for each', async () => {
    const both = { 'k fp16': 1, 'k bf16': 1 };
    expect(await find(request('k', 'fp16'), request('k', 'bf16'))).toEqual({
      found: both,
      stored: both,
      asked: ['k *fp16'],
      warnings: [],
      details: ['hints of 2 kernels: 1.0 s of CPU time in 0.0 s'],
    });
  });

  it('are the same if there is no kernel with fp16', async () => {
    const { found, asked } = await find(request('k', 'bf16'), request('k', 'fp32'));
    expect(found).toEqual({ 'k bf16': 1, 'k fp32': 1 });
    expect(asked).toEqual(['k *fp16', 'k *fp32']);
  });

  it('are found with bf16 if the kernel compiles with nothing else', async () => {
    const { found, asked } = await find(request('only_bf16', 'bf16'), request('k', 'bf16'));
    expect(found).toEqual({ 'only_bf16 bf16': 1, 'k bf16': 1 });
    expect(asked).toEqual(['only_bf16 *fp16', 'k *fp16', 'only_bf16 *bf16']);
  });

  it('are none if it compiles with neither', async () => {
    const { found, stored, asked } = await find(request('never', 'bf16'));
    expect({ found, stored }).toEqual({ found: { 'never bf16': 0 }, stored: { 'never bf16': 0 } });
    expect(asked).toEqual(['never *fp16', 'never *bf16']);
  });
});

it('is said which kernel crashes the compiler, whose hints are not stored', async () => {
  const { found, stored, asked, warnings } = await find(request('crashes', 'bf16'));
  expect({ found, stored, asked }).toEqual({
    found: { 'crashes bf16': 0 },
    stored: {},
    asked: ['crashes *fp16'],
  });
  expect(warnings).toEqual([
    'crashes: no hints are used, since finding them failed: the compiler process exited with status 3',
  ]);
});

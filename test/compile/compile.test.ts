import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as runTool } from '../../src/base/process.ts';
import { BRIDGE_VERSION } from '../../src/toolchain/workers/protocol.ts';
import { compileVariants } from '../../src/compile/compile.ts';
import { directoryStore } from '../../src/compile/store/store.ts';
import { fakePlan } from '../support/fake-build.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { keepingWorkers } from '../../src/toolchain/workers/kept-workers.ts';
import { workersOf } from '../support/workers-of.ts';
import { silentLog } from '../support/silent-log.ts';

const ENTRY = `source: "k.py:add", arguments: { x: "*fp32" }, configs: autotune, grid: 1`;
const manifestOf = (strict = ''): string => `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  add: { ${ENTRY} }
  ${strict}
`;

/** A program in place of Python with the bridge, which answers every request with this failure. */
async function failingPython(folder: string, failure: object): Promise<string> {
  const file = join(folder, 'python');
  await writeFile(
    file,
    `#!/usr/bin/env python3
import json, sys
print(json.dumps({"ready": True, "triton": "0", "python": "0", "bridge": ${BRIDGE_VERSION}, "isolation": "none"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    answer = {"ok": False, "failure": json.loads(${JSON.stringify(JSON.stringify(failure))}), "cpuSeconds": 0}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
    sys.stderr.write("\\x1e%d\\n" % request["id"])
    sys.stderr.flush()
`,
  );
  await chmod(file, 0o755);
  return file;
}

const contextIn = (scratch: string) => ({
  env: process.env,
  log: silentLog,
  signal: new AbortController().signal,
  runTool,
  scratch,
});

describe('compile errors of configs that may be dropped', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'compile-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const compile = async (failure: object, strict?: string) => {
    const add = {
      line: 1,
      parameters: ['x', 'BLOCK'].map((name) => ({ name })),
      heuristics: [],
      autotune: [
        { constants: new Map([['BLOCK', { kind: 'int', value: 2n } as const]]), options: {} },
      ],
    };
    const { variants } = fakePlan(manifestOf(strict), { add });
    const store = directoryStore(join(folder, 'store'), silentLog, Date.now);
    const python = await failingPython(folder, failure);
    const context = contextIn(folder);
    const settings = { manifest: join(folder, 'kernels.yaml'), jobs: 1, timeout: 60 };
    const run = () =>
      keepingWorkers(context, (kept) => {
        const request = { ...settings, toolchain: workersOf(python, kept, context) };
        return compileVariants(variants, store, request, context);
      });
    return { run, store, hash: variants[0]?.hash ?? '' };
  };

  it('are part of the result and stored, with the file relative to the manifest', async () => {
    const failure = { reason: 'compile', message: 'no', file: join(folder, 'lib/k.py'), line: 3 };
    const { run, store, hash } = await compile(failure);
    const { failures, kernels } = await run();
    const stored = { message: 'no', file: 'lib/k.py', line: 3 };
    expect(kernels.size).toBe(0);
    expect([...failures]).toEqual([[hash, stored]]);
    expect(await store.failures.get(hash)).toEqual(stored);
    expect(await store.kernels.get(hash)).toBeUndefined();
  });

  it('are stored without a file outside the folder', async () => {
    const failure = { reason: 'options', message: 'no', file: '/usr/lib/triton/k.py', line: 3 };
    const { run, store, hash } = await compile(failure);
    await run();
    expect(await store.failures.get(hash)).toEqual({ message: 'no' });
  });

  it.each([
    ['an import', { reason: 'import', message: 'no module' }],
    ['a missing function', { reason: 'function', message: 'no function' }],
    ['memory', { reason: 'compile', message: 'MemoryError: ' }],
    ['the disk', { reason: 'compile', message: 'OSError: [Errno 28] No space left on device' }],
    ['a killed assembler', { reason: 'compile', message: '`ptxas` failed with error code -9' }],
    ['a crashed assembler', { reason: 'compile', message: '`ptxas` raised SIGSEGV' }],
  ])('do not include failures of %s', async (_what, failure) => {
    const { run, store, hash } = await compile(failure);
    expectGolden((await failureOf(run)).replaceAll(folder, 'FOLDER'));
    expect(await store.failures.get(hash)).toBeUndefined();
  });

  it('end the build if a kernel with strict_configs has the same variant', async () => {
    const failure = { reason: 'compile', message: 'no' };
    const { run, store, hash } = await compile(
      failure,
      `strict: { ${ENTRY}, strict_configs: true }`,
    );
    expectGolden((await failureOf(run)).replaceAll(folder, 'FOLDER'));
    expect(await store.failures.get(hash)).toBeUndefined();
  });
});

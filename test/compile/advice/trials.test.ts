import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTrials, type TrialSources } from '../../../src/compile/advice/trials.ts';
import { BRIDGE_VERSION } from '../../../src/toolchain/workers/protocol.ts';
import { directoryStore } from '../../../src/compile/store/store.ts';
import { fakeCompiled, fakePreparation } from '../../support/fake-build.ts';
import { fakeContext } from '../../package/verify/context.ts';
import { silentLog } from '../../support/silent-log.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  add: { source: "k.py:add", arguments: { x: "*fp32", n: i32 }, num_warps: 4, grid: 1 }
`;
const preparation = fakePreparation(MANIFEST, { add: ['x', 'n'] });
const { kernels, plan, requestHints } = preparation;
const [trial] = kernels.flatMap((kernel) => plan({ ...kernel, mayDropConfigs: true }));
const [request] = kernels.map((kernel) => requestHints(kernel, [undefined, undefined]));
if (trial === undefined || request === undefined) throw new Error('no trial');

const CHOICES = [{ from: 'aligned', asked: { x: 16, n: 16 }, kept: { x: 16 } }] as const;

/** A program in place of Python with the bridge: it logs each request and fails with this reason. */
async function failingPython(folder: string, reason: string): Promise<string> {
  const file = join(folder, 'python');
  await writeFile(
    file,
    `#!/usr/bin/env python3
import json, sys
print(json.dumps({"ready": True, "triton": "0", "python": "0", "bridge": ${BRIDGE_VERSION}, "isolation": "none"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    answer = {"ok": False, "failure": {"reason": "${reason}", "message": "no"}, "cpuSeconds": 0}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
    sys.stderr.write("\\x1e%d\\n" % request["id"])
    sys.stderr.flush()
`,
  );
  await chmod(file, 0o755);
  return file;
}

describe('trials', () => {
  let folder = '';
  let store: ReturnType<typeof directoryStore>;
  let pythons = 0;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trials-'));
    store = directoryStore(join(folder, 'store'), silentLog, Date.now);
    pythons = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));

  const trialsWith = (sources: Partial<TrialSources>, python?: string) =>
    openTrials(
      {
        known: new Map(),
        store,
        python: () => {
          pythons += 1;
          return Promise.resolve(python);
        },
        ...sources,
      },
      { manifest: join(folder, 'kernels.yaml'), jobs: 1, timeout: 60 },
      { ...fakeContext(), scratch: folder },
    );

  it('come from the run and from the store before anything else', async () => {
    const kernel = fakeCompiled(trial);
    const fromRun = await trialsWith({ known: new Map([[trial.hash, kernel]]) }).compile([trial]);
    expect(fromRun.get(trial.hash)).toBe(kernel);
    await store.kernels.put(trial.hash, kernel);
    const fromStore = await trialsWith({}).compile([trial]);
    expect(fromStore.get(trial.hash)).toEqual(kernel);
    expect(pythons).toBe(0);
  });

  it('are missing if the compiler is not to be asked', async () => {
    const trials = trialsWith({});
    expect((await trials.compile([trial])).size).toBe(0);
    expect((await trials.findHints([request])).size).toBe(0);
  });

  it('that do not compile are no error, and not compiled again', async () => {
    const python = await failingPython(folder, 'compile');
    expect((await trialsWith({}, python).compile([trial])).size).toBe(0);
    expect(await store.failures.get(trial.hash)).toEqual({ message: 'no' });
    expect((await trialsWith({}, python).compile([trial])).size).toBe(0);
    expect(pythons).toBe(1);
  });

  it('are missing if the compiler fails for another reason', async () => {
    const python = await failingPython(folder, 'import');
    expect((await trialsWith({}, python).compile([trial])).size).toBe(0);
    expect(await store.failures.get(trial.hash)).toBeUndefined();
  });

  it('find hints in the store', async () => {
    await store.hints.put(request.key, CHOICES);
    expect((await trialsWith({}).findHints([request])).get(request.key)).toEqual(CHOICES);
    expect(pythons).toBe(0);
  });
});

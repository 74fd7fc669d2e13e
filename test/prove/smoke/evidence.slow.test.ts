import { beforeEach, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmulatedRecord,
  evidenceText,
  type EvidenceRecord,
  type Evidence,
  readEvidence,
} from '../../../src/package/evidence.ts';
import { EVIDENCE_FILE } from '../../../src/package/layout.ts';
import { readSmokePackage, type SmokePackage } from '../../../src/package/cases.ts';
import {
  addEvidence,
  missingEvidence,
  recordsOf,
  writeEvidence,
} from '../../../src/prove/smoke/evidence.ts';
import type { CheckResult, RunResult } from '../../../src/prove/smoke/result.ts';
import { type KernelTest, selectTests } from '../../../src/prove/smoke/selection.ts';
import { scaleCases, smokePackage } from './smoke-package.ts';

type TunedRecord = Evidence['tuned'][number];

const RUN = { repository: 'me/kernels', id: '12' };
const DEVICE = {
  name: 'NVIDIA A10',
  uuid: 'GPU-1',
  capability: '8.6',
  multiprocessors: 132,
  driver: '12.8',
};

let pkg: SmokePackage;
let test: KernelTest;

beforeEach(async () => {
  pkg = await readSmokePackage(await smokePackage([scaleCases()]));
  const [first] = selectTests(pkg, {
    package: '',
    manifest: 'kernels.yaml',
    gpu: 'auto',
    only: [],
    sanitize: false,
    wait: 0,
    timeout: 0,
    jobs: 1,
    lockFolder: '',
  }).tests;
  if (first === undefined) throw new Error('no test');
  test = first;
});

describe('the evidence of a test', () => {
  it('lists each algo and specialisation that ran, with the target of the cubin', () => {
    const records = recordsOf(
      pkg,
      test,
      { runs: [run(0, 0), run(0, 0), run(1, 1)], checks: [] },
      DEVICE,
      RUN,
    );
    expect(records).toEqual([
      {
        manifestSha256: pkg.manifestSha256,
        packageSha256: pkg.packageSha256,
        run: RUN,
        kernel: 'scale',
        algo: 0,
        specialisation: 0,
        target: 'sm_80',
        outcome: 'ran',
        device: 'NVIDIA A10',
        capability: '8.6',
        driver: '12.8',
        triton: '3.8.0',
      },
      expect.objectContaining({ algo: 1, specialisation: 1 }),
    ]);
  });

  it('names the target whose cubin ran, which can differ between algos', () => {
    const variants = [
      { algo: 0, specialisation: 0, target: 'sm_80', hash: 'a', symbol: 'k' },
      { algo: 0, specialisation: 0, target: 'sm_86', hash: 'b', symbol: 'k' },
      { algo: 1, specialisation: 0, target: 'sm_80', hash: 'a', symbol: 'k' },
    ];
    const other = { ...test, kernel: { ...test.kernel, variants } };
    const records = recordsOf(
      pkg,
      other,
      { runs: [run(0, 0), run(1, 0)], checks: [] },
      DEVICE,
      RUN,
    );
    expect(records.map(({ algo, target }) => [algo, target])).toEqual([
      [0, 'sm_86'],
      [1, 'sm_80'],
    ]);
  });

  it('is empty if a run or a check failed, or only a part was tested', () => {
    const problems = [{ kind: 'check', message: '…' }] as const;
    const failed = { ...run(1, 0), problems };
    const check: CheckResult = {
      kernel: 'scale',
      check: 'memory',
      path: [],
      problems,
      command: '',
    };
    expect(recordsOf(pkg, test, { runs: [run(0, 0), failed], checks: [] }, DEVICE, RUN)).toEqual(
      [],
    );
    expect(recordsOf(pkg, test, { runs: [run(0, 0)], checks: [check] }, DEVICE, RUN)).toEqual([]);
    const part = { ...test, isWhole: false };
    expect(recordsOf(pkg, part, { runs: [run(0, 0)], checks: [] }, DEVICE, RUN)).toEqual([]);
  });
});

describe('the evidence of a package', () => {
  it('is collected from several GPUs, and does not change other files', async () => {
    await writeEvidence(pkg, { records: [record({ algo: 1 }), record({ algo: 0 })] });
    await writeEvidence(pkg, {
      records: [record({ algo: 1, driver: '13.0' }), record({ device: 'H100' })],
    });
    expect((await read()).map(({ algo, device, driver }) => [algo, device, driver])).toEqual([
      [0, 'H100', '12.8'],
      [0, 'NVIDIA A10', '12.8'],
      [1, 'NVIDIA A10', '13.0'],
    ]);
    await expect(readSmokePackage(pkg.folder)).resolves.toMatchObject(pkg);
    expect((await readdir(pkg.folder)).filter((name) => name.startsWith('evidence'))).toEqual([
      EVIDENCE_FILE,
    ]);
  });

  it('has a record for each kernel whose chosen algos are fast, on each GPU', async () => {
    const tuned = (changes: Partial<TunedRecord> = {}): TunedRecord => ({
      manifestSha256: pkg.manifestSha256,
      packageSha256: pkg.packageSha256,
      kernel: 'scale',
      outcome: 'tuned',
      sizes: 3,
      worst: 1.04,
      device: 'NVIDIA A10',
      capability: '8.6',
      driver: '12.8',
      triton: '3.8.0',
      ...changes,
    });
    const file = join(pkg.folder, EVIDENCE_FILE);
    await writeEvidence(pkg, {
      records: [record()],
      tuned: [tuned({ manifestSha256: 'f'.repeat(64) })],
    });
    await writeEvidence(pkg, { tuned: [tuned({ worst: 1.09 }), tuned({ kernel: 'other' })] });
    await writeEvidence(pkg, { tuned: [tuned(), tuned({ device: 'NVIDIA A40' })] });
    expect(await readEvidence(file)).toEqual({
      records: [record()],
      emulated: [],
      tuned: [tuned({ kernel: 'other' }), tuned(), tuned({ device: 'NVIDIA A40' })],
    });
    await writeEvidence(pkg, { records: [record({ algo: 1 })] });
    expect((await readEvidence(file)).tuned).toHaveLength(3);
  });

  it('has the variants whose PTX was executed apart from those that ran', async () => {
    const { device: _device, capability: _capability, driver: _driver, ...facts } = record();
    const emulated: EmulatedRecord = { ...facts, outcome: 'emulated', expected: 'reference' };
    await writeEvidence(pkg, {
      emulated: [emulated, { ...emulated, manifestSha256: 'f'.repeat(64) }],
    });
    await writeEvidence(pkg, { emulated: [emulated] });
    await writeEvidence(pkg, { records: [record()] });
    const file = join(pkg.folder, EVIDENCE_FILE);
    expect(await readEvidence(file)).toEqual({
      records: [record()],
      emulated: [emulated],
      tuned: [],
    });
    const [need] = [{ kind: 'emulated', targets: [] } as const];
    await writeEvidence(pkg, {
      emulated: [0, 1].flatMap((algo) =>
        [0, 1].map((specialisation) => ({ ...emulated, algo, specialisation })),
      ),
    });
    const messages = async (kind: 'emulated' | 'ran') =>
      (await missingEvidence(pkg, { ...need, kind })).map(({ message }) => message);
    expect(await messages('emulated')).toEqual([
      expect.stringContaining('`other` ran or was emulated'),
    ]);
    expect(await messages('ran')).toEqual([
      expect.stringMatching(/`scale` ran with algo 0, specialisation 1 .*algo 1/),
      expect.stringContaining('`other` ran with'),
    ]);
  });

  it('gets the records of tests on other machines, but none of other builds', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
    const stray = record({ algo: 1, manifestSha256: 'f'.repeat(64) });
    for (const [name, records] of [
      ['a10', [record(), stray]],
      ['h100', [record({ device: 'H100' })]],
    ] as const) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, EVIDENCE_FILE), evidenceText({ records, tuned: [] }));
    }
    await addEvidence(pkg, folder);
    expect(await read()).toEqual([record({ device: 'H100' }), record()]);
    await rm(folder, { recursive: true });
    await expect(addEvidence(pkg, folder)).rejects.toThrow('there is no evidence.json in');
  });

  it('loses records of other builds, and is replaced if it is damaged', async () => {
    await writeEvidence(pkg, { records: [record({ manifestSha256: 'f'.repeat(64) })] });
    await writeEvidence(pkg, { records: [record()] });
    expect(await read()).toEqual([record()]);
    await writeFile(join(pkg.folder, EVIDENCE_FILE), '{"format": 1, "rec');
    await writeEvidence(pkg, { records: [record()] });
    expect(await read()).toEqual([record()]);
    await writeFile(join(pkg.folder, EVIDENCE_FILE), '');
    await writeEvidence(pkg, {});
    expect(await readdir(pkg.folder)).not.toContain(EVIDENCE_FILE);
  });
});

async function read(): Promise<readonly EvidenceRecord[]> {
  const text = await readFile(join(pkg.folder, EVIDENCE_FILE), 'utf8');
  return (JSON.parse(text) as { records: readonly EvidenceRecord[] }).records;
}

function record(changes: Partial<EvidenceRecord> = {}): EvidenceRecord {
  return {
    manifestSha256: pkg.manifestSha256,
    packageSha256: pkg.packageSha256,
    kernel: 'scale',
    algo: 0,
    specialisation: 0,
    target: 'sm_80',
    outcome: 'ran',
    device: 'NVIDIA A10',
    capability: '8.6',
    driver: '12.8',
    triton: '3.8.0',
    ...changes,
  };
}

function run(algo: number, specialisation: number): RunResult {
  return {
    kernel: 'scale',
    case: 'n=1',
    path: [],
    algo,
    specialisation,
    expected: 'none',
    outputs: [],
    problems: [],
    microseconds: undefined,
    gigabytesPerSecond: undefined,
    teraflops: undefined,
    command: '',
  };
}

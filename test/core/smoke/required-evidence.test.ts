import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvidenceRecord } from '../../../src/core/package/evidence.ts';
import type { ReadPackage } from '../../../src/core/package/read.ts';
import { missingEvidence, unknownTargets } from '../../../src/core/smoke/evidence.ts';

const OWN = 'a'.repeat(64);

/** `scale` has two algos, of which each has two specialisations; `copy` is for one target alone. */
const KERNELS = [
  {
    name: 'scale',
    parameters: [],
    gridParameters: [],
    algos: [{}, {}],
    specialisations: ['n:16', ''],
    variants: [0, 1].flatMap((algo) =>
      [0, 1].flatMap((specialisation) =>
        ['sm_80', 'sm_90'].map((target) => ({ algo, specialisation, target })),
      ),
    ),
  },
  {
    name: 'copy',
    parameters: [],
    gridParameters: [],
    algos: [{}],
    specialisations: [''],
    variants: [{ algo: 0, specialisation: 0, target: 'sm_80' }],
  },
];

describe('required evidence', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'evidence-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const pkg = (): ReadPackage => ({
    folder,
    manifest: { package: 'demo', kernels: KERNELS } as unknown as ReadPackage['manifest'],
    manifestSha256: OWN,
  });

  const record = (target: string, changes: Partial<EvidenceRecord> = {}): EvidenceRecord => ({
    manifestSha256: OWN,
    kernel: 'scale',
    algo: 0,
    specialisation: 0,
    target,
    outcome: 'ran',
    device: 'NVIDIA H100',
    capability: '9.0',
    driver: '12.9',
    triton: '3.8.0',
    ...changes,
  });
  const allOf = (target: string, changes: Partial<EvidenceRecord> = {}): EvidenceRecord[] =>
    [0, 1].flatMap((algo) =>
      [0, 1].map((specialisation) => record(target, { algo, specialisation, ...changes })),
    );
  const COPY = record('sm_80', { kernel: 'copy' });

  const prove = (...records: readonly EvidenceRecord[]): Promise<void> =>
    writeFile(join(folder, 'evidence.json'), JSON.stringify({ format: 1, records }));
  const missing = async (...targets: readonly string[]): Promise<readonly string[]> =>
    (await missingEvidence(pkg(), { kind: 'ran', targets })).map(({ message }) => message);

  it('of parameters that were checked is in every package', async () => {
    expect(await missingEvidence(pkg(), { kind: 'abi-checked' })).toEqual([]);
  });

  it('is all missing where nothing ran', async () => {
    expect(await missing()).toEqual([
      `demo: \`scale\` is not proven to run: ${[
        'algo 0, specialisation 0 (n:16) on any of sm_80, sm_90',
        'algo 0, specialisation 1 (any) on any of sm_80, sm_90',
        'algo 1, specialisation 0 (n:16) on any of sm_80, sm_90',
        'algo 1, specialisation 1 (any) on any of sm_80, sm_90',
      ].join('; ')}`,
      'demo: `copy` is not proven to run: algo 0, specialisation 0 (any) on any of sm_80',
    ]);
  });

  it('is there where everything ran on any target', async () => {
    await prove(...allOf('sm_90').slice(1), record('sm_80'), COPY);
    expect(await missing()).toEqual([]);
  });

  it('is missing for a single specialisation of an algo', async () => {
    await prove(...allOf('sm_90').slice(0, 3), COPY);
    expect(await missing()).toEqual([
      'demo: `scale` is not proven to run: algo 1, specialisation 1 (any) on any of sm_80, sm_90',
    ]);
  });

  it('is asked for on each required target that a kernel has code for', async () => {
    await prove(...allOf('sm_90'), record('sm_80'), COPY);
    expect(await missing('sm_90')).toEqual([]);
    const [message = ''] = await missing('sm_80', 'sm_90');
    expect(message).toMatch(/run: algo 0, specialisation 1 \(any\) on sm_80; algo 1, .* on sm_80$/);
  });

  it('of another build counts for nothing', async () => {
    await prove(...allOf('sm_90', { manifestSha256: 'b'.repeat(64) }), COPY);
    expect((await missing()).length).toBe(1);
  });

  it('that nobody can read counts for nothing', async () => {
    await writeFile(join(folder, 'evidence.json'), '{');
    expect((await missing()).length).toBe(2);
  });

  it('cannot be had on targets that no package has code for', () => {
    const need = { kind: 'ran', targets: ['sm_80', 'sm_9'] } as const;
    expect(unknownTargets([pkg()], need)).toEqual(['sm_9']);
    expect(unknownTargets([pkg()], { kind: 'abi-checked' })).toEqual([]);
  });
});

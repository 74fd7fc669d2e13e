import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatProblem } from '../../../src/base/errors.ts';
import type { EvidenceRecord } from '../../../src/package/evidence.ts';
import type { ReadPackage } from '../../../src/package/read.ts';
import { acceptedRun, missingEvidence, unknownTargets } from '../../../src/prove/smoke/evidence.ts';
import { expectGolden } from '../../support/golden.ts';

const OWN = 'a'.repeat(64);

/** `scale` has two algos with two specialisations each. `copy` has one target. */
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
    packageSha256: OWN,
  });

  const record = (target: string, changes: Partial<EvidenceRecord> = {}): EvidenceRecord => ({
    manifestSha256: OWN,
    packageSha256: OWN,
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

  it('of kind `abi-checked` is never missing', async () => {
    expect(await missingEvidence(pkg(), { kind: 'abi-checked' })).toEqual([]);
  });

  it('is missing for all kernels if nothing ran', async () => {
    const messages = await missing();
    expect(messages).toHaveLength(2);
    expectGolden(messages.join('\n'));
  });

  it('is complete if everything ran on any target', async () => {
    await prove(...allOf('sm_90').slice(1), record('sm_80'), COPY);
    expect(await missing()).toEqual([]);
  });

  it('is missing for a single specialisation of an algo', async () => {
    await prove(...allOf('sm_90').slice(0, 3), COPY);
    const messages = await missing();
    expect(messages).toHaveLength(1);
    expectGolden(messages.join('\n'));
  });

  it('is needed for each required target that a kernel has code for', async () => {
    await prove(...allOf('sm_90'), record('sm_80'), COPY);
    expect(await missing('sm_90')).toEqual([]);
    const messages = await missing('sm_80', 'sm_90');
    expectGolden(messages.join('\n'));
  });

  it('of PTX, which the driver compiled, says nothing about cubins', async () => {
    await prove(...allOf('compute_80'), COPY);
    expect((await missing()).length).toBe(1);
    expect((await missing('sm_80')).length).toBe(1);
  });

  it('of another build does not count', async () => {
    await prove(...allOf('sm_90', { manifestSha256: 'b'.repeat(64) }), COPY);
    expect((await missing()).length).toBe(1);
  });

  it('of a package with the same cubins and other C code does not count', async () => {
    await prove(...allOf('sm_90', { packageSha256: 'b'.repeat(64) }));
    const problems = await missingEvidence(pkg(), { kind: 'ran', targets: [] });
    expectGolden(problems.map(formatProblem).join('\n').replaceAll(folder, 'FOLDER'));
  });

  it('of another run counts only if that run is named, or any', async () => {
    const run = { repository: 'me/kernels', id: '12' };
    const own = record('sm_90', { run: { ...run, id: '34' } });
    await prove(...allOf('sm_90', { run }), own, { ...COPY, run });
    const inRun = (id: string | undefined) =>
      missingEvidence(pkg(), { kind: 'ran', targets: [], run: id });
    expect(await inRun('12')).toEqual([]);
    expect(await inRun(undefined)).toEqual([]);
    const problems = await inRun('34');
    expectGolden(problems.map(formatProblem).join('\n').replaceAll(folder, 'FOLDER'));
  });

  it.each([
    ['another run', '56', '56'],
    ['any run', 'any', undefined],
    ['the own run', undefined, '34'],
  ])('of %s is accepted if it is asked for', (_what, given, accepted) => {
    const env = { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'me/kernels', GITHUB_RUN_ID: '34' };
    expect(acceptedRun(given, env)).toBe(accepted);
    expect(acceptedRun(undefined, { GITHUB_RUN_ID: '34' })).toBeUndefined();
  });

  it.each<[string, object]>([
    ['a device', { device: 'H100 | [click](https://evil)' }],
    ['a device of two lines', { device: 'H100\n::error::x' }],
    ['a device of many characters', { device: 'H'.repeat(129) }],
    ['a driver', { driver: '<img src=x>' }],
    ['a Triton', { triton: '3.8.0 and more' }],
    ['a kernel', { kernel: 'scale`' }],
    ['a target', { target: 'sm_90/../..' }],
    ['an algo', { algo: 0.5 }],
    ['a run', { run: { repository: 'me/kernels/..', id: '1' } }],
    ['a hash', { packageSha256: 'x' }],
  ])('with %s that is more than a name or number is damaged', async (_what, changes) => {
    await prove(...allOf('sm_90'), COPY);
    expect(await missing()).toEqual([]);
    await prove(...allOf('sm_90'), { ...COPY, ...changes });
    expect((await missing()).length).toBe(2);
  });

  it('that is damaged does not count', async () => {
    await writeFile(join(folder, 'evidence.json'), '{');
    expect((await missing()).length).toBe(2);
  });

  it('cannot exist for targets that no package has code for', () => {
    const need = { kind: 'ran', targets: ['sm_80', 'sm_9'] } as const;
    expect(unknownTargets([pkg()], need)).toEqual(['sm_9']);
    expect(unknownTargets([pkg()], { kind: 'abi-checked' })).toEqual([]);
  });
});

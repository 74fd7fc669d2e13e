import { describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { interruptedFailure } from '../../../src/base/interrupts.ts';
import { smokeFailure } from '../../../src/smoke-findings.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { recordedDriver } from '../../support/recorded-driver.ts';
import { MANIFEST, scaleCases, smokePackage } from './smoke-package.ts';
import { KERNELS, OWN_TEST, testedPackage, tester } from './tester.ts';

const at = tester();

describe('a smoke test', () => {
  it('passes, writes evidence and leaves no other files behind', async () => {
    const folder = await testedPackage();
    const result = await at.test(folder, at.right);
    expect(result).toMatchObject({
      package: { name: 'demo', version: '1.2.0', folder },
      outcome: 'passed',
      device: { capability: '9.0' },
      untested: ['other'],
      failed: 0,
    });
    expect(result.runs.map(({ algo, problems }) => [algo, problems])).toEqual(
      [0, 1, 0, 1].map((algo) => [algo, []]),
    );
    expect(result.runs[0]?.outputs).toEqual([{ name: 'y', norm: 0, max: 0 }]);
    expect(result.checks.map(({ check }) => check)).toEqual([
      'bad-algo',
      'empty-grid',
      'threads',
      'memory',
    ]);
    expect(result.executed).toBe(8);
    expect(result.notes).toEqual([expect.stringContaining('second GPU')]);
    expect(smokeFailure(result)).toBeUndefined();
    expect(at.logged).toContain('scale: 4 runs, 4 checks, relative error at most 0.0');
    const evidence: unknown = JSON.parse(await readFile(join(folder, 'evidence.json'), 'utf8'));
    expect(evidence).toMatchObject({ records: [{ target: 'sm_90' }, {}, {}, {}] });
    // The compiled parts that are the same for every package are in the home folder.
    expect(await readdir(at.scratch)).toEqual(['locks', 'objects']);
  });

  it('fails if a kernel writes out of bounds, with the line and the command', async () => {
    const wrong = await recordedDriver(KERNELS.replace('EXTRA', '1'));
    const result = await at.test(await testedPackage(), wrong, { case: 1, algo: 0 });
    expect(result).toMatchObject({ outcome: 'failed', executed: 1, failed: 1 });
    const failure = smokeFailure(result, () => ({ file: 'kernels.yaml', line: 7 }));
    expect(failure?.kind).toBe('smoke');
    expectGolden((failure?.message ?? '').replace(result.package.folder, 'PACKAGE'));
    expect(result.runs[0]?.problems.map(({ kind }) => kind)).toContain('out-of-bounds');
  });

  it('leaves nothing behind if it is interrupted', async () => {
    const endless = `#include <cstdio>
#include <unistd.h>
int main() { if (std::FILE *file = std::fopen("${at.scratch}/pid", "w")) std::fclose(file); pause(); }
`;
    const file = 'smoke/tests/scale/test.cpp';
    const folder = await testedPackage({ cases: [], test: ['test.cpp'] }, { [file]: endless });
    const controller = new AbortController();
    const running = at.test(folder, at.right, {}, undefined, controller.signal);
    while (!existsSync(join(at.scratch, 'pid'))) await setTimeout(20);
    controller.abort(interruptedFailure('SIGINT'));
    await expect(running).rejects.toThrow('interrupted by SIGINT');
    expect(await readdir(at.scratch)).toEqual(['locks', 'pid']);
  });

  it("shows where the user's own test does not compile", async () => {
    const file = 'smoke/tests/scale/test.cpp';
    const folder = await testedPackage(
      { cases: [], test: ['test.cpp'] },
      { [file]: '\nint main() {' },
    );
    await expect(at.test(folder, at.right)).rejects.toMatchObject({
      kind: 'smoke',
      problems: [{ place: { file: join(folder, file), line: 2 } }],
    });
  });

  it('is only built if there is no GPU and none is required', async () => {
    const hidden = await withoutDriver();
    const files = { 'smoke/tests/scale/test.cpp': OWN_TEST.replace('STATUS', '0') };
    const folder = await testedPackage({ cases: [], test: ['test.cpp'] }, files);
    const result = await at.test(folder, hidden, { gpu: 'auto' });
    expect(result).toMatchObject({ outcome: 'built', executed: 0, device: undefined });
    expect(result.reason?.message).toMatch(/no CUDA driver/);
    expect(smokeFailure(result)).toBeUndefined();
    expect(at.logged).toContainEqual(expect.stringMatching(/^built, but not run/));
  });

  it('fails before the long build if there is no GPU and one is required', async () => {
    const hidden = await withoutDriver();
    const folder = await testedPackage();
    const failure = await failureOf(() => at.test(folder, hidden));
    // In parentheses: the message of the dynamic linker.
    expectGolden(failure.replace(/ \(.*libcuda\.so\.1.*\)/, ' (REASON)'));
    expect(await readdir(at.scratch)).toEqual(['locks']);
  });

  it.each(['803', '100'])('explains error %s of the driver', async (code) => {
    const broken = await recordedDriver(KERNELS.replace('EXTRA', '0'), {
      RECORDING_CUDA_INIT: code,
    });
    const folder = await testedPackage();
    expectGolden(await failureOf(() => at.test(folder, broken)));
  });

  it('fails if the package is for other GPUs', async () => {
    const other = await recordedDriver(KERNELS.replace('EXTRA', '0'), {
      RECORDING_CUDA_DEVICES: '12.0',
    });
    const folder = await testedPackage();
    expectGolden(await failureOf(() => at.test(folder, other)));
  });

  it('fails if one of the kernels has no cubin for the GPU', async () => {
    const other = { ...scaleCases(), name: 'other', cases: [], test: ['test.cpp'] };
    const files = { 'smoke/tests/other/test.cpp': OWN_TEST.replace('STATUS', '0') };
    const manifest = `${MANIFEST}    targets: [sm_80]\n`;
    const folder = await smokePackage([scaleCases(), other], files, manifest);
    const result = await at.test(folder, at.right);
    expect(result).toMatchObject({ outcome: 'failed', failed: 1 });
    expectGolden((smokeFailure(result)?.message ?? '').replace(folder, 'PACKAGE'));
  });

  it('needs a C++ compiler', async () => {
    const folder = await testedPackage();
    expectGolden(await failureOf(() => at.test(folder, at.right, {}, { PATH: '/nowhere' })));
  });

  it('needs compute-sanitizer if requested', async () => {
    const folder = await testedPackage();
    const env = { PATH: '/nowhere' };
    expectGolden(await failureOf(() => at.test(folder, at.right, { sanitize: true }, env)));
  });
});

/** A folder with a libcuda.so.1 that is not a library. It hides the machine's driver. */
async function withoutDriver(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'no-driver-'));
  await writeFile(join(folder, 'libcuda.so.1'), 'no library');
  return folder;
}

import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorsIn, expectSuccess } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { type AmdMachine, amdMachine } from './amd-machine.ts';

describe('AMD GPUs, with the recording HIP runtime', () => {
  let space: AmdMachine['space'];
  let amd: AmdMachine['amd'];
  let both: AmdMachine['both'];
  let right: AmdMachine['right'];
  let wrong: AmdMachine['wrong'];
  let triton: AmdMachine['triton'];
  let remove: AmdMachine['remove'];

  beforeAll(async () => {
    ({ space, amd, both, right, wrong, triton, remove } = await amdMachine());
  });
  afterAll(() => remove());

  const calls = async (driver: string): Promise<readonly { call: string; device?: number }[]> => {
    const text = await readFile(join(driver, 'calls.jsonl'), 'utf8');
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };

  it('pass the smoke test, also on a second one, and are named in the evidence', async () => {
    const { code, stdout, stderr } = await triton(right, ['smoke', '--package', amd]);
    expectSuccess({ code, stderr });
    expect(stdout).toContain('on Recording GPU gfx1100 (gfx1100, HIP 6.4, 0000:04:00.0)');
    expect(stdout).toMatch(/^10 passed, 0 failed$/m);
    const { records } = JSON.parse(await readFile(join(amd, 'evidence.json'), 'utf8'));
    expect(records).toHaveLength(4);
    expect(records[0]).toMatchObject({
      outcome: 'ran',
      device: 'Recording GPU gfx1100',
      capability: 'gfx1100',
      target: 'gfx1100',
      driver: '6.4',
    });
    const launches = (await calls(right)).filter(({ call }) => call === 'hipModuleLaunchKernel');
    expect(new Set(launches.map(({ device }) => device))).toEqual(new Set([0, 1]));
  });

  it('are chosen by number in a package for both vendors', async () => {
    const { code, stdout, stderr } = await triton(right, [
      'smoke',
      '--package',
      both,
      '--device',
      '0',
      '--json',
    ]);
    expectSuccess({ code, stderr });
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'passed',
      device: { capability: 'gfx942', uuid: '0000:03:00.0', multiprocessors: 48 },
    });
  });

  it('show wrong outputs, with the runtime of ROCm 7', async () => {
    const { code, stderr } = await triton(wrong, ['smoke', '--package', both, '--case', '1']);
    expect(code).toBe(6);
    expectGolden(errorsIn(stderr).replaceAll(both, 'PACKAGE'));
  });

  it('are measured by tune', async () => {
    const args = ['--package', amd, '--out', 'tuning.json', '--time', '20'];
    const { code, stdout, stderr } = await triton(right, ['tune', ...args]);
    expectSuccess({ code, stderr });
    expect(stdout).toMatch(/^scale: 2 algos, 2 sizes, 4 new scores$/m);
    const { kernels } = JSON.parse(await readFile(join(space.folder, 'tuning.json'), 'utf8'));
    expect(kernels).toMatchObject([
      {
        kernel: 'scale',
        device: { name: 'Recording GPU gfx1100', capability: 'gfx1100', multiprocessors: 48 },
        sizes: [
          { values: { n: 256 }, scores: [{ microseconds: 1000 }, { microseconds: 2000 }] },
          { values: { n: 33 } },
        ],
      },
    ]);
    const again = await triton(right, ['tune', ...args, '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ kernels: [{ measured: 0, kept: 4 }] });
  });

  it.each(['smoke', 'tune', 'bench'])('are what %s asks for with exit code 7', async (command) => {
    const { code, stderr } = await triton('/nowhere', [command, '--package', amd]);
    expect(code).toBe(7);
    expectGolden(
      errorsIn(stderr)
        .replaceAll(amd, 'PACKAGE')
        .replaceAll(/ \(libamdhip64.*?\)$/gm, ' (REASON)'),
    );
  });

  it('are not tested with compute-sanitizer', async () => {
    const { code, stderr } = await triton(right, ['smoke', '--package', amd, '--sanitize']);
    expect(code).toBe(2);
    expect(errorsIn(stderr)).toContain('compute-sanitizer is an NVIDIA tool');
  });
});

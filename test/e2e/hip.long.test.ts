import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expectSuccess } from '../support/command.ts';
import { type AmdMachine, amdMachine } from './amd-machine.ts';

describe('AMD GPUs, with the recording HIP runtime', () => {
  let space: AmdMachine['space'];
  let both: AmdMachine['both'];
  let triton: AmdMachine['triton'];
  let remove: AmdMachine['remove'];

  beforeAll(async () => {
    ({ space, both, triton, remove } = await amdMachine());
  });
  afterAll(() => remove());

  it('are not needed to compile the test for both vendors', async () => {
    const args = ['smoke', '--package', both, '--gpu', 'auto', '--json', '--keep', 'kept'];
    const { code, stdout, stderr } = await triton('/nowhere', args);
    expectSuccess({ code, stderr });
    const { outcome, reason } = JSON.parse(stdout);
    expect(outcome).toBe('built');
    expect(reason.message).toMatch(/^there is no CUDA driver: .*; there is no HIP runtime: /);
    for (const program of ['smoke_test', 'hip/smoke_test'])
      expect(existsSync(join(space.folder, 'kept', program))).toBe(true);
  });
});

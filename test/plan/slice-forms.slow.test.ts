import { expect, it } from '#jest';
import { join } from 'node:path';
import { BRIDGE_FOLDER } from '../../src/base/assets.ts';
import { run } from '../../src/base/process.ts';
import { ROOT } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const PROGRAM = join(ROOT, 'test/support/compare_slices.py');

it('a slice has the values that importing the files gives, or is refused', async () => {
  const [version = ''] = TRITON_VERSIONS;
  const python = await tritonPython(version);
  const settings = { env: process.env, signal: new AbortController().signal };
  const { stdout } = await run([python, '-B', PROGRAM, BRIDGE_FOLDER], settings);
  expect(stdout).not.toContain(': DIFFERENT');
  expectGolden(stdout.trimEnd());
}, 240_000);

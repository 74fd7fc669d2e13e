import { describe, expect, it } from '#jest';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/command.ts';

// Needs a Python with PyTorch, Triton, NumPy, pytest and pytest-xdist: TORCH_PYTHON names it.
const PYTHON = process.env['TORCH_PYTHON'];
const FOLDER = 'emulate/with_torch';

describe('programs with PyTorch whose launches are emulated', () => {
  const files = readdirSync(join(ROOT, 'python', FOLDER)).filter((name) =>
    name.startsWith('test_'),
  );

  it.each(files)('%s', { timeout: 900_000 }, (name) => {
    if (PYTHON === undefined) throw new Error('set TORCH_PYTHON to a Python with PyTorch');
    const { status, stdout, stderr } = spawnSync(
      PYTHON,
      ['-B', '-m', 'pytest', '-q', `${FOLDER}/${name}`],
      { cwd: join(ROOT, 'python'), encoding: 'utf8' },
    );
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({
      status: 0,
      output: '',
    });
  });
});

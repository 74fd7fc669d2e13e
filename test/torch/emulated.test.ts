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

  it.each(files)(
    '%s',
    (name) => {
      if (PYTHON === undefined) throw new Error('set TORCH_PYTHON to a Python with PyTorch');
      const argv = ['-B', '-m', 'pytest', '-q', `${FOLDER}/${name}`];
      const cwd = join(ROOT, 'python');
      const { status, stdout, stderr } = spawnSync(PYTHON, argv, { cwd, encoding: 'utf8' });
      const output = status === 0 ? '' : stdout + stderr;
      expect({ status, output }).toEqual({ status: 0, output: '' });
    },
    900_000,
  );
});

import { describe, expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMULATOR_FOLDER } from '../../../src/base/assets.ts';
import { run } from '../../../src/base/process.ts';
import { ROOT } from '../../support/command.ts';
import { PYTHON_CONTEXT, TRITON_VERSIONS, tritonPython } from '../../support/triton.ts';

const FOLDER = join(ROOT, 'python/emulate/tests');

/** Files that take ten seconds and more. */
const LONG = readFileSync(join(FOLDER, 'long.txt'), 'utf8').trim().split('\n');

describe('the emulator in Python', () => {
  it.each(LONG)('passes %s', passes);
});

async function passes(name: string): Promise<void> {
  const python = await tritonPython(TRITON_VERSIONS.at(-1) ?? '');
  const { code, stderr } = await run([python, '-B', '-m', 'unittest', name], {
    cwd: FOLDER,
    env: { ...process.env, PYTHONPATH: EMULATOR_FOLDER },
    signal: PYTHON_CONTEXT.signal,
  });
  expect(code === 0 ? '' : stderr).toBe('');
  // Before Python 3.12, a file without tests passes.
  expect(Number(/^Ran (\d+) tests? in/m.exec(stderr)?.[1])).toBeGreaterThan(0);
}

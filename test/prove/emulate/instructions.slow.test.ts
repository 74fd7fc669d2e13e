import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { EMULATE_FOLDER } from '../../../src/base/assets.ts';
import { run } from '../../../src/base/process.ts';
import { ROOT } from '../../support/command.ts';
import { PYTHON_CONTEXT, TRITON_VERSIONS, tritonPython } from '../../support/triton.ts';

/** The instructions of each file, and at least how many tests there are. */
const FAMILIES: readonly (readonly [string, number])[] = [
  ['floating', 18],
  ['integer', 17],
  ['comparison', 7],
  ['conversion', 11],
  ['warp', 7],
  ['atomic', 7],
  ['matrix', 6],
  ['tcgen05', 27],
];

describe('the instructions of the emulator', () => {
  it.each(FAMILIES)(
    'of test_%s.py do what the PTX manual says',
    async (family, least) => {
      const python = await tritonPython(TRITON_VERSIONS.at(-1) ?? '');
      const { code, stderr } = await run([python, '-B', '-m', 'unittest', `test_${family}`], {
        cwd: join(ROOT, 'test/prove/emulate/python'),
        env: { ...process.env, PYTHONPATH: join(EMULATE_FOLDER, 'python') },
        signal: PYTHON_CONTEXT.signal,
      });
      expect(code === 0 ? '' : stderr).toBe('');
      expect(Number(/^Ran (\d+) tests? in/m.exec(stderr)?.[1])).toBeGreaterThanOrEqual(least);
    },
    120_000,
  );
});

import { describe, expect, it } from '#jest';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OWN_TEST, testedPackage, tester } from './tester.ts';

const at = tester();

describe('a smoke test', () => {
  it('keeps the outputs of each run on request', async () => {
    const keep = join(at.scratch, 'kept');
    await at.test(await testedPackage(), at.right, { case: 1, algo: 1, keep });
    const outputs = join(keep, 'outputs/scale');
    expect(await readdir(outputs)).toEqual(['case1-algo1-spec1-y.bin']);
    const kept = await readFile(join(outputs, 'case1-algo1-spec1-y.bin'));
    // y = factor * x, with x = 1.
    expect(kept).toEqual(Buffer.from(new Float32Array(33).fill(2.5).buffer));
  });

  it("runs the user's own test, whose output is in the message", async () => {
    const own = { cases: [], test: ['test.cpp'] };
    const file = 'smoke/tests/scale/test.cpp';
    const passing = await testedPackage(own, { [file]: OWN_TEST.replace('STATUS', '0') });
    expect(await at.test(passing, at.right)).toMatchObject({ outcome: 'passed', executed: 1 });
    const failing = await testedPackage(own, { [file]: OWN_TEST.replace('STATUS', '1') });
    const result = await at.test(failing, at.right);
    expect(result.checks).toMatchObject([
      {
        check: 'own-test',
        problems: [{ message: 'the test exited with status 1:\nthe answer is wrong' }],
      },
    ]);
  });
});

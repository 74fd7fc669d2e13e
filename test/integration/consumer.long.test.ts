import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from '../../src/base/text.ts';
import { expectSuccess } from '../support/command.ts';
import { succeed } from '../support/consumer.ts';
import { CUDA_INCLUDE, runRecorded } from '../support/recording-cuda.ts';
import { type SampleConsumer, sampleConsumer } from './sample-consumer.ts';

describe('the sample consumer', () => {
  let folder: SampleConsumer['folder'];
  let tree: SampleConsumer['tree'];
  let execute: SampleConsumer['execute'];
  let build: SampleConsumer['build'];
  let remove: SampleConsumer['remove'];

  beforeAll(async () => {
    ({ folder, tree, execute, build, remove } = await sampleConsumer());
  });
  afterAll(() => remove());

  it('prints small errors, and reports a wrong kernel', async () => {
    const executable = await build('found', [`-DCMAKE_PREFIX_PATH=${tree}`]);
    const { code, stdout } = await runRecorded(executable, { execute });
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout.match(/: ok$/gm)).toHaveLength(4);
    expect(stdout).toMatch(/queries 113, keys 203, dimension 64: relative error [1-3]\.\de-04, of/);

    const wrong = [
      /error \d\.\de[-+]0\d.*: WRONG/,
      /error -?nan.*: WRONG/,
      /out of bounds: WRONG/,
      /changed its inputs: WRONG/,
      /logarithms -?nan.*: WRONG/,
    ];
    for (const [index, message] of wrong.entries()) {
      const answer = await runRecorded(executable, { execute, env: { FAULT: `${index + 1}` } });
      expect(answer.code).toBe(1);
      expect(answer.stdout).toMatch(message);
    }
    // Without a kernel, buffers keep their content.
    const nothing = await runRecorded(executable);
    expect(nothing.code).toBe(1);
    expect(nothing.stdout).toContain('relative error nan');
  });

  it('fetches the package, builds with a cuda.h, and reports that there is no GPU', async () => {
    const archive = join(folder, 'package.tar.gz');
    await succeed(['tar', '-czf', archive, '-C', dirname(tree), 'aot']);
    const sum = sha256(await readFile(archive));
    const url = `-Dflash_attention_URL=file://${archive}`;
    const toolkit = `-DCMAKE_CXX_FLAGS=-I${CUDA_INCLUDE}`;
    const executable = await build('fetched', [url, `-Dflash_attention_SHA256=${sum}`, toolkit]);
    expectSuccess(await runRecorded(executable, { execute }));
    const { code, stderr } = await runRecorded(executable, {
      env: { RECORDING_CUDA_INIT: '100' },
    });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^start the driver: .*\(100\)\n$/),
    });
  });
});

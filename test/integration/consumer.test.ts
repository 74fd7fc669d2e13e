import { afterAll, beforeAll, describe, it } from '#jest';
import { expectSuccess } from '../support/command.ts';
import { expectSystemDriver, withoutDriver } from '../support/consumer.ts';
import { runRecorded } from '../support/recording-cuda.ts';
import { type SampleConsumer, sampleConsumer } from './sample-consumer.ts';

describe('the sample consumer', () => {
  let tree: SampleConsumer['tree'];
  let execute: SampleConsumer['execute'];
  let build: SampleConsumer['build'];
  let remove: SampleConsumer['remove'];

  beforeAll(async () => {
    ({ tree, execute, build, remove } = await sampleConsumer());
  });
  afterAll(() => remove());

  it('builds on a machine without CUDA, and finds the driver of the one it runs on', async () => {
    const settings = [`-DCMAKE_PREFIX_PATH=${tree}`, ...withoutDriver('flash_attention')];
    const executable = await build('without CUDA', settings);
    await expectSystemDriver(executable);
    expectSuccess(await runRecorded(executable, { execute }));
  });
});

import { beforeEach, expect, it } from '#jest';
import { readerContext, runReader } from '../../src/toolchain/reader.ts';
import { failureOf } from '../support/golden.ts';
import { type Machine, makeMachine, writeFakePython } from './fakes.ts';

let machine: Machine;
beforeEach(async () => {
  machine = await makeMachine();
});
const ask = async (question: unknown): Promise<unknown> =>
  runReader(
    'inspect_sources.py',
    question,
    await readerContext('3.8.0', undefined, machine.context),
  );

it('a reader answers its question, or says what is wrong', async () => {
  await writeFakePython(machine, 'python3');
  expect(await ask({ manifestFolder: '/', sources: [], packages: {} })).toEqual({
    sources: [],
    basis: { contents: {}, kinds: {}, links: { '/': '/' } },
  });
  expect(await failureOf(() => ask({}))).toContain('ReadRequest: manifestFolder is missing');
});

it('a reader needs a Python', async () => {
  expect(await failureOf(() => ask({}))).toContain('no usable Python on PATH');
});

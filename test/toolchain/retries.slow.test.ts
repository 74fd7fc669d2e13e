import { expect, it } from '#jest';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Installer, runUv } from '../../src/toolchain/installer.ts';
import { findBasePython } from '../../src/toolchain/python.ts';
import { HERE } from '../support/here.ts';
import { makeMachine, writeScript } from './fakes.ts';

it.each([
  ['uv asks an index that does not answer again, but once in a run', {}, ['', '0', '0']],
  ['a user says how often', { UV_HTTP_RETRIES: '5' }, ['5', '5', '5']],
])('%s', async (_what, more, expected) => {
  const machine = await makeMachine();
  const seen = join(machine.root, 'seen');
  const uv = await writeScript(
    join(machine.bin, 'uv'),
    `echo "$UV_HTTP_RETRIES" >> ${seen}\necho '  Caused by: dns error' >&2\nexit 1`,
  );
  const context = { ...machine.context, env: { ...machine.env, ...more } };
  const base = await findBasePython(undefined, { ...context, env: HERE.env });
  const installer: Installer = { uv, base, work: join(machine.root, 'work') };
  for (let i = 0; i < 3; i++) await runUv(['pip', 'compile'], installer, context);
  expect((await readFile(seen, 'utf8')).split('\n').slice(0, 3)).toEqual(expected);
  await rm(machine.root, { recursive: true });
});

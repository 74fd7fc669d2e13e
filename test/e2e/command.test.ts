import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, type Workspace, workspace } from '../support/command.ts';
import { succeed } from '../support/consumer.ts';

describe('the command triton-aot', () => {
  let space: Workspace;
  let lines: readonly string[];
  let version: string;
  beforeAll(async () => {
    space = await workspace();
    const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
    const section = /### Get the command `triton-aot`.*?```sh\n(.*?)```/s.exec(readme)?.[1] ?? '';
    lines = section.split('\n').filter((line) => line !== '');
    version = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')).version;
  });
  afterAll(() => space.remove());

  const usage = (line: string): string => `${line}\ncd /\ntriton-aot --version`;

  it('is an alias, as README says', async () => {
    const alias = lines.find((line) => line.startsWith('alias')) ?? '';
    expect(await succeed(['sh', '-euc', `cd '${ROOT}'\n${usage(alias)}`])).toBe(`${version}\n`);
  });

  it('is a program that npm installs from a clone, as README says', async () => {
    // npm makes programs executable. In a clone, git would report that as a change.
    expect((await stat(join(ROOT, 'dist/cli.js'))).mode & 0o111).toBe(0o111);
    const install = lines.find((line) => line.startsWith('npm')) ?? '';
    const env = {
      PATH: `${space.folder}/bin:${process.env['PATH']}`,
      npm_config_prefix: space.folder,
      npm_config_cache: join(space.folder, 'cache'),
      npm_config_offline: 'true',
      npm_config_loglevel: 'error',
      npm_config_update_notifier: 'false',
    };
    const output = await succeed(['sh', '-euc', `cd '${ROOT}'\n${usage(install)}`], env);
    expect(output.trimEnd().split('\n').at(-1)).toBe(version);
    const schema = await succeed([join(space.folder, 'bin/triton-aot'), 'schema'], env);
    expect(schema).toBe(await readFile(join(ROOT, 'schema/kernels.schema.json'), 'utf8'));
  });
});

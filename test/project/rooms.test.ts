import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../src/core/base/process.ts';
import { ROOT } from '../support/command.ts';

describe('the order of rooms', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rooms-'));
    const config = {
      jsPlugins: [join(ROOT, 'lint/rooms.js')],
      rules: { 'rooms/order': 'error' },
    };
    await writeFile(join(folder, '.oxlintrc.json'), JSON.stringify(config));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Returns the message of the rule for a file with this import, or '' if it accepts the file. */
  async function lint(file: string, imported: string): Promise<string> {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `import { x } from '${imported}';\nexport const y = x;\n`);
    const argv = [join(ROOT, 'node_modules/.bin/oxlint'), '--format', 'unix', path];
    const signal = new AbortController().signal;
    const { code, stdout } = await run(argv, { cwd: folder, env: process.env, signal });
    const message = /: (.*) \[Error/.exec(stdout)?.[1] ?? '';
    expect({ stdout, code }).toMatchObject({ code: message === '' ? 0 : 1 });
    return message;
  }

  it.each([
    ['src/core/plan/a.ts', '../manifest/manifest.ts'],
    ['src/core/plan/a.ts', './b.ts'],
    ['src/cli/a.ts', '../github/fetch/fetch.ts'],
    ['src/main.ts', './action/run.ts'],
    ['src/core/plan/a.ts', 'node:path'],
  ])('lets %s import %s', async (file, imported) => {
    expect(await lint(file, imported)).toBe('');
  });

  it.each([
    [
      'src/core/manifest/a.ts',
      '../plan/b.ts',
      'core/manifest comes before core/plan in the pipeline and must not import from it',
    ],
    [
      'src/core/verify/a.ts',
      '../../github/session.ts',
      'core/verify comes before github in the pipeline and must not import from it',
    ],
    ['src/action/a.ts', '../main.ts', 'src/main.ts is an entry: nothing imports it'],
    ['src/core/misc/a.ts', '../base/b.ts', 'src/core/misc/a.ts is in no room of lint/rooms.js'],
    ['src/core/plan/a.ts', '../misc/b.ts', 'src/core/misc/b.ts is in no room of lint/rooms.js'],
    [
      'src/core/build/a.ts',
      '../triton-tools/tools.ts',
      'core/triton-tools is imported through triton-tools.ts or known-wrong.ts, not tools.ts',
    ],
  ])('stops %s from importing %s', async (file, imported, message) => {
    expect(await lint(file, imported)).toContain(message);
  });
});

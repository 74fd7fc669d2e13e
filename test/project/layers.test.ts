import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../src/base/process.ts';
import { ROOT } from '../support/command.ts';

describe('the order of layers', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'layers-'));
    const config = {
      jsPlugins: [join(ROOT, 'scripts/layers.js')],
      rules: { 'layers/order': 'error' },
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
    ['src/plan/a.ts', '../manifest/manifest.ts'],
    ['src/plan/b/a.ts', '../c.ts'],
    ['src/cli/a.ts', '../github/fetch/fetch.ts'],
    ['src/build.ts', './plan/a.ts'],
    ['src/entries/actions/main.ts', '../../action/run.ts'],
    ['src/entries/features.ts', '../features/a/index.ts'],
    ['src/features/a/x.ts', '../../plan/b.ts'],
    ['src/features/a/x/y.ts', '../z.ts'],
    ['src/plan/a.ts', 'node:path'],
  ])('lets %s import %s', async (file, imported) => {
    expect(await lint(file, imported)).toBe('');
  });

  it.each([
    ['src/manifest/a.ts', '../plan/b.ts', 'manifest comes before plan and must not import from it'],
    ['src/prove/a.ts', '../smoke.ts', 'prove comes before verbs and must not import from it'],
    [
      'src/build.ts',
      './features/a/b.ts',
      'verbs comes before features and must not import from it',
    ],
    ['src/features/a/x.ts', '../b/x.ts', 'the feature a must not import from the feature b'],
    ['src/misc/a.ts', '../base/b.ts', 'src/misc/a.ts is in no layer of scripts/layers.js'],
    ['src/plan/a.ts', '../misc/b.ts', 'src/misc/b.ts is in no layer of scripts/layers.js'],
    [
      'src/github/a.ts',
      '../prove/smoke/tables-of.ts',
      'prove/smoke is imported through request.ts or result.ts or causes.ts or evidence.ts or further-checks.ts or generated.ts or remedies.ts or tables.ts, not src/prove/smoke/tables-of.ts',
    ],
  ])('stops %s from importing %s', async (file, imported, message) => {
    expect(await lint(file, imported)).toContain(message);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/base/process.ts';
import { workflowTools } from '../support/build-tools.ts';
import { ROOT } from '../support/command.ts';
import { HERE } from '../support/here.ts';
import { documentedWorkflows } from '../support/workflows.ts';

const CONFIG = join(ROOT, '.github/zizmor.yml');

/** The folders of the sub-actions. */
async function actionFolders(): Promise<readonly string[]> {
  const names = await readdir(ROOT);
  return names.filter((name) => existsSync(join(ROOT, name, 'action.yml')));
}

const WRONG = `on: pull_request
jobs:
  a:
    runs-on: ubuntu-24.04
    steps:
      - uses: a/b@v1
      - run: echo "\${{ github.event.pull_request.title }}" $x
`;

describe('actionlint and zizmor find nothing', () => {
  let env: Readonly<Record<string, string | undefined>>;
  let folder: string;
  beforeAll(async () => {
    env = { ...process.env, ...(await workflowTools()) };
    // actionlint reads its settings, and the actions that are used by path, from the repository.
    folder = await mkdtemp(join(tmpdir(), 'workflows-'));
    const workflows = join(folder, '.github/workflows');
    await mkdir(join(folder, '.git'));
    await mkdir(workflows, { recursive: true });
    for (const { name, text } of await documentedWorkflows())
      await writeFile(join(workflows, `${name}.yml`), text);
    const settings = await readFile(join(ROOT, '.github/actionlint.yaml'));
    await writeFile(join(folder, '.github/actionlint.yaml'), settings);
    for (const name of ['kernels.yml', 'publish.yml']) {
      const reusable = await readFile(join(ROOT, '.github/workflows', name), 'utf8');
      await writeFile(join(workflows, name), reusable.replaceAll('uses: $/', 'uses: ./'));
    }
    await symlink(join(ROOT, 'dist'), join(folder, 'dist'));
    for (const name of await actionFolders())
      await cp(join(ROOT, name, 'action.yml'), join(folder, name, 'action.yml'));
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true }));

  async function expectNothing(argv: readonly string[], cwd: string): Promise<void> {
    const { code, stdout, stderr } = await run(argv, { env, cwd, signal: HERE.signal });
    expect({ code, output: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, output: '' });
  }

  it('in the workflows and actions of this repository', async () => {
    await expectNothing(['actionlint'], ROOT);
    const options = ['--offline', '--quiet', '--strict-collection', '--persona', 'pedantic'];
    const actions = (await actionFolders()).map((name) => join(name, 'action.yml'));
    expect(actions.length).toBeGreaterThan(3);
    await expectNothing(
      ['zizmor', ...options, '--config', CONFIG, '.github', 'action.yml', ...actions],
      ROOT,
    );
  });

  // With the actions that it uses: actionlint does not know $/.
  it('in the workflows of the documentation, and in copies of the reusable ones', async () => {
    await expectNothing(['actionlint'], folder);
    await expectNothing(['zizmor', '--offline', '--quiet', '--config', CONFIG, '.'], folder);
  });

  // Otherwise the tests above might pass although nothing is checked.
  it.each(['actionlint', 'zizmor'])('but %s does in a wrong one', async (tool) => {
    const wrong = join(folder, 'wrong.yml');
    await writeFile(wrong, WRONG);
    const options = tool === 'zizmor' ? ['--offline', '--config', CONFIG] : [];
    const { stdout } = await run([tool, ...options, wrong], { env, signal: HERE.signal });
    const findings = {
      actionlint: ['potentially untrusted', 'SC2086'],
      zizmor: ['template-injection', 'unpinned-uses'],
    };
    for (const finding of findings[tool as keyof typeof findings])
      expect(stdout).toContain(finding);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lights, runWorkflow, type WorkflowRun } from '../support/act.ts';
import { expectSuccess, ROOT } from '../support/command.ts';
import { HERE } from '../support/here.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';

// What releasing this commit would do. release.yml runs in act as it is, but for the jobs that run CI and the tests on a
// GPU. Only what would leave this machine is a stand-in: `gh`, `npm publish` and `npm view`, `pip download`, PyPI's action.

const VERSION = '9.8.7';

/** Stands in front of a program: notes the commands that begin with these words, and answers like `body`. */
const standIn = (name: string, words: string, body: string): string => `#!/usr/bin/env bash
case " $* " in
${words}) echo "${name} $*" >>"$TEST_COMMANDS"; ${body} ;;
*) exec "$(PATH=\${PATH#*:} type -P ${name})" "$@" ;;
esac
`;

const PROGRAMS = {
  gh: standIn('gh', '*', '[[ $* != "release view"* ]]'),
  npm: standIn('npm', "' publish '*|' view '*", '[[ $1 == publish ]]'),
  // The version is not on PyPI yet.
  pip: standIn('pip', "' download '*", 'exit 1'),
};

let folder: string;
let service: ResultsService;
let release: WorkflowRun;
let commands: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rehearsal-'));
  const origin = join(folder, 'origin');
  const clone = join(folder, 'clone');
  const bin = join(folder, 'bin');
  await call(['git', 'clone', '--quiet', '--bare', ROOT, origin], folder);
  await call(['git', '--git-dir', origin, 'branch', '--force', 'main', 'HEAD'], folder);
  await call(['git', 'clone', '--quiet', '--branch', 'main', origin, clone], folder);
  await prepare(clone);
  await mkdir(bin);
  for (const [name, text] of Object.entries(PROGRAMS))
    await writeFile(join(bin, name), text, { mode: 0o755 });
  service = await startResultsService();
  const { RUNNER_TEMP: _own, ...results } = service.envOf({
    run: '1',
    ref: `refs/tags/v${VERSION}`,
  });
  const record = join(folder, 'commands');
  release = await runWorkflow({
    folder: clone,
    workflow: 'release.yml',
    event: { name: 'push', payload: { ref: `refs/tags/v${VERSION}` } },
    env: {
      ...results,
      GITHUB_RUN_ID: '1',
      GITHUB_REPOSITORY: 'me/kernels',
      GITHUB_REF: `refs/tags/v${VERSION}`,
      GITHUB_REF_NAME: `v${VERSION}`,
      GITHUB_REF_TYPE: 'tag',
      TEST_COMMANDS: record,
      TEST_PYTHON: 'python3',
      PATH: `${bin}:${process.env['PATH']}`,
    },
  });
  commands = (await readFile(record, 'utf8').catch(() => '')).trim().split('\n');
}, 900_000);
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Does what CONTRIBUTING.md says before a tag, with the working tree of the tests. */
async function prepare(clone: string): Promise<void> {
  const edit = async (name: string, change: (text: string) => string): Promise<void> =>
    writeFile(join(clone, name), change(await readFile(join(ROOT, name), 'utf8')));
  await edit('CHANGELOG.md', (text) =>
    text.replace('## Unreleased\n', `## Unreleased\n\n## ${VERSION}\n`),
  );
  await edit('.github/workflows/release.yml', (text) =>
    text
      .replaceAll(
        /uses: \.\/\.github\/workflows\/\S+/g,
        'runs-on: ubuntu-24.04\n    steps: [{ run: "true" }]',
      )
      // act does not know `queue`.
      .replace(/^concurrency:\n(?: {2}.*\n)+/m, ''),
  );
  await call(['npm', 'version', '--no-git-tag-version', VERSION], clone);
  await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  await call(['npm', 'run', 'build'], clone);
  await rm(join(clone, 'node_modules'));
  const git = ['git', '-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  await call([...git, 'commit', '--quiet', '--all', '--message', `Release ${VERSION}`], clone);
  await call(['git', 'tag', `v${VERSION}`], clone);
  await call(['git', 'push', '--quiet', 'origin', 'main', `v${VERSION}`], clone);
}

async function call(argv: readonly string[], cwd: string): Promise<void> {
  expectSuccess(await HERE.runTool(argv, { ...HERE, cwd }));
}

describe('a release of this commit', () => {
  it('passes every job', () => {
    expect(lights(release)).toEqual({
      CI: true,
      GPU: true,
      'Check the tag, pack the command line for npm and PyPI': true,
      'Draft the release': true,
      'Publish the command line to npm': true,
      'Publish the command line to PyPI': true,
      'Publish the release': true,
    });
  });

  it('would draft the release, publish to npm and PyPI, and then publish the release and move its tag', () => {
    const wheels = ['triton_aot', 'triton_aot_emulate'].map(
      (name) => `${name}-${VERSION}-py3-none-any.whl`,
    );
    const [view, draft, ...rest] = commands;
    expect([view, draft]).toEqual([
      `gh release view v${VERSION} --json isDraft --jq .isDraft`,
      `gh release create v${VERSION} --draft --verify-tag --prerelease=false --title v${VERSION} --notes-file notes.md triton-aot-${VERSION}.tgz ${wheels.map((name) => `pypi/${name}`).join(' ')}`,
    ]);
    // npm and PyPI at the same time.
    expect(rest.slice(0, -2).toSorted()).toEqual([
      `npm publish ./triton-aot-${VERSION}.tgz --provenance --access public --tag latest`,
      `npm view triton-aot@${VERSION} dist.integrity`,
      `pip download --no-deps --only-binary :all: --dest published triton-aot-emulate==${VERSION}`,
      `pip download --no-deps --only-binary :all: --dest published triton-aot==${VERSION}`,
      `pypi-publish ${wheels.join(' ')}`,
    ]);
    expect(rest.slice(-2)).toEqual([
      `gh release edit v${VERSION} --draft=false --latest=true`,
      expect.stringMatching(
        /^gh api --method PATCH repos\/me\/kernels\/git\/refs\/tags\/v9 -f sha=[0-9a-f]{40} -F force=true$/,
      ),
    ]);
  });
});

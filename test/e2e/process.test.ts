import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessResult, run } from '../../src/base/process.ts';
import { ROOT, TEST_HOME, type Workspace, workspace } from '../support/command.ts';

const CLI = join(ROOT, 'dist/cli.js');

/** A kernel that is listed without Triton: no hints are to be found. */
const KERNELS = `import triton
import triton.language as tl


@triton.jit
def copy(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + offsets, tl.load(x + offsets, mask=offsets < n), mask=offsets < n)
`;
const MANIFEST = `package: demo
version: 1.0.0
triton: 3.9.0
targets: [sm_90]
defaults: { specialise: listed }
kernels:
  copy: { source: "kernels.py:copy", signature: "*fp32, *fp32, i32, 128", grid: "cdiv(n, BLOCK)" }
`;

describe('the process of the command line', () => {
  let space: Workspace;
  beforeAll(async () => {
    space = await workspace({ 'kernels.py': KERNELS, 'kernels.yaml': MANIFEST });
  });
  afterAll(() => space.remove());

  /** Runs a command with this shell text after it. Its exit code is in the file `code`. */
  const shell = async (
    args: string,
    after: string,
  ): Promise<ProcessResult & { status: string }> => {
    const text = `{ "${process.execPath}" "${CLI}" ${args}; echo $? > code; } ${after}`;
    const signal = new AbortController().signal;
    const env = { ...process.env, TRITON_AOT_HOME: TEST_HOME };
    const ended = await run(['sh', '-c', text], { cwd: space.folder, env, signal });
    return { ...ended, status: (await readFile(join(space.folder, 'code'), 'utf8')).trim() };
  };

  it.each(['list', 'plan --json', '--help'])(
    'ends silently if nobody reads its output: %s',
    async (args) => {
      expect(await shell(args, '| true')).toMatchObject({ status: '141', stderr: '' });
    },
  );

  it.each(['2>&-', '2> /dev/full', '2>&1 > /dev/null | true'])(
    'ends as it did if its messages cannot be written: %s',
    async (after) => {
      const status = async (args: string): Promise<string> => (await shell(args, after)).status;
      const unknown = '--log-format json list --only unknown';
      expect([await status('--log-format json list'), await status(unknown)]).toEqual(['0', '2']);
    },
  );

  it('says so if its output cannot be written', async () => {
    expect(await shell('list', '> /dev/full')).toMatchObject({
      status: '3',
      stderr: expect.stringMatching(/^error: cannot write to standard output: ENOSPC.*\n$/),
    });
    expect((await shell('list', '> /dev/full 2> /dev/full')).status).toBe('3');
  });

  it.each(['18.20.8', '20.18.3'])('needs a newer Node than %s', async (version) => {
    const older = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"${version}"})`;
    const argv = [process.execPath, '--import', older, CLI, '--version'];
    const signal = new AbortController().signal;
    expect(await run(argv, { env: process.env, signal })).toMatchObject({
      code: 3,
      stdout: '',
      stderr: `error: triton-aot needs Node 20.19 or newer, and this is ${version}\n    Get a newer one from https://nodejs.org/en/download, or with a version manager, such as \`nvm install 22\`.\n    In a workflow, actions/setup-node installs it.\n`,
    });
  });

  it.each<[line: string, status: string, event: object]>([
    ['list', '0', { event: 'end', exitCode: 0 }],
    ['build --targets sm_42', '2', { event: 'error', message: expect.stringContaining('sm_42') }],
    ['build --bogus', '2', { event: 'error', message: "unknown option '--bogus'" }],
    ['bild', '2', { event: 'error', message: expect.stringContaining('Did you mean build?') }],
    ['list > /dev/full', '3', { event: 'error', message: expect.stringContaining('ENOSPC') }],
  ])('writes only events with --log-format json: %s', async (line, status, expected) => {
    const [command = '', ...rest] = line.split(' ');
    const ended = await shell(`${command} --log-format json ${rest.join(' ')}`, '');
    const events = ended.stderr
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text) as unknown);
    expect(ended.status).toBe(status);
    expect(events).toContainEqual(expect.objectContaining(expected));
    expect(events.at(-1)).toEqual({ event: 'end', exitCode: Number(status) });
  });

  it('refuses a pattern that is too long to match', async () => {
    const { code, stderr } = await space.triton(['list', '--only', 'x'.repeat(40_000)]);
    expect([code, stderr]).toEqual([
      2,
      'error: a pattern has 40000 characters; at most 1000 are allowed\n',
    ]);
  });

  it('has no time limit that is too long for a timer', async () => {
    const { code, stderr } = await space.triton(['build', '--timeout', '2147484']);
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      "error: option '--timeout <seconds>' argument '2147484' is invalid. Expected a whole number from 1 to 999999.",
    ]);
  });
});

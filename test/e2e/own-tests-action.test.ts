import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Log } from 'sarif';
import { type Workspace, workspace } from '../support/command.ts';
import { faults, startServer } from '../support/releases-api/server.ts';
import { act } from '../support/runner.ts';

// Programs that note launches: what needs PyTorch is in python/emulate/with_torch.
const PROGRAM = `
import os, sys
from triton_aot_emulate.findings import Finding
from triton_aot_emulate.journal import Journal
from triton_aot_emulate.options import Options
from triton_aot_emulate.tally import Tally
options = Options.from_environment(os.environ)
tally = Tally(Journal(options.folder))
tally.begin("add"); tally.end("add", 0.5, is_judged=True)
print("seen:", sorted(name for name in os.environ if name.startswith(("INPUT_", "ACTIONS_", "OWN_"))))
if "wrong" in sys.argv:
    fault = {"at": {"file": os.path.abspath("kernels.py"), "line": 6}}
    tally.found(Finding("add", "race", "add: races", fault, ("app.py", 3)))
`;

let space: Workspace;
beforeEach(async () => {
  space = await workspace();
  await space.write('app.py', PROGRAM);
});
afterEach(() => space.remove());

const start = (emulate: string, more: Parameters<typeof act>[2] = {}) =>
  act(space, 'main', { ...more, inputs: { emulate, targets: 'sm_80,H100', ...more.inputs } });

describe('the action with a program to emulate', () => {
  it('runs it for each target, and builds nothing', async () => {
    const env = { OWN_VARIABLE: 'x', ACTIONS_RUNTIME_TOKEN: 'secret' };
    const acted = await start('python3 app.py | tee log', { env });
    expect(acted.code).toBe(0);
    expect(acted.stdout.match(/seen: .*/g)).toEqual(Array(2).fill("seen: ['OWN_VARIABLE']"));
    expect(acted.outputs).toMatchObject({ smoke: 'passed' });
    expect(acted.summary).toContain('Triton kernels, emulated for sm_80 and H100');
    const report = await readFile(join(acted.outputs['report'] ?? '', 'report.json'), 'utf8');
    expect(JSON.parse(report)).toMatchObject({ gpu: 'sm_80 and H100', right: true });
  });

  it('starts nothing for a word that is no program', async () => {
    const acted = await start('nevr');
    expect(acted.code).toBe(2);
    expect(acted.stdout).toContain('::error::input emulate: invalid value `nevr`');
    expect(acted.outputs).toEqual({});
  });

  it('annotates what is wrong at the line of the kernel, and fails', async () => {
    const acted = await start('python3 app.py wrong', { inputs: { targets: 'sm_90' } });
    expect(acted).toMatchObject({ code: 6, outputs: { smoke: 'failed' } });
    expect(acted.stdout).toContain('::error file=kernels.py,line=6,title=race in add::add: races');
    expect(acted.stdout).toContain(
      '::error::`python3 app.py wrong` failed: it exited with status 6, emulated for sm_90',
    );
    expect(acted.summary).toContain('kernels.py:6');
  });

  it('fails for the environment if a launch was not judged', async () => {
    await space.write('app.py', `${PROGRAM}tally.begin("mul")`);
    const acted = await start('python3 app.py', { inputs: { targets: 'sm_90' } });
    expect(acted).toMatchObject({ code: 3, outputs: { smoke: 'failed' } });
    expect(acted.stdout).toContain('::error title=not-judged in mul::a process began this launch');
    expect(acted.summary).toContain('2 launches, 1 not judged, not all right.');
  });

  it('uploads the findings to code scanning if that is asked for; without the permission, it says so', async () => {
    const sent: { readonly sarif: string; readonly ref: string }[] = [];
    const server = await startServer(faults(), [], async ({ authorization }, request) => {
      sent.push(JSON.parse(await text(request)) as (typeof sent)[number]);
      return authorization === 'Bearer writer'
        ? { status: 202, body: { id: '1', url: 'https://api.example/sarifs/1' } }
        : { status: 403, body: { message: 'Resource not accessible by integration' } };
    });
    const env = {
      GITHUB_API_URL: server.url,
      GITHUB_REPOSITORY: 'me/kernels',
      GITHUB_SHA: 'c'.repeat(40),
      GITHUB_REF: 'refs/heads/main',
    };
    const upload = (program: string, token: string) =>
      start(program, { env, inputs: { targets: 'sm_90', 'upload-sarif': 'true', token } });
    const wrong = await upload('python3 app.py wrong', 'writer');
    expect(wrong.code).toBe(6);
    const file = wrong.outputs['sarif'] ?? '';
    const [run] = (JSON.parse(await readFile(file, 'utf8')) as Log).runs;
    const line = { artifactLocation: { uri: 'kernels.py' }, region: { startLine: 6 } };
    expect(run?.results).toMatchObject([
      { ruleId: 'race', level: 'error', locations: [{ physicalLocation: line }] },
    ]);
    const [first] = sent;
    expect(first?.ref).toBe('refs/heads/main');
    const [received] = (
      JSON.parse(gunzipSync(Buffer.from(first?.sarif ?? '', 'base64')).toString()) as Log
    ).runs;
    expect(received?.results).toMatchObject(run?.results ?? []);
    const refused = await upload('python3 app.py', 'reader');
    expect(refused.code).toBe(3);
    expect(refused.stdout).toMatch(
      /^::error::cannot write the code scanning results of me\/kernels: .*403: Resource not .*permissions: security-events: write/m,
    );
    // What is wrong matters more.
    const both = await upload('python3 app.py wrong', 'reader');
    expect(both.code).toBe(6);
    expect(both.stdout).toContain('::warning::cannot write the code scanning results');
    await server.close();
  });

  it('fails if a command before a pipe fails', async () => {
    const acted = await start('python3 app.py && false | cat', { inputs: { targets: 'sm_90' } });
    expect(acted.code).toBe(6);
  });

  it('does not run on a self-hosted runner for a pull request from a fork', async () => {
    const repo = (full_name: string) => ({ repo: { full_name } });
    const payload = { pull_request: { head: repo('fork/kernels'), base: repo('me/kernels') } };
    const acted = await start('python3 app.py', {
      event: { name: 'pull_request', payload },
      env: { RUNNER_ENVIRONMENT: 'self-hosted' },
    });
    expect(acted.code).toBe(8);
    expect(acted.stdout).not.toContain('seen:');
  });
});

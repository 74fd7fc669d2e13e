import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordedDriver } from '../support/recorded-driver.ts';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { act, type Acted } from '../support/runner.ts';
import { untilEnded } from '../support/running.ts';
import { vectorAdd } from '../support/vector-add.ts';

describe('the smoke test, with the recording driver as GPU', () => {
  let space: Workspace;
  let right: string;
  let wrong: string;
  beforeAll(async () => {
    right = await recordedDriver(vectorAdd());
    wrong = await recordedDriver(vectorAdd(1));
    space = await workspace();
    await space.example('vector-add');
    // The recording driver is one of CUDA 12, and the assembler for sm_80 and sm_90 is too.
    const args = ['--only', 'vector_add_fp32', '--targets', 'sm_80,sm_90'];
    expectSuccess(await space.triton(['build', ...args]));
  });
  afterAll(() => space.remove());

  const smoke = (driver: string, args: readonly string[] = []) =>
    space.triton(['smoke', ...args], { env: { LD_LIBRARY_PATH: driver } });

  it('passes a correct kernel, with errors, times and evidence, and does not change the package', async () => {
    const before = await readFile(join(space.folder, 'aot/SHA256SUMS'), 'utf8');
    const { code, stdout } = await smoke(right);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}n=65537 +1 +0\.0e\+0 +0\.0e\+0 +\S+ .s +\S+ GB\/s$/m);
    expect(stdout).toMatch(/^10 passed, 0 failed$/m);
    const evidence = await readFile(join(space.folder, 'aot/evidence.json'), 'utf8');
    expect(evidence).toContain('"outcome": "ran"');
    expect(await readFile(join(space.folder, 'aot/SHA256SUMS'), 'utf8')).toBe(before);
  });

  it('fails a wrong kernel at the manifest line of its case, with the command that repeats it', async () => {
    const { code, stderr } = await smoke(wrong);
    expect(code).toBe(6);
    const manifest = await readFile(join(space.folder, 'kernels.yaml'), 'utf8');
    const line = manifest.split('\n').findIndex((text) => text.includes('cases:')) + 1;
    expect(stderr).toMatch(
      new RegExp(
        `^error: kernels\\.yaml:${line}:\\d+: vector_add_fp32 \\[algo 0, specialisation 0, n=1000\\]: out_ptr: 1 of 1000 elements .* at \\[2\\].*; also in 4 more tests`,
        'm',
      ),
    );
    const [, command = ''] =
      /Run only this test: triton-aot (smoke .*--case 1.*)/.exec(stderr) ?? [];
    const again = await smoke(wrong, [...command.split(' ').slice(1), '--json']);
    expect(again.code).toBe(6);
    expect(JSON.parse(again.stdout)).toMatchObject({ outcome: 'failed', executed: 1, failed: 1 });
  });

  it('says that a source has changed since the build, and names no lines of another manifest', async () => {
    const { source, manifest } = { source: 'vector_add.py', manifest: 'kernels.yaml' };
    const [code, text] = await Promise.all(
      [source, manifest].map((name) => readFile(join(space.folder, name), 'utf8')),
    );
    try {
      await space.write(source, `${code}# changed\n`);
      const changed = await smoke(right, ['--json']);
      expectSuccess(changed);
      expect(changed.stderr).toContain(
        'warning: vector_add.py: this file has changed since the package aot was built\n',
      );
      await space.write(source, code ?? '');
      await space.write(manifest, `# another\n${text}`);
      const other = await smoke(wrong);
      expect(other.stderr).toContain(
        'warning: kernels.yaml: the package aot was built from another',
      );
      expect(other.stderr).toMatch(/^error: vector_add_fp32 \[algo 0/m);
    } finally {
      await space.write(source, code ?? '');
      await space.write(manifest, text ?? '');
    }
    expect((await smoke(right)).stderr).not.toContain('warning');
  });

  it('takes compilers and their temporary files with it, even if it is killed', async () => {
    // A compiler starts other programs.
    const other = 'echo $$ >"$TMPDIR/cc.s"; cp "$TMPDIR/cc.s" pid; mv pid compiler; exec sleep 600';
    await space.write('other', other);
    await space.write('slow-c++', '#!/bin/sh\nsh ./other\nexit 1\n');
    await chmod(join(space.folder, 'slow-c++'), 0o755);
    await space.write('tmp/.keep', '');
    const [CXX, TMPDIR] = [join(space.folder, 'slow-c++'), join(space.folder, 'tmp')];
    await space.interrupt(['smoke'], 'SIGKILL', 'compiler', { env: { CXX, TMPDIR } });
    const compiler = (await readFile(join(space.folder, 'compiler'), 'utf8')).trim();
    // Until the time limit of a test.
    await untilEnded(Number(compiler));
    expectSuccess(await space.triton(['smoke'], { env: { LD_LIBRARY_PATH: right, TMPDIR } }));
    expect(await readdir(TMPDIR)).toEqual(['.keep']);
  });

  const smokeAction = (driver: string, env = {}): Promise<Acted> =>
    act(space, 'smoke', { env: { LD_LIBRARY_PATH: driver, GITHUB_TOKEN: 'secret', ...env } });

  it('as an action sets every output and writes a summary', async () => {
    const { code, outputs, summary } = await smokeAction(right);
    expect(code).toBe(0);
    expect(outputs).toMatchObject({ result: 'passed', executed: '10', failed: '0' });
    expect(JSON.parse(await readFile(outputs['results'] ?? '', 'utf8'))).toMatchObject({
      runs: [
        { case: 'n=1' },
        { case: 'n=1000' },
        { case: 'n=1000' },
        { case: 'n=4096' },
        { case: 'n=4096' },
        { case: 'n=65537' },
      ],
    });
    expect(summary).toContain('<td>vector_add_fp32</td><td>n=4096</td>');
  });

  it('as an action shows compilers, whose output is no command to the runner', async () => {
    const talking = join(space.folder, 'talking-cc');
    const body = 'echo "note: a"; printf "::error::b\\n##[group]c\\n" >&2; exec cc "$@"';
    await writeFile(talking, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    const { code, stdout } = await smokeAction(right, { CC: talking });
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    const command = lines.find((line) => line.startsWith(`[command]${talking} `));
    expect(command).toMatch(/ -std=gnu11 .* -c \S+\/vector_add_fp32\.c -o \S+\.o$/);
    expect(lines).toContainEqual(expect.stringMatching(/^\[command\]\S+ .*probe\.cpp/));
    expect(lines).toEqual(expect.arrayContaining(['note: a', ': :error::b', '## [group]c']));
    expect(stdout).not.toMatch(/^::error|##\[/m);
  });

  it('as an action annotates what failed, and adds it to the summary', async () => {
    const { code, outputs, stdout, summary } = await smokeAction(wrong);
    expect(code).toBe(6);
    expect(outputs).toMatchObject({ result: 'failed' });
    expect(stdout).toMatch(
      /^::error file=kernels\.yaml,line=\d+,col=\d+::kernels\.yaml:\d+:\d+: vector_add_fp32 \[algo 0/m,
    );
    expect(summary).toMatch(
      /<h3>❌ A smoke test or a measurement failed<\/h3>\n\n<pre><code>kernels\.yaml:\d+:\d+: vector_add_fp32 \[/,
    );
  });
});

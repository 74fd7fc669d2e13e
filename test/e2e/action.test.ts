import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Workspace, workspace } from '../support/command.ts';
import { act } from '../support/runner.ts';

describe('the action', () => {
  let space: Workspace;
  beforeEach(async () => {
    space = await workspace();
    await space.example('vector-add');
  });
  afterEach(() => space.remove());

  it('builds the package, sets every output of action.yml and writes a summary', async () => {
    const acted = await act(space, 'main', {
      inputs: { targets: 'sm_90', out: 'packages/add', jobs: '2', smoke: 'off' },
    });
    expect(acted).toMatchObject({ code: 0, stderr: '' });
    const { outputs } = acted;
    expect(Object.keys(outputs)).toEqual([
      'aot-dir',
      'package',
      'kernels',
      'compiled',
      'cached',
      'cache-hit',
      'restored-bytes',
      'saved-bytes',
      'difference',
      'smoke',
      'evidence',
      'sarif',
      'report',
      'artifact-name',
      'artifact-id',
      'artifact-url',
      'artifact-digest',
    ]);
    expect(outputs['smoke']).toBe('off');
    expect(outputs['cache-hit']).toBe(String(outputs['compiled'] === '0'));
    expect(outputs['aot-dir']).toBe(join(space.folder, 'packages/add'));
    expect(outputs['package']).toBe('vector_add');
    expect(Number(outputs['compiled']) + Number(outputs['cached'])).toBe(4);
    expect(JSON.parse(outputs['kernels'] ?? '')).toMatchObject([
      {
        name: 'vector_add_fp32',
        targets: ['sm_90'],
        specialisations: [expect.stringContaining('n % 4 == 0'), expect.any(String)],
      },
      { name: 'vector_add_fp16' },
    ]);
    expect(await readFile(join(space.folder, 'packages/add/manifest.json'), 'utf8')).toContain(
      '"vector_add_fp16"',
    );
    expect(acted.stdout).toMatch(/^::group::Plan kernels\.yaml$/m);
    expect(acted.stdout).toMatch(/^::group::Write the package to packages\/add$/m);
    expect(acted.summary).toContain('| <code>vector_add_fp32</code> | sm_90 | 1 | 2 |');
    const file = join(space.folder, 'packages/add/report.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      package: 'vector_add',
      totals: { variants: 4, failed: 0 },
    });
  });

  it('writes neither a summary nor a report, if they are not wanted', async () => {
    const inputs = { targets: 'sm_90', smoke: 'off', summary: 'false', report: 'false' };
    const acted = await act(space, 'main', { inputs });
    expect(acted).toMatchObject({ code: 0, summary: '' });
    expect(existsSync(join(space.folder, 'aot/manifest.json'))).toBe(true);
    expect(existsSync(join(space.folder, 'aot/report.json'))).toBe(false);
    const failed = await act(space, 'main', { inputs: { ...inputs, targets: 'sm_1' } });
    expect(failed).toMatchObject({ code: 2, summary: '' });
  });

  it('annotates each problem once, at its line, and fails', async () => {
    await space.write(
      'kernels.yaml',
      'package: x-y\ntriton: 3.9.0\ntargets: [sm_1]\nkernels: {}\n',
    );
    const acted = await act(space, 'main');
    expect(acted.code).toBe(2);
    expect(acted.outputs).toEqual({});
    expect(acted.stdout.split('\n').filter((line) => line.startsWith('::error'))).toEqual([
      expect.stringMatching(
        /^::error file=kernels\.yaml,line=1,col=1::kernels\.yaml:1:1: invalid package name `x-y`/,
      ),
      expect.stringMatching(
        /^::error file=kernels\.yaml,line=3,col=11::kernels\.yaml:3:11: unsupported target `sm_1`/,
      ),
      expect.stringMatching(
        /^::error file=kernels\.yaml,line=4,col=1::kernels\.yaml:4:1: `kernels` is empty: expected at least one kernel/,
      ),
    ]);
  });

  it('annotates a kernel that does not compile at its line in the Python file', async () => {
    const source = await readFile(join(space.folder, 'vector_add.py'), 'utf8');
    await space.write('vector_add.py', source.replace('tl.store(', 'tl.stor('));
    const line = source.split('\n').findIndex((text) => text.includes('tl.store(')) + 1;
    const acted = await act(space, 'main', { inputs: { only: 'vector_add_fp32' } });
    expect(acted.code).toBe(4);
    const errors = acted.stdout.split('\n').filter((text) => text.startsWith('::error'));
    expect(errors).toEqual([
      expect.stringContaining(
        `::error file=vector_add.py,line=${line}::vector_add.py:${line}: vector_add_fp32 `,
      ),
    ]);
    expect(errors[0]).toContain('and 3 more variants');
    expect(acted.summary).toMatch(/1 kernel, 4 variants: \*\*4 failed\*\*/);
    expect(acted.summary).toMatch(/<h3>❌ A kernel did not compile<\/h3>/);
    expect(acted.summary).toContain(`<pre><code>vector_add.py:${line}: vector_add_fp32 `);
    const { summary } = acted;
    expect(summary.indexOf('❌ A kernel')).toBeLessThan(summary.indexOf('4 failed'));
    expect(summary.match(/❌ A kernel/g)).toHaveLength(1);
  });

  it('rejects invalid inputs', async () => {
    const acted = await act(space, 'main', { inputs: { jobs: 'all' } });
    expect(acted.code).toBe(2);
    expect(acted.stdout).toBe(
      '::error::input jobs: invalid value `all`: expected a whole number from 1 to 999999\n',
    );
  });
});

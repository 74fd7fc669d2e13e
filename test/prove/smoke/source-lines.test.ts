import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../../src/base/text.ts';
import { readExcerpts } from '../../../src/prove/smoke/source-lines.ts';

const TEXT = ['import triton', '', 'def kernel(x):', '    y = x', '    z = y'].join('\n');

describe('the lines that problems name', () => {
  let root = '';
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'lines-'));
    await mkdir(join(root, 'sub dir'));
    await writeFile(join(root, 'sub dir/a.py'), TEXT);
  });
  afterAll(() => rm(root, { recursive: true }));

  const env = {
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'me/kernels',
    GITHUB_SHA: 'c0ffee1',
  };
  const excerpts = (line: number, text: string, workspace: string) => {
    const at = { file: 'a.py', line };
    const problems = [1, 2].map(() => ({ kind: 'race' as const, message: 'wrong', at }));
    const sources = [{ path: 'a.py', sha256: sha256(text) }];
    const manifest = join(root, 'sub dir/kernels.yaml');
    return readExcerpts(problems, { sources }, manifest, { ...env, GITHUB_WORKSPACE: workspace });
  };

  it('are read once each, with those around them, and linked to at the commit', async () => {
    expect(await excerpts(4, TEXT, root)).toEqual([
      {
        file: 'a.py',
        line: 4,
        first: 2,
        lines: ['', 'def kernel(x):', '    y = x', '    z = y'],
        url: 'https://github.com/me/kernels/blob/c0ffee1/sub%20dir/a.py#L4',
      },
    ]);
    expect(await excerpts(1, TEXT, root)).toMatchObject([{ first: 1, lines: { length: 3 } }]);
  });

  it('have no link outside of the checkout', async () => {
    const [excerpt] = await excerpts(4, TEXT, join(root, 'other'));
    expect(excerpt).toEqual(expect.not.objectContaining({ url: expect.anything() }));
  });

  it('are left out if the file is not the one that was built, or has no such line', async () => {
    expect(await excerpts(4, `${TEXT} `, root)).toEqual([]);
    expect(await excerpts(40, TEXT, root)).toEqual([]);
  });
});

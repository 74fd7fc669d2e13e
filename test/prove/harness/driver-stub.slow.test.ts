import { describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDriverStub } from '../../../src/prove/harness/harness-source.ts';
import { COMPILERS } from '../../support/compilers.ts';

const SOURCE = `
int cuInit(unsigned flags);
int cuCtxCreate_v2(void);
int cubeOf(int x) { return x * x * x; }
int curious(void);
int start(void) { return cuInit(0) + cuCtxCreate_v2() + curious(); }
`;

describe.each(COMPILERS)('the stub of the driver, for objects of %s', (compiler) => {
  it('has exactly the driver functions that are called', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stub-'));
    const [source, object] = [join(folder, 'a.c'), join(folder, 'a.o')];
    await writeFile(source, SOURCE);
    execFileSync(compiler, ['-c', source, '-o', object]);
    expect((await writeDriverStub([object, object], /^cu[A-Z]\w*$/)).split('\n').slice(1)).toEqual([
      'int cuCtxCreate_v2(void) { return 34; }',
      'int cuInit(void) { return 34; }',
      '',
    ]);
  });
});

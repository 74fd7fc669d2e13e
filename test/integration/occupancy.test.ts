import { beforeAll, describe, expect, it } from '#jest';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/base/process.ts';
import { ROOT } from '../support/command.ts';
import { fakePackage } from '../support/fake-package.ts';
import { recordingEnvironment } from '../support/recording-cuda.ts';

const MANIFEST = `
package: demo
triton: 3.9.0
targets: [sm_80, sm_90]
kernels:
  scale:
    source: k.py:scale
    arguments: { x: "*fp32", n: [i32:16, i32] }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid: 1
`;

/** Four warps of few registers: the 64 warps of a multiprocessor of sm_90 are the limit. */
const BLOCKS = '16';

describe('the comparison of resources with the driver', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await fakePackage(MANIFEST, { scale: ['x', 'n', 'BLOCK'] }, () => ({ shared: 4096 }));
  });

  /** Compares the package after a change of manifest.json. */
  const compare = async (
    edit: (text: string) => string = (text) => text,
    settings: { devices?: readonly string[]; blocks?: string } = {},
  ) => {
    const { devices = ['9.0'], blocks = BLOCKS } = settings;
    const copy = await mkdtemp(join(tmpdir(), 'occupancy-'));
    await cp(folder, copy, { recursive: true });
    const file = join(copy, 'manifest.json');
    await writeFile(file, edit(await readFile(file, 'utf8')));
    const { code, stdout, stderr } = await run(
      ['python3', join(ROOT, 'test/gpu/occupancy.py'), copy],
      {
        env: await recordingEnvironment({ devices, env: { RECORDING_CUDA_BLOCKS: blocks } }),
        signal: new AbortController().signal,
      },
    );
    return { code, lines: stdout.trimEnd().split('\n'), stderr };
  };

  it('passes for what the driver says, of the variants for its GPU', async () => {
    const { code, lines, stderr } = await compare();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(lines).toHaveLength(5);
    expect(lines[3]).toBe(
      'ok   scale algo 1 specialisation 1: blocks 16, registers 25, local memory 0, static shared memory 0',
    );
    expect(lines[4]).toBe('4 passed, 0 failed');
  });

  it.each([
    ['"registers": 25', '"registers": 26', 'registers: manifest.json has 26, the driver 25'],
    ['"stack": 0', '"stack": 8', 'local memory: manifest.json has 8, the driver 0'],
    ['"blocks": 16', '"blocks": 15', 'blocks: manifest.json has 15, the driver 16'],
    ['"sha256": "', '"sha256": "0', 'no C source has its cubin'],
    ['"occupancy"', '"other"', 'manifest.json has no occupancy'],
  ])('fails if manifest.json has another value than %s', async (before, after, message) => {
    const { code, lines } = await compare((text) => text.replaceAll(before, after));
    expect(code).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^FAIL scale algo 1 specialisation 1: /));
    expect(lines.join('\n')).toContain(message);
  });

  it('fails for another number of blocks, and if nothing can be compared', async () => {
    const fewer = await compare(undefined, { blocks: '12' });
    expect(fewer.code).toBe(1);
    expect(fewer.lines.at(-1)).toBe('0 passed, 4 failed');
    const other = await compare(undefined, { devices: ['12.0'] });
    expect(other.code).toBe(1);
    expect(other.lines[0]).toBe('FAIL no package has a variant for sm_120');
  });
});

import { beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describePartialCase, describeTimedCase } from '../../../src/prove/harness/case-data.ts';
import type { BlockChoice } from '../../../src/manifest/cases/case.ts';
import { compressData } from '../../../src/manifest/values/packing.ts';
import { buffer, scaleCase } from '../smoke/smoke-package.ts';

const NORMAL = { kind: 'normal', mean: 0, deviation: 1 } as const;

describe('a case of which some blocks run', () => {
  it('has the blocks, small inputs in files, and neither files nor expected values of large ones', async () => {
    const prefix = join(await mkdtemp(join(tmpdir(), 'case-')), 'case0');
    const blocks: BlockChoice = { first: 1, last: 2, sample: 3, at: [[4, 5, 6]] };
    const item = scaleCase(2 ** 33, {
      buffers: {
        x: buffer(2 ** 33, { sparse: true, fill: undefined }),
        ids: buffer(3),
        y: buffer(4, { role: 'out', fill: undefined }),
      },
      empty: undefined,
    });
    const lines = await describePartialCase(item, blocks, prefix, () => {
      throw new Error('no data');
    });
    expect(lines.slice(2)).toEqual([
      `sparse x fp32 in ${2 ** 33}`,
      `axes x 1 ${2 ** 33} 1`,
      `buffer ids fp32 in 3 ${prefix}_1.input`,
      'axes ids 1 3 1',
      'buffer y fp32 out 4 poison',
      'axes y 1 4 1',
      'blocks 1 2 3 4 5 6',
    ]);
    expect((await stat(`${prefix}_1.input`)).size).toBe(12);
  });
});

describe('a case that is only timed', () => {
  let prefix: string;
  beforeEach(async () => {
    prefix = join(await mkdtemp(join(tmpdir(), 'case-')), 'case0');
  });

  const noData = (file: string): Uint8Array => {
    throw new Error(`there is no ${file}`);
  };

  it('has a part of a large computed input in a file, which the harness repeats', async () => {
    const n = 2 ** 34;
    const x = buffer(n, { element: 'fp16', fill: NORMAL, shape: [2 ** 17, 2 ** 17] });
    const y = buffer(n, { element: 'fp16', role: 'out', fill: undefined });
    const lines = await describeTimedCase(
      scaleCase(n, { buffers: { x, y }, empty: undefined }),
      prefix,
      noData,
    );
    expect(lines).toEqual([
      `scalar n ${n}`,
      'scalar factor 2.5',
      `tiled x fp16 in ${n} ${prefix}_0.input`,
      `axes x 2 ${2 ** 17} ${2 ** 17} 1`,
      `buffer y fp16 out ${n} poison`,
      `axes y 1 ${n} 1`,
    ]);
    const { size } = await stat(`${prefix}_0.input`);
    expect(size % 2).toBe(0);
    expect(size).toBeLessThan(4 << 20);
    const elements = new Uint16Array(new Uint8Array(await readFile(`${prefix}_0.input`)).buffer);
    expect(new Set(elements).size).toBeGreaterThan(1000);
  });

  it('has small inputs, and those from files, as they are', async () => {
    const values = Float32Array.from({ length: 3 }, (_, index) => index);
    const { data, content } = compressData(new Uint8Array(values.buffer), 4);
    const x = buffer(3, { fill: { kind: 'data', data } });
    const lines = await describeTimedCase(
      scaleCase(3, { buffers: { x, y: buffer(3), z: null } }),
      prefix,
      () => content,
    );
    expect(lines.filter((line) => /^(?:buffer|tiled|null)/.test(line))).toEqual([
      `buffer x fp32 in 3 ${prefix}_0.input`,
      `buffer y fp32 in 3 ${prefix}_1.input`,
      'null z',
    ]);
    const written = new Uint8Array(await readFile(`${prefix}_0.input`));
    expect([...new Float32Array(written.buffer)]).toEqual([0, 1, 2]);
  });
});

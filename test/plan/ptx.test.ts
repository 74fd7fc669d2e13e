import { describe, expect, it } from '#jest';
import { codeOfRun } from '../../src/prove/harness/needs.ts';
import type { PackagedKernel } from '../../src/package/read.ts';
import { fakeVariants } from '../support/fake-build.ts';

const manifest = (head: string): string => `
package: demo
triton: 3.8.0
targets: [sm_90, sm_86, sm_80, sm_89]
${head}
kernels:
  add: { source: "add.py:add", signature: "*fp32", grid: 1 }
  newer: { source: "add.py:add", signature: "*fp32", grid: 1, targets: [sm_89, sm_86] }
  hopper: { source: "add.py:add", signature: "*fp32", grid: 1, targets: [sm_90] }
`;
const FUNCTIONS = { add: ['x'] };

describe('a plan with `ptx_fallback`', () => {
  const off = fakeVariants(manifest(''), FUNCTIONS);
  const on = fakeVariants(manifest('ptx_fallback: true'), FUNCTIONS);

  it("asks for the PTX of each kernel's oldest target, and changes only those hashes", () => {
    const changed = on.flatMap(({ kernel, target, job, hash }, index) => {
      const isNew = hash !== off[index]?.hash;
      expect(job.ptx === true).toBe(isNew);
      return isNew ? [`${kernel.name} ${target.name}`] : [];
    });
    expect(changed).toEqual(['add sm_80', 'newer sm_86']);
    expect(on).toHaveLength(off.length);
  });

  it('asks for none if the oldest target is not built', () => {
    const only = on.filter(({ target }) => Number(target.arch) > 86).map(({ hash }) => hash);
    const known = new Set(off.map(({ hash }) => hash));
    expect(only.filter((hash) => !known.has(hash))).toEqual([]);
  });
});

describe('the code that a GPU loads', () => {
  const ptx = { target: 'compute_80', version: '8.8', size: 1, sha256: '' };
  const variants = ['sm_80', 'sm_90'].map((target) => ({
    algo: 0,
    specialisation: 0,
    target,
    ...(target === 'sm_80' && { ptx }),
  }));
  const kernel = { variants } as unknown as PackagedKernel;

  it.each([
    ['7.5', undefined],
    ['8.0', 'sm_80'],
    ['8.9', 'sm_80'],
    ['9.0', 'sm_90'],
    ['10.0', 'compute_80'],
    ['12.1', 'compute_80'],
  ])('on %s is %s', (capability, name) => {
    const [major = 0, minor = 0] = capability.split('.').map(Number);
    const code = codeOfRun(kernel, { algo: 0, specialisation: 0 }, { major, minor });
    expect(code?.name).toBe(name);
  });

  it('is nothing for an algo without code', () => {
    const run = { algo: 1, specialisation: 0 };
    expect(codeOfRun(kernel, run, { major: 9, minor: 0 })).toBeUndefined();
  });
});

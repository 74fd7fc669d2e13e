import { describe, expect, it } from '#jest';
import { freeBytes } from '../../src/base/files.ts';
import { requireSpace } from '../../src/toolchain/installer.ts';
import { toolchainHome } from '../../src/toolchain/installation.ts';
import { expectGolden, failureOf } from '../support/golden.ts';

describe('toolchainHome', () => {
  it("is the folder of TRITON_AOT_HOME, else one in the user's cache", () => {
    expect(toolchainHome({ TRITON_AOT_HOME: '/big', HOME: '/h' }, '/home/u')).toBe('/big');
    expect(toolchainHome({ XDG_CACHE_HOME: '/c', HOME: '/h' }, '/home/u')).toBe('/c/triton-aot');
    expect(toolchainHome({ HOME: '/h' }, '/home/u')).toBe('/h/.cache/triton-aot');
    expect(toolchainHome({}, '/home/u')).toBe('/home/u/.cache/triton-aot');
  });
});

describe('requireSpace', () => {
  it('reports the free and the needed space and what to do', async () => {
    expectGolden(await failureOf(() => requireSpace('/home/toolchains', 4.2e8)));
    expect(() => requireSpace('/home/toolchains', 2e9)).not.toThrow();
  });

  it('reads the free space of a real disk', async () => {
    expect(await freeBytes('/')).toBeGreaterThanOrEqual(0);
  });
});

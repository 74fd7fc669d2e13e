import { describe, expect, it } from '@jest/globals';
import { freeBytes, requireSpace } from '../../../src/core/toolchain/install.ts';
import { toolchainHome } from '../../../src/core/toolchain/installation.ts';

describe('toolchainHome', () => {
  it("is the folder that was named, else one in the user's cache", () => {
    expect(toolchainHome({ TRITON_AOT_HOME: '/big', HOME: '/h' }, '/home/u')).toBe('/big');
    expect(toolchainHome({ XDG_CACHE_HOME: '/c', HOME: '/h' }, '/home/u')).toBe('/c/triton-aot');
    expect(toolchainHome({ HOME: '/h' }, '/home/u')).toBe('/h/.cache/triton-aot');
    expect(toolchainHome({}, '/home/u')).toBe('/home/u/.cache/triton-aot');
  });
});

describe('requireSpace', () => {
  it('says how much is there, how much is needed, where, and how to move it', () => {
    expect(() => requireSpace('/home/toolchains', 4.2e8)).toThrow(
      '0.4 GB free in /home/toolchains, but installing Triton needs about 1.6 GB\n' +
        '    Free some space there, or set TRITON_AOT_HOME to a folder on a larger disk.',
    );
    expect(() => requireSpace('/home/toolchains', 2e9)).not.toThrow();
  });

  it('can be asked of a real disk', async () => {
    expect(await freeBytes('/')).toBeGreaterThanOrEqual(0);
  });
});

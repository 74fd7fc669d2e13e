import { describe, expect, it } from '@jest/globals';
import type { Platform } from '../../../src/core/base/context.ts';
import { readPlatform, wheelMachine } from '../../../src/core/toolchain/platform.ts';

const LINUX: Platform = { os: 'linux', arch: 'x64', glibc: '2.36', etc: '/etc' };

describe('wheelMachine', () => {
  it('names the machine as wheels do', () => {
    expect(wheelMachine(LINUX)).toBe('x86_64');
    expect(wheelMachine({ ...LINUX, arch: 'arm64', glibc: '2.27' })).toBe('aarch64');
  });

  it.each<[Partial<Platform>, string]>([
    [{ os: 'darwin', arch: 'arm64', glibc: undefined }, 'macOS'],
    [{ os: 'win32', glibc: undefined }, 'Windows'],
    [{ os: 'freebsd', glibc: undefined }, 'freebsd'],
    [{ glibc: undefined }, 'Linux without glibc (musl, such as Alpine)'],
    [{ glibc: '2.17' }, 'glibc 2.17'],
    [{ arch: 'ia32' }, 'ia32 machines'],
    [{ arch: 'arm' }, 'arm machines'],
  ])('refuses %j and says what to do', (difference, found) => {
    const check = (): string => wheelMachine({ ...LINUX, ...difference });
    expect(check).toThrow(`Triton has no wheels for ${found}`);
    expect(check).toThrow(/ubuntu runner/);
    expect(check).toThrow(expect.objectContaining({ kind: 'environment' }));
  });
});

describe('readPlatform', () => {
  it('tells of the machine this test runs on', () => {
    expect(readPlatform()).toMatchObject({ os: process.platform, arch: process.arch });
  });
});

import { describe, expect, it } from '#jest';
import type { Platform } from '../../src/base/context.ts';
import { readPlatform, wheelMachine } from '../../src/toolchain/platform.ts';
import { expectGolden, failureOf } from '../support/golden.ts';

const LINUX: Platform = { os: 'linux', arch: 'x64', glibc: '2.36', etc: '/etc' };

describe('wheelMachine', () => {
  it('returns the name of the machine in wheels', () => {
    expect(wheelMachine(LINUX)).toBe('x86_64');
    expect(wheelMachine({ ...LINUX, arch: 'arm64', glibc: '2.27' })).toBe('aarch64');
  });

  it.each<[Partial<Platform>]>([
    [{ os: 'darwin', arch: 'arm64', glibc: undefined }],
    [{ os: 'win32', glibc: undefined }],
    [{ os: 'freebsd', glibc: undefined }],
    [{ os: 'linux', glibc: undefined }],
    [{ glibc: '2.17' }],
    [{ arch: 'ia32' }],
    [{ arch: 'arm' }],
  ])('rejects %j', async (difference) => {
    expectGolden(await failureOf(() => wheelMachine({ ...LINUX, ...difference })));
  });
});

describe('readPlatform', () => {
  it('describes the machine this test runs on', () => {
    expect(readPlatform()).toMatchObject({ os: process.platform, arch: process.arch });
  });
});

import { describe, expect, it } from '#jest';
import { consumeFiles, oldestCompatible, versionNumbers } from '../../src/package/build-systems.ts';

const FACTS = { package: 'demo', tritonVersion: '3.8.0', generatorVersion: '0.1.0' };

describe('the version of a package', () => {
  it.each([
    ['1.2.3', '1.2.3', '1.0.0'],
    ['12.0.0', '12.0.0', '12.0.0'],
    ['0.3.1', '0.3.1', '0.3.0'],
    ['0.0.0', '0.0.0', '0.0.0'],
    ['2.1.0-rc.1', '2.1.0', '2.0.0'],
  ])('%s is %s for CMake and compatible with %s and later', (version, numbers, oldest) => {
    expect(versionNumbers(version)).toBe(numbers);
    expect(oldestCompatible(version)).toBe(oldest);
  });

  it('is exact for CMake unless it is a pre-release', () => {
    const answer = (version: string): string =>
      String(consumeFiles({ ...FACTS, version }, []).get('lib/cmake/demo/demoConfigVersion.cmake'));
    expect(answer('1.2.0')).toContain('set(PACKAGE_VERSION_EXACT TRUE)');
    expect(answer('1.2.0-rc.1')).toContain('set(PACKAGE_VERSION "1.2.0-rc.1")');
    expect(answer('1.2.0-rc.1')).not.toContain('EXACT');
  });
});

import { describe, expect, it } from '@jest/globals';
import {
  compilerEnvironment,
  probeEnvironment,
  testEnvironment,
} from '../../../src/core/smoke/compiler.ts';

const RUNNER = {
  PATH: '/bin',
  LD_LIBRARY_PATH: '/driver',
  CPATH: '/headers',
  CUDA_VISIBLE_DEVICES: '3',
  LANG: 'de_DE.UTF-8',
  GITHUB_TOKEN: 'secret',
  ACTIONS_RUNTIME_TOKEN: 'secret',
  INPUT_TOKEN: 'secret',
  MY_PASSWORD: 'secret',
};

describe('the environment', () => {
  it('of a test names its GPUs and holds no secret', () => {
    expect(testEnvironment(RUNNER, ['GPU-1', 'GPU-2'])).toEqual({
      PATH: '/bin',
      LD_LIBRARY_PATH: '/driver',
      LANG: 'de_DE.UTF-8',
      CUDA_DEVICE_ORDER: 'PCI_BUS_ID',
      CUDA_VISIBLE_DEVICES: 'GPU-1,GPU-2',
    });
  });

  it('of the probe lets it see what the owner of the machine allows', () => {
    expect(probeEnvironment(RUNNER)).toMatchObject({ CUDA_VISIBLE_DEVICES: '3' });
  });

  it('of a compiler has its search paths, and English messages', () => {
    expect(compilerEnvironment(RUNNER)).toEqual({
      PATH: '/bin',
      LD_LIBRARY_PATH: '/driver',
      CPATH: '/headers',
      LC_ALL: 'C',
    });
  });
});

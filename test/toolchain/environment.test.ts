import { describe, expect, it } from '#jest';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bridgeEnvironment,
  CODE_VARIABLES,
  codeEnvironment,
  installerEnvironment,
} from '../../src/toolchain/environment.ts';

const SECRETS = {
  INPUT_TOKEN: 's',
  ACTIONS_RUNTIME_TOKEN: 's',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 's',
  GITHUB_TOKEN: 's',
  GITHUB_ENV: '/runner/env',
  GH_TOKEN: 's',
};

describe('bridgeEnvironment', () => {
  const OWN = {
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONNOUSERSITE: '1',
    TRITON_ALWAYS_COMPILE: '1',
    TRITON_DISABLE_LINE_INFO: '1',
  };

  it('keeps what a program needs to run, and drops everything else', () => {
    const kept = {
      PATH: '/bin',
      HOME: '/h',
      LANG: 'C',
      LC_ALL: 'C',
      TZ: 'UTC',
      LD_LIBRARY_PATH: '/l',
    };
    const dropped = {
      ...SECRETS,
      AWS_SECRET_ACCESS_KEY: 's',
      PIP_INDEX_URL: 'https://u:p@index',
      PYTHONPATH: '/x',
      TRITON_OVERRIDE_ARCH: 'sm80',
      TRITON_INTERPRET: '1',
      TRITON_CACHE_DIR: '/c',
      TMPDIR: undefined,
    };
    expect(bridgeEnvironment({ ...kept, ...dropped })).toEqual({ ...kept, ...OWN });
  });

  it('keeps every variable that changes generated code', () => {
    const env = Object.fromEntries(CODE_VARIABLES.map((name) => [name, '1']));
    expect(bridgeEnvironment(env)).toEqual({ ...env, ...OWN });
  });

  it('does not let the environment override its settings', () => {
    expect(bridgeEnvironment({ TRITON_DISABLE_LINE_INFO: '0' })).toEqual(OWN);
  });
});

describe('codeEnvironment', () => {
  it('has the variables that change generated code, and hashes of files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'environment-'));
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    for (const file of [one, two]) await writeFile(file, 'ptxas');
    const env = { PATH: '/bin', DISABLE_MMA_V3: '1', TRITON_DEBUG: undefined };
    const code = await codeEnvironment({ ...env, TRITON_PTXAS_PATH: one });
    expect(code).toEqual({
      DISABLE_MMA_V3: '1',
      TRITON_PTXAS_PATH: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
    expect(await codeEnvironment({ ...env, TRITON_PTXAS_PATH: two })).toEqual(code);
    expect(await codeEnvironment({ TRITON_PTXAS_PATH: '/absent' })).toEqual({
      TRITON_PTXAS_PATH: '/absent',
    });
  });
});

describe('installerEnvironment', () => {
  it('keeps the variables for indexes, proxies and certificates', () => {
    const kept = {
      PATH: '/bin',
      HOME: '/h',
      UV_DEFAULT_INDEX: 'https://index',
      HTTPS_PROXY: 'http://proxy',
      no_proxy: 'index',
      NETRC: '/h/netrc',
      SSL_CERT_FILE: '/c.pem',
      REQUESTS_CA_BUNDLE: '/c.pem',
    };
    expect(installerEnvironment(kept)).toMatchObject(kept);
  });

  it('drops all secrets, colours, and variables that redirect the installation', () => {
    const redirecting = {
      PYTHONPATH: '/x',
      PYTHONHOME: '/x',
      PIP_TARGET: '/x',
      UV_CACHE_DIR: '/x',
      UV_NO_VERIFY_HASHES: '1',
      UV_SYSTEM_PYTHON: '1',
      UV_WORKING_DIRECTORY: '/x',
    };
    const others = {
      AWS_SECRET_ACCESS_KEY: 's',
      NPM_TOKEN: 's',
      MY_PASSWORD: 's',
      FORCE_COLOR: '1',
    };
    const env = installerEnvironment({ ...SECRETS, ...redirecting, ...others });
    expect(env).toEqual({ NO_COLOR: '1', PYTHONUNBUFFERED: '1' });
  });
});

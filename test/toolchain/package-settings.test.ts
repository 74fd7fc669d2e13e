import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Environment } from '../../src/base/process.ts';
import { type PackageSettings, readPackageSettings } from '../../src/toolchain/package-settings.ts';
import { type Machine, makeMachine } from './fakes.ts';

const PYPI = 'https://pypi.org/simple';

describe('readPackageSettings', () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = await makeMachine();
  });

  const read = (env: Environment = {}): Promise<PackageSettings> =>
    readPackageSettings({ ...machine.context, env: { ...machine.env, ...env } });

  const write = async (path: string, text = ''): Promise<string> => {
    const file = join(machine.root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return file;
  };

  it('are those of PyPI if nothing is set', async () => {
    expect(await read()).toEqual({
      env: { ...machine.env, NO_COLOR: '1', PYTHONUNBUFFERED: '1' },
      noIndex: false,
      offline: false,
      indexes: [PYPI],
      findLinks: [],
      certificates: undefined,
    });
  });

  it('have the variables of pip under the names of uv', async () => {
    const folder = dirname(await write('wheels/a.whl'));
    const { env, ...settings } = await read({
      PIP_INDEX_URL: 'https://i/simple',
      PIP_EXTRA_INDEX_URL: 'https://a https://b',
      PIP_FIND_LINKS: `${folder} file://${folder} /absent https://links`,
      PIP_CERT: '/c.pem',
      PIP_CLIENT_CERT: '/client.pem',
      PIP_PROXY: 'http://proxy',
      PIP_TRUSTED_HOST: 'i\nj:8080',
      PIP_DEFAULT_TIMEOUT: '180',
      PIP_RETRIES: '2',
      PIP_KEYRING_PROVIDER: 'subprocess',
    });
    expect(env).toEqual({
      ...machine.env,
      NO_COLOR: '1',
      PYTHONUNBUFFERED: '1',
      UV_DEFAULT_INDEX: 'https://i/simple',
      UV_EXTRA_INDEX_URL: 'https://a https://b',
      UV_INDEX_STRATEGY: 'unsafe-best-match',
      UV_FIND_LINKS: `${folder},${folder},https://links`,
      SSL_CERT_FILE: '/c.pem',
      SSL_CLIENT_CERT: '/client.pem',
      HTTPS_PROXY: 'http://proxy',
      HTTP_PROXY: 'http://proxy',
      UV_INSECURE_HOST: 'i j:8080',
      UV_HTTP_TIMEOUT: '180',
      UV_HTTP_RETRIES: '2',
      UV_KEYRING_PROVIDER: 'subprocess',
    });
    expect(settings).toEqual({
      noIndex: false,
      offline: false,
      indexes: ['https://a', 'https://b', 'https://i/simple'],
      findLinks: [folder, folder, 'https://links'],
      certificates: '/c.pem',
    });
  });

  it("prefer uv's own places, and keep pip's other settings", async () => {
    const { env, indexes } = await read({
      PIP_INDEX_URL: 'https://pip',
      PIP_RETRIES: '2',
      UV_DEFAULT_INDEX: 'https://uv',
      UV_HTTP_RETRIES: '4',
    });
    expect(env).toMatchObject({ UV_DEFAULT_INDEX: 'https://uv', UV_HTTP_RETRIES: '4' });
    expect(indexes).toEqual(['https://uv']);
  });

  it.each(['PIP_NO_INDEX', 'UV_NO_INDEX'])('know %s', async (name) => {
    expect(await read({ [name]: 'true' })).toMatchObject({ noIndex: true, offline: true });
    expect(await read({ [name]: '0' })).toMatchObject({ noIndex: false, offline: false });
  });

  it('know UV_OFFLINE, and make folders absolute', async () => {
    const { env, noIndex, offline, findLinks } = await read({
      UV_OFFLINE: '1',
      UV_FIND_LINKS: 'wheels,/more',
    });
    expect([noIndex, offline]).toEqual([false, true]);
    expect(findLinks).toEqual([join(process.cwd(), 'wheels'), '/more']);
    expect(env['UV_FIND_LINKS']).toBe(findLinks.join(','));
  });

  it.each([
    'etc/pip.conf',
    'etc/xdg/pip/pip.conf',
    'user/.pip/pip.conf',
    'user/.config/pip/pip.conf',
  ])('come from %s', async (path) => {
    await write(
      path,
      '# of the machine\n[global]\nindex_url = https://g\nretries: 3\n\n[install]\nextra-index-url =\n    https://a\n    # no\n    https://b\nindex-url = https://i\n[list]\nindex-url = https://no\n',
    );
    const { env, indexes } = await read();
    expect(indexes).toEqual(['https://a', 'https://b', 'https://i']);
    expect(env).toMatchObject({ UV_HTTP_RETRIES: '3', UV_DEFAULT_INDEX: 'https://i' });
  });

  it('come from the most important file of pip, and from none if it has none', async () => {
    await write('etc/pip.conf', '[global]\nindex-url = https://machine\n');
    await write('user/.config/pip/pip.conf', '[global]\nindex-url = https://user\n');
    const own = await write('own.conf', '[global]\nindex-url = https://own\n');
    expect((await read()).indexes).toEqual(['https://user']);
    expect((await read({ PIP_CONFIG_FILE: own })).indexes).toEqual(['https://own']);
    expect((await read({ PIP_INDEX_URL: 'https://env' })).indexes).toEqual(['https://env']);
    expect((await read({ PIP_CONFIG_FILE: '/dev/null' })).indexes).toEqual([PYPI]);
  });

  it("leave pip's places out if uv has files of its own, whose addresses have uv", async () => {
    await write('etc/pip.conf', '[global]\nindex-url = https://pip\nretries = 3\n');
    await write('user/.config/uv/uv.toml', '[[index]]\nname = "a"\nurl = "https://uv"\n');
    const { env, indexes } = await read();
    expect(env['UV_DEFAULT_INDEX']).toBeUndefined();
    expect(env['UV_HTTP_RETRIES']).toBe('3');
    expect(indexes).toEqual(['https://pip', 'https://uv']);
    await write('etc/pip.conf');
    expect((await read()).indexes).toEqual(['https://uv', PYPI]);
    await write('user/.config/uv/uv.toml', "index-url = 'https://only'\n");
    expect((await read()).indexes).toEqual(['https://only']);
    expect((await read({ UV_NO_CONFIG: '1' })).indexes).toEqual([PYPI]);
  });

  it('have the certificates of the machine if none are chosen', async () => {
    const bundle = await write('etc/ssl/certs/ca-certificates.crt', 'PEM');
    expect(await read()).toMatchObject({ certificates: bundle, env: { SSL_CERT_FILE: bundle } });
    expect(await read({ REQUESTS_CA_BUNDLE: '/r' })).toMatchObject({ certificates: '/r' });
    expect(await read({ SSL_CERT_FILE: '/s', PIP_CERT: '/p' })).toMatchObject({
      certificates: '/s',
      env: { SSL_CERT_FILE: '/s' },
    });
  });
});

import { beforeEach, describe, expect, it } from '#jest';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Download } from '../../src/base/context.ts';
import type { Environment } from '../../src/base/process.ts';
import { fetchFromIndex, redact, uvEnvironment } from '../../src/toolchain/package-index.ts';
import { type Machine, makeMachine } from './fakes.ts';

let machine: Machine;
beforeEach(async () => {
  machine = await makeMachine();
});

const write = async (path: string, text: string): Promise<string> => {
  const file = join(machine.root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
};

const contextOf = (env: Environment) => ({ ...machine.context, env: { ...machine.env, ...env } });

/** What uv gets in addition to what it gets on a machine without settings. */
const read = async (env: Environment = {}): Promise<Environment> => {
  const plain = { ...machine.env, NO_COLOR: '1', PYTHONUNBUFFERED: '1' };
  const all = await uvEnvironment(contextOf(env));
  expect(all).toMatchObject(plain);
  return Object.fromEntries(Object.entries(all).filter(([name]) => !(name in plain)));
};

/** The page that is asked for uv, and the certificates. */
const asked = async (env: Environment = {}): Promise<unknown> => {
  const requests: unknown[] = [];
  const download: Download = (url, { certificates }) => {
    requests.push(url.href, certificates);
    return Promise.reject(new Error('none'));
  };
  await expect(fetchFromIndex('uv', 'uv.whl', { ...contextOf(env), download })).rejects.toThrow();
  return requests;
};

const pipConf = (index: string): string => `[global]\nindex-url = ${index}\n`;

describe('the index', () => {
  it('is PyPI if nothing is set, and uv chooses its own', async () => {
    expect(await read()).toEqual({});
    expect(await asked()).toEqual(['https://pypi.org/simple/uv/', undefined]);
  });

  it("is that of uv's variables, else that of pip, for uv itself too", async () => {
    const env = { UV_DEFAULT_INDEX: 'https://d', UV_INDEX_URL: 'https://u', PIP_INDEX_URL: '' };
    expect(await asked(env)).toEqual(['https://d/uv/', undefined]);
    expect(await asked({ ...env, UV_DEFAULT_INDEX: '' })).toEqual(['https://u/uv/', undefined]);
    const pip = { PIP_INDEX_URL: 'https://p' };
    expect(await asked(pip)).toEqual(['https://p/uv/', undefined]);
    expect(await read(pip)).toEqual({ UV_DEFAULT_INDEX: 'https://p' });
    expect(await read({ ...pip, UV_INDEX_URL: 'https://u' })).toEqual({
      UV_INDEX_URL: 'https://u',
    });
    // Another index, or a folder, replaces none.
    const more = { UV_INDEX: 'https://more', UV_FIND_LINKS: '/wheels' };
    expect(await read({ ...pip, ...more })).toEqual({ ...more, UV_DEFAULT_INDEX: 'https://p' });
  });

  it.each([
    'etc/pip.conf',
    'etc/xdg/pip/pip.conf',
    'user/.pip/pip.conf',
    'user/.config/pip/pip.conf',
  ])('and certificates are those of %s, and nothing else of it', async (path) => {
    const certificates = await write('own.pem', 'PEM');
    await write(
      path,
      `# of the machine\n[global]\nindex_url = https://g\ncert: ${certificates}\r\nretries: 3\n\n[install]\nextra-index-url =\n    https://a\nindex-url =\n  https://i\n[list]\nindex-url = https://no\n`,
    );
    expect(await read()).toEqual({ UV_DEFAULT_INDEX: 'https://i', SSL_CERT_FILE: certificates });
    expect(await asked()).toEqual(['https://i/uv/', 'PEM']);
  });

  it('is that of the most important file of pip', async () => {
    await write('etc/pip.conf', pipConf('https://machine'));
    await write('user/.config/pip/pip.conf', pipConf('https://user'));
    const own = await write('own.conf', pipConf('https://own'));
    const cases = [
      [{}, 'https://user'],
      [{ PIP_CONFIG_FILE: own }, 'https://own'],
      [{ PIP_CONFIG_FILE: own, PIP_INDEX_URL: 'https://env' }, 'https://env'],
      [{ PIP_CONFIG_FILE: '/dev/null' }, undefined],
    ] as const;
    for (const [env, index] of cases) expect((await read(env))['UV_DEFAULT_INDEX']).toBe(index);
  });

  it('of pip does not count if a file of uv names one', async () => {
    await write('etc/pip.conf', pipConf('https://pip'));
    const file = 'user/.config/uv/uv.toml';
    await write(file, '# no index\nconcurrent-downloads = 1\n');
    expect(await read()).toEqual({ UV_DEFAULT_INDEX: 'https://pip' });
    await write(file, '[[index]]\nurl = "https://uv"\n');
    expect(await read()).toEqual({});
  });
});

it('certificates are those of SSL_CERT_FILE, else those of pip', async () => {
  const [uv, pip] = [await write('uv.pem', 'UV'), await write('pip.pem', 'PIP')];
  const both = { SSL_CERT_FILE: uv, PIP_CERT: pip };
  expect(await read(both)).toEqual({ SSL_CERT_FILE: uv });
  expect(await asked(both)).toContain('UV');
  expect(await read({ ...both, SSL_CERT_FILE: '' })).toEqual({ SSL_CERT_FILE: pip });
  expect(await asked({ ...both, SSL_CERT_FILE: '' })).toContain('PIP');
});

it.each([
  ['at https://me:pass@index/simple', 'at https://***@index/simple'],
  ['https://token@index,https://index/me@x', 'https://***@index,https://index/me@x'],
  ['https://me:p@ss@index/', 'https://***@index/'],
])('the credentials in "%s" are hidden', (text, hidden) => {
  expect(redact(text)).toBe(hidden);
});

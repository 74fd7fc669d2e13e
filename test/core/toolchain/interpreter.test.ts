import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../src/core/base/process.ts';
import { inspectInterpreter } from '../../../src/core/toolchain/python.ts';
import { writeScript } from './fakes.ts';

const CONTEXT = { env: { PATH: process.env['PATH'] }, signal: new AbortController().signal };

/** Creates a real Python environment with fake packages, and moves it to another folder. */
async function makeEnvironment(packages: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'interpreter-'));
  const made = join(root, 'made');
  await run(['python3', '-m', 'venv', '--without-pip', made], CONTEXT);
  const [python = ''] = await readdir(join(made, 'lib'));
  for (const [name, version] of Object.entries(packages)) {
    const folder = join(made, 'lib', python, 'site-packages', `${name}-${version}.dist-info`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'METADATA'), `Name: ${name}\nVersion: ${version}\n`);
  }
  await rename(made, join(root, 'moved'));
  return join(root, 'moved', 'bin', 'python');
}

describe('inspectInterpreter', () => {
  let python = '';
  beforeAll(async () => {
    python = await makeEnvironment({ triton: '3.8.0+git1', numpy: '2.1.0' });
  });

  it('reads a real Python, its Triton, and which requirements it lacks', async () => {
    const wanted = ['numpy', 'numpy==2.1.0', 'numpy==2.2.0', 'scipy', 'scipy==1.2'];
    const inspection = await inspectInterpreter(python, wanted, CONTEXT);
    expect(inspection).toEqual({
      ok: true,
      interpreter: {
        python,
        implementation: 'cpython',
        version: expect.stringMatching(/^3\.\d+\.\d+$/),
        tag: expect.stringMatching(/^cp3\d+$/),
        bits: 64,
        triton: '3.8.0+git1',
        unmet: ['numpy==2.2.0', 'scipy', 'scipy==1.2'],
      },
    });
  });

  it('counts a requirement it cannot check as unmet', async () => {
    const inspection = await inspectInterpreter(python, ['numpy>=1'], CONTEXT);
    expect(inspection).toMatchObject({ interpreter: { unmet: ['numpy>=1'] } });
  });

  it('checks version ranges and markers if the library for them is installed', async () => {
    const pip = join(python, '..', '..', 'lib');
    const [version = ''] = await readdir(pip);
    const packaging = join(pip, version, 'site-packages', 'packaging');
    await mkdir(packaging);
    await writeFile(join(packaging, '__init__.py'), '');
    await writeFile(
      join(packaging, 'requirements.py'),
      `
class Requirement:
    def __init__(self, text):
        if "?" in text: raise ValueError(text)
        self.name, self.marker, self.specifier = text.split(">")[0].split(";")[0], None, self
        if ";" in text: self.marker = self
    def evaluate(self): return False
    def contains(self, version, prereleases): return version > "2"
`,
    );
    const wanted = ['numpy>=2', 'absent; python_version < "3"', 'absent>=1', 'a?'];
    const inspection = await inspectInterpreter(python, wanted, CONTEXT);
    expect(inspection).toMatchObject({ interpreter: { unmet: ['absent>=1', 'a?'] } });
  });

  it('says why a program is not a usable Python', async () => {
    const root = await mkdtemp(join(tmpdir(), 'interpreter-'));
    const shim = await writeScript(
      join(root, 'python3'),
      'echo "shim: no such version" >&2; exit 127',
    );
    expect(await inspectInterpreter(shim, [], CONTEXT)).toEqual({
      ok: false,
      reason: 'does not run as Python 3: shim: no such version',
    });
    expect(await inspectInterpreter(join(root, 'absent'), [], CONTEXT)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^cannot be started: .*ENOENT/),
    });
    const other = await writeScript(join(root, 'other'), 'echo hello');
    expect(await inspectInterpreter(other, [], CONTEXT)).toMatchObject({ ok: false });
  });
});

import { beforeAll, describe, expect, it } from '#jest';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/base/process.ts';
import { sha256 } from '../../src/base/text.ts';
import { inspectInterpreter } from '../../src/toolchain/inspected-python.ts';
import { untilEnded } from '../support/running.ts';
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
    const wanted = [
      'numpy',
      'numpy==2.1.0',
      'numpy==2.2.0',
      'scipy',
      'scipy==1.2',
      'scipy; python_version < "3.10"',
      'numpy==2.1.0; python_version >= "3.10"',
      'numpy==2.2.0; python_version >= "3.10"',
      'numpy; sys_platform == "linux"',
    ];
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
        content: null,
        damage: [],
        unmet: [
          'numpy==2.2.0',
          'scipy',
          'scipy==1.2',
          'numpy==2.2.0; python_version >= "3.10"',
          'numpy; sys_platform == "linux"',
        ],
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

  it('says what is wrong with the files of Triton, and of other packages of its own environments', async () => {
    const installed = await makeEnvironment({ triton: '3.8.0', numpy: '2.1.0' });
    const lib = join(installed, '..', '..', 'lib');
    const packages = join(lib, (await readdir(lib))[0] ?? '', 'site-packages');
    const write = async (path: string, text: string, mode?: number): Promise<void> => {
      await mkdir(join(packages, path, '..'), { recursive: true });
      await writeFile(join(packages, path), text, { mode });
    };
    const bin = 'triton/backends/nvidia/bin';
    await write('triton/_C/libtriton.so', 'library');
    await write(`${bin}/ptxas`, 'assembler', 0o755);
    await write(`${bin}/nvdisasm`, 'tool', 0o644);
    await write('numpy/core.so', 'core');
    const dist = 'triton-3.8.0.dist-info';
    const brought = [
      'triton/_C/libtriton.so,sha256=a,7',
      `${bin}/ptxas,sha256=b,9`,
      `${bin}/nvdisasm,sha256=c,4`,
      'triton/__pycache__/x.pyc,sha256=d,1',
    ];
    const added = [
      '../../../bin/proton,sha256=e,1',
      `${dist}/INSTALLER,sha256=f,1`,
      `${dist}/RECORD,,`,
      'triton/__pycache__/y.pyc,,',
    ];
    await write(`${dist}/RECORD`, [...brought, ...added].join('\n'));
    await write(
      'numpy-2.1.0.dist-info/RECORD',
      'numpy/core.so,sha256=a,4\nnumpy/gone,sha256=b,1\nnumpy-2.1.0.dist-info/RECORD,,\n',
    );
    const inspect = (whose: 'own' | 'foreign') =>
      inspectInterpreter(installed, [], CONTEXT, { whose });

    const content = sha256(brought.toSorted().join('\n'));
    const mode = { package: 'triton', problem: `${bin}/nvdisasm is not executable` };
    expect(await inspect('foreign')).toMatchObject({ interpreter: { content, damage: [mode] } });
    await chmod(join(packages, bin, 'nvdisasm'), 0o755);
    expect(await inspect('foreign')).toMatchObject({ interpreter: { content, damage: [] } });
    expect(await inspect('own')).toMatchObject({
      interpreter: { damage: [{ package: 'numpy', problem: 'numpy/gone is missing' }] },
    });

    await write(`${bin}/ptxas`, 'asse');
    await rm(join(packages, 'triton/_C/libtriton.so'));
    expect(await inspect('foreign')).toMatchObject({
      interpreter: {
        damage: [
          { package: 'triton', problem: 'triton/_C/libtriton.so is missing' },
          { package: 'triton', problem: `${bin}/ptxas has 4 bytes instead of 9` },
        ],
      },
    });
    await rm(join(packages, dist, 'RECORD'));
    expect(await inspect('foreign')).toMatchObject({ interpreter: { content: null, damage: [] } });
    expect(await inspect('own')).toMatchObject({
      interpreter: {
        damage: expect.arrayContaining([
          { package: 'triton', problem: 'its list of files is missing' },
        ]),
      },
    });
  });

  it('compares the digests of files that are newer than their list, or of all', async () => {
    const installed = await makeEnvironment({ triton: '3.8.0' });
    const lib = join(installed, '..', '..', 'lib');
    const packages = join(lib, (await readdir(lib))[0] ?? '', 'site-packages');
    const file = join(packages, 'triton', 'tool.py');
    await mkdir(join(packages, 'triton'), { recursive: true });
    await writeFile(file, 'honest');
    const digest = createHash('sha256').update('honest').digest('base64url');
    const list = join(packages, 'triton-3.8.0.dist-info', 'RECORD');
    await writeFile(list, `triton/tool.py,sha256=${digest},6\ntriton-3.8.0.dist-info/RECORD,,\n`);
    const damageOf = async (digests: 'newer' | 'all') => {
      const found = await inspectInterpreter(installed, [], CONTEXT, { digests });
      return found.ok ? found.interpreter.damage : found.reason;
    };
    const other = {
      package: 'triton',
      problem: 'triton/tool.py has other contents than its wheel',
    };
    expect(await damageOf('all')).toEqual([]);

    // A power cut leaves zeros, and the time of the file as it was.
    await writeFile(file, '\0\0\0\0\0\0');
    const { mtime } = await stat(list);
    await utimes(file, mtime, mtime);
    await utimes(list, mtime, mtime);
    expect(await damageOf('newer')).toEqual([]);
    expect(await damageOf('all')).toEqual([other]);

    const later = new Date(mtime.getTime() + 1000);
    await writeFile(file, 'edited');
    await utimes(file, later, later);
    expect(await damageOf('newer')).toEqual([other]);
    await writeFile(file, 'honest');
    await utimes(file, later, later);
    expect(await damageOf('newer')).toEqual([]);
  });

  it('ends a Python that does not answer, and its children', async () => {
    const root = await mkdtemp(join(tmpdir(), 'interpreter-'));
    const pid = join(root, 'pid');
    const hangs = await writeScript(join(root, 'python3'), `sleep 600 & echo $! > ${pid}; wait`);
    expect(await inspectInterpreter(hangs, [], CONTEXT, { milliseconds: 3000 })).toEqual({
      ok: false,
      reason: 'did not answer within 3 s, and was ended',
    });
    // A process that was killed ends a moment later.
    await untilEnded(Number(await readFile(pid, 'utf8')));
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

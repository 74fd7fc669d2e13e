import { beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { sha256 } from '../../src/base/text.ts';
import { NUMPY } from '../../src/toolchain/numpy-wheels.ts';
import { readPackageSettings } from '../../src/toolchain/package-settings.ts';
import {
  forgetParts,
  type Ingredients,
  ingredients,
  installParts,
  partsFolder,
} from '../../src/toolchain/parts.ts';
import { ownedName } from '../../src/base/leftovers.ts';
import { findBasePython, inspectInterpreter } from '../../src/toolchain/python.ts';
import { TRITON_WHEELS } from '../../src/toolchain/triton-releases.ts';
import { webDownload } from '../../src/github/web.ts';
import { type AnswerRange, packageIndex } from '../support/package-index.ts';
import { type ZipEntry, zipFile } from '../support/zip-file.ts';
import { type Machine, makeMachine } from './fakes.ts';

const download = webDownload({ idle: 5000, total: 20_000, pauses: [] });
const NAME = 'triton-3.8.0-cp312-cp312-manylinux_2_27_x86_64.whl';
const INFO = 'triton-3.8.0.dist-info';
const LIBRARY = 'triton/_C/libtriton.so';
// More than one piece.
const LOADED = 4_200_000;
const CODE = randomBytes(LOADED + 1_000_000);
const PTXAS = Buffer.alloc(400_000, 'ptxas');

const FILES: readonly ZipEntry[] = [
  { name: 'triton/__init__.py', content: 'ANSWER = 42\n' },
  { name: 'triton/FileCheck', content: randomBytes(500_000) },
  { name: LIBRARY, content: CODE, mode: 0o100755 },
  { name: 'triton/backends/nvidia/bin/nvdisasm', content: randomBytes(200_000), mode: 0o100755 },
  { name: 'triton/backends/nvidia/bin/ptxas', content: PTXAS, mode: 0o100755 },
  { name: 'triton/empty.py', content: '' },
  { name: `${INFO}/METADATA`, content: 'Metadata-Version: 2.1\nName: triton\nVersion: 3.8.0\n' },
];

/** A wheel of a Triton that is small, and what is pinned of it. */
function makeWheel(
  files = FILES,
  listed = files,
): { readonly wheel: Buffer; readonly made: Ingredients } {
  const rows = listed.map(({ name, content = '' }) => {
    const digest = createHash('sha256').update(content).digest('base64url');
    return `${name},sha256=${digest},${content.length}`;
  });
  const record = { name: `${INFO}/RECORD`, content: [...rows, `${INFO}/RECORD,,`, ''].join('\n') };
  const wheel = zipFile([...files, record]);
  const loaded = {
    bytes: LOADED,
    packed: deflateRawSync(CODE.subarray(0, LOADED)).length + 1000,
    sha256: sha256(CODE.subarray(0, LOADED)),
  };
  const content = sha256(rows.toSorted().join('\n'));
  const pinned = { bytes: wheel.length, content, loaded: { [LIBRARY]: loaded } };
  return { wheel, made: { triton: { name: NAME, sha256: '', ...pinned }, numpy: undefined } };
}

const USUAL = makeWheel();

let machine: Machine;
beforeEach(async () => {
  machine = await makeMachine();
});

/** Makes an environment from what an index has, and returns it with the requests for the wheel. */
async function install(
  { wheel, made } = USUAL,
  answer?: AnswerRange,
  work = 'work',
): Promise<{ readonly folder: string; readonly packages: string; readonly ranges: number }> {
  await using index = await packageIndex('triton', { [NAME]: wheel }, answer);
  const env = { ...process.env, ...machine.env, PATH: process.env['PATH'] };
  const context = { ...machine.context, env, download };
  const settings = await readPackageSettings({
    ...context,
    env: { UV_DEFAULT_INDEX: index.url },
  });
  const base = await findBasePython(undefined, context);
  const folder = await installParts(made, base, settings, join(machine.root, work), context);
  const [version = ''] = await readdir(join(folder, 'lib'));
  const packages = join(folder, 'lib', version, 'site-packages');
  return { folder, packages, ranges: index.requests.length - 1 };
}

const kept = async (): Promise<readonly string[]> =>
  readdir(partsFolder(machine.context.home)).catch(() => []);

describe('an environment of parts', () => {
  it('has what compiling needs, and says what it lacks', async () => {
    const sent: number[] = [];
    const { folder, packages } = await install(USUAL, (start, end, content) => {
      sent.push(end - start);
      return content.subarray(start, end);
    });
    expect(sha256(await readFile(join(packages, LIBRARY)))).toBe(sha256(CODE.subarray(0, LOADED)));
    expect(await readdir(join(packages, 'triton', 'backends/nvidia/bin'))).toEqual(['ptxas']);
    expect(await readdir(join(packages, 'triton'))).toEqual(
      expect.arrayContaining(['__init__.py', '__pycache__', 'empty.py']),
    );
    expect(JSON.parse(await readFile(join(packages, INFO, 'left-out.json'), 'utf8'))).toEqual({
      'triton/FileCheck': null,
      [LIBRARY]: LOADED,
      'triton/backends/nvidia/bin/nvdisasm': null,
    });
    // Not the tables of the library, and not the other program.
    expect(sent.reduce((sum, each) => sum + each, 0)).toBeLessThan(USUAL.wheel.length - 1_500_000);

    const inspection = await inspectInterpreter(
      join(folder, 'bin/python'),
      [],
      machine.context,
      'own',
    );
    const { content } = USUAL.made.triton;
    expect(inspection).toMatchObject({
      interpreter: { triton: '3.8.0', content, damage: [] },
    });
    await writeFile(join(packages, LIBRARY), 'short');
    const damaged = await inspectInterpreter(
      join(folder, 'bin/python'),
      [],
      machine.context,
      'own',
    );
    expect(damaged).toMatchObject({ interpreter: { damage: [{ package: 'triton' }] } });
  });

  it('shares its files with the next one, which downloads nothing, until they are forgotten', async () => {
    const first = await install();
    const second = await install(USUAL, undefined, 'other');
    expect(second.ranges).toBe(-1);
    const inodes = [first, second].map(
      async ({ packages }) => (await stat(join(packages, LIBRARY))).ino,
    );
    expect(new Set(await Promise.all(inodes)).size).toBe(1);
    const base = await findBasePython(undefined, { ...machine.context, env: process.env });
    await forgetParts(USUAL.made, base, machine.context);
    expect(await kept()).toEqual([]);
    expect((await install(USUAL, undefined, 'third')).ranges).toBeGreaterThan(1);
  });

  it('can be made by several processes at once', async () => {
    const works = ['a', 'b', 'c'];
    const all = await Promise.all(works.map((work) => install(USUAL, undefined, work)));
    for (const { packages } of all)
      expect(sha256(await readFile(join(packages, LIBRARY)))).toBe(
        sha256(CODE.subarray(0, LOADED)),
      );
    expect(await kept()).toHaveLength(1);
  });

  it('is made after one was killed, whose files are removed', async () => {
    await install();
    const [own = ''] = await kept();
    await forgetParts(
      USUAL.made,
      await findBasePython(undefined, { ...machine.context, env: process.env }),
      machine.context,
    );
    const parts = partsFolder(machine.context.home);
    // Linux gives no process a number above 4194304.
    const left = await leftover(4194305);
    await mkdir(join(parts, left, 'part', 'triton'), { recursive: true });
    await install(USUAL, undefined, 'other');
    expect(await kept()).toEqual([own]);
  });

  it('has files in the place of links, and none outside its folder', async () => {
    const link = { name: 'triton/link', content: '/etc/passwd', mode: 0o120777 };
    const { packages } = await install(makeWheel([...FILES, link]));
    expect(await readFile(join(packages, 'triton/link'), 'utf8')).toBe('/etc/passwd');
  });
});

describe('uv must install', () => {
  const spoiled: AnswerRange = (start, end, content) => {
    const part = Buffer.from(content.subarray(start, end));
    if (end - start > 1_000_000) part[500_000] = (part[500_000] ?? 0) ^ 1;
    return part;
  };
  const short: AnswerRange = (start, end, content) => content.subarray(start, end - 1);
  const whole: AnswerRange = (_start, _end, content) => content;

  it.each<[string, AnswerRange, string]>([
    ['other bytes', spoiled, 'has other bytes than expected, by its SHA-256'],
    ['fewer bytes than asked for', short, 'other bytes of the file than were asked for'],
    ['only whole files', whole, 'the server sends whole files only'],
  ])('if the server sends %s', async (_name, answer, message) => {
    await expect(install(USUAL, answer)).rejects.toThrow(message);
    expect(await kept()).toEqual([]);
  });

  const { triton } = USUAL.made;
  const changed = makeWheel(
    FILES.map((file) => (file.name === LIBRARY ? file : { ...file, content: 'x' })),
    FILES,
  );
  const outside = { name: 'triton/../../../evil', content: 'x' };
  const leading = makeWheel([...FILES, outside]);
  const lacking = makeWheel(FILES, [...FILES, { name: 'triton/missing.py' }]);
  it.each([
    ['another list of files', USUAL.wheel, { content: 'a'.repeat(64) }],
    ['files that differ from the list', changed.wheel, {}],
    ['a file outside the folder', leading.wheel, leading.made.triton],
    ['a list with a file that is missing', lacking.wheel, lacking.made.triton],
    ['no zip', randomBytes(500_000), {}],
  ])('if a wheel has %s', async (_name, wheel, pinned) => {
    const made = { triton: { ...triton, ...pinned, bytes: wheel.length }, numpy: undefined };
    await expect(install({ wheel, made })).rejects.toThrow(Error);
    expect(await kept()).toEqual([]);
  });

  it('if anything but the packages of a release is asked for, or the Python is unusual', async () => {
    const base = await findBasePython(undefined, { ...machine.context, env: process.env });
    const settings = await readPackageSettings({ ...machine.context, env: {} });
    const key = {
      tritonVersion: '3.8.0',
      requirements: NUMPY,
      tag: 'cp312',
      machine: 'x86_64' as const,
      base: undefined,
    };
    const isPossible = async (changes: object, context = {}, offline = false): Promise<boolean> => {
      const all = { ...machine.context, ...context };
      return (
        (await ingredients({ ...key, ...changes }, base, { ...settings, offline }, all)) !==
        undefined
      );
    };
    expect(await isPossible({})).toBe(true);
    expect(await isPossible({ requirements: [] })).toBe(true);
    expect(await isPossible({ requirements: ['numpy'] })).toBe(false);
    expect(await isPossible({ requirements: [...NUMPY, 'scipy'] })).toBe(false);
    expect(await isPossible({ tritonVersion: '3.8.0+mine' })).toBe(false);
    expect(await isPossible({ tag: 'cp39' })).toBe(false);
    expect(await isPossible({ base: base.python })).toBe(false);
    expect(await isPossible({}, { handedOn: 'keep' })).toBe(false);
    expect(await isPossible({}, {}, true)).toBe(false);
    const { folder } = await install();
    const inside = { ...base, python: join(folder, 'bin/python') };
    expect(await ingredients(key, inside, settings, machine.context)).toBeUndefined();
  });
});

describe('what is known of the wheels of releases', () => {
  it('is complete', () => {
    const wheels = Object.values(TRITON_WHEELS).flat();
    expect(wheels.length).toBeGreaterThanOrEqual(60);
    for (const { sha256: digest, bytes, content, loaded } of wheels) {
      expect([digest, content].filter((each) => !/^[0-9a-f]{64}$/.test(each))).toEqual([]);
      const [library] = Object.keys(loaded).filter((path) => path.endsWith('/libtriton.so'));
      expect(library).toBe(LIBRARY);
      for (const part of Object.values(loaded)) {
        expect(part.sha256).toMatch(/^[0-9a-f]{64}$/);
        expect(part.packed).toBeLessThan(Math.min(bytes, part.bytes));
      }
    }
    const parts = wheels.flatMap(({ loaded }) => Object.values(loaded));
    expect(new Set(parts.map((part) => part.sha256)).size).toBe(parts.length);
  });
});

/** The name of a folder that a process of this machine left. */
async function leftover(pid: number): Promise<string> {
  return (await ownedName('.making', '')).replace(`-${process.pid}-`, `-${pid}-`);
}

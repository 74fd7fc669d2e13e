import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headOf } from '../../src/features/authoring/head.ts';
import { readRecording, type Recording } from '../../src/plan/recording.ts';
import { failureOf } from '../support/golden.ts';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'recording-'))));
afterAll(() => rm(folder, { recursive: true }));

async function read(...lines: readonly object[]): Promise<Recording> {
  await writeFile(
    join(folder, '1.jsonl'),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  return readRecording(folder);
}

const PROCESS = {
  kind: 'process',
  format: 1,
  arguments: ['python', 'train.py'],
  folder: '/app',
  python: '3.12.1',
  hasTriton: true,
  interpreted: false,
};
const PACKAGE = {
  name: 'liger-kernel',
  version: '0.8.5+cu12',
  module: 'liger_kernel.ops.swiglu',
  root: '/lib',
  url: null,
  changed: false,
};
const KERNEL = {
  kind: 'kernel',
  id: 1,
  name: 'add',
  source: { file: '/app/k.py', line: 3 },
  package: PACKAGE,
};
const COMPILE = { kind: 'compile', module: 'k', function: 'add', file: '/app/k.py' };

/** More keys of a manifest, on lines of their own. */
const MORE = 'x\nrequirements: [evil]';

describe('a recording', () => {
  it('is read as it was written', async () => {
    const recording = await read(
      PROCESS,
      { kind: 'triton', version: '3.6.0+git1a2b' },
      KERNEL,
      COMPILE,
    );
    expect(recording).toMatchObject({ triton: '3.6.0+git1a2b', compiles: [COMPILE] });
    expect(recording.kernels).toMatchObject([{ name: 'add', package: PACKAGE }]);
  });

  it.each([
    { kind: 'triton', version: MORE },
    { kind: 'triton', version: '3.9.0 # x' },
    { ...KERNEL, name: MORE },
    { ...KERNEL, source: { file: MORE, line: 1 } },
    { ...KERNEL, package: { ...PACKAGE, name: MORE } },
    { ...KERNEL, package: { ...PACKAGE, name: 'x: 1, y' } },
    { ...KERNEL, package: { ...PACKAGE, version: MORE } },
    { ...KERNEL, package: { ...PACKAGE, version: '1, y: 2' } },
    { ...KERNEL, package: { ...PACKAGE, module: MORE } },
    { ...KERNEL, package: { ...PACKAGE, url: MORE } },
    { ...KERNEL, project: MORE },
    { ...KERNEL, signature: { n: MORE } },
    { ...KERNEL, options: { num_warps: MORE } },
    { ...KERNEL, constants: { N: ['other', MORE] } },
    { ...PROCESS, folder: MORE },
    { ...COMPILE, module: MORE },
    { ...COMPILE, refused: MORE },
  ])('adds no lines to a manifest or a log: %j', async (line) => {
    await expect(read(PROCESS, line)).rejects.toMatchObject({ kind: 'environment' });
  });

  it('has the program in one line of the manifest, whatever its name', async () => {
    const recording = await read({ ...PROCESS, arguments: ['python', `${MORE}.py`] });
    const { command } = headOf(recording, [], '/app/kernels.yaml');
    expect(command).toContain('x requirements: [evil].py');
    expect(command).not.toContain('\n');
  });
});

it('a recording that is not there is an error with its folder, and how to make one', async () => {
  const missing = join(folder, 'missing');
  expect(await failureOf(() => readRecording(missing))).toBe(
    `usage: ${missing}: there is no recording here: no such folder\n    Record the program first: \`triton-aot record --keep ${missing} -- python app.py\`.`,
  );
  const file = join(folder, 'kernels.yaml');
  await writeFile(file, '');
  expect(await failureOf(() => readRecording(file))).toContain(
    `usage: ${file}: there is no recording here: this is not a folder\n    Record the program first: \`triton-aot record --keep FOLDER `,
  );
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatProblem } from '../../../src/base/errors.ts';
import { readManifest, type Vendored } from '../../../src/manifest/manifest.ts';
import { treeProblems } from '../../../src/package/triton-tools/triton-tools.ts';
import {
  firstDifferentLine,
  type VendoredFile,
  vendoredFiles,
} from '../../../src/package/triton-tools/vendored.ts';
import { fakeKernels } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_90]
generator: triton
kernels:
  add: { source: "nn/k.py:fn", signature: "*fp32", grid: 1 }
`;

const [kernel] = fakeKernels(MANIFEST, { fn: ['x'] });

/** What the tools write: blanks at the end of a line, and no newline at the end. */
const WRITTEN = { 'add.c': 'int a;  \nint b;\n\n', 'add.h': 'int a;\n    ' };

const settingsOf = (vendored: string): Vendored =>
  readManifest(`${MANIFEST}vendored: ${vendored}\n`, 'kernels.yaml').vendored;

function filesOf(vendored: string): readonly VendoredFile[] {
  if (kernel === undefined) throw new Error('no kernel');
  return vendoredFiles(kernel, WRITTEN, '3.8.0', settingsOf(vendored));
}

const textsOf = (vendored: string) =>
  Object.fromEntries(filesOf(vendored).map(({ path, text }) => [path, text]));

describe('the files of the tools', () => {
  it('are in a folder for each entry point, as they are written', () => {
    expect(textsOf('{}')).toEqual({ 'add/add.c': WRITTEN['add.c'], 'add/add.h': WRITTEN['add.h'] });
  });

  it('can be in one folder, below a header, without blanks at the ends', () => {
    const header = '"// {file} of {kernel}, {source}\\n/* Triton {triton} */"';
    const top = (name: string): string => `// ${name} of add, nn/k.py:fn\n/* Triton 3.8.0 */\n`;
    const settings = `{ flat: true, header: ${header}, trailing_whitespace: trimmed }`;
    expect(textsOf(settings)).toEqual({
      'add.c': `${top('add.c')}int a;\nint b;\n`,
      'add.h': `${top('add.h')}int a;\n`,
    });
  });
});

describe('a folder of committed files', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vendored-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function problemsOf(
    files: Readonly<Record<string, string>>,
    vendored: string,
  ): Promise<string> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const problems = await treeProblems(filesOf(vendored), folder, settingsOf(vendored));
    return problems.map(formatProblem).join('\n').replaceAll(folder, 'FOLDER');
  }

  it.each(['{}', '{ flat: true, header: "// x", trailing_whitespace: trimmed }'])(
    'that a build wrote has no problems: %s',
    async (vendored) => {
      expect(await problemsOf(textsOf(vendored), vendored)).toBe('');
    },
  );

  it('can have its own newline at the end if blanks there have no meaning', async () => {
    const files = { 'add/add.c': 'int a;\r\nint b;\r\n', 'add/add.h': 'int a;' };
    expect(await problemsOf(files, '{ trailing_whitespace: trimmed }')).toBe('');
    expectGolden(await problemsOf(files, '{}'));
  });

  it('can have files of this program, and those that the manifest names', async () => {
    const files = {
      ...textsOf('{ flat: true }'),
      'manifest.json': '{}',
      'README.md': '',
      'cmake/add.cmake': '',
    };
    const extra = 'extra_files: ["*.md", "cmake/**"]';
    expect(await problemsOf(files, `{ flat: true, ${extra} }`)).toBe('');
    expectGolden(await problemsOf(files, '{ flat: true }'));
  });

  it('is reported with the first line that differs', async () => {
    const files = { 'add/add.c': 'int a;  \nint c;\n\n', 'add/add.h': 'int a;' };
    expectGolden(await problemsOf(files, '{}'));
  });

  it('is reported if a file is missing or a header is another one', async () => {
    const header = '{ flat: true, header: "// by hand" }';
    expectGolden(await problemsOf({ 'add.c': '// by machine\nint a;\n' }, header));
  });
});

describe('the first different line', () => {
  const kept = { trimmed: false };

  it('is shown with a part of a long line', () => {
    const cubin = `${'0x7f, '.repeat(1000)}};`;
    const found = `${cubin.slice(0, 3000)}0x00${cubin.slice(3004)}`;
    expect(firstDifferentLine(`a\n${cubin}\n`, `a\n${found}\n`, kept)).toEqual({
      line: 2,
      column: 3003,
      expected: `…${cubin.slice(2962, 3042)}…`,
      found: `…${found.slice(2962, 3042)}…`,
    });
  });

  it.each([
    ['a\nb', 'a', { line: 2, column: 1, expected: 'b', found: undefined }],
    ['a', 'a\n', { line: 2, column: 1, expected: undefined, found: '' }],
    ['ab', 'aab', { line: 1, column: 2, expected: 'ab', found: 'aab' }],
    ['ab', 'ab', undefined],
  ])('of %j and %j', (expected, found, difference) => {
    expect(firstDifferentLine(expected, found, kept)).toEqual(difference);
  });
});

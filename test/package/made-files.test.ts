import { describe, expect, it } from '#jest';
import { sealPackage } from '../../src/package/files.ts';
import { MANIFEST_FILE, SUMS_FILE } from '../../src/package/layout.ts';
import { MadeFiles } from '../../src/package/made-files.ts';
import { sha256 } from '../../src/base/text.ts';

/** Files that note when they are made. */
function noting(...paths: readonly string[]): { files: MadeFiles; made: string[] } {
  const made: string[] = [];
  const files = new MadeFiles(
    paths.map((path) => [
      path,
      () => {
        made.push(path);
        return `text of ${path}`;
      },
    ]),
  );
  return { files, made };
}

describe('files that are made when they are asked for', () => {
  it('are a map of their contents', () => {
    const { files, made } = noting('a', 'b');
    expect([files.size, files.has('a'), files.has('c'), [...files.keys()]]).toEqual([
      2,
      true,
      false,
      ['a', 'b'],
    ]);
    expect(made).toEqual([]);
    expect([...files]).toEqual([
      ['a', 'text of a'],
      ['b', 'text of b'],
    ]);
    expect([...files.values()]).toEqual(['text of a', 'text of b']);
    expect(files.get('c')).toBeUndefined();
  });

  it('are joined without being made, unless two have one path', () => {
    const [first, second] = [noting('a'), noting('b')];
    expect([...MadeFiles.join(first.files, second.files).keys()]).toEqual(['a', 'b']);
    expect([...first.made, ...second.made]).toEqual([]);
    expect(() => MadeFiles.join(first.files, new Map([['a', '']]))).toThrow(
      'two files of the package are a',
    );
  });
});

describe('the files of a package', () => {
  it('are each made once to be written, and then have their checksums', () => {
    const { files, made } = noting('b', 'a');
    const sealed = sealPackage(files, '{}');
    const written = new Map([...sealed.keys()].map((path) => [path, String(sealed.get(path))]));
    expect([...written.keys()]).toEqual(['b', 'a', SUMS_FILE, MANIFEST_FILE]);
    expect(made).toEqual(['b', 'a']);
    const lines = [
      ['a', 'text of a'],
      ['b', 'text of b'],
      [MANIFEST_FILE, '{}'],
    ].map(([path = '', text = '']) => `${sha256(text)}  ${path}\n`);
    expect(written.get(SUMS_FILE)).toBe(lines.join(''));
  });

  it('have the same checksums if these are asked for first', () => {
    const sums = sealPackage(noting('a', 'b').files, '{}').get(SUMS_FILE);
    const again = sealPackage(noting('a', 'b').files, '{}');
    for (const path of again.keys()) again.get(path);
    expect(again.get(SUMS_FILE)).toBe(sums);
  });
});

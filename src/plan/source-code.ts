import { join } from 'node:path';
import { readBelow } from '../base/files.ts';
import { canonicalJson, sha256 } from '../base/text.ts';
import type { KernelSource, Slice } from '../toolchain/wire/source.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import type { Problems } from '../manifest/problems.ts';
import type { ReadSource } from '../toolchain/wire/reading.ts';

/** A file that results depend on. */
export interface SourceFile {
  /** Relative to the manifest's folder. */
  readonly path: string;
  /** The digest of the part of the file that the kernel is made from, or of all of it. The kernel hash covers it. */
  readonly sha256: string;
  /** The whole file. */
  readonly fileSha256: string;
  /** The part with its comments and line numbers, for code that contains line numbers. */
  readonly textSha256?: string | undefined;
}

/** The Python code of a function: what runs, and what its results depend on. */
export interface SourceCode {
  readonly source: KernelSource;
  /** The function's module, with its dotted name. */
  readonly module: string;
  /** The files that the code comes from, and those of `depends`. */
  readonly files: readonly SourceFile[];
}

/**
 * Returns the code of a function, with the files of the entry's `depends`.
 * @param problems bound to the manifest
 */
export async function sourceCode(
  { code }: ReadSource,
  entry: KernelEntry,
  folder: string,
  problems: Problems,
  { file, function: name } = entry.source,
): Promise<SourceCode> {
  const inDepends = problems.under(entry.pathOf).at('depends');
  const further = await dependencies(entry, folder, inDepends);
  const own = filesOf(code);
  const known = new Set(own.map(({ path }) => path));
  const files = [...own, ...further.filter(({ path }) => !known.has(path))];
  const { depends } = entry;
  const paths = further.map(({ path }) => path);
  const source = compilerSource(code, file, name, { folder, files: paths, depends });
  return { source, module: code.module, files };
}

/** Returns the files that match `depends`, with their hashes. `problems` is bound to the key. */
async function dependencies(
  { depends }: KernelEntry,
  folder: string,
  problems: Problems,
): Promise<readonly SourceFile[]> {
  if (depends.length === 0) return [];
  // Few manifests need it.
  const { glob } = await import('tinyglobby');
  const files = await glob([...depends], {
    cwd: folder,
    onlyFiles: true,
    dot: true,
    followSymbolicLinks: false,
  });
  if (files.length === 0)
    problems.add(`no file matches ${depends.map((each) => `\`${each}\``).join(' or ')}`);
  const found: SourceFile[] = [];
  for (const path of files.toSorted((a, b) => (a < b ? -1 : 1))) {
    const content = await readBelow(folder, path);
    if ('problem' in content) {
      problems.add(`cannot read ${path}: ${content.problem}`);
      continue;
    }
    const hash = sha256(content);
    found.push({ path, sha256: hash, fileSha256: hash });
  }
  return found;
}

function filesOf(code: ReadSource['code']): readonly SourceFile[] {
  if (code.kind === 'import')
    return code.closure.map((file) => ({ ...file, fileSha256: file.sha256 }));
  return code.modules.map(({ path, sha256: hash, text, answers, fileSha256 }) => ({
    path,
    sha256: hash,
    fileSha256,
    textSha256: sha256(Object.keys(answers).length === 0 ? text : canonicalJson([text, answers])),
  }));
}

/** The inputs that the manifest names, in addition to the code. */
export interface NamedInputs {
  /** The manifest's folder. */
  readonly folder: string;
  /** Paths relative to it. */
  readonly files: readonly string[];
  /** The globs that they match. */
  readonly depends: readonly string[];
}

/** Returns what workers get of a function's code. */
export function compilerSource(
  code: ReadSource['code'],
  file: string,
  name: string,
  inputs: NamedInputs,
): KernelSource {
  if (code.kind === 'slice') return sliceSource(code, file, name, inputs);
  const { folder, files, depends } = inputs;
  const paths = [...code.closure.map(({ path }) => path), ...files];
  return {
    kind: 'import',
    path: [...new Set([code.root, folder])],
    module: code.module,
    file: join(folder, file),
    function: name,
    folder,
    closure: [...new Set(paths)].map((path) => join(folder, path)),
    depends,
  };
}

/** Returns what workers get of a slice. */
export function sliceSource(
  slice: Slice,
  file: string,
  name: string,
  { folder, files, depends }: NamedInputs,
): KernelSource {
  const { module: _module, ...sent } = slice;
  const entry = slice.modules.find(({ path }) => path === slice.entry);
  return {
    ...sent,
    key: sha256(canonicalJson(sent)),
    file: entry?.file ?? file,
    function: name,
    folder,
    closure: files.map((path) => join(folder, path)),
    depends,
  };
}

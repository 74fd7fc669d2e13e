/** The content of a file of a package. */
export type FileContent = string | Uint8Array;

/**
 * Files by path, each made when it is asked for and then forgotten: all of a large package together
 * do not fit into memory. They are made in the order of the paths.
 */
export class MadeFiles implements ReadonlyMap<string, FileContent> {
  readonly #makers: ReadonlyMap<string, () => FileContent>;

  constructor(makers: Iterable<readonly [path: string, make: () => FileContent]>) {
    this.#makers = new Map(makers);
  }

  /** Joins files, without making them. @throws {Error} if two have the same path. */
  static join(...parts: readonly ReadonlyMap<string, FileContent>[]): MadeFiles {
    const makers = parts.flatMap((files) => [...makersOf(files)]);
    const joined = new MadeFiles(makers);
    if (joined.size < makers.length) {
      const paths = makers.map(([path]) => path);
      const twice = paths.find((path, index) => paths.indexOf(path) < index);
      throw new Error(`two files of the package are ${twice}`);
    }
    return joined;
  }

  get size(): number {
    return this.#makers.size;
  }

  get(path: string): FileContent | undefined {
    return this.#makers.get(path)?.();
  }

  has(path: string): boolean {
    return this.#makers.has(path);
  }

  keys(): MapIterator<string> {
    return this.#makers.keys();
  }

  *values(): MapIterator<FileContent> {
    for (const make of this.#makers.values()) yield make();
  }

  *entries(): MapIterator<[string, FileContent]> {
    for (const [path, make] of this.#makers) yield [path, make()];
  }

  [Symbol.iterator](): MapIterator<[string, FileContent]> {
    return this.entries();
  }

  forEach(visit: (content: FileContent, path: string, files: this) => void): void {
    for (const [path, content] of this) visit(content, path, this);
  }
}

/** The paths of files, each with a function that makes its content. */
export function makersOf(
  files: ReadonlyMap<string, FileContent>,
): readonly (readonly [path: string, make: () => FileContent])[] {
  return [...files.keys()].map((path) => [path, () => files.get(path) ?? ''] as const);
}

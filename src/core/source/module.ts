/** A kernel file as a module that Python can import, and everything its code comes from. */
export interface SourceModule {
  /** Folders put on Python's module path, absolute, most specific first. */
  readonly path: readonly string[];
  /** The module's dotted name. */
  readonly module: string;
  /** The file's absolute path. */
  readonly file: string;
  /** The file, the local files it imports and those `depends` names, relative to the manifest's folder. */
  readonly closure: readonly { readonly path: string; readonly sha256: string }[];
}

import { canonicalJson, sha256 } from '../../base/text.ts';

/** The names of a package's files in a remote: at most 512 characters, without commas. */
export interface RemoteNames {
  /** Prefixes of the index to start from, the best match first. */
  readonly indexPrefixes: readonly string[];
  /** The index whose content has this SHA-256. */
  index(digest: string): string;
  pack(digest: string): string;
  /** The history whose content has this SHA-256; with an empty digest, the prefix of all. */
  history(digest: string): string;
  /** The baseline of what is built, as `history`. */
  baseline(build: string, digest: string): string;
}

/** Decides which saved results a run can find. */
interface RemoteScope {
  /** As `process.platform` names it, such as `linux`. */
  readonly platform: string;
  /** As `process.arch` names it, such as `x64`. */
  readonly arch: string;
  /** The package's name. */
  readonly package: string;
  /** The selected kernels and targets, without their sources. Shards of a package differ in it. */
  readonly selection: unknown;
  /** Every result the build needs, by hash. */
  readonly plan: unknown;
}

/**
 * Names an index after selection and plan. The same plan starts from its own index, a changed
 * kernel from the newest index of the same selection, and a new selection from the newest index
 * of the package.
 */
export function remoteNames(scope: RemoteScope): RemoteNames {
  // Long package names are cut: names only decide what is found, content is checked.
  const all = `triton-aot-1-${scope.platform}-${scope.arch}-${scope.package.slice(0, 200)}-`;
  const selection = `${all}index-${shortDigest(scope.selection)}-`;
  const plan = `${selection}${shortDigest(scope.plan)}-`;
  return {
    indexPrefixes: [plan, selection, `${all}index-`],
    index: (digest) => `${plan}${digest}`,
    pack: (digest) => `${all}pack-${digest}`,
    // 2 is the format of the history: older ones must not be restored.
    history: (digest) => `${all}history-2-${digest}`,
    baseline: (build, digest) => `${all}baseline-1-${build}-${digest}`,
  };
}

function shortDigest(value: unknown): string {
  return sha256(canonicalJson(value)).slice(0, 16);
}

/**
 * Files by name outside of this machine, such as in GitHub's cache. A name always has the same
 * content. Never throws: a failure is a warning and a miss.
 */
export interface Remote {
  /**
   * Writes the newest file whose name starts with a prefix to `file` and returns its full name.
   * The first prefix that matches any name is used.
   */
  restore(prefixes: readonly string[], file: string): Promise<string | undefined>;
  /** Returns whether the file is saved under the name now, by this run or by another one. */
  save(name: string, file: string): Promise<boolean>;
}

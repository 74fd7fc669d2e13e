import { canonicalJson, sha256 } from '../base/text.ts';

/** What everything of one package is called in a remote. No name is longer than 512 characters or has a comma. */
export interface RemoteNames {
  /** What the index to start from begins with, the most fitting first. */
  readonly indexPrefixes: readonly string[];
  /** The index whose content has that SHA-256. */
  index(digest: string): string;
  pack(digest: string): string;
  /** What earlier builds covered, by the SHA-256 of its content; without one, what all such names begin with. */
  history(digest: string): string;
}

/** What decides which results a run can use of those that others kept. */
interface RemoteScope {
  /** `linux`, `x64`. */
  readonly platform: string;
  readonly arch: string;
  /** The package's name. */
  readonly package: string;
  /** What is chosen to be built, whatever its sources say: shards of one package differ in it. */
  readonly selection: unknown;
  /** Everything that is to be built, by hash. */
  readonly plan: unknown;
}

/**
 * An index is named after selection and plan: the same plan starts from its own index, a changed kernel from the
 * newest of the same selection, and a new selection from the newest of the package.
 */
export function remoteNames(scope: RemoteScope): RemoteNames {
  // A name too long is cut: names decide what is found, never whether it is right.
  const all = `triton-aot-1-${scope.platform}-${scope.arch}-${scope.package.slice(0, 200)}-`;
  const selection = `${all}index-${shortDigest(scope.selection)}-`;
  const plan = `${selection}${shortDigest(scope.plan)}-`;
  return {
    indexPrefixes: [plan, selection, `${all}index-`],
    index: (digest) => `${plan}${digest}`,
    pack: (digest) => `${all}pack-${digest}`,
    history: (digest) => `${all}history-${digest}`,
  };
}

function shortDigest(value: unknown): string {
  return sha256(canonicalJson(value)).slice(0, 16);
}

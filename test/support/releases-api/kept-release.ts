import { createHash } from 'node:crypto';

/** A file of a release, with optional defects. */
export interface ServedAsset {
  readonly name: string;
  readonly content: Buffer;
  /** The digest that the API reports; that of the content by default. */
  readonly digest?: string | null;
  readonly size?: number;
  readonly state?: string;
}

export interface ServedRelease {
  readonly tag: string;
  readonly prerelease?: boolean;
  readonly draft?: boolean;
  readonly immutable?: boolean;
  readonly assets: readonly ServedAsset[];
}

/** The current state of a file of a release. */
export interface KeptAsset extends Required<ServedAsset> {
  readonly id: number;
}

/** The current state of a release. */
export interface KeptRelease {
  readonly id: number;
  readonly tag: string;
  readonly name: string;
  readonly body: string;
  draft: boolean;
  readonly prerelease: boolean;
  immutable: boolean;
  /** The commit for its tag, if the request had one. */
  readonly target: string | undefined;
  /** `make_latest` of the request. */
  latest?: string | undefined;
  assets: KeptAsset[];
}

/** Returns a larger id each time. */
export type NextId = () => number;

export function countIds(): NextId {
  let next = 0;
  return () => next++;
}

export function keepRelease(release: ServedRelease, nextId: NextId): KeptRelease {
  const { tag, prerelease = false, draft = false, immutable = false, assets } = release;
  const kept = assets.map((asset) => keepAsset(asset, nextId));
  return {
    id: nextId(),
    tag,
    name: tag,
    body: '',
    draft,
    prerelease,
    immutable,
    target: undefined,
    assets: kept,
  };
}

export function keepAsset(
  { name, content, state, size, digest }: ServedAsset,
  nextId: NextId,
): KeptAsset {
  return {
    id: nextId(),
    name,
    content,
    state: state ?? 'uploaded',
    size: size ?? content.length,
    digest: digest === undefined ? digestOf(content) : digest,
  };
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

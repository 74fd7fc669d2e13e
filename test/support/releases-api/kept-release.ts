import { createHash } from 'node:crypto';

/** A file of a release, and how it is given wrongly. */
export interface ServedAsset {
  readonly name: string;
  readonly content: Buffer;
  /** Of the upload; that of the content by default. */
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

/** A file of a release as it stands at the moment. */
export interface KeptAsset extends Required<ServedAsset> {
  readonly id: number;
}

/** A release as it stands at the moment. */
export interface KeptRelease {
  readonly id: number;
  readonly tag: string;
  readonly name: string;
  readonly body: string;
  draft: boolean;
  readonly prerelease: boolean;
  immutable: boolean;
  /** The commit that its tag is made at, where the API was told one. */
  readonly target: string | undefined;
  /** `make_latest` as it was asked for. */
  latest?: string | undefined;
  assets: KeptAsset[];
}

/** Counts by itself: later ones are larger. */
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

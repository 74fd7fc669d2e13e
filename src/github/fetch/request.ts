import { delimiter, join } from 'node:path';
import { Failure, type Problem } from '../../core/base/errors.ts';
import type { Environment } from '../../core/base/process.ts';
import { parseTarget, TARGET_NAMES } from '../../core/model/target.ts';
import { sha256In } from '../download.ts';
import type { ReleaseSource } from '../release-assets.ts';
import type { ArtifactSource } from './artifact.ts';

/** How sure it must be that a workflow of the repository made the archive. */
export const ATTESTATION_MODES = ['off', 'required'] as const;
export type AttestationMode = (typeof ATTESTATION_MODES)[number];

/** What to fetch as users say it, by inputs or options of the same names. */
export interface FetchOptions {
  readonly repository: string;
  readonly token: string | undefined;
  readonly release: string | undefined;
  readonly branch: string | undefined;
  readonly workflow: string | undefined;
  readonly artifact: string | undefined;
  readonly asset: string | undefined;
  readonly package: string | undefined;
  readonly targets: readonly string[] | undefined;
  readonly digest: string | undefined;
  readonly attestation: AttestationMode;
  readonly cache: boolean;
  readonly out: string;
}

/** Where a package comes from. */
export type PackageSource =
  | ({ readonly kind: 'release' } & ReleaseSource)
  | ({ readonly kind: 'branch' } & ArtifactSource);

export interface FetchRequest {
  readonly source: PackageSource;
  /** The folder the package is put to. */
  readonly out: string;
  readonly attestation: AttestationMode;
}

/**
 * Makes a request of what users say.
 * @throws {Failure} `usage` naming everything that makes no sense.
 */
export function fetchRequest(wish: FetchOptions): FetchRequest {
  const problems = problemsOf(wish);
  if (problems.length > 0) throw new Failure('usage', problems);
  const { repository, token, release, branch, digest, attestation, cache, out } = wish;
  const targets = wish.targets?.flatMap((name) => parseTarget(name)?.name ?? []);
  const common = { repository, token, package: wish.package, targets, digest, cache };
  if (release !== undefined) {
    const { asset } = wish;
    const bundle = attestation === 'required';
    return { source: { kind: 'release', ...common, release, asset, bundle }, out, attestation };
  }
  const { workflow, artifact } = wish;
  return {
    source: { kind: 'branch', ...common, branch: branch ?? '', workflow, artifact },
    out,
    attestation,
  };
}

function problemsOf(wish: FetchOptions): readonly Problem[] {
  const { release, branch, workflow, artifact, asset, digest, attestation, targets = [] } = wish;
  const isAttested = attestation === 'required' || undefined;
  const unfit =
    release === undefined
      ? { asset, attestation: isAttested }
      : branch === undefined
        ? { workflow, artifact }
        : {};
  const other = release === undefined ? 'release' : 'branch';
  const unknown = targets.filter((name) => parseTarget(name) === undefined);
  return [
    ...((release === undefined) === (branch === undefined)
      ? [{ message: 'release, branch: exactly one of them says where the package comes from' }]
      : []),
    ...Object.entries(unfit)
      .filter(([, value]) => value !== undefined)
      .map(([name]) => ({ message: `${name}: it is of use with \`${other}\` only` })),
    ...(digest !== undefined && sha256In(digest) === undefined
      ? [{ message: `digest: \`${digest}\` is not sha256: and 64 hexadecimal digits` }]
      : []),
    ...unknown.map((name) => ({
      message: `targets: \`${name}\` is not a known architecture`,
      hint: `Known are ${TARGET_NAMES.join(', ')}.`,
    })),
  ];
}

/** A variable by which build systems find packages. */
interface SearchPath {
  readonly name: string;
  /** The folder that is added. */
  readonly folder: string;
  /** With what the environment has already. */
  readonly value: string;
}

/** By what CMake and pkg-config find the package in a folder ahead of others. */
export function searchPaths(folder: string, env: Environment): readonly SearchPath[] {
  const paths = {
    CMAKE_PREFIX_PATH: folder,
    PKG_CONFIG_PATH: join(folder, 'lib', 'pkgconfig'),
  };
  return Object.entries(paths).map(([name, added]) => {
    const others = (env[name] ?? '').split(delimiter).filter((one) => one !== '' && one !== added);
    return { name, folder: added, value: [added, ...others].join(delimiter) };
  });
}

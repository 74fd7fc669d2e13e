import { delimiter, join } from 'node:path';
import { Failure, type Problem } from '../../base/errors.ts';
import type { Environment } from '../../base/process.ts';
import { parseTarget } from '../../manifest/terms/target.ts';
import { type SignerRules, WORKFLOW_FORM } from '../attestation.ts';
import { sha256In } from '../digest.ts';
import type { ArtifactSource } from './artifact.ts';
import { unknownTargetProblems } from './choose.ts';
import type { ReleaseSource } from './choose-release.ts';

/** With `required`, a workflow of the repository must have attested the archive. */
export const ATTESTATION_MODES = ['off', 'required'] as const;
export type AttestationMode = (typeof ATTESTATION_MODES)[number];

/** The inputs or options of fetching, by their names. */
export interface FetchOptions extends SignerRules {
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
  readonly out: string;
}

/** The origin of a package. */
export type PackageSource =
  | ({ readonly kind: 'release' } & ReleaseSource)
  | ({ readonly kind: 'branch' } & ArtifactSource);

export interface FetchRequest {
  readonly source: PackageSource;
  /** The folder for the package. */
  readonly out: string;
}

/**
 * Turns options into a request.
 * @throws {Failure} `usage` with every problem of the options.
 */
export function fetchRequest(options: FetchOptions): FetchRequest {
  const problems = problemsOf(options);
  if (problems.length > 0) throw new Failure('usage', problems);
  const {
    repository,
    token,
    digest,
    out,
    release,
    asset,
    branch = '',
    workflow,
    artifact,
  } = options;
  const targets = options.targets?.flatMap((name) => parseTarget(name)?.name ?? []);
  const common = { repository, token, package: options.package, targets, digest };
  if (release === undefined)
    return { source: { kind: 'branch', ...common, branch, workflow, artifact }, out };
  const { signerWorkflow, denySelfHostedRunners } = options;
  const isAttested = options.attestation === 'required';
  const signer = isAttested ? { signerWorkflow, denySelfHostedRunners } : undefined;
  return { source: { kind: 'release', ...common, release, asset, signer }, out };
}

function only(name: string, other: string): string {
  return `${name}: it can only be used with \`${other}\``;
}

function unattested(name: string): string {
  return `${name}: it needs \`attestation\` to be \`required\``;
}

function problemsOf(options: FetchOptions): readonly Problem[] {
  const { release, branch, workflow, artifact, asset, digest, signerWorkflow } = options;
  const isAttested = options.attestation === 'required';
  const isRelease = release !== undefined;
  const isEither = isRelease !== (branch !== undefined);
  const rules: readonly (readonly [isBroken: boolean, message: string])[] = [
    [!isEither, 'release, branch: set exactly one of them'],
    [!isRelease && asset !== undefined, only('asset', 'release')],
    [!isRelease && isAttested, only('attestation', 'release')],
    [isRelease && isEither && workflow !== undefined, only('workflow', 'branch')],
    [isRelease && isEither && artifact !== undefined, only('artifact', 'branch')],
    [!isAttested && signerWorkflow !== undefined, unattested('signer-workflow')],
    [!isAttested && options.denySelfHostedRunners === true, unattested('deny-self-hosted-runners')],
    [
      signerWorkflow !== undefined && !WORKFLOW_FORM.test(signerWorkflow),
      `signer-workflow: \`${signerWorkflow}\` is not a workflow such as owner/name/.github/workflows/release.yml`,
    ],
    [
      digest !== undefined && sha256In(digest) === undefined,
      `digest: \`${digest}\` is not sha256: and 64 hexadecimal digits`,
    ],
  ];
  const broken = rules.filter(([isBroken]) => isBroken).map(([, message]) => ({ message }));
  return [...broken, ...unknownTargetProblems(options.targets ?? [])];
}

/** A variable in which build systems look for packages. */
interface SearchPath {
  readonly name: string;
  /** The folder that is added. */
  readonly folder: string;
  /** The folder, then those that the environment has already. */
  readonly value: string;
}

/** The variables with which CMake and pkg-config find the package in `folder` before others. */
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

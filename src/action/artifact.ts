import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { RunContext } from '../core/base/context.ts';
import { Failure, type FailureKind, type Problem } from '../core/base/errors.ts';
import type { Environment } from '../core/base/process.ts';
import { MANIFEST_FILE } from '../core/package/files.ts';

/**
 * Downloads an artifact of this workflow run to a fresh folder below `scratch`, and gives the folder of the package in
 * it: the artifact itself, or `folder` inside it.
 * @throws {Failure} `usage` where the run has no such artifact, `environment` where it does not come over whole.
 */
export async function downloadPackage(
  name: string,
  folder: string,
  scratch: string,
): Promise<string> {
  // Only now: the client is most of what an action with it loads.
  const { DefaultArtifactClient } = await import('@actions/artifact');
  const client = new DefaultArtifactClient();
  const { artifacts } = await reached(client.listArtifacts({ latest: true }));
  const artifact = artifacts.find((one) => one.name === name);
  if (artifact === undefined) {
    const names = artifacts.map((one) => one.name).join(', ') || 'none';
    throw new Failure('usage', {
      message: `this workflow run has no artifact \`${name}\``,
      hint: `It has: ${names}. Have the job that uploads it named in \`needs\`.`,
    });
  }
  const path = await mkdtemp(join(scratch, 'package-'));
  const { digestMismatch } = await reached(
    client.downloadArtifact(artifact.id, {
      path,
      ...(artifact.digest !== undefined && { expectedHash: artifact.digest }),
    }),
  );
  if (digestMismatch === true) {
    throw new Failure('environment', {
      message: `the artifact \`${name}\` did not arrive as it was uploaded`,
      hint: 'Run the job again.',
    });
  }
  return existsSync(join(path, MANIFEST_FILE)) ? path : join(path, folder);
}

async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Failure(
      'environment',
      {
        message: `the workflow's artifacts cannot be reached: ${message}`,
        hint: 'Run the job again, or download the artifact in a step before and name its folder in `package`.',
      },
      { cause: error },
    );
  }
}

/** What becomes an artifact of the workflow run. */
interface Upload {
  readonly name: string;
  /** Its root: everything below it is taken. */
  readonly folder: string;
  /** The repository's setting when left out. */
  readonly retentionDays: number | undefined;
}

/** The artifact as the service took it. */
export interface UploadedArtifact {
  readonly name: string;
  readonly id: number;
  /** `sha256:` and hexadecimal digits: of the zip file the service keeps. */
  readonly digest: string;
  readonly url: string;
}

/**
 * A package is mostly cubins written as C text. The default level makes one of 9.8 MB 2.1 MB in 0.27 s; 1 gives 2.6 MB
 * in 0.11 s, 9 gives 2.0 MB in 1.7 s.
 */
const COMPRESSION_LEVEL = 6;

/**
 * Uploads a folder as an artifact.
 * @throws {Failure} `environment` where the service does not take it, `usage` where its name is taken.
 */
export async function uploadArtifact(
  { name, folder, retentionDays }: Upload,
  { env, log, signal }: RunContext,
): Promise<UploadedArtifact> {
  const root = resolve(folder);
  return log.group(`Upload the artifact ${name}`, async () => {
    const files = await filesBelow(root);
    // Only now: the client is most of what an action with it loads.
    const { DefaultArtifactClient } = await import('@actions/artifact');
    const options = {
      compressionLevel: COMPRESSION_LEVEL,
      ...(retentionDays !== undefined && { retentionDays }),
    };
    const answer = await new DefaultArtifactClient()
      .uploadArtifact(name, files, root, options)
      .catch((error: unknown) => {
        signal.throwIfAborted();
        throw refusalOf(name, error);
      });
    const { id, digest } = answer;
    if (id === undefined || digest === undefined)
      throw new Failure('environment', unfinished(name));
    return { name, id, digest: `sha256:${digest}`, url: `${runUrl(env)}/artifacts/${id}` };
  });
}

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}

function runUrl(env: Environment): string {
  const server = env['GITHUB_SERVER_URL'] || 'https://github.com';
  return `${server}/${env['GITHUB_REPOSITORY'] ?? ''}/actions/runs/${env['GITHUB_RUN_ID'] ?? ''}`;
}

function unfinished(name: string): Problem {
  return {
    message: `the service does not say what became of the artifact \`${name}\``,
    hint: AGAIN,
  };
}

const AGAIN = 'Run the job again, and see githubstatus.com.';

/** What the client's errors mean; it has no codes for most of them. */
function refusalOf(name: string, error: unknown): Failure {
  const said = error instanceof Error ? error.message : String(error);
  const known = REFUSALS.find(({ form }) => form.test(said));
  const problem = {
    message: `the artifact \`${name}\` cannot be uploaded: ${said}`,
    hint: known?.hint ?? AGAIN,
  };
  return new Failure(known?.kind ?? 'environment', problem, { cause: error });
}

interface Refusal {
  readonly form: RegExp;
  readonly kind: FailureKind;
  readonly hint: string;
}

const REFUSALS: readonly Refusal[] = [
  {
    form: /already exists|\(409\)/,
    kind: 'usage',
    hint: 'Names of artifacts are unique in a workflow run. Name another in `artifact`, with `${{ matrix.… }}` in it where several jobs upload, or take `auto`. Where no other has this name, the service lost its answer: run the job again.',
  },
  {
    form: /quota|insufficient usage/,
    kind: 'environment',
    hint: 'The storage for artifacts is used up: delete old ones, choose fewer `retention-days`, or raise the limit in the billing settings.',
  },
  {
    form: /ACTIONS_RUNTIME_TOKEN|ACTIONS_RESULTS_URL/,
    kind: 'environment',
    hint: 'Only a job of GitHub Actions can upload: elsewhere leave `artifact` out.',
  },
  {
    form: /not currently supported on GHES/,
    kind: 'environment',
    hint: 'GitHub Enterprise Server takes none from this client: leave `artifact` out, and upload the folder `aot-dir` with the actions/upload-artifact that it supports.',
  },
  {
    form: /\((401|403)\)/,
    kind: 'environment',
    hint: "The job's own token does not allow it, or is too old: run the job again.",
  },
];

/** What stands for the values of a job's matrix: JSON, as `toJSON(matrix)` writes it. */
export type JobMatrix = Readonly<Record<string, unknown>>;

/** Stands for a name made of the package and the job's matrix. */
export const AUTO_NAME = 'auto';

/** The characters no name of an artifact may have. Source: @actions/artifact, "path-and-artifact-name-validation". */
const FORBIDDEN = /["\\/:<>|*?\r\n]/;

/** How much of a name says what it is for; the rest of a longer one is a digest. */
const MAX_LENGTH = 100;

/** Whether a name can be an artifact's as it stands. */
export function isArtifactName(name: string): boolean {
  return !FORBIDDEN.test(name) && name.trim() !== '' && name.length <= 2 * MAX_LENGTH;
}

/**
 * `aot-<package>`, then the values of the job's matrix in its order: jobs of one matrix must not take each other's
 * name. Where the values cannot stand in it as they are, or could be those of another job, a digest of them follows.
 */
export function automaticName(packageName: string, matrix: JobMatrix | undefined): string {
  const base = `aot-${packageName}`;
  if (matrix === undefined) return base;
  const values = Object.values(matrix);
  const texts = values.flatMap(leaves);
  const plain = [base, ...texts].join('-');
  const clean = plain.replaceAll(/[^\w.+-]+/g, '_').slice(0, MAX_LENGTH);
  const isSingle = values.length <= 1 || !texts.some((text) => text.includes('-'));
  if (clean === plain && isSingle && values.every(isPlain)) return plain;
  const digest = createHash('sha256').update(JSON.stringify(matrix)).digest('hex').slice(0, 8);
  return `${clean}-${digest}`;
}

/** The values inside lists and objects, each as text. */
function leaves(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  return isPlain(value) ? [String(value)] : [];
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
}

import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Artifact, ArtifactClient } from '@actions/artifact';
import { z } from 'zod';
import { sha256 } from '../base/text.ts';
import type { RunContext } from '../base/context.ts';
import { Failure, type FailureKind, messageOf } from '../base/errors.ts';
import { filesBelow } from '../base/files.ts';
import type { Environment } from '../base/process.ts';
import { agreedDigest, sha256In } from '../github/digest.ts';
import { MANIFEST_FILE } from '../package/layout.ts';

// Artifacts of the workflow run. The client is imported only when it is used: it is most of what an
// action with it loads.

/** The values of a job's matrix, as `toJSON(matrix)` writes them. */
export type JobMatrix = Readonly<Record<string, unknown>>;

/** A name to upload, for a name made of the package's name and the job's matrix. */
export const AUTO_NAME = 'auto';

/** Files to upload as an artifact. */
interface Upload {
  readonly name: string;
  /** Everything below it is uploaded. */
  readonly folder: string;
  /** The repository's setting if left out. */
  readonly retentionDays: number | undefined;
  /** True if it replaces one that an earlier attempt of the job has uploaded. */
  readonly replaces?: boolean;
}

/** An artifact, as the service stored it. */
export interface UploadedArtifact {
  readonly name: string;
  readonly id: number;
  /** `sha256:` and hexadecimal digits: of the zip file in the service. */
  readonly digest: string;
  readonly url: string;
}

/**
 * A package is mostly cubins written as C text. The default level makes one of 9.8 MB 2.1 MB in
 * 0.27 s; 1 gives 2.6 MB in 0.11 s, 9 gives 2.0 MB in 1.7 s.
 */
const COMPRESSION_LEVEL = 6;

/**
 * Downloads the package in an artifact of this workflow run to a new folder below `scratch`, and
 * returns its folder: the artifact's root, or `folder` inside it. `pinned` is the digest that the
 * artifact must have: any job of the run can replace it.
 * @throws {Failure} `usage` if the run has no such artifact, `environment` if the download fails,
 * `verification` if the artifact has another digest.
 */
export async function downloadPackage(
  name: string,
  folder: string,
  scratch: string,
  pinned?: string,
): Promise<string> {
  const path = await downloadArtifact(name, scratch, pinned);
  return existsSync(join(path, MANIFEST_FILE)) ? path : join(path, folder);
}

async function downloadArtifact(
  name: string,
  scratch: string,
  pinned: string | undefined,
): Promise<string> {
  const { client, artifacts } = await listArtifacts();
  const artifact = artifacts.find((one) => one.name === name);
  if (artifact !== undefined) return download(client, artifact, scratch, pinned);
  const names = artifacts.map((one) => one.name).join(', ') || 'none';
  throw new Failure('usage', {
    message: `this workflow run has no artifact \`${name}\``,
    hint: `Its artifacts are: ${names}. Add the job that uploads it to \`needs\`.`,
  });
}

async function listArtifacts() {
  const { DefaultArtifactClient } = await import('@actions/artifact');
  const client = new DefaultArtifactClient();
  // An earlier attempt of the run can have artifacts of the same names.
  const { artifacts } = await orUnreachable(client.listArtifacts({ latest: true }));
  return { client, artifacts };
}

async function download(
  client: ArtifactClient,
  { id, name, digest }: Artifact,
  scratch: string,
  pinned: string | undefined,
): Promise<string> {
  const what = `the artifact \`${name}\``;
  const reported = sha256In(digest);
  const wanted =
    pinned === undefined ? reported : agreedDigest(what, reported, pinned, 'artifact-digest');
  const path = await mkdtemp(join(scratch, 'artifact-'));
  const options = { path, ...(wanted !== undefined && { expectedHash: `sha256:${wanted}` }) };
  const { digestMismatch } = await orUnreachable(client.downloadArtifact(id, options));
  if (digestMismatch === true) {
    throw new Failure('verification', {
      message: `${what} is not the file that was uploaded: its digest is not sha256:${wanted}`,
      hint: 'Run the workflow again. If it fails again, find out which job uploads the artifact.',
    });
  }
  return path;
}

/**
 * Uploads a folder as an artifact.
 * @throws {Failure} `usage` if the name is taken, `environment` if the service rejects it
 * otherwise.
 */
export async function uploadArtifact(
  { name, folder, retentionDays, replaces = false }: Upload,
  { env, log, signal }: RunContext,
): Promise<UploadedArtifact> {
  const root = resolve(folder);
  const files = (await filesBelow(root)).map((path) => join(root, path));
  const upload = async (): Promise<UploadedArtifact> => {
    const { DefaultArtifactClient } = await import('@actions/artifact');
    const options = {
      compressionLevel: COMPRESSION_LEVEL,
      ...(retentionDays !== undefined && { retentionDays }),
    };
    const client = new DefaultArtifactClient();
    // Fails if the earlier attempt's artifacts are kept apart. Then its name is free.
    if (replaces) await client.deleteArtifact(name).catch(() => undefined);
    const { id, digest } = await client
      .uploadArtifact(name, files, root, options)
      .catch((error: unknown) => {
        signal.throwIfAborted();
        throw uploadFailure(name, root, error, env);
      });
    if (id === undefined || digest === undefined) {
      throw new Failure('environment', {
        message: `the service did not confirm the upload of the artifact \`${name}\``,
        hint: `${tryAgain(env)} ${builtIn(root)}`,
      });
    }
    return { name, id, digest: `sha256:${digest}`, url: `${runUrl(env)}/artifacts/${id}` };
  };
  return log.group(`Upload the artifact ${name}`, upload, () => [files.length, 'file']);
}

/**
 * The characters that names of artifacts cannot have. Source: @actions/artifact,
 * "path-and-artifact-name-validation".
 */
const FORBIDDEN = /["\\/:<>|*?\r\n]/;

/** The longest readable part of an automatic name. */
const MAX_LENGTH = 100;

/** True if a text can be the name of an artifact. */
export function isArtifactName(name: string): boolean {
  return !FORBIDDEN.test(name) && name.trim() !== '' && name.length <= 2 * MAX_LENGTH;
}

/**
 * `aot-<package>`, then the values of the job's matrix in its order, so that jobs of a matrix have
 * different names. If the values do not fit into a name, or another job could have the same name, a
 * digest of them follows.
 */
export function automaticName(packageName: string, matrix: JobMatrix | undefined): string {
  const base = `aot-${packageName}`;
  if (matrix === undefined) return base;
  const values = Object.values(matrix);
  const texts = values.flatMap(leaves);
  const plain = [base, ...texts].join('-');
  const clean = plain.replaceAll(/[^\w.+-]+/g, '_').slice(0, MAX_LENGTH);
  const isUnambiguous = values.length <= 1 || !texts.some((text) => text.includes('-'));
  if (clean === plain && isUnambiguous && values.every(isPlain)) return plain;
  const digest = sha256(JSON.stringify(matrix)).slice(0, 8);
  return `${clean}-${digest}`;
}

/** The values inside lists and objects, as text. */
function leaves(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  return isPlain(value) ? [String(value)] : [];
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
}

function runUrl(env: Environment): string {
  return `${serverUrl(env)}/${env['GITHUB_REPOSITORY'] ?? ''}/actions/runs/${env['GITHUB_RUN_ID'] ?? ''}`;
}

function serverUrl(env: Environment): string {
  return env['GITHUB_SERVER_URL'] || 'https://github.com';
}

async function orUnreachable<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw new Failure(
      'environment',
      {
        message: `cannot read the artifacts of this workflow run: ${clientReason(error)}`,
        hint: 'Run the job again, or download the artifact in an earlier step and set `package` to its folder.',
      },
      { cause: error },
    );
  }
}

/** Returns what to do if a service fails. Only that of github.com has a public status page. */
function tryAgain(env: Environment): string {
  const isPublic = /^https:\/\/github\.com\/?$/.test(serverUrl(env));
  return isPublic ? 'Run the job again, and check githubstatus.com.' : 'Run the job again.';
}

function builtIn(root: string): string {
  return `What was built is in ${root}.`;
}

/** The failure for an error of the client, which has codes for few of them. */
function uploadFailure(name: string, root: string, error: unknown, env: Environment): Failure {
  const reason = clientReason(error);
  const known = UPLOAD_ERRORS.find(({ form }) => form.test(reason));
  const problem = {
    message: `cannot upload the artifact \`${name}\`: ${reason}`,
    hint: `${known?.hint ?? tryAgain(env)} ${builtIn(root)}`,
  };
  return new Failure(known?.kind ?? 'environment', problem, { cause: error });
}

/** Details that errors of the storage client and of Node have in addition to their message. */
const detailsSchema = z.object({
  statusCode: z.number().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
});

/**
 * Returns why a request failed. Errors of the storage client can have a status and an empty
 * message.
 */
function clientReason(error: unknown): string {
  const line = shownLine(messageOf(error)).replace(/[\s:]+$/, '');
  const { statusCode, code } = detailsSchema.safeParse(error).data ?? {};
  const details = [...(statusCode === undefined ? [] : [`status ${statusCode}`]), code ?? ''];
  const more = details.filter((detail) => detail !== '' && !line.includes(detail)).join(', ');
  if (line === '') return `the service gave no reason${more === '' ? '' : ` (${more})`}`;
  return more === '' ? line : `${line} (${more})`;
}

interface UploadError {
  readonly form: RegExp;
  readonly kind: FailureKind;
  readonly hint: string;
}

const UPLOAD_ERRORS: readonly UploadError[] = [
  {
    form: /already exists|\(409\)/,
    kind: 'usage',
    hint: 'Names of artifacts are unique in a workflow run. Set `artifact` to another name (with `${{ matrix.… }}` if several jobs upload), or to `auto`. If no other artifact has this name, the response of the service was lost: run the job again.',
  },
  {
    form: /quota|insufficient usage/,
    kind: 'environment',
    hint: 'The storage for artifacts is full. Delete old ones, set `retention-days` lower, or raise the limit in the billing settings.',
  },
  {
    form: /ACTIONS_RUNTIME_TOKEN|ACTIONS_RESULTS_URL/,
    kind: 'environment',
    hint: 'Only a job of GitHub Actions can upload artifacts. Elsewhere do not set `artifact`.',
  },
  {
    form: /not currently supported on GHES/,
    kind: 'environment',
    hint: 'GitHub Enterprise Server does not support this client. Do not set `artifact`, and upload the folder `aot-dir` with a version of actions/upload-artifact that it supports.',
  },
  {
    form: /\((401|403)\)/,
    kind: 'environment',
    hint: "The job's token does not allow it, or has expired. Run the job again.",
  },
];

/** The longest message that is shown. */
const MAX_LINE = 300;

/** Returns the first line of an error of GitHub's libraries, without the signatures in addresses. */
function shownLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  const open = line.replaceAll(/(https?:\/\/[^\s?]*)\?\S*/g, '$1');
  return open.length > MAX_LINE ? `${open.slice(0, MAX_LINE)}…` : open;
}

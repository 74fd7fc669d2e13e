import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BuildContext } from '../core/context.ts';
import { Failure, type FailureKind, type Problem } from '../core/errors.ts';
import type { Environment } from '../core/process.ts';

/** What becomes an artifact of the workflow run. */
export interface Upload {
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
  { env, log, signal }: BuildContext,
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

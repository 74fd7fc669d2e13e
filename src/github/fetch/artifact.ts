import { basename, join } from 'node:path';
import { z } from 'zod';
import type { RunContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { globMatcher } from '../../base/globs.ts';
import { plural } from '../../base/text.ts';
import { type ApiAccess, listItems, type Timeouts, withAccess } from '../api.ts';
import { download } from '../download.ts';
import { agreedDigest, sha256In } from '../digest.ts';
import { TRUSTED_EVENTS } from '../repository.ts';

const artifactSchema = z.object({
  id: z.number(),
  name: z.string(),
  expired: z.boolean(),
  digest: z.string().nullish(),
});

/**
 * An artifact. Source: GitHub's REST API, "Artifacts"; only those of upload-artifact v4 and later
 * have a digest.
 */
type Artifact = z.infer<typeof artifactSchema>;

const ownerSchema = z.object({ id: z.number(), full_name: z.string() });

const runSchema = z.object({
  id: z.number(),
  html_url: z.string(),
  event: z.string(),
  head_branch: z.string().nullable(),
  head_sha: z.string(),
  conclusion: z.string().nullable(),
  created_at: z.string(),
  repository: ownerSchema,
  // null for a deleted fork.
  head_repository: ownerSchema.nullish(),
});

/** A run of a workflow. Source: GitHub's REST API, "Workflow runs". */
type WorkflowRun = z.infer<typeof runSchema>;

/** An artifact of the newest successful run for a branch. */
export interface ArtifactSource {
  /** `owner/name`. */
  readonly repository: string;
  readonly branch: string;
  /** A workflow's file name or id; any workflow if left out. */
  readonly workflow?: string | undefined;
  readonly token: string | undefined;
  /** The artifact's name, or a glob; `aot*` if left out. */
  readonly artifact?: string | undefined;
  /** The package's name, if the artifact has several packages, or the run several artifacts. */
  readonly package?: string | undefined;
  /**
   * Targets that the package must have. An artifact whose name ends with the only target is
   * preferred.
   */
  readonly targets?: readonly string[] | undefined;
  /** The zip's digest: `sha256:` and hexadecimal digits. */
  readonly digest?: string | undefined;
}

/** A downloaded artifact: a zip with the bytes that were uploaded. */
export interface DownloadedArtifact {
  readonly file: string;
  readonly name: string;
  readonly run: WorkflowRun;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** The number of acceptable runs that are searched. */
const MAX_RUNS = 50;

/** Of a hundred artifacts each. A job can have five hundred. */
const MAX_ARTIFACT_PAGES = 10;

/**
 * Downloads an artifact of the newest successful run for a branch to `folder`, and verifies
 * its digest. Never takes runs that worked on a fork's code, whatever the name of their branch.
 * @throws {Failure} `usage` if no artifact matches, or more than one, `verification` if it is not
 * what was uploaded, `environment` if the download fails.
 */
export async function downloadWorkflowArtifact(
  source: ArtifactSource,
  folder: string,
  context: Pick<RunContext, 'env' | 'log' | 'signal'>,
  timeouts?: Timeouts,
): Promise<DownloadedArtifact> {
  const { repository, branch, token } = source;
  const what = `the artifact of ${branch} of ${repository}`;
  const fetch = async (access: ApiAccess): Promise<DownloadedArtifact> => {
    const { run, artifact } = await findArtifact(source, access, context);
    const { id, name } = artifact;
    context.log.info(`the artifact ${name} of ${runText(run)}`);
    const sha256 = agreedDigest(
      `the artifact \`${name}\``,
      sha256In(artifact.digest),
      source.digest,
    );
    const file = join(folder, `${id}.zip`);
    const remote = {
      name,
      url: `/repos/${repository}/actions/artifacts/${id}/zip`,
      accept: 'application/vnd.github+json',
      sha256,
      permission: 'actions: read',
    };
    await download(remote, file, access);
    return { file, name, run, sha256 };
  };
  return withAccess({ verb: 'download', what, token }, context, fetch, timeouts);
}

async function findArtifact(
  source: ArtifactSource,
  access: ApiAccess,
  { log }: Pick<RunContext, 'log'>,
): Promise<{ run: WorkflowRun; artifact: Artifact }> {
  const pattern = source.artifact ?? 'aot*';
  const reasons: string[] = [];
  const skip = (run: WorkflowRun, reason: string): void => {
    log.info(`skipped ${runText(run)}: ${reason}`);
    reasons.push(reason);
  };
  const isWanted = globMatcher([pattern], true);
  let searched = 0;
  for await (const run of listRuns(source, access)) {
    const reason = rejectReason(run, source.branch);
    if (reason !== undefined) {
      skip(run, reason);
      continue;
    }
    searched += 1;
    if (searched > MAX_RUNS) break;
    const artifacts = await artifactsOf(run, source.repository, access);
    const matching = artifacts.filter(({ name }) => isWanted(name));
    const current = matching.filter(({ expired }) => !expired);
    if (current.length > 0) return { run, artifact: oneOf(current, source, run) };
    const isExpired = matching.length > 0;
    skip(run, isExpired ? 'its artifact has expired' : `it has no artifact ${pattern}`);
  }
  throw notFound(source, pattern, reasons);
}

/** The artifacts of a run. Of several with one name, the last attempt's. */
async function artifactsOf(
  { id }: WorkflowRun,
  repository: string,
  access: ApiAccess,
): Promise<readonly Artifact[]> {
  const first = {
    url: `/repos/${repository}/actions/runs/${id}/artifacts`,
    what: `the artifacts of run ${id} of ${repository}`,
    permission: 'actions: read',
    schema: artifactSchema,
  };
  const byName = new Map<string, Artifact>();
  for await (const artifact of listItems(first, access, MAX_ARTIFACT_PAGES)) {
    const known = byName.get(artifact.name);
    if (known === undefined || known.id < artifact.id) byName.set(artifact.name, artifact);
  }
  return [...byName.values()];
}

function oneOf(
  artifacts: readonly Artifact[],
  { package: wanted, targets = [] }: ArtifactSource,
  run: WorkflowRun,
): Artifact {
  const [target] = targets;
  const ofPackage = narrowed(
    artifacts,
    (name) => name === `aot-${wanted}` || name.startsWith(`aot-${wanted}-`),
  );
  const ofTarget = narrowed(
    ofPackage,
    (name) => targets.length === 1 && name.endsWith(`-${target}`),
  );
  const [artifact, ...others] = ofTarget;
  if (artifact !== undefined && others.length === 0) return artifact;
  throw new Failure('usage', {
    message: `several artifacts of ${runText(run)} match: ${ofTarget.map(({ name }) => name).join(', ')}`,
    hint: 'Name one in `artifact`.',
  });
}

/** Those with such a name, or all if there is none: names only hint at the content. */
function narrowed(
  artifacts: readonly Artifact[],
  fits: (name: string) => boolean,
): readonly Artifact[] {
  const matching = artifacts.filter(({ name }) => fits(name));
  return matching.length > 0 ? matching : artifacts;
}

function runText({ id, event, created_at: created }: WorkflowRun): string {
  return `run ${id} (${event}, ${created})`;
}

function notFound(source: ArtifactSource, pattern: string, reasons: readonly string[]): Failure {
  const { repository, branch, workflow } = source;
  const shown = [...new Set(reasons)].slice(0, 5).join('; ');
  const hint =
    reasons.length === 0
      ? 'There is no successful run. Check `branch` and `workflow`.'
      : `Skipped ${plural(reasons.length, 'successful run')}: ${shown}. If the artifact has expired, run the workflow again, or fetch a release, which does not expire. Otherwise check \`workflow\` and \`artifact\`.`;
  const of = workflow === undefined ? '' : ` of the workflow ${workflow}`;
  return new Failure('usage', {
    message: `no run${of} for the branch ${branch} of ${repository} has a usable artifact ${pattern}`,
    hint,
  });
}

/** Of a hundred runs each. */
const MAX_RUN_PAGES = 3;

/** The successful runs for a branch, newest first, including those to reject. */
function listRuns(source: ArtifactSource, access: ApiAccess): AsyncIterable<WorkflowRun> {
  const { repository, branch, workflow } = source;
  const of = workflow === undefined ? '' : 'workflows/{workflow}/';
  const runs = workflow === undefined ? 'workflow runs' : `runs of the workflow ${workflow}`;
  const first = {
    url: `/repos/${repository}/actions/${of}runs`,
    values: {
      branch,
      status: 'success',
      ...(workflow !== undefined && { workflow: basename(workflow) }),
    },
    what: `the list of ${runs} of ${repository}`,
    permission: 'actions: read',
    schema: runSchema,
  };
  return listItems(first, access, MAX_RUN_PAGES);
}

/** Says why a run must not be used; undefined if it may. */
function rejectReason(run: WorkflowRun, branch: string): string | undefined {
  if (run.head_branch !== branch) return `it is for the branch ${run.head_branch ?? '(none)'}`;
  if (run.conclusion !== 'success') return `its conclusion is ${run.conclusion ?? 'pending'}`;
  // A fork can have a branch with the same name.
  if (run.head_repository?.id !== run.repository.id)
    return `it worked on the code of ${run.head_repository?.full_name ?? 'a deleted fork'}`;
  return TRUSTED_EVENTS.includes(run.event)
    ? undefined
    : `its event is ${run.event}, which can run on anyone's code`;
}

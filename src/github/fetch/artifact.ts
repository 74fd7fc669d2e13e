import { basename, join } from 'node:path';
import picomatch from 'picomatch';
import { z } from 'zod';
import type { BuildContext, RunContext } from '../../core/base/context.ts';
import { Failure } from '../../core/base/errors.ts';
import { downloadArchive } from '../archive-cache.ts';
import { agreedDigest, sha256In } from '../download.ts';
import type { ApiAccess, Timeouts } from '../http.ts';
import { apiUrl, pages } from '../rest.ts';
import { withAccess } from '../session.ts';
import { TRUSTED_EVENTS } from '../trusted-events.ts';

const artifactSchema = z.object({
  id: z.number(),
  name: z.string(),
  expired: z.boolean(),
  digest: z.string().nullish(),
});

/** An artifact. Source: GitHub's REST API, "Artifacts"; only those of upload-artifact v4 and later have a digest. */
type Artifact = z.infer<typeof artifactSchema>;

/** Which artifact of the newest good run for a branch. */
export interface ArtifactSource extends RunSource {
  readonly token: string | undefined;
  /** Its name, or a glob; `aot*` when left out. */
  readonly artifact?: string | undefined;
  /** The package's name, where the artifact holds several, or the run has several artifacts. */
  readonly package?: string | undefined;
  /** Targets the package must hold; an artifact whose name ends with the only one is taken first. */
  readonly targets?: readonly string[] | undefined;
  /** `sha256:` and hexadecimal digits that the zip must have. */
  readonly digest?: string | undefined;
  /** Whether zips are kept for later, and taken from there; not when left out. */
  readonly cache?: boolean | undefined;
}

/** An artifact as it came: a zip, whose bytes are those that were uploaded. */
export interface DownloadedArtifact {
  readonly file: string;
  readonly name: string;
  readonly run: WorkflowRun;
  /** In hexadecimal. */
  readonly sha256: string;
  /** Whether it was kept from an earlier time. */
  readonly cached: boolean;
}

/** How many runs of the right kind are looked into. */
const MAX_RUNS = 50;

/** Of a hundred artifacts each; a run has five hundred for each job. */
const MAX_ARTIFACT_PAGES = 10;

/**
 * Downloads an artifact of the newest good run for a branch to `folder`, or takes the one that was kept, and verifies its
 * digest. Runs that worked on a fork's code are never taken, whatever their branch is called.
 * @throws {Failure} `usage` where there is none, or several could be meant, `verification` where it is not what was
 * uploaded, `environment` where it does not come over.
 */
export async function downloadWorkflowArtifact(
  source: ArtifactSource,
  folder: string,
  context: BuildContext,
  timeouts?: Timeouts,
): Promise<DownloadedArtifact> {
  const { repository, branch, token } = source;
  const named = `the artifact of ${branch} of ${repository}`;
  const fetch = async (access: ApiAccess): Promise<DownloadedArtifact> => {
    const { run, artifact } = await findArtifact(source, access, context);
    const { id, name } = artifact;
    context.log.info(`the artifact ${name} of ${describe(run)}`);
    const sha256 = agreedDigest(
      `the artifact \`${name}\``,
      sha256In(artifact.digest ?? ''),
      source.digest,
    );
    const file = join(folder, `${id}.zip`);
    const remote = {
      name,
      url: apiUrl(access, `repos/${repository}/actions/artifacts/${id}/zip`),
      accept: 'application/vnd.github+json',
      sha256,
      permission: 'actions: read',
    };
    const cached = await downloadArchive(remote, file, source.cache, access, context);
    return { file, name, run, sha256, cached };
  };
  return withAccess({ named, done: 'downloaded', token }, context, fetch, timeouts);
}

async function findArtifact(
  source: ArtifactSource,
  access: ApiAccess,
  { log }: Pick<RunContext, 'log'>,
): Promise<{ run: WorkflowRun; artifact: Artifact }> {
  const pattern = source.artifact ?? 'aot*';
  const passed: string[] = [];
  const passOver = (run: WorkflowRun, reason: string): void => {
    log.info(`passed over ${describe(run)}: ${reason}`);
    passed.push(reason);
  };
  let looked = 0;
  for await (const run of listRuns(source, access)) {
    const reason = rejectReason(run, source.branch);
    if (reason !== undefined) {
      passOver(run, reason);
      continue;
    }
    looked += 1;
    if (looked > MAX_RUNS) break;
    const artifacts = await artifactsOf(run, source.repository, access);
    const fitting = artifacts.filter(({ name }) => picomatch.isMatch(name, pattern, { dot: true }));
    const left = fitting.filter(({ expired }) => !expired);
    if (left.length > 0) return { run, artifact: oneOf(left, source, run) };
    const isGone = fitting.length > 0;
    passOver(run, isGone ? 'its artifact has expired' : `it has no artifact ${pattern}`);
  }
  throw unfound(source, pattern, passed);
}

/** Those of a run. What a later attempt of it uploaded again is the later one. */
async function artifactsOf(
  { id }: WorkflowRun,
  repository: string,
  access: ApiAccess,
): Promise<readonly Artifact[]> {
  const first = {
    url: apiUrl(access, `repos/${repository}/actions/runs/${id}/artifacts?per_page=100`),
    what: `the artifacts of run ${id} of ${repository}`,
    permission: 'actions: read',
    schema: z.object({ artifacts: z.array(artifactSchema) }),
  };
  const byName = new Map<string, Artifact>();
  for await (const { artifacts } of pages(first, MAX_ARTIFACT_PAGES, access)) {
    for (const artifact of artifacts) {
      const known = byName.get(artifact.name);
      if (known === undefined || known.id < artifact.id) byName.set(artifact.name, artifact);
    }
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
    message: `${describe(run)} has several artifacts that could be meant: ${ofTarget.map(({ name }) => name).join(', ')}`,
    hint: 'Name one in `artifact`.',
  });
}

/** Those with such names, or all where none has one: names only hint at what is inside. */
function narrowed(
  artifacts: readonly Artifact[],
  fits: (name: string) => boolean,
): readonly Artifact[] {
  const fitting = artifacts.filter(({ name }) => fits(name));
  return fitting.length > 0 ? fitting : artifacts;
}

function describe({ id, event, created_at: created }: WorkflowRun): string {
  return `run ${id} (${event}, ${created})`;
}

function unfound(source: ArtifactSource, pattern: string, passed: readonly string[]): Failure {
  const { repository, branch, workflow } = source;
  const reasons = [...new Set(passed)];
  const shown = reasons.slice(0, 5).map((reason) => `; ${reason}`);
  const tried =
    passed.length === 0
      ? 'There is no successful run.'
      : `${passed.length} successful runs were passed over${shown.join('')}.`;
  const of = workflow === undefined ? '' : ` of the workflow ${workflow}`;
  return new Failure('usage', {
    message: `no run${of} for the branch ${branch} of ${repository} has an artifact ${pattern} that can be taken`,
    hint: `${tried} Run the workflow again where it has expired, name the workflow in \`workflow\` and the artifact in \`artifact\`, or fetch a release, which does not expire.`,
  });
}

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
  // Of a fork that is gone there is none.
  head_repository: ownerSchema.nullish(),
});

/** A run of a workflow. Source: GitHub's REST API, "Workflow runs". */
type WorkflowRun = z.infer<typeof runSchema>;

/** Which runs. */
interface RunSource {
  /** `owner/name`. */
  readonly repository: string;
  readonly branch: string;
  /** A workflow's file name or id; all of them when left out. */
  readonly workflow?: string | undefined;
}

/** Of a hundred runs each. */
const MAX_RUN_PAGES = 3;

/** The successful runs for a branch, newest first, a few hundred at most: good or not. */
async function* listRuns(source: RunSource, access: ApiAccess): AsyncGenerator<WorkflowRun> {
  const { repository, branch, workflow } = source;
  const of = workflow === undefined ? '' : `workflows/${encodeURIComponent(basename(workflow))}/`;
  const url = apiUrl(access, `repos/${repository}/actions/${of}runs`);
  url.search = new URLSearchParams({ branch, status: 'success', per_page: '100' }).toString();
  const what = workflow === undefined ? 'workflows' : `the workflow ${workflow}`;
  const first = {
    url,
    what: `the list of runs of ${what} of ${repository}`,
    permission: 'actions: read',
    schema: z.object({ workflow_runs: z.array(runSchema) }),
  };
  for await (const { workflow_runs: runs } of pages(first, MAX_RUN_PAGES, access)) yield* runs;
}

/** Why nothing is taken from a run; undefined where it is good. */
function rejectReason(run: WorkflowRun, branch: string): string | undefined {
  if (run.head_branch !== branch) return `it is of the branch ${run.head_branch ?? '(none)'}`;
  if (run.conclusion !== 'success') return `it ended as ${run.conclusion ?? 'nothing yet'}`;
  // A fork's branch may have the same name.
  if (run.head_repository?.id !== run.repository.id)
    return `it worked on the code of ${run.head_repository?.full_name ?? 'a fork that is gone'}`;
  return TRUSTED_EVENTS.includes(run.event)
    ? undefined
    : `its event is ${run.event}, which may be about anybody's code`;
}

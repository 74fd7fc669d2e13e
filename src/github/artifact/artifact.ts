import { join } from 'node:path';
import picomatch from 'picomatch';
import { z } from 'zod';
import type { BuildContext } from '../../core/context.ts';
import { Failure } from '../../core/errors.ts';
import { downloadArchive } from '../archive-cache.ts';
import { agreedDigest, sha256In } from '../digest.ts';
import { withAccess } from '../access.ts';
import { apiUrl, pages } from '../query.ts';
import type { Access, Patience } from '../request.ts';
import { distrust, runsOf, type RunSource, type WorkflowRun } from './run.ts';

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
const MOST_RUNS = 50;

/** Of a hundred artifacts each; a run has five hundred for each job. */
const MOST_PAGES = 10;

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
  patience?: Patience,
): Promise<DownloadedArtifact> {
  const { repository, branch, token } = source;
  const named = `the artifact of ${branch} of ${repository}`;
  const fetch = async (access: Access): Promise<DownloadedArtifact> => {
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
  return withAccess({ named, done: 'downloaded', token }, context, fetch, patience);
}

async function findArtifact(
  source: ArtifactSource,
  access: Access,
  { log }: BuildContext,
): Promise<{ run: WorkflowRun; artifact: Artifact }> {
  const pattern = source.artifact ?? 'aot*';
  const passed: string[] = [];
  const passOver = (run: WorkflowRun, reason: string): void => {
    log.info(`passed over ${describe(run)}: ${reason}`);
    passed.push(reason);
  };
  let looked = 0;
  for await (const run of runsOf(source, access)) {
    const reason = distrust(run, source.branch);
    if (reason !== undefined) {
      passOver(run, reason);
      continue;
    }
    looked += 1;
    if (looked > MOST_RUNS) break;
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
  access: Access,
): Promise<readonly Artifact[]> {
  const first = {
    url: apiUrl(access, `repos/${repository}/actions/runs/${id}/artifacts?per_page=100`),
    what: `the artifacts of run ${id} of ${repository}`,
    permission: 'actions: read',
    schema: z.object({ artifacts: z.array(artifactSchema) }),
  };
  const byName = new Map<string, Artifact>();
  for await (const { artifacts } of pages(first, MOST_PAGES, access)) {
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

import { basename } from 'node:path';
import { z } from 'zod';
import { OWN_EVENTS } from '../own-events.ts';
import { apiUrl, pages } from '../query.ts';
import type { Access } from '../request.ts';

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
export type WorkflowRun = z.infer<typeof runSchema>;

/** Which runs. */
export interface RunSource {
  /** `owner/name`. */
  readonly repository: string;
  readonly branch: string;
  /** A workflow's file name or id; all of them when left out. */
  readonly workflow?: string | undefined;
}

/** Of a hundred runs each. */
const MOST_PAGES = 3;

/** The successful runs for a branch, newest first, a few hundred at most: good or not. */
export async function* runsOf(source: RunSource, access: Access): AsyncGenerator<WorkflowRun> {
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
  for await (const { workflow_runs: runs } of pages(first, MOST_PAGES, access)) yield* runs;
}

/** Why nothing is taken from a run; undefined where it is good. */
export function distrust(run: WorkflowRun, branch: string): string | undefined {
  if (run.head_branch !== branch) return `it is of the branch ${run.head_branch ?? '(none)'}`;
  if (run.conclusion !== 'success') return `it ended as ${run.conclusion ?? 'nothing yet'}`;
  // A fork's branch may have the same name.
  if (run.head_repository?.id !== run.repository.id)
    return `it worked on the code of ${run.head_repository?.full_name ?? 'a fork that is gone'}`;
  return OWN_EVENTS.includes(run.event)
    ? undefined
    : `its event is ${run.event}, which may be about anybody's code`;
}
